#!/bin/sh
# A batch as an array job of Slurm, a shard for each task:
#   PLAN=plan.toml OUT=results sbatch --array=1-48 slurm.sh
#SBATCH --job-name=epicycle
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
task=$SLURM_ARRAY_TASK_ID
exec epicycle batch "$PLAN" --quiet --jobs 1 --resume --shard "$task/$SLURM_ARRAY_TASK_MAX" --out "$OUT.shards/$task"
