#!/usr/bin/env python3
"""A batch by HyperQueue (Python package hyperqueue), a task for each shard:

PLAN=plan.toml OUT=results hq.py 48 [SERVER_DIR]

SERVER_DIR is that of a running server (hq server start) whose workers see the same folders; without it, this machine is the cluster.
"""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

shards = int(sys.argv[1])
plan, out = (Path(os.environ[name]).absolute() for name in ("PLAN", "OUT"))
parts = [Path(f"{out}.shards") / str(shard) for shard in range(1, shards + 1)]
job = Job(max_fails=None, default_env={"PATH": os.environ["PATH"]})
for shard, part in enumerate(parts, 1):
    # A task whose worker is lost begins again and goes on where the shard was.
    words = ["batch", plan, "--quiet", "--jobs", "1", "--resume", "--shard", f"{shard}/{shards}", "--out", part]
    job.program(["epicycle", *map(str, words)], crash_limit=5, stdout=None, stderr=f"{part}.log")
Path(f"{out}.shards").mkdir(parents=True, exist_ok=True)
with contextlib.ExitStack() as stack:
    if len(sys.argv) > 2:
        client = Client(sys.argv[2])
    else:
        client = stack.enter_context(LocalCluster(worker_config=WorkerConfig())).client()
    # A shard with a failed run ends with 3; merge says which it was.
    client.wait_for_jobs([client.submit(job)], raise_on_error=False)
sys.exit(subprocess.run(["epicycle", "merge", "--out", out, *parts]).returncode)
