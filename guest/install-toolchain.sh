#!/usr/bin/env bash
# Installs Debian's packages from which guest/build.sh builds the component: rustc with the source of its
# library, its linker, clang, and WASI headers and libc. Needs root or sudo; other systems take rustup's
# wasm32-wasip2 target, a clang and a wasi-sdk sysroot instead (WASI_SYSROOT).
set -euo pipefail

die() {
    printf 'install-toolchain.sh: %s\n' "$*" >&2
    exit 1
}

as_root() {
    if [[ $EUID -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# The mirror that this machine already takes its release from, in either format of apt's sources.
mirror() {
    local sources
    for sources in /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources}; do
        [[ ! -f $sources ]] || awk -v suite="$VERSION_CODENAME" '
            /^[ \t]*#/ { next }
            /^[ \t]*$/ { uri = ""; fits = 0 }
            $1 == "deb" { for (i = 2; i < NF; i++) if ($i ~ /:\/\// && $(i + 1) == suite) print $i }
            $1 == "URIs:" { uri = $2 }
            $1 == "Suites:" { for (i = 2; i <= NF; i++) if ($i == suite) fits = 1 }
            uri != "" && fits { print uri; uri = "" }
        ' "$sources"
    done
}

# Bookworm's own wasi-libc is older than wasip2; its backports have one that is not.
add_backports() {
    local uri suite="$VERSION_CODENAME-backports"
    ! apt-cache policy | grep ",n=$suite," >/dev/null || return 0
    uri=$(mirror | sed -n 1p)
    [[ -n $uri ]] || die "apt's sources name no mirror of $VERSION_CODENAME: add $suite by hand"
    as_root tee "/etc/apt/sources.list.d/$suite.sources" >/dev/null <<SOURCES
Types: deb
URIs: $uri
Suites: $suite
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
    as_root apt-get update
}

command -v apt-get >/dev/null || die "no apt here: rustup target add wasm32-wasip2, and set WASI_SYSROOT to a wasi-sdk sysroot"
. /etc/os-release
as_root apt-get update
install rustc-web cargo-web rust-web-src rust-web-llvm clang-19

# The linker and the archiver have to be of the LLVM that rustc was built with.
# Until the linker is there, the link to it names only its version.
llvm=$(readlink -f /usr/bin/rust-lld | sed -nE 's:.*(/llvm-|/lld-)([0-9]+).*:\2:p')
[[ -n $llvm ]] || die "rustc-web did not bring /usr/bin/rust-lld: its LLVM is not known"
install "lld-$llvm" "llvm-$llvm"

if [[ $VERSION_CODENAME == bookworm ]]; then
    add_backports
    install --target-release bookworm-backports wasi-libc
else
    install wasi-libc
fi
[[ -e /usr/lib/wasm32-wasip2/libc.a ]] || die "this wasi-libc has no wasip2: a newer one is needed"
