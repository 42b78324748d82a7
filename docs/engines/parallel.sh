#!/bin/sh
# A batch by GNU parallel, a shard for each job, on this machine or with --sshlogin on others that see the same folders:
#   PLAN=plan.toml OUT=results parallel.sh 48 [OPTIONS OF parallel]
# Status 3 of a shard says that a run of it failed: it is not started again, and merging names the run.
shards=$1
shift
seq "$shards" | parallel --retries 2 --joblog "$OUT.log" "$@" \
    epicycle batch "$PLAN" --quiet --jobs 1 --resume --shard "{}/$shards" --out "$OUT.shards/{}" '|| test $? -eq 3' || exit
exec epicycle merge --out "$OUT" "$OUT.shards"/*
