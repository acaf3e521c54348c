"""Runs a notebook in a folder, and then, in the same place, what checks its answers: check-notebook.py NOTEBOOK FOLDER."""

import sys

import nbformat
from nbclient import NotebookClient

# Answers by other means: no pandas, the other form, and the definitions as the notebook's words have them.
CHECK = r'''
import csv, statistics
with open("popups.csv", newline="", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
assert len(rows) == len(popups) > 1000, len(rows)
shown = [row for row in rows if int(row["presentations"]) > 0]
def near(one, other): return abs(one - other) < 1e-6 * max(1, abs(other))
levels = sorted({int(row["level"]) for row in rows})
assert list(waiting.index) == levels
for level in levels:
    all_of = [row for row in rows if int(row["level"]) == level]
    waits = sorted(float(row["waited_ms"]) for row in all_of if row["waited_ms"])
    assert waiting.loc[level, "popups"] == len(all_of)
    if waits:
        assert near(waiting.loc[level, "median_ms"], statistics.median(waits)), level
        place = 0.95 * (len(waits) - 1)
        low = waits[int(place)]
        high = waits[min(int(place) + 1, len(waits) - 1)]
        assert near(waiting.loc[level, "p95_ms"], low + (high - low) * (place - int(place))), level
    hidden = sum(1 for row in all_of if int(row["presentations"]) == 0)
    assert near(waiting.loc[level, "never_shown"], hidden / len(all_of)), level
names = sorted({row["name"] for row in rows if int(row["presentations"]) == 0})
assert sorted(never.index) == names and len(names) > 5
for name in names:
    missing = [row for row in rows if row["name"] == name and int(row["presentations"]) == 0]
    assert never.loc[name, "all"] == len(missing)
    for end in {row["end"] for row in missing}:
        assert never.loc[name, end] == sum(1 for row in missing if row["end"] == end), (name, end)
    assert near(never.loc[name, "share"], len(missing) / sum(1 for row in rows if row["name"] == name))
for name in {row["name"] for row in shown}:
    times = [float(row["on_screen_ms"]) for row in shown if row["name"] == name]
    assert screen.loc[name, "popups"] == len(times)
    assert screen.loc[name, "presentations"] == sum(int(row["presentations"]) for row in shown if row["name"] == name)
    assert near(screen.loc[name, "median_ms"], statistics.median(times)) and near(screen.loc[name, "shortest_ms"], min(times))
    assert near(screen.loc[name, "hours"], sum(times) / 3_600_000), name
assert len(screen) == len({row["name"] for row in shown})
assert len(pd.read_parquet("popups.parquet")) == len(rows)
print(f"notebook: {len(rows):,} popups; levels {levels[0]} to {levels[-1]}; {len(names)} names with some never shown; "
      f"{screen['hours'].sum():.1f} hours on screen")
'''

notebook = nbformat.read(sys.argv[1], as_version=4)
nbformat.validate(notebook)
if any(cell.get("outputs") for cell in notebook.cells):
    sys.exit("the notebook is kept without outputs")
notebook.cells.append(nbformat.v4.new_code_cell(CHECK))
NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": sys.argv[2]}}).execute()
for output in notebook.cells[-1].outputs:
    print(output.get("text", ""), end="")
