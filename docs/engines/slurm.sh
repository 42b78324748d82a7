#!/bin/sh
# A batch as an array job of Slurm, a shard for each task:
#   PLAN=plan.toml OUT=results SHARDS=48 sbatch --array=1-48 slurm.sh
# SHARDS is the number of all shards. Lost tasks alone are submitted again with the same SHARDS: SHARDS=48 sbatch --array=7,9 slurm.sh
# Without SHARDS, an array 1-N has N shards.
#SBATCH --job-name=epicycle
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
task=$SLURM_ARRAY_TASK_ID
last=$SLURM_ARRAY_TASK_MAX
whole=yes
[ "$SLURM_ARRAY_TASK_MIN" = 1 ] && [ "$SLURM_ARRAY_TASK_COUNT" = "$last" ] || whole=no
# Shards behind the last task are of an earlier array with more tasks.
for shard in "$OUT.shards"/*; do
    [ "${shard##*/}" -gt "$last" ] 2> /dev/null && whole=no
done
if [ -z "$SHARDS" ] && [ $whole = no ]; then
    echo "slurm.sh: the array is not all of the tasks from 1 on; set SHARDS to the number of all shards" >&2
    exit 2
fi
exec epicycle batch "$PLAN" --quiet --jobs 1 --resume --shard "$task/${SHARDS:-$last}" --out "$OUT.shards/$task"
