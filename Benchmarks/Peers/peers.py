#!/usr/bin/env python3
"""Judges traces with monitors that share nothing with the tool, and says where they disagree with it: make peers.

usage: peers.py TOOL TRACE…

Five rules are written twice more: as state machines in plain Python (plain.py), and as formulas for the monitor reelay (temporal.py). They read
what `poptrace export` writes, and must find what `poptrace audit` finds: the same rule, popup and time. What is found in the last turn of a
session whose app was killed is left out, because only a replay tells whether that turn is all there. Exit code 1 where anything else differs.

The rates are events of the recording a second of processor time. That of the tool contains reading, and all of its rules; those of the others
contain their rules alone.
"""

import collections
import importlib.metadata
import json
import os
import pathlib
import subprocess
import sys
import time

import plain
import words

try:
  import temporal
except ModuleNotFoundError as missing:
  sys.exit(f"peers.py needs the package {missing.name}; make peers installs it")


def run(arguments):
  """What a command prints, and how much processor time it took; a command that found errors ends in 2, on a lossy trace in 3."""
  process = subprocess.Popen([str(one) for one in arguments], stdout=subprocess.PIPE, text=True)
  text = process.stdout.read()
  _, status, usage = os.wait4(process.pid, 0)
  if os.waitstatus_to_exitcode(status) not in (0, 2, 3):
    sys.exit(f"{' '.join(map(str, arguments))} ended with {os.waitstatus_to_exitcode(status)}")
  return text, usage.ru_utime + usage.ru_stime


def audited(tool, trace):
  """By session: what the tool finds of the five rules."""
  text, _ = run([tool, "audit", trace, "--format", "json", "--quiet", "--jobs", "1"])
  found = collections.defaultdict(collections.Counter)
  for session in json.loads(text)["traces"]:
    for finding in session["findings"]:
      if finding["rule"] in plain.RULES:
        found[session["session"]][finding["rule"], finding["popup"], finding["t"]] += 1
  return found


def timed(body):
  begun = time.process_time()
  result = body()
  return result, time.process_time() - begun


def main():
  if len(sys.argv) < 3:
    sys.exit(__doc__)
  tool, traces = sys.argv[1], []
  for path in map(pathlib.Path, sys.argv[2:]):
    traces += sorted(path.glob("*.poptrace")) if path.is_dir() else [path]
  rules = len(json.loads(run([tool, "rules", "--format", "json"])[0])["rules"])
  seconds, events, counts, differences, left_out = collections.Counter(), 0, collections.Counter(), [], 0
  for trace in traces:
    ours = audited(tool, trace)
    for header, log in words.sessions(run([tool, "export", trace, "--quiet"])[0].splitlines()):
      name = header["session"]
      events += len(log)
      found = {"the tool": ours[name]}
      machines, taken = timed(lambda: plain.findings(header, log))
      found["plain Python"] = collections.Counter(machines)
      seconds["plain"] += taken
      streams = temporal.project(header, log)
      formulas, taken = timed(lambda: temporal.findings(streams))
      found["reelay"] = collections.Counter(formulas)
      seconds["reelay"] += taken
      end = log[-1]["t"] if log and "ended" not in header else float("inf")
      for who in found:
        left_out += sum(count for (_, _, when), count in found[who].items() if when >= end)
        found[who] = collections.Counter({one: count for one, count in found[who].items() if one[2] < end})
      for rule, _, _ in found["the tool"].elements():
        counts[rule] += 1
      for who in ("plain Python", "reelay"):
        differences += [f"{trace}, {name}: {who} does not find {one}" for one in found["the tool"] - found[who]]
        differences += [f"{trace}, {name}: only {who} finds {one}" for one in found[who] - found["the tool"]]
  seconds["tool"] = min(run([tool, "audit", *traces, "--format", "text", "--quiet", "--jobs", "1"])[1] for _ in range(3))
  print(f"{events:,} events, " + ", ".join(f"{counts[rule]} {rule}" for rule in plain.RULES))
  print()
  print(f"  {'':<44} {'rules':>5} {'events/s':>12}")
  for what, how_many, who in [
    ("poptrace audit, reading included", rules, "tool"), ("state machines in plain Python", len(plain.RULES), "plain"),
    (f"reelay {importlib.metadata.version('reelay')}, one stream for each popup", len(plain.RULES), "reelay")]:
    print(f"  {what:<44} {how_many:>5} {events / seconds[who]:>12,.0f}")
  print(f"  {'first-order monitors, as published':<44} {1:>5} {'thousands':>12}")
  print()
  print("  published: Schneider et al., Scalable online first-order monitoring, STTT 23 (2021)")
  print()
  for difference in differences[:20]:
    print(difference)
  print(f"{len(differences)} differences; {left_out} findings in last turns of killed sessions left out")
  sys.exit(1 if differences else 0)


main()
