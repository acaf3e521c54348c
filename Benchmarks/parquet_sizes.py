#!/usr/bin/env python3
"""How many bytes an event takes as Parquet (zstd, level 19), for comparison with a trace of the same events.

    poptrace export TRACE -o EVENTS.jsonl        (or the folder that `PopTraceBenchmarks sizes VISITS FOLDER` exports to)
    pip install pyarrow
    parquet_sizes.py EVENTS.jsonl

Three tables: every session in a file of its own, all of them in one file, and one file of a long session. Each is given what
suits it: a column a field (nested ones as JSON text), dictionaries for texts, times and ids as differences within the session
with DELTA_BINARY_PACKED, popups and pages as integers, no statistics, no page index. The header is the file's metadata, without
the text of the policy, which a trace names by a digest.
"""

import io
import json
import sys

import pyarrow
import pyarrow.parquet

NUMBERS = {"t", "id", "popup", "page", "cause", "generation", "timer", "at", "level", "instance", "expires", "autoDismiss", "showMs",
           "hideMs", "scene", "scheduler", "object", "container"}


def sessions(path):
    session = None
    for line in open(path, encoding="utf-8"):
        event = json.loads(line)
        if "poptrace" in event:
            if session:
                yield session
            event.pop("configuration", None)
            session = (event, [])
        else:
            session[1].append(event)
    if session:
        yield session


def size(some, own):
    """The bytes of a file of some sessions, by the better of two ways to encode its integers."""
    names = sorted({name for _, events in some for event in events for name in event})
    columns = {name: [] for name in names}
    if not own:
        columns["session"] = []
    for number, (_, events) in enumerate(some):
        before = {"t": 0, "id": -1}
        for event in events:
            for name in names:
                value = event.get(name)
                if name in before and value is not None:
                    value, before[name] = value - before[name], value
                if name == "cause" and value is not None:
                    value = event["id"] - value
                if name not in NUMBERS and value is not None and not isinstance(value, (str, bool)):
                    value = json.dumps(value, separators=(",", ":"))
                if name in NUMBERS and value is not None:
                    value = int(value)
                columns[name].append(value)
            if not own:
                columns["session"].append(number)
    table = pyarrow.table(columns)
    header = json.dumps([header for header, _ in some] if not own else some[0][0], separators=(",", ":"))
    table = table.replace_schema_metadata({"h": header})
    numbers = [name for name in table.column_names if pyarrow.types.is_integer(table.schema.field(name).type)]
    texts = [name for name in table.column_names if name not in numbers]
    sizes = []
    for encodings in ({name: "DELTA_BINARY_PACKED" for name in numbers}, {}):
        out = io.BytesIO()
        pyarrow.parquet.write_table(
            table, out, compression="zstd", compression_level=19, use_dictionary=texts if encodings else True,
            column_encoding=encodings or None, write_statistics=False, store_schema=False, version="2.6", data_page_version="2.0",
            row_group_size=1 << 20)
        sizes.append(len(out.getvalue()))
    return min(sizes)


def main():
    for path in sys.argv[1:]:
        every = [session for session in sessions(path) if session[1]]
        events = sum(len(session[1]) for session in every)
        few = every[:300]
        own = sum(size([session], True) for session in few) / sum(len(session[1]) for session in few)
        print("%s: %d sessions of %.1f events" % (path, len(every), events / len(every)))
        print("  in files of their own %8.2f bytes/event" % own)
        print("  in one file           %8.2f bytes/event" % (size(every, len(every) == 1) / events))


main()
