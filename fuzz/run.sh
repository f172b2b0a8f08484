#!/usr/bin/env bash
# Fuzzes one target, or each in turn: run.sh [TARGET [SECONDS]]. Stops at the first finding of a target,
# goes on with the next, and exits 1 if there was any.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

seconds=${2:-600}
if [[ $# -gt 0 ]]; then targets=("$1"); else mapfile -t targets < <(cargo fuzz list); fi
command -v cargo-fuzz >/dev/null || {
    echo "run.sh: cargo-fuzz is missing: cargo install --locked cargo-fuzz" >&2
    exit 2
}

# Sources as they are at the limit of file size; longer than any seed, shorter than what a walk admits.
declare -A longest=([ignore_rules]=8192 [json_rpc]=8192 [tool_arguments]=4096)

found=0
for target in "${targets[@]}"; do
    case $target in
    extract_rust) seeds=(../guest/src/syntax/rust) ;;
    extract_python) seeds=("seeds/$target" ../guest/tests/corpora/shop/python) ;;
    extract_typescript | extract_tsx) seeds=(seeds/extract_typescript ../guest/tests/fixtures/typescript ../guest/tests/corpora/shop/web) ;;
    extract_*) seeds=("../guest/tests/fixtures/${target#extract_}") ;;
    *) seeds=("seeds/$target") ;;
    esac
    mkdir -p "corpus/$target"
    RUSTC_BOOTSTRAP=1 cargo fuzz run --release "$target" "corpus/$target" "${seeds[@]}" -- \
        -max_total_time="$seconds" -max_len="${longest[$target]:-16384}" -timeout=20 -rss_limit_mb=4096 \
        -print_final_stats=1 || found=1
done
exit "$found"
