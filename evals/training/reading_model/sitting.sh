#!/bin/bash
# All that needs a GPU, on a machine that is lent for minutes, reaches no network and ends what a call leaves:
#   sitting.sh begin FOLDER SECONDS SEED…   train each seed for so long, average, export, collect for the chance
#   sitting.sh wait FOLDER SECONDS          wait for it, and tell how far it is
#   sitting.sh home FOLDER FIRST OUT        copy four pieces of what it made, from piece FIRST on
# FOLDER holds base?.npz, tokenizer.json, views.npz.xz, rows/ (what rows.py wrote), all/ (the other weights) and
# deps/ (unpacked packages that the machine lacks). They may arrive while it waits for them: `ready` comes last.
set -u
cd "$(dirname "$0")/../../.." || exit 1
part=$1 folder=$(realpath "$2"); shift 2
here=evals.training.reading_model
export PYTHONPATH="$PWD/src:$PWD:$folder/deps" PYTHONUNBUFFERED=1

run() { echo "== $*"; python3 -m "$@" || { echo "== failed"; exit 1; }; }

begin() {
  local seconds=$1 began=$SECONDS; shift
  until [ -f "$folder/ready" ]; do sleep 1; done
  echo "== all is here after $((SECONDS - began)) s"
  for seed in "$@"; do
    run $here.train --data "$folder/views.npz.xz" --base "$folder"/base?.npz --out "$folder/seed$seed" \
      --seed "$seed" --seconds 100000 --all-seconds "$seconds" ${TRAIN:-}
  done
  run $here.average --data "$folder/views.npz.xz" --base "$folder"/base?.npz --out "$folder/mean" "$folder"/seed*
  run $here.export "$folder/mean/pieces" "$folder/all/reading" --views "$folder/views.npz.xz" --tokenizer "$folder/tokenizer.json"
  (cd "$folder/all/reading" && tar -cf - reading.onnx reading.*.bin smoothing.npz | split -b 15900000 -d - "$folder/piece.")
  run $here.chance collect --rows "$folder/rows" --weights "$folder/all" --out "$folder/collected.jsonl" \
    --workers "$(nproc)" ${COLLECT:-}
  echo "== done"
}

case $part in
  begin) begin "$@" > "$folder/log" 2>&1 ;;
  wait)
    until [ "$1" -le "$SECONDS" ] || grep -qE '^== (done|failed)' "$folder/log"; do sleep 2; done
    grep -vE '^\[.*step|questions,' "$folder/log" | tail -n 25; tail -n 3 "$folder/log"
    ls "$folder" | tr '\n' ' ' ;;
  home)
    for at in 0 1 2 3; do cp "$folder/piece.$(printf %02d $(($1 + at)))" "$2" 2> /dev/null; done
    cp "$folder/log" "$2"; xz -kc "$folder/collected.jsonl" > "$2/collected.jsonl.xz" ;;
esac
