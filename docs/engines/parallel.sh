#!/bin/sh
# A batch by GNU parallel, a shard for each job, on this machine or with --sshlogin on others that see the same folders:
#   PLAN=plan.toml OUT=results parallel.sh 48 [OPTIONS OF parallel]
# Status 3 of a shard says that a run of it failed: it is not started again, and merging names the run.
shards=$1
shift
# The command is a script with arguments of its own, so that --quote leaves blanks in PLAN and OUT as they are.
# shellcheck disable=SC2016
seq "$shards" | parallel --retries 2 --joblog "$OUT.log" "$@" --quote sh -c \
    'epicycle batch "$0" --quiet --jobs 1 --resume --shard "$3/$2" --out "$1.shards/$3" || test $? -eq 3' \
    "$PLAN" "$OUT" "$shards" "{}" || exit
exec epicycle merge --out "$OUT" "$OUT.shards"/*
