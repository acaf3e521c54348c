"""Judges a popup policy against traces on a Spark cluster: each task is a `poptrace` worker that Spark pipes paths into.

    spark-submit judge.py --traces TRACES --policy tidier.yml --output reports

Every path must lead to the same file on every executor (a network share, or files fetched beforehand). What the workers write is merged
afterwards, on one machine, by `poptrace merge-reports reports`; it is, byte for byte, what one machine would have written.
"""

import argparse
import os
import shlex
import subprocess

from pyspark import SparkContext


def paths_under(folder):
    for root, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".poptrace", ".jsonl")):
                yield os.path.join(root, name)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--traces", required=True)
    options.add_argument("--policy", required=True)
    options.add_argument("--output", required=True, help="a directory that is not there yet")
    options.add_argument("--poptrace", default="poptrace", help="the tool, on the driver and on the executors")
    options.add_argument("--tasks", type=int, default=0, help="how many workers; as many as Spark has cores by default")
    given = options.parse_args()

    # What users do is worked out once, over everything, so that all workers take the same for granted.
    premises = given.output + ".premises.json"
    subprocess.run([given.poptrace, "premises", given.traces, "--output", premises, "--quiet"], check=True)

    worker = [given.poptrace, "replay", "--stdin-paths", "--policy", given.policy, "--premises", premises]
    # Named from the folder on, reports say the same wherever it is mounted.
    worker += ["--root", given.traces, "--format", "ndjson", "--quiet", "--jobs", "1"]
    spark = SparkContext(appName="poptrace")
    paths = sorted(paths_under(given.traces), key=os.path.getsize, reverse=True)
    tasks = given.tasks or spark.defaultParallelism
    # Dealt out like cards, the largest first, so that no task has all the large ones.
    hands = [(index % tasks, path) for index, path in enumerate(paths)]
    dealt = spark.parallelize(hands, tasks).partitionBy(tasks, lambda hand: hand).values()
    # A worker ends with 0 once its report is written, whatever it found; any other code fails the job.
    dealt.pipe(shlex.join(worker), checkCode=True).saveAsTextFile(given.output)
    spark.stop()


if __name__ == "__main__":
    main()
