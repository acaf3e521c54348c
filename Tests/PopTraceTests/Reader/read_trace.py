#!/usr/bin/env python3
"""Prints a .poptrace file as JSON Lines, by Sources/PopTrace/PopTrace.docc/TraceFormat.md alone.

The numbers of kinds, words, flags, fields and attributes are taken from the tables of that page, so that nothing but the page is believed.
Decompression is left to the zstd command, or to the zstandard package where that is installed.

    read_trace.py TraceFormat.md FILE...

Behind each of several files comes a line that is a null.
"""

import datetime
import re
import struct
import subprocess
import sys

try:
    import zstandard
except ImportError:
    zstandard = None

MASK = (1 << 64) - 1
HEAD, SHORT_HEAD, SEEK_TABLE, SEEK_FOOTER = 0x184D2A57, 0x184D2A58, 0x184D2A5E, 0x8F92EAB1


class Page:
    """What the tables of the page say."""

    def __init__(self, text):
        self.kinds, self.words, self.fields = {}, {}, {}
        for row in self.rows(text, "kinds"):
            fields = []
            for cell in filter(None, row[5].split(", ")):
                fields.append((cell.strip("*`"), cell.startswith("**"), "`" in cell))
            self.kinds[int(row[0])] = Kind(row[1].strip("`"), fields, row[2], row[3].strip("*"))
        for row in self.rows(text, "words"):
            pairs = (word.split(" ") for word in row[1].split(", "))
            self.words[row[0].replace("`", "")] = {int(number): name.strip("`") for number, name in pairs}
        for row in self.rows(text, "fields"):
            self.fields[int(row[0])] = row[1].strip("`")
        self.flags = {re.search("`([a-z]+)`", row[1]).group(1): int(row[0]) for row in self.rows(text, "flags")}
        self.attributes = {
            row[0].replace("`", ""): [name.strip("*`") for name in row[1].split(", ")]
            for row in self.rows(text, "attributes")}
        self.popup = [Attribute(row) for row in self.rows(text, "popup")]
        self.version = max(int(row[1]) for row in self.rows(text, "version"))
        self.number_of = {kind.name: number for number, kind in self.kinds.items()}
        self.pieces = {int(row[0], 16): row[1][1:-1] for row in self.rows(text, "pieces")}
        self.released = {
            (row[0].strip("`"), int(row[1].strip("`"), 16)): row[2].strip("`").replace("\\n", "\n")
            for row in self.rows(text, "released")}
        self.vocabulary, self.followers = [], []
        for row in self.rows(text, "vocabulary"):
            self.followers.append([int(number) for number in row[2].split(" ")])
            if row[1]:
                self.vocabulary.append(Shape(Bytes(bytes.fromhex(row[1])), self.vocabulary))

    @staticmethod
    def rows(text, name):
        table = text.split("<!-- table %s -->\n" % name)[1].split("<!-- end -->")[0]
        for line in table.splitlines()[2:]:
            yield [cell.strip() for cell in line.strip("|").split("|")]


class Attribute:
    """An attribute of popups."""

    def __init__(self, row):
        self.bit, self.name = int(row[0]) if row[0] else None, row[1].strip("`")
        self.shape, self.usual = row[2].split(" ")[0], int(row[3])


class Kind:
    def __init__(self, name, fields, slots, code):
        self.name, self.slots, self.code = name, [slot.strip("*") for slot in slots.split(", ")], code
        self.fields = [(field, needed) for field, needed, is_field in fields if is_field]
        self.attributes = [field for field, _, is_field in fields if not is_field]


def decompress(frame):
    if zstandard:
        return zstandard.ZstdDecompressor().decompress(frame)
    return subprocess.run(["zstd", "-dcq"], input=frame, stdout=subprocess.PIPE, check=True).stdout


def xxh64(data):
    """XXH64 with seed 0, by its specification."""
    p1, p2, p3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
    p4, p5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5

    def rotate(value, count):
        return (value << count | value >> 64 - count) & MASK

    def turn(lane, word):
        return rotate((lane + word * p2) & MASK, 31) * p1 & MASK

    place, size = 0, len(data)
    if size >= 32:
        lanes = [(p1 + p2) & MASK, p2, 0, -p1 & MASK]
        while place + 32 <= size:
            lanes = [turn(lane, word) for lane, word in zip(lanes, struct.unpack_from("<4Q", data, place))]
            place += 32
        value = sum(rotate(lane, count) for lane, count in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            value = ((value ^ turn(0, lane)) * p1 + p4) & MASK
    else:
        value = p5
    value = (value + size) & MASK
    while place + 8 <= size:
        value = (rotate(value ^ turn(0, struct.unpack_from("<Q", data, place)[0]), 27) * p1 + p4) & MASK
        place += 8
    if place + 4 <= size:
        value = (rotate(value ^ struct.unpack_from("<I", data, place)[0] * p1 & MASK, 23) * p2 + p3) & MASK
        place += 4
    for byte in data[place:]:
        value = rotate(value ^ byte * p5 & MASK, 11) * p1 & MASK
    value = (value ^ value >> 33) * p2 & MASK
    value = (value ^ value >> 29) * p3 & MASK
    return value ^ value >> 32


def low32(data):
    return xxh64(data) & 0xFFFFFFFF


class Bytes:
    """Integers and texts, one after another."""

    def __init__(self, data):
        self.data, self.place = data, 0

    def left(self):
        return len(self.data) - self.place

    def take(self, count):
        assert 0 <= count <= self.left(), "ends in the middle of a value"
        self.place += count
        return self.data[self.place - count:self.place]

    def byte(self):
        return self.take(1)[0]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                assert value <= MASK
                return value
            shift += 7

    def zigzag(self):
        value = self.varint()
        return value >> 1 if value & 1 == 0 else -(value >> 1) - 1

    def text(self):
        return self.take(self.varint()).decode("utf-8")

    def packed_text(self):
        word = self.varint()
        length, form = word >> 2, word & 3
        if form == 0:
            return self.take(length).decode("utf-8")
        count, width = (32, 4) if form == 3 else (length, 6 if form == 1 else 4)
        bits = int.from_bytes(self.take((count * width + 7) // 8), "little")
        assert bits >> (count * width) == 0
        digits = [bits >> (width * place) & (1 << width) - 1 for place in range(count)]
        text = "".join((CHARACTERS if form == 1 else "0123456789abcdef")[digit] for digit in digits)
        if form == 3:
            assert length <= 1
            text = "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
            text = text if length else text.upper()
        return text


CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"


class Shape:
    SLOTS = [
        ("time", 0, 2), ("popup", 2, 3), ("cause", 5, 3), ("code", 8, 1), ("flags", 9, 1), ("page", 10, 3),
        ("generation", 13, 2), ("name", 15, 2), ("attributes", 17, 2), ("timer", 19, 2), ("value", 21, 2), ("over", 23, 1),
        ("scene", 24, 1), ("scheduler", 25, 1), ("skip", 26, 1)]

    def __init__(self, data, vocabulary, well_known=None):
        self.kind = data.byte()
        if self.kind == 0:
            common = vocabulary[data.varint()]
            self.__dict__.update(common.__dict__)
            if self.mode["name"] == 1:
                self.name = well_known[self.name]
            return
        bits = data.varint()
        self.mode = {name: bits >> shift & (1 << width) - 1 for name, shift, width in self.SLOTS}
        mode = self.mode
        self.cause_kind = data.byte() if mode["cause"] == 3 else None
        self.code = data.byte() if mode["code"] else 0
        self.flags = data.byte() if mode["flags"] else 0
        self.generation = data.varint() if mode["generation"] == 1 else 0
        self.name = data.varint() if mode["name"] == 1 else None
        self.value = data.zigzag() if mode["value"] == 1 else 0
        self.over = data.varint() if mode["over"] else 0
        self.scene = data.varint() if mode["scene"] else 0
        self.scheduler = data.varint() if mode["scheduler"] else 0


WELL_KNOWN = (b"\x88", b"\x89")


class Chunk:
    def __init__(self, page, head, content):
        self.page, self.head, self.before = page, head, None
        data = Bytes(content)
        lengths = [data.varint() for _ in range(data.varint())]
        names = [data.take(length) for length in lengths]
        self.names = [self.name(name) for name in names]
        self.lists, self.next_name = [], 0
        for _ in range(data.varint()):
            self.lists.append(self.list(data))
            self.next_name = max([self.next_name] + [name + 1 for name in self.lists[-1]])
        self.popups = []
        for _ in range(data.varint()):
            self.popups.append(self.read_popup(data))
        self.expected = 1
        self.page_kinds = [self.read_page_kind(data) for _ in range(data.varint())]
        self.segments, self.anchors = Bytes(data.take(data.varint())), Bytes(data.take(data.varint()))
        self.columns, self.shape_of = [Bytes(b"")] * 28, []
        if head["events"]:
            self.read_events(data, {name: place for place, name in enumerate(names)})
        last = 27
        while data.left():
            number = data.varint()
            assert number > last
            last = number
            data.take(data.varint())
        self.shape_of = iter(self.shape_of)

    def name(self, data):
        """A name, whose bytes 80 ... BF in front of a character stand for pieces."""
        text, place = b"", 0
        while place < len(data):
            byte = data[place]
            if byte in self.page.pieces:
                text += self.page.pieces[byte].encode("utf-8")
                place += 1
            else:
                length = 1 if byte < 0x80 else 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
                text += data[place:place + length]
                place += length
        return text.decode("utf-8")

    def list(self, data):
        word = data.varint()
        if word == 0:
            return []
        if word == 1:
            assert 2 <= len(self.lists[-1]) <= 16
            return [self.next_name] + self.lists[-1][1:]
        first = self.next_name + data.zigzag()
        if word & 1 == 0:
            return [first] + [data.varint() for _ in range((word >> 1) - 1)]
        assert 2 <= word >> 1 <= 16 and len(self.lists[-1]) == word >> 1
        return [first] + self.lists[-1][1:]

    def read_events(self, data, names):
        vocabulary, followers = self.page.vocabulary, self.page.followers
        well_known = [names.get(name) for name in WELL_KNOWN]
        word = data.varint()
        own = [Shape(data, vocabulary, well_known) for _ in range(word >> 1)]
        row, events = len(vocabulary), self.head["events"]
        bits = data.take((events + 3) // 4) if word & 1 else b""
        for event in range(events):
            if word & 1 == 0:
                self.shape_of.append(own[data.varint()])
                continue
            code = bits[event // 4] >> 2 * (event % 4) & 3
            if code == 3:
                code += data.varint()
            number = len(own) + followers[row][code] if code < 4 else code - 4
            row = number - len(own) if number >= len(own) else len(vocabulary)
            if number < len(own):
                self.shape_of.append(own[number])
            else:
                self.shape_of.append(Shape(Bytes(bytes([0, row & 127 | 128, row >> 7])), vocabulary, well_known))
        columns = [(17, "skip", 1), (18, "time", None), (19, "cause", 4), (20, "popup", 4), (21, "page", 4), (22, "timer", 2),
                   (23, "attributes", 2), (24, "generation", 2), (25, "name", 2), (26, "value", 2), (27, "over", None)]
        for column, slot, mode in columns:
            start = data.place
            for shape in self.shape_of:
                if slot == "over":
                    count = shape.over
                elif slot == "time":
                    count = 1 if shape.mode["time"] else 0
                else:
                    count = 1 if shape.mode[slot] == mode else 0
                for _ in range(count):
                    data.varint()
            self.columns[column] = Bytes(data.data[start:data.place])

    def read_popup(self, data):
        word = data.varint()
        if word & 1:
            return dict(self.popups[-1], name=(word >> 1) - 1)
        popup, bits = {"name": (word >> 1) - 1}, data.varint()
        for attribute in self.page.popup:
            if attribute.bit is None:
                continue
            value = attribute.usual
            if bits >> attribute.bit & 1:
                value = 1 - value if attribute.shape in ("choice", "flag") else data.zigzag()
            popup[attribute.name] = value
        return popup

    def read_page_kind(self, data):
        word = data.varint()
        classes = self.expected + ((word >> 2) if word & 2 == 0 else -(word >> 2) - 1)
        self.expected = classes + 1
        byte, scene = (data.byte(), data.varint()) if word & 1 else (0, 0)
        return {"classes": classes - 1, "navigation": byte & 3, "presentation": byte >> 2, "scene": scene}


class Mentions:
    """The popups, or the pages, mentioned so far in a segment."""

    def __init__(self, known):
        self.last = self.before = None
        self.highest = known - 1

    def take(self, mode, column):
        if mode == 0:
            return None
        one = {1: self.last, 2: self.before, 3: self.highest + 1}[mode] if mode < 4 else self.highest - column.zigzag()
        assert one is not None and one >= 0
        if one != self.last:
            self.before, self.last = self.last, one
        self.highest = max(self.highest, one)
        return one


NOTHING = {
    "session": "", "app": "", "build": "", "started": "", "policy": "", "configuration": "", "tick": 1000, "clamped": 0,
    "skipped": 0, "os": "", "device": "", "locale": "", "arms": [], "metadata": [], "refused": 0, "dropped": 0,
    "recovered": False, "prefix": 0, "observed": False, "first": (0, 0)}


class Session:
    """A session, put together from its segments."""

    TABLES = ["names", "lists", "popups", "pages", "numbers", "changes"]

    def __init__(self, page):
        self.page = page
        self.header = None
        self.tables = {name: [] for name in self.TABLES}
        self.events, self.anchors = [], {}
        self.left_out, self.own_skips = False, 0

    def read(self, chunk):
        """Reads a segment; says whether the session ends with it."""
        data = chunk.segments
        flags = data.varint()
        assert bool(flags & 1) == (self.header is None), "begins in the middle, or twice"
        said, count, first = self.read_head(chunk, data, flags)
        agreed = {name: said[name] for name in said if name not in ("clamped", "refused", "dropped", "recovered")}
        agreed["flags"] = flags & (8 | 16 | 32 | 64)
        assert self.agreed in (None, agreed), "goes on with another session"
        self.agreed, self.header = agreed, said
        self.tick, self.skipped, self.clamped = said["tick"], said["skipped"], said["clamped"]
        self.is_scenario, self.marks, self.has_lost = flags & 8 != 0, flags & 16 != 0, flags & 64 != 0
        known = self.read_tables(chunk, data)
        known["timers"] = 0 if flags & 1 else data.varint()
        start = len(self.events)
        last = self.read_events(chunk, count, first, known)
        if flags & 4:
            self.ended += last
        if self.is_scenario:
            self.read_anchors(chunk.anchors, start)
        return flags & 2 != 0

    TEXTS = ["session", "app", "build", "started", "policy"]

    def read_head(self, chunk, data, flags):
        before = chunk.before
        if before is None:
            head = chunk.head
            before = dict(NOTHING, session=head["name"], policy=head["policy"], tick=head["tick"],
                          first=(head["first"], head["time"]))
        said = dict(NOTHING)

        def text(name, special=2):
            number = data.varint()
            if number < 2:
                return "" if number else before[name]
            return chunk.names[number - special]

        is_alone = chunk.head["is short"]
        said["session"] = data.packed_text() if is_alone else text("session")
        for name in self.TEXTS[1:3]:
            said[name] = text(name)
        number = data.varint()
        if number == 2:
            said["started"] = moment(data.varint())
        else:
            said["started"] = [before["started"], ""][number] if number < 2 else chunk.names[number - 3]
        said["policy"] = data.packed_text() if is_alone else text("policy")
        number = data.varint()
        if number == 3:
            assert said["policy"] in ("v0", "v1", "v2", "v3", "v4", "v5", "v6")
            of_name = {policy: text for (policy, _), text in chunk.page.released.items()}
            said["configuration"] = of_name[said["policy"]]
        elif number == 2:
            digest = struct.unpack("<I", data.take(4))[0]
            said["configuration"] = chunk.page.released.get((said["policy"], digest), "digest: %08x" % digest)
        else:
            said["configuration"] = [before["configuration"], ""][number] if number < 2 else chunk.names[number - 4]
        said["tick"] = data.varint() if flags & 256 else before["tick"]
        self.ended = data.zigzag() if flags & 4 else None
        said["clamped"] = data.varint() if flags & 512 else 0
        said["skipped"] = data.varint() if flags & 32 else 0
        count = chunk.head["events"] if chunk.head["segments"] == 1 else data.varint()
        first = [data.varint() if flags & 1024 else before["first"][0], data.zigzag() if flags & 2048 else before["first"][1]]
        bits = data.varint() if flags & 128 else 0
        for bit, name in ((1, "os"), (2, "device"), (4, "locale")):
            if bits & bit:
                said[name] = text(name)
        for bit, name in ((8, "arms"), (16, "metadata")):
            if bits & bit:
                said[name] = [(data.varint(), data.varint()) for _ in range(data.varint())]
                said[name] = [(chunk.names[entry], chunk.names[value - 1] if value else "") for entry, value in said[name]]
                said[name] = said[name] or before[name]
        said["refused"] = data.varint() if bits & 32 else 0
        said["dropped"] = data.varint() if bits & 64 else 0
        said["recovered"] = bool(bits & 128)
        said["prefix"] = data.varint() if bits & 256 else 0
        said["observed"] = bool(bits & 512)
        chunk.before = said
        return said, count, first

    agreed = None

    # Tables

    def read_tables(self, chunk, data):
        self.name_at, self.list_at, self.said = {}, {}, {}
        known = {}
        for table in self.TABLES:
            entries = self.tables[table]
            self.listed, self.containers, self.difference = True, True, None
            word = data.varint()
            new, again, known[table] = word >> 2, 0, 0
            self.listed = word & 1 != 0
            if word & 2:
                known[table], again = data.varint(), data.varint()
            assert self.listed or new + again <= 256
            if table == "pages" and new + again:
                ways = data.byte()
                self.containers = ways & 1 != 0
                self.difference = None if ways & 2 else data.zigzag()
            if table == "numbers" and new + again and not self.listed:
                self.difference = data.zigzag()
            assert known[table] == len(entries), "a chunk is missing"
            self.expected, place = 0, 0
            said = self.said[table] = []
            for _ in range(again):
                place += data.varint()
                said.append(place)
                entries[place] = getattr(self, "read_" + table)(chunk, data, place)
                place += 1
            for _ in range(new):
                said.append(len(entries))
                entries.append(getattr(self, "read_" + table)(chunk, data, len(entries)))
            if table in ("popups", "changes"):
                known[table] = again
        return known

    def place(self, data):
        """A place in one of the chunk's tables."""
        place = self.expected + (data.zigzag() if self.listed else 0)
        self.expected = place + 1
        return place

    def number(self, data, own):
        return own + (data.zigzag() if self.difference is None else self.difference)

    def read_names(self, chunk, data, own):
        place = self.place(data)
        self.name_at[place] = own
        return chunk.names[place]

    def read_lists(self, chunk, data, own):
        place = self.place(data)
        self.list_at[place] = own
        return [self.name_at[name] for name in chunk.lists[place]]

    def read_popups(self, chunk, data, own):
        popup = dict(chunk.popups[self.place(data)])
        for attribute in self.page.popup:
            of_chunk = {"name": self.name_at, "list": self.list_at}.get(attribute.shape)
            if of_chunk is not None:
                value = popup[attribute.name]
                popup[attribute.name] = of_chunk[value] if value >= 0 else -1
        return popup

    def read_pages(self, chunk, data, own):
        page = dict(chunk.page_kinds[self.place(data)])
        page["classes"] = self.list_at[page["classes"]] if page["classes"] >= 0 else -1
        page["container"] = data.varint() - 1 if self.containers else -1
        page["number"] = self.number(data, own)
        return page

    def read_numbers(self, chunk, data, own):
        return self.number(data, own)

    def read_changes(self, chunk, data, own):
        bits, change = data.byte(), {}
        if bits & 1:
            change["level"] = data.zigzag()
        if bits & 2:
            pages = data.varint() - 1
            change["pages"] = self.list_at[pages] if pages >= 0 else -1
        if bits & 4:
            change["expires"] = data.zigzag()
        return change

    # Events

    def read_events(self, chunk, count, first, known):
        columns = chunk.columns
        sequence, time, cause = first[0] - 1, first[1], None
        popups, pages = Mentions(known["numbers"]), Mentions(known["pages"])
        highest = {"timers": known["timers"] - 1, "popups": known["popups"] - 1, "changes": known["changes"] - 1}
        latest = {}
        if count and first[0] > (self.last_sequence if self.events_seen else -1) + 1:
            self.left_out = True

        def place(table, mode, column):
            if mode == 0:
                return None
            one = highest[table] + 1 if mode == 1 else highest[table] - column.zigzag()
            highest[table] = max(highest[table], one)
            return one

        for _ in range(count):
            shape = next(chunk.shape_of)
            mode = shape.mode
            before = sequence
            if mode["skip"]:
                sequence += columns[17].varint()
                self.left_out = True
            sequence += 1
            if mode["time"]:
                time += columns[18].varint() * (1 if mode["time"] == 1 else -1)
            if mode["cause"] == 0:
                cause = None
            elif mode["cause"] == 1:
                cause = before
            elif mode["cause"] == 3:
                cause = latest.get(shape.cause_kind)
            elif mode["cause"] == 4:
                cause = sequence - columns[19].varint()
            if cause is not None and cause < 0:
                cause = None
            event = {"sequence": sequence, "time": time, "cause": cause, "kind": shape.kind, "code": shape.code,
                     "flags": shape.flags, "scene": shape.scene, "scheduler": shape.scheduler}
            event["popup"] = popups.take(mode["popup"], columns[20])
            event["page"] = pages.take(mode["page"], columns[21])
            event["timer"] = place("timers", mode["timer"], columns[22])
            is_change = shape.kind == self.page.number_of["popup.changed"]
            table = "changes" if is_change else "popups"
            event["attributes"] = place(table, mode["attributes"], columns[23])
            if event["attributes"] is not None:
                event["attributes"] = self.said[table][event["attributes"]]
            event["generation"] = columns[24].varint() if mode["generation"] == 2 else shape.generation
            name = columns[25].varint() if mode["name"] == 2 else shape.name
            event["name"] = None if name is None else self.name_at[name]
            value = columns[26].zigzag() if mode["value"] == 2 else shape.value
            event["value"] = value + time if mode["value"] else 0
            event["over"] = [popups.highest - columns[27].zigzag() for _ in range(shape.over)]
            latest[shape.kind] = sequence
            if shape.kind in self.page.kinds:
                self.events.append(event)
            else:
                self.own_skips += 1
        if count:
            self.last_sequence, self.events_seen = sequence, True
        return time

    last_sequence, events_seen = -1, False

    def read_anchors(self, data, start):
        for _ in range(data.varint()):
            place = start + data.varint()
            anchor = {"nth": data.varint(), "every": data.byte() == 1, "delay": data.zigzag()}
            anchor["fields"] = {self.page.fields[data.byte()] for _ in range(data.varint())}
            pattern = {name: data.byte() for name in ("kind", "code", "flags")}
            for name in ("popup", "page", "timer", "attributes", "name"):
                value = data.zigzag()
                pattern[name] = None if value < 0 else value
            if pattern["name"] is not None:
                pattern["name"] = self.name_at[pattern["name"]]
            pattern["generation"], pattern["value"] = data.zigzag(), data.zigzag()
            pattern["scene"], pattern["scheduler"], pattern["over"] = data.varint(), data.varint(), []
            anchor["pattern"] = pattern
            self.anchors[place] = anchor

    def has_gaps(self):
        """Whether events are missing that were not skipped."""
        if self.is_scenario:
            return False
        missing = (self.events[-1]["sequence"] + 1 if self.events else 0) - len(self.events)
        if self.has_lost:
            return missing > 0
        return missing > self.skipped + self.own_skips if self.skipped else self.left_out


class Writer:
    """Writes a session as JSON Lines."""

    def __init__(self, session):
        self.session, self.page = session, session.page
        self.tables = session.tables
        self.described, self.lines = set(), {}

    def text(self, text):
        out = ['"']
        for character in text:
            code = ord(character)
            if character in '"\\':
                out.append("\\" + character)
            elif character in "\n\r\t":
                out.append({"\n": "\\n", "\r": "\\r", "\t": "\\t"}[character])
            elif (code < 0x20 or 0x7F <= code < 0xA0 or code in (0x61C, 0x200B, 0x200E, 0x200F, 0xFEFF)
                  or 0x2028 <= code <= 0x202E or 0x2060 <= code <= 0x206F or 0xFFF9 <= code <= 0xFFFB
                  or 0xE0000 <= code <= 0xE007F):
                units = character.encode("utf-16-be")
                out += ["\\u%02x%02x" % (units[place], units[place + 1]) for place in range(0, len(units), 2)]
            else:
                out.append(character)
        return "".join(out) + '"'

    def name(self, name):
        return self.text(self.tables["names"][name] if name is not None and name >= 0 else "")

    def names(self, list_):
        return "[" + ",".join(self.name(name) for name in (self.tables["lists"][list_] if list_ >= 0 else [])) + "]"

    def ms(self, ticks):
        micros = ticks * self.session.tick
        sign, micros = ("-", -micros) if micros < 0 else ("", micros)
        fraction = ("%03d" % (micros % 1000)).rstrip("0")
        return sign + str(micros // 1000) + ("." + fraction if fraction else "")

    def number(self, popup):
        return str(self.tables["numbers"][popup])

    def page_number(self, page):
        return str(self.tables["pages"][page]["number"])

    @staticmethod
    def object(members):
        return "{" + ",".join('"%s":%s' % member for member in members) + "}"

    @staticmethod
    def flag(value):
        return "true" if value else "false"

    # The header

    def header(self):
        session = self.session
        members = [("poptrace", "1")]
        if session.tick != 1000:
            members.append(("tick_us", str(session.tick)))
        said = session.header
        for name in ("session", "app", "build", "os", "device", "locale", "started", "policy", "configuration"):
            if said[name]:
                members.append((name, self.text(said[name])))
        for name in ("arms", "metadata"):
            if said[name]:
                entries = ",".join(self.text(entry) + ":" + self.text(value) for entry, value in said[name])
                members.append((name, "{" + entries + "}"))
        if session.ended is not None:
            members.append(("ended", self.ms(session.ended)))
        if session.clamped:
            members.append(("clamped", str(session.clamped)))
        for name in ("refused", "dropped"):
            if said[name]:
                members.append((name, str(said[name])))
        if said["recovered"]:
            members.append(("recovered", "true"))
        if said["prefix"]:
            members.append(("prefix", str(said["prefix"])))
        if said["observed"]:
            members.append(("observed", "true"))
        if session.marks:
            members.append(("marks", '["reentrant"]'))
        skipped = session.skipped + session.own_skips
        if skipped:
            members.append(("skipped", str(skipped)))
            if session.has_gaps():
                members.append(("lost", "true"))
        decides = any(event["kind"] >= 128 for event in session.events)
        recorded = decides or any(said[member] for member in ("policy", "configuration", "observed")) or session.marks
        if session.is_scenario == bool(recorded):
            members.append(("scenario", self.flag(session.is_scenario)))
        pages = []
        mentioned = {event["page"] for event in session.events if self.page.kinds[event["kind"]].name.startswith("page.")}
        for place, page in enumerate(self.tables["pages"]):
            usual = {"classes": -1, "navigation": 0, "presentation": 0, "scene": 0, "container": -1, "number": page["number"]}
            if place not in mentioned and page != usual:
                pages.append(self.object([("page", str(page["number"]))] + self.page_attributes(place)))
        if pages:
            members.append(("pages", "[" + ",".join(pages) + "]"))
        return self.object(members)

    # Attributes

    def page_attributes(self, place):
        page, members = self.tables["pages"][place], []
        classes = self.tables["lists"][page["classes"]] if page["classes"] >= 0 else []
        values = {
            "class": self.name(classes[0]) if classes else None,
            "chain": "[" + ",".join(map(self.name, classes[1:])) + "]" if classes[1:] else None,
            "container": self.page_number(page["container"]) if page["container"] >= 0 else None,
            "presentation": self.word("presentation of a page", page["presentation"], 0),
            "scene": str(page["scene"]) if page["scene"] else None,
            "navigation": self.flag(page["navigation"] == 2) if page["navigation"] else None}
        for name in self.page.attributes["a page"]:
            if values[name] is not None:
                members.append((name, values[name]))
        self.described.add(place)
        return members

    def word(self, words, value, usual=None):
        return None if value == usual else self.text(self.page.words[words][value])

    def popup_attributes(self, popup):
        write = {"name": self.name, "list": self.names, "page": self.page_number, "length": self.ms, "number": str,
                 "flag": self.flag}
        members = []
        for attribute in self.page.popup:
            name, value = attribute.name, popup[attribute.name]
            if value == attribute.usual and attribute.bit is not None:
                continue
            if attribute.shape in ("word", "choice"):
                members.append((name, self.word(name, value)))
            else:
                members.append((name, write[attribute.shape](value)))
        return members

    def change(self, change):
        write = {"level": str, "pages": self.names, "expires": self.ms}
        return [(name, write[name](change[name])) for name in self.page.attributes["what popup.changed alters"]
                if name in change]

    # Events

    def field(self, event, name, needed):
        """The value of a field; None where it is not written."""
        flags, code = event["flags"], event["code"]
        if name == "popup":
            return None if event["popup"] is None else self.number(event["popup"])
        if name == "page":
            return None if event["page"] is None else self.page_number(event["page"])
        if name in ("generation", "scene", "scheduler"):
            return str(event[name]) if needed or event[name] else None
        if name == "timer":
            return str(event["timer"])
        if name == "reason":
            return self.word("reason", code) if needed or flags & self.page.flags["reason"] else None
        if name == "by":
            return self.word("act (by)", code)
        if name == "phase":
            return self.word("phase", code)
        if name == "purpose":
            return self.word("purpose", code) if code else None
        if name == "kind":
            return self.word("kind", code) if flags & self.page.flags["kind"] else None
        if name == "at":
            return self.ms(event["value"])
        if name == "over":
            return "[" + ",".join(map(self.number, event["over"])) + "]" if event["over"] else None
        if name in ("holds", "hides", "restored", "completed"):
            is_set = bool(flags & self.page.flags[name])
            return self.flag(is_set != (name == "completed")) if needed or is_set else None
        assert name in ("name", "action", "state", "user", "responder", "what", "message"), name
        return self.name(event["name"]) if needed or event["name"] is not None else None

    def fields(self, event, chosen=None):
        members = []
        for name, needed in self.page.kinds[event["kind"]].fields:
            if chosen is not None and name not in chosen:
                continue
            value = self.field(event, name, needed or chosen is not None)
            if value is not None:
                members.append((name, value))
        return members

    def expected_line(self, event):
        kind = self.page.kinds[event["kind"]]
        names = [name for name, _ in kind.fields]
        if kind.name == "popup.submitted":
            spec = self.tables["popups"][event["attributes"]]
            self.lines[event["popup"]] = (spec["scene"], spec["scheduler"])
        if event["kind"] >= 128 and "scene" not in names and event["popup"] is not None:
            return self.lines.get(event["popup"], (0, 0))
        return (event["scene"] if "scene" in names else 0, event["scheduler"] if "scheduler" in names else 0)

    def event(self, place, event):
        session, anchor = self.session, self.session.anchors.get(place)
        kind = self.page.kinds[event["kind"]]
        members = []
        if not session.is_scenario or event["sequence"] != place:
            members.append(("id", str(event["sequence"])))
        if anchor is None:
            members.append(("t", self.ms(event["time"])))
        members.append(("event", self.text(kind.name)))
        members += self.fields(event)
        if kind.name == "popup.submitted":
            members += self.popup_attributes(self.tables["popups"][event["attributes"]])
        elif kind.name == "popup.changed":
            members += self.change(self.tables["changes"][event["attributes"]])
        elif kind.name.startswith("page.") and event["page"] not in self.described:
            members += self.page_attributes(event["page"])
        if event["cause"] is not None:
            members.append(("cause", str(event["cause"])))
        if event["flags"] & self.page.flags["reentrant"]:
            members.append(("reentrant", "true"))
        line = (event["scene"], event["scheduler"])
        if line != self.expected_line(event):
            members.append(("line", "[%d,%d]" % line))
        if anchor:
            pattern = [("event", self.text(self.page.kinds[anchor["pattern"]["kind"]].name))]
            pattern += self.fields(anchor["pattern"], anchor["fields"])
            if anchor["nth"] != 1:
                pattern.append(("nth", str(anchor["nth"])))
            if anchor["every"]:
                pattern.append(("every", "true"))
            members.append(("after", self.object(pattern)))
            if anchor["delay"]:
                members.append(("delay", self.ms(anchor["delay"])))
        return self.object(members)

    def write(self, out):
        out.write(self.header() + "\n")
        for place, event in enumerate(self.session.events):
            out.write(self.event(place, event) + "\n")


def moment(seconds):
    """Seconds since 1970 as a moment."""
    return (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_head(data, is_short):
    """What a head says; a short one leaves most to its chunk."""
    flags = 0 if is_short else data.varint()
    head = {"number": 0, "session": 0, "segments": 1, "begun": 1, "ended": 1, "first": 0, "time": 0, "tick": 1000,
            "name": "", "policy": "", "is short": is_short}
    head["frame"] = data.varint()
    head["content"] = head["frame"] + data.zigzag()
    head["events"] = data.varint()
    if is_short:
        return head
    for bit, names in ((1, ("number", "session")), (2, ("segments", "begun", "ended")), (4, ("first",))):
        if flags & bit:
            head.update({name: data.varint() for name in names})
    head["last"] = data.varint() if flags & 8 else head["first"] + max(head["events"] - 1, 0)
    if flags & 16:
        head["time"] = data.zigzag()
    head["last time"] = head["time"] + data.zigzag()
    if flags & 32:
        head["tick"] = data.varint()
    head["name"], head["policy"] = data.packed_text(), data.packed_text()
    return head


def sessions(page, data):
    """The sessions of a file, one after another."""
    data, number, table, session, found = Bytes(data), 0, b"", None, False
    while data.left():
        start = data.place
        if data.left() < 8:
            break
        magic, size = struct.unpack("<II", data.take(8))
        assert magic & ~0xF == 0x184D2A50, "neither a chunk nor a seek table"
        if size > data.left():
            break
        payload = data.take(size)
        if magic == SEEK_TABLE:
            assert payload == table + struct.pack("<IBI", len(table) // 8, 0, SEEK_FOOTER), "the seek table does not fit"
            assert session is None, "a session does not end"
            number, table, found = 0, b"", True
            continue
        table += struct.pack("<II", data.place - start, 0)
        if magic not in (HEAD, SHORT_HEAD):
            continue
        tag = 4 if magic == HEAD else 0
        assert payload[:tag] == b"PopT"[:tag] and payload[tag + 1] <= page.version, "needs a newer reader"
        assert payload[-4:] == struct.pack("<I", low32(payload[:-4])), "the head does not match its checksum"
        head = read_head(Bytes(payload[tag + 2:-8]), magic == SHORT_HEAD)
        frame_size, content_size = head["frame"], head["content"]
        assert head["number"] == number, "chunks are missing"
        if frame_size > data.left():
            break
        frame = data.take(frame_size)
        assert payload[-8:-4] == struct.pack("<I", low32(frame)), "the frame does not match its checksum"
        if content_size >= 65792:
            size = b"\xA4" + struct.pack("<I", content_size)
        else:
            size = b"\x24" + bytes([content_size]) if content_size < 256 else b"\x64" + struct.pack("<H", content_size - 256)
        assert frame.startswith(b"\x28\xB5\x2F\xFD" + size)
        content = decompress(frame)
        assert frame[-4:] == struct.pack("<I", low32(content))
        table += struct.pack("<II", frame_size, content_size)
        number, found = number + 1, True
        chunk = Chunk(page, head, content)
        for _ in range(head["segments"]):
            session = session or Session(page)
            if session.read(chunk):
                yield session
                session = None
        assert not chunk.segments.left() and not chunk.anchors.left()
        assert not any(column.left() for column in chunk.columns[16:])
    assert found, "nothing whole in it"
    if session:
        yield session


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        page = Page(file.read())
    out = open(sys.stdout.fileno(), "w", encoding="utf-8", newline="\n")
    for path in sys.argv[2:]:
        with open(path, "rb") as file:
            data = file.read()
        try:
            for session in sessions(page, data):
                Writer(session).write(out)
        except Exception:
            print(path, file=sys.stderr)
            raise
        if len(sys.argv) > 3:
            out.write("\0\n")
    out.flush()


main()
