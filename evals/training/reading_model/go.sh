#!/bin/bash
# Start or go on with a training that outlasts the call, and wait for it: go.sh SECONDS_TO_WAIT [OPTIONS OF train.py]
cd "$(dirname "$0")" || exit 1
wait_for=$1; shift
start() {
  setsid nohup python3 -u train.py --data views.npz.xz --base base?.npz --out out --seconds 100000 "$@" >> log 2>&1 < /dev/null &
  echo $! > pid
}
begun=$SECONDS
if [ ! -f pid ]; then
  start "$@"
  sleep 60
  # Where compiling fails, it is trained without.
  if ! kill -0 "$(cat pid)" 2> /dev/null && ! grep -q '\] done' log; then
    cp log log.failed; start "$@" --plain
  fi
fi
while [ $((SECONDS - begun)) -lt "$wait_for" ] && ! grep -q '\] done' log && kill -0 "$(cat pid)" 2> /dev/null; do sleep 2; done
tail -n 30 log
