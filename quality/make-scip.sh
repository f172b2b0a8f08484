#!/usr/bin/env bash
# Makes the corpora of the comparison with compilers, and a SCIP file of each: OUT/corpora/NAME and
# OUT/NAME.scip. Sources come from the package registries through their own clients, with pinned versions
# and checksums. `quality score` reads the result.
#
#   quality/make-scip.sh OUT [NAME...]        all corpora, or those named
#
# Tuned on: ripgrep, django, rxjs. Held out, never looked at while working on the index: hyperfine, just
# (Rust), flask, rich (Python), mobx, toolkit (TypeScript).
#
# Needs cargo, rust-analyzer with the sources of its standard library, Python 3.10 or newer with venv, Node
# 20 or newer with npm. RUST_ANALYZER, RUSTC and CARGO choose others than those on PATH.
set -euo pipefail

SCIP_PYTHON=@sourcegraph/scip-python@0.6.6
SCIP_TYPESCRIPT=@sourcegraph/scip-typescript@0.4.0

die() {
    printf 'make-scip.sh: %s\n' "$*" >&2
    exit 1
}

say() { printf '== %s\n' "$*"; }

check_sum() { # FILE SHA256
    printf '%s  %s\n' "$2" "$1" | sha256sum --check --quiet || die "$1: is not the file that was pinned"
}

unpack() { # ARCHIVE FOLDER
    mkdir -p "$2"
    tar -xzf "$1" -C "$2" --strip-components=1
}

# The crate NAME VERSION SHA256 into FOLDER, with the manifest that its author wrote.
crate() { # NAME VERSION SHA256 FOLDER
    local fetch=$out/fetch/$1 archive
    mkdir -p "$fetch"
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[lib]\npath = "lib.rs"\n[workspace]\n' \
        >"$fetch/Cargo.toml"
    printf '[dependencies]\n%s = "=%s"\n' "$1" "$2" >>"$fetch/Cargo.toml"
    : >"$fetch/lib.rs"
    cargo fetch --quiet --manifest-path "$fetch/Cargo.toml" 2>/dev/null || die "$1 $2: cannot be fetched"
    archive=$(find "${CARGO_HOME:-$HOME/.cargo}/registry/cache" -name "$1-$2.crate" | head -n 1)
    check_sum "$archive" "$3"
    unpack "$archive" "$4"
    if [[ -f $4/Cargo.toml.orig ]]; then mv "$4/Cargo.toml.orig" "$4/Cargo.toml"; fi
}

sdist() { # NAME VERSION SHA256 FOLDER
    python3 -m pip download --quiet --no-deps --no-binary :all: --dest "$out/fetch" "$1==$2"
    local archive
    archive=$(find "$out/fetch" -iname "$1-$2.tar.gz" | head -n 1)
    check_sum "$archive" "$3"
    unpack "$archive" "$4"
}

npm_package() { # NAME VERSION SHA256 FOLDER
    local archive
    archive=$(cd "$out/fetch" && npm pack --silent "$1@$2")
    check_sum "$out/fetch/$archive" "$3"
    unpack "$out/fetch/$archive" "$4"
    # What was built from the sources is no source.
    find "$4" -mindepth 1 -maxdepth 1 ! -name src ! -name package.json ! -name tsconfig.json -exec rm -rf {} +
}

tool() { # PACKAGE COMMAND
    local prefix=$out/tools
    mkdir -p "$prefix"
    [[ -x $prefix/node_modules/.bin/$2 ]] || npm install --silent --no-audit --no-fund --prefix "$prefix" "$1"
    printf '%s\n' "$prefix/node_modules/.bin/$2"
}

index_rust() { # NAME
    (cd "$out/corpora/$1" && "${RUST_ANALYZER:-rust-analyzer}" scip . --output "$out/$1.scip") \
        >"$out/$1.log" 2>&1 || die "$1: see $out/$1.log"
}

index_python() { # NAME VERSION DEPENDENCY...
    local name=$1 version=$2 program
    shift 2
    program=$(tool "$SCIP_PYTHON" scip-python)
    python3 -m venv "$out/venv/$name"
    "$out/venv/$name/bin/pip" install --quiet "$@"
    (
        cd "$out/corpora/$name"
        PATH=$out/venv/$name/bin:$PATH NODE_OPTIONS=--max-old-space-size=8000 \
            "$program" index . --project-name "$name" --project-version "$version" --output "$out/$name.scip"
    ) >"$out/$name.log" 2>&1 || die "$name: see $out/$name.log"
}

index_typescript() { # NAME DEPENDENCY...
    local name=$1 program
    shift
    program=$(tool "$SCIP_TYPESCRIPT" scip-typescript)
    (
        cd "$out/corpora/$name"
        npm install --silent --no-audit --no-fund --no-save --ignore-scripts --omit=dev "$@"
        [[ -f tsconfig.json ]] || printf '%s\n' "$TSCONFIG" >tsconfig.json
        "$program" index --output "$out/$name.scip"
    ) >"$out/$name.log" 2>&1 || die "$name: see $out/$name.log"
}

# For packages that ship their sources without one.
TSCONFIG='{
  "compilerOptions": {
    "target": "es2020", "module": "esnext", "moduleResolution": "node", "lib": ["es2022", "dom"],
    "jsx": "react-jsx", "strict": true, "skipLibCheck": true, "noEmit": true, "types": []
  },
  "include": ["src"]
}'

TOOLKIT_PATHS='"paths": {
      "@reduxjs/toolkit": ["./src/index.ts"], "@reduxjs/toolkit/react": ["./src/react/index.ts"],
      "@reduxjs/toolkit/query": ["./src/query/index.ts"],
      "@reduxjs/toolkit/query/react": ["./src/query/react/index.ts"], "@internal/*": ["./src/*"]
    },'

# ripgrep and its library crates, laid out as in its repository.
make_ripgrep() {
    local root=$out/corpora/ripgrep
    crate ripgrep 14.1.1 f77b8032dc584527975f34aa5a897d0ef5a785573fda778771a614ff9da501d9 "$root"
    crate grep 0.3.2 308ae749734e28d749a86f33212c7b756748568ce332f970ac1d9cd8531f32e6 "$root/crates/grep"
    crate grep-cli 0.1.11 47f1288f0e06f279f84926fa4c17e3fcd2a22b357927a82f2777f7be26e4cec0 "$root/crates/cli"
    crate grep-matcher 0.1.7 47a3141a10a43acfedc7c98a60a834d7ba00dfe7bec9071cbfc19b55b292ac02 \
        "$root/crates/matcher"
    crate grep-printer 0.2.2 c112110ae4a891aa4d83ab82ecf734b307497d066f437686175e83fbd4e013fe \
        "$root/crates/printer"
    crate grep-regex 0.1.13 9edd147c7e3296e7a26bd3a81345ce849557d5a8e48ed88f736074e760f91f7e \
        "$root/crates/regex"
    crate grep-searcher 0.1.14 b9b6c14b3fc2e0a107d6604d3231dec0509e691e62447104bc385a46a7892cda \
        "$root/crates/searcher"
    crate globset 0.4.15 15f1ce686646e7f1e19bf7d5533fe443a45dbfb990e00629110797578b42fb19 \
        "$root/crates/globset"
    crate ignore 0.4.23 6d89fd380afde86567dfba715db065673989d6253f42b88179abd3eae47bda4b \
        "$root/crates/ignore"
    # The optional binding to PCRE2 is the one crate left out.
    sed -i '/"crates\/pcre2"/d' "$root/Cargo.toml"
    sed -i '/^grep-pcre2/s/, path = "[^"]*"//' "$root/crates/grep/Cargo.toml"
    index_rust ripgrep
}

make_hyperfine() {
    crate hyperfine 1.19.0 1b9ed60550a9126c3f4ab05528d8b89bd130c4fa2735f0b902c5271a4e44f51e \
        "$out/corpora/hyperfine"
    index_rust hyperfine
}

make_just() {
    crate just 1.40.0 ecd0393c6da660eb7f6fee2b66c84cd2700013d830b17e5c207d77de9f8b690e "$out/corpora/just"
    # Helper crates of its repository that the package does not have.
    sed -i '/^\[workspace\]/,/^$/d' "$out/corpora/just/Cargo.toml"
    index_rust just
}

# The package alone: its tests and documentation would take several times as long.
make_django() {
    sdist Django 5.2 1a47f7a7a3d43ce64570d350e008d2949abe8c7e21737b351b6a1611277c6d89 "$out/fetch/django-sdist"
    mkdir -p "$out/corpora/django"
    cp -R "$out/fetch/django-sdist/django" "$out/fetch/django-sdist/pyproject.toml" "$out/corpora/django/"
    index_python django 5.2 asgiref==3.8.1 sqlparse==0.5.3
}

make_flask() {
    sdist flask 3.1.0 5f873c5184c897c8d9d1b05df1e3d01b14910ce69607a117bd3277098a5836ac "$out/corpora/flask"
    index_python flask 3.1.0 werkzeug==3.1.3 jinja2==3.1.6 click==8.1.8 itsdangerous==2.2.0 blinker==1.9.0
}

make_rich() {
    sdist rich 14.0.0 82f1bc23a6a21ebca4ae0c45af9bdbc492ed20231dcb63f297d6d1021a9d5725 "$out/corpora/rich"
    index_python rich 14.0.0 markdown-it-py==3.0.0 pygments==2.19.1
}

make_rxjs() {
    npm_package rxjs 7.8.2 2312f8ffd9726ffd7bd53ea12c5f13663d09a3dc3326f448c70b88f5ef6fac82 \
        "$out/corpora/rxjs"
    index_typescript rxjs
}

make_mobx() {
    npm_package mobx 6.13.7 064d4b73517da929eb985ac320e150ec7302a74786f9092b4f2b2e7ac7844d9f \
        "$out/corpora/mobx"
    index_typescript mobx
}

make_toolkit() {
    npm_package @reduxjs/toolkit 2.8.2 88a7b1fc2f5bc64b127f7cb755e705abc3a55550c370591e7fb63ce8871ad3b7 \
        "$out/corpora/toolkit"
    # The aliases of its repository, which the package does not have and its sources import by.
    printf '%s\n' "${TSCONFIG/\"strict\"/$TOOLKIT_PATHS \"strict\"}" >"$out/corpora/toolkit/tsconfig.json"
    index_typescript toolkit @types/react@18.3.20 react@18.3.1 react-redux@9.2.0
}

ALL=(ripgrep django rxjs hyperfine just flask rich mobx toolkit)

[[ $# -gt 0 ]] || die "usage: make-scip.sh OUT [NAME...]; names: ${ALL[*]}"
mkdir -p "$1/fetch" "$1/corpora"
out=$(cd "$1" && pwd)
shift
[[ $# -gt 0 ]] || set -- "${ALL[@]}"
for name in "$@"; do
    [[ " ${ALL[*]} " == *" $name "* ]] || die "$name: no such corpus; names: ${ALL[*]}"
done
for name in "$@"; do
    say "$name"
    rm -rf "${out:?}/corpora/$name"
    "make_$name"
done
