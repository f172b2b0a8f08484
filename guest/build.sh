#!/usr/bin/env bash
# Builds the component, the measured program, into guest/prebuilt/.
#
#   guest/build.sh           builds it and writes guest.wasm and guest.json
#   guest/build.sh --check   builds it elsewhere and compares it with the committed one: with the tools
#                            that guest.json records the bytes must be equal; with others it says so and
#                            prints where the rebuilt component lies, so that tests can run against it
#
# Takes either of two toolchains: rustup's wasm32-wasip2 target with a clang and WASI headers
# (WASI_SYSROOT names them), or Debian's packages (guest/install-toolchain.sh installs those). The bytes
# depend on the versions of the tools, not on the machine, its paths or the folder of the checkout.
set -euo pipefail

workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
target=wasm32-wasip2
export CARGO_TARGET_DIR="$workspace/target/component"
scratch="$CARGO_TARGET_DIR/scratch"
prebuilt="$workspace/guest/prebuilt"
registry="${CARGO_HOME:-$HOME/.cargo}/registry/src"

# What decides the measured code, for both languages: SIMD, as x86-64 and AArch64 have it natively. The
# levels of optimisation are Cargo's, for C too, and so are those of the native lane.
rust_flags=(-Ctarget-feature=+simd128,+bulk-memory -Cstrip=symbols)
c_flags=(-msimd128 -mbulk-memory)

die() {
    printf 'build.sh: %s\n' "$*" >&2
    exit 1
}

# Sets cargo, rustc, cc, linker, libc, and what only this machine's paths need: path_rust_flags,
# path_c_flags, cargo_flags.
choose_toolchain() {
    local rustup_libs
    rustup_libs=$(rustc --print target-libdir --target "$target" 2>/dev/null || true)
    path_rust_flags=()
    path_c_flags=()
    cargo_flags=()
    if [[ -d $rustup_libs ]]; then
        use_rustup "$rustup_libs"
    elif [[ -d $(/usr/bin/rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library ]]; then
        use_debian
    else
        die "no compiler for $target: rustup target add $target, or guest/install-toolchain.sh"
    fi
    command -v "$cc" >/dev/null || die "no $cc: it compiles the parsers, which are C"
}

use_rustup() {
    local sysroot="${WASI_SYSROOT:-}"
    cargo=cargo
    rustc=rustc
    cc="${CC_wasm32_wasip2:-clang}"
    ar="${AR_wasm32_wasip2:-llvm-ar}"
    linker=("$(rustc --print sysroot)/lib/rustlib/$(host_triple)/bin/rust-lld" -flavor wasm)
    libc="$1/self-contained/libc.a"
    if [[ -n $sysroot ]]; then
        path_c_flags+=("--sysroot=$sysroot")
    elif [[ -d /usr/include/$target ]]; then
        path_c_flags+=(-isystem "/usr/include/$target")
    else
        die "no WASI headers: set WASI_SYSROOT to a wasi-sdk sysroot, or guest/install-toolchain.sh"
    fi
}

# Debian ships the standard library as source, and the WASI start code and libc apart from rustc.
use_debian() {
    local llvm_folder llvm
    cargo=/usr/bin/cargo
    rustc=/usr/bin/rustc
    llvm_folder=$(dirname "$(readlink -f /usr/bin/rust-lld)")
    llvm=$(sed -E 's:.*/llvm-([0-9]+)/.*:\1:' <<<"$llvm_folder")
    cc="${CC_wasm32_wasip2:-clang-19}"
    ar="${AR_wasm32_wasip2:-llvm-ar-$llvm}"
    libc="/usr/lib/$target/libc.a"
    [[ -e $libc ]] || die "no WASI libc: guest/install-toolchain.sh"
    # rustc's linker looks for `wasm-ld` on PATH, where Debian puts the name with a version only.
    mkdir -p "$scratch/bin"
    ln -sf "$llvm_folder/lld" "$scratch/bin/wasm-ld"
    export PATH="$scratch/bin:$PATH"
    linker=(wasm-ld)
    # `build-std` is not stable; the compiler and the library it builds are of one version here.
    export RUSTC_BOOTSTRAP=1
    cargo_flags+=(-Zbuild-std=std,panic_abort)
    path_rust_flags+=(-Clink-self-contained=no "-Clink-arg=/usr/lib/$target/crt1-reactor.o"
        "-Lnative=/usr/lib/$target" "--remap-path-prefix=$("$rustc" --print sysroot)/lib/rustlib/src/rust=rust")
    path_c_flags+=(-isystem "/usr/include/$target")
}

host_triple() {
    rustc -vV | sed -n 's/^host: //p'
}

# Gives every path of this machine a name that is the same on each.
remap_paths() {
    local folder
    # The later of two flags that fit wins, so the folders inside others come last.
    path_rust_flags+=("--remap-path-prefix=$workspace=.")
    path_c_flags+=("-ffile-prefix-map=$workspace=.")
    for folder in "$registry"/*/; do
        path_rust_flags+=("--remap-path-prefix=${folder%/}=crates")
        path_c_flags+=("-ffile-prefix-map=${folder%/}=crates")
    done
}

compile() {
    local all_rust_flags=("${rust_flags[@]}" "${path_rust_flags[@]}")
    export RUSTC="$rustc" CC_wasm32_wasip2="$cc" AR_wasm32_wasip2="$ar"
    export CFLAGS_wasm32_wasip2="${c_flags[*]} ${path_c_flags[*]}"
    CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && printf '%s' "${all_rust_flags[*]}")
    export CARGO_ENCODED_RUSTFLAGS
    mkdir -p "$scratch"
    (cd "$workspace" && "$cargo" rustc --locked --release "${cargo_flags[@]}" --target "$target" \
        --package guest --crate-type cdylib --message-format json-render-diagnostics) >"$scratch/messages"
    built="$CARGO_TARGET_DIR/$target/release/guest.wasm"
    [[ -s $built ]] || die "cargo left no $built"
}

refuse_paths() {
    local path
    for path in "$workspace" "$HOME/" "$registry" /home/ /tmp/; do
        ! grep -aqF -- "$path" "$built" || die "the component holds a path of this machine: $path"
    done
}

# What the guest's build script said of itself, from Cargo's messages.
build_fact() {
    sed -nE "/\"reason\":\"build-script-executed\"/s/.*\"GUEST_$1\",\"([^\"]*)\".*/\1/p" "$scratch/messages" | tail -n 1
}

# One JSON object a dependency: what cargo resolves, with the checksums of Cargo.lock.
dependencies() {
    (cd "$workspace" && "$cargo" tree --locked --package guest --target "$target" --edges normal,build \
        --prefix none --format '{p}|{f}') | sed 's/ (\*)$//' | grep -v '^guest ' | LC_ALL=C sort -u |
        awk -v lock="$workspace/Cargo.lock" '
            BEGIN {
                while ((getline line < lock) > 0) {
                    split(line, part, "\"")
                    if (line ~ /^name = /) name = part[2]
                    if (line ~ /^version = /) version = part[2]
                    if (line ~ /^checksum = /) checksum[name " " version] = part[2]
                }
            }
            {
                split($0, half, "|")
                split(half[1], word, " ")
                version = substr(word[2], 2)
                features = half[2]
                gsub(/,/, "\", \"", features)
                if (features != "") features = "\"" features "\""
                printf "%s    { \"name\": \"%s\", \"version\": \"%s\", \"checksum\": \"%s\", \"features\": [%s] }", \
                    (NR > 1 ? ",\n" : ""), word[1], version, checksum[word[1] " " version], features
            }
            END { print "" }'
}

facts() {
    local sum
    sum=$(sha256sum <"$built")
    cat <<JSON
{
  "schema_version": 1,
  "sha256": "${sum%% *}",
  "bytes": $(wc -c <"$built"),
  "source_digest": "$(build_fact SOURCE_DIGEST)",
  "target": "$target",
$(toolchain_facts)
  "dependencies": [
$(dependencies)
  ]
}
JSON
}

# The lines by which two toolchains are compared.
toolchain_facts() {
    local libc_sum
    libc_sum=$(sha256sum <"$libc")
    cat <<JSON
  "rustc": "$("$rustc" --version)",
  "cc": "$("$cc" --version | head -n 1)",
  "linker": "$("${linker[@]}" --version | head -n 1)",
  "wasi_libc_sha256": "${libc_sum%% *}",
  "rustflags": "${rust_flags[*]}",
  "cflags": "${c_flags[*]}",
JSON
}

same_toolchain() {
    local line
    while IFS= read -r line; do
        grep -qxF -- "$line" "$prebuilt/guest.json" || return 1
    done < <(toolchain_facts)
}

check() {
    mkdir -p "$CARGO_TARGET_DIR/check"
    cp "$built" "$CARGO_TARGET_DIR/check/guest.wasm"
    facts >"$CARGO_TARGET_DIR/check/guest.json"
    if ! same_toolchain; then
        printf 'build.sh: other tools than guest.json records; nothing to compare byte by byte:\n'
        diff <(toolchain_facts) "$prebuilt/guest.json" | grep '^<' || true
    elif cmp "$CARGO_TARGET_DIR/check/guest.wasm" "$prebuilt/guest.wasm" &&
        cmp "$CARGO_TARGET_DIR/check/guest.json" "$prebuilt/guest.json"; then
        printf 'build.sh: the committed component is what these sources and tools make\n'
    else
        die "the committed component is not what these sources make: run guest/build.sh and commit guest/prebuilt/"
    fi
    printf '%s\n' "$CARGO_TARGET_DIR/check/guest.wasm"
}

install() {
    mkdir -p "$prebuilt"
    facts >"$scratch/guest.json"
    cp "$built" "$scratch/guest.wasm"
    mv "$scratch/guest.wasm" "$scratch/guest.json" "$prebuilt/"
    printf '%s\n' "$prebuilt/guest.wasm"
}

[[ $# -eq 0 || ($# -eq 1 && $1 == --check) ]] || die "usage: guest/build.sh [--check]"
choose_toolchain
remap_paths
compile
refuse_paths
if [[ ${1-} == --check ]]; then check; else install; fi
