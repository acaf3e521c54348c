#!/usr/bin/env python3
"""Reads a .poptrace file, by Sources/PopTrace/PopTrace.docc/TraceFormat.md alone, and prints every number in it.

The tests compare what it prints with what PopTrace reads, so that page, writer and both readers agree.
Decompression is left to the zstd command, or to the zstandard package where that is installed.
"""

import struct
import subprocess
import sys

try:
    import zstandard
except ImportError:
    zstandard = None

HEAD, SEEK_TABLE, SEEK_FOOTER = 0x184D2A57, 0x184D2A5E, 0x8F92EAB1
NAMES, LISTS, POPUPS, PAGE_KINDS, SEGMENTS, ANCHORS, SHAPES = range(1, 8)
SHAPE, SKIP, TIME, CAUSE, POPUP, PAGE, TIMER, ATTRIBUTES, GENERATION, NAME, VALUE, OVER = range(16, 28)
POPUP_CHANGED = 23
MASK = (1 << 64) - 1


def decompress(frame):
    if zstandard:
        return zstandard.ZstdDecompressor().decompress(frame)
    return subprocess.run(["zstd", "-dcq"], input=frame, stdout=subprocess.PIPE, check=True).stdout


def xxh64(data):
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


class Bytes:
    def __init__(self, data):
        self.data, self.place = data, 0

    def more(self):
        return self.place < len(self.data)

    def take(self, count):
        assert count <= len(self.data) - self.place, "cut off"
        self.place += count
        return self.data[self.place - count:self.place]

    def byte(self):
        return self.take(1)[0]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def zigzag(self):
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def text(self):
        return self.take(self.varint()).decode()


class Chunk:
    def __init__(self, content, events):
        sections, data = {}, Bytes(content)
        while data.more():
            number = data.varint()
            sections[number] = data.take(data.varint())
        self.columns = {number: Bytes(sections.get(number, b"")) for number in range(SHAPE, OVER + 1)}
        self.segments = Bytes(sections.get(SEGMENTS, b""))
        self.anchors = Bytes(sections.get(ANCHORS, b""))
        names = Bytes(sections.get(NAMES, b"\0"))
        lengths = [names.varint() for _ in range(names.varint())]
        self.names = [names.take(length).decode() for length in lengths]
        lists = Bytes(sections.get(LISTS, b"\0"))
        lengths = [lists.varint() for _ in range(lists.varint())]
        self.lists = [[lists.varint() for _ in range(length)] for length in lengths]
        popups = Bytes(sections.get(POPUPS, b"\0"))
        self.popups = [self.attributes(popups) for _ in range(popups.varint())]
        kinds = Bytes(sections.get(PAGE_KINDS, b"\0"))
        self.page_kinds = [(kinds.varint() - 1, kinds.byte(), kinds.varint()) for _ in range(kinds.varint())]
        shapes = Bytes(sections.get(SHAPES, b"\0"))
        self.shapes = [Shape(shapes) for _ in range(shapes.varint())]
        self.left = events

    def attributes(self, data):
        name, bits = data.varint() - 1, data.varint()
        flags = {3, 5, 6, 7, 8, 16, 22}
        usual = {0: 0, 1: 0, 9: 0, 14: 0, 17: 0, 18: 0, 21: 0}
        values = [name]
        for bit in range(25):
            is_set = bits >> bit & 1
            values.append(is_set if bit in flags else data.zigzag() if is_set else usual.get(bit, -1))
        return values

    def finish(self):
        assert self.left == 0 and not self.segments.more() and not self.anchors.more()
        assert not any(column.more() for column in self.columns.values())


class Shape:
    def __init__(self, data):
        self.kind, modes = data.byte(), data.varint()

        def mode(shift, width):
            return modes >> shift & (1 << width) - 1

        self.time, self.popup, self.cause = mode(0, 2), mode(2, 3), mode(5, 3)
        self.page, self.generation_mode, self.name_mode = mode(10, 3), mode(13, 2), mode(15, 2)
        self.attributes, self.timer, self.value_mode, self.skip = mode(17, 2), mode(19, 2), mode(21, 2), mode(26, 1)
        self.cause_kind = data.byte() if self.cause == 3 else 0
        self.code = data.byte() if mode(8, 1) else 0
        self.flags = data.byte() if mode(9, 1) else 0
        self.generation = data.varint() if self.generation_mode == 1 else 0
        self.name = data.varint() if self.name_mode == 1 else -1
        self.value = data.zigzag() if self.value_mode == 1 else 0
        self.over = data.varint() if mode(23, 1) else 0
        self.scene = data.varint() if mode(24, 1) else 0
        self.scheduler = data.varint() if mode(25, 1) else 0


class Mentions:
    def __init__(self, known):
        self.last = self.before_last = None
        self.highest = known - 1

    def take(self, mode, column):
        if mode == 0:
            return -1
        place = (self.last if mode == 1 else self.before_last if mode == 2 else self.highest + 1 if mode == 3
                 else self.highest - column.zigzag())
        if place != self.last:
            self.last, self.before_last = place, self.last
        self.highest = max(self.highest, place)
        return place


class Places:
    def __init__(self, known):
        self.highest = known - 1

    def take(self, mode, column):
        if mode == 0:
            return -1
        place = self.highest + 1 if mode == 1 else self.highest - column.zigzag()
        self.highest = max(self.highest, place)
        return place


class Session:
    def __init__(self):
        self.tables = [[] for _ in range(6)]
        self.events, self.anchors, self.gaps = [], [], []
        self.next_sequence = 0

    def read(self, chunk):
        """Reads a segment; says whether the session ends with it."""
        data = chunk.segments
        flags = data.varint()
        assert (flags & 1 != 0) == (self.events == [] and self.tables == [[] for _ in range(6)])
        texts = [data.varint() for _ in range(6)]
        self.header = [chunk.names[text - 1] if text else "" for text in texts]
        self.tick = data.varint()
        self.ended = data.zigzag() if flags & 4 else None
        self.clamped = data.zigzag()
        self.is_scenario = flags & 8 != 0
        count = data.varint()
        sequence, time = (data.varint(), data.zigzag()) if count else (0, 0)
        self.read_tables(chunk, data)
        timers = data.varint()
        first = len(self.events)
        self.read_events(chunk, count, sequence, time, timers)
        if self.is_scenario:
            self.read_anchors(chunk, first)
        return flags & 2 != 0

    def read_tables(self, chunk, data):
        self.name_of, list_of = {}, {}
        self.known = []

        def popup(next_place):
            place = next_place + data.zigzag()
            values = list(chunk.popups[place])
            for slot in (0, 11, 12, 21, 24):
                values[slot] = self.name_of[values[slot]] if values[slot] >= 0 else -1
            values[3] = list_of[values[3]] if values[3] >= 0 else -1
            return place, values

        def name(next_place):
            place = next_place + data.zigzag()
            return place, chunk.names[place]

        def names(next_place):
            place = next_place + data.zigzag()
            return place, [self.name_of[member] for member in chunk.lists[place]]

        def page(next_place, own):
            place = next_place + data.zigzag()
            classes, word, scene = chunk.page_kinds[place]
            container = data.varint() - 1
            number = own + data.zigzag()
            return place, [number, list_of[classes] if classes >= 0 else -1, container, word >> 2, scene, word & 3]

        def change():
            bits = data.byte()
            level = data.zigzag() if bits & 1 else None
            pages = data.varint() - 1 if bits & 2 else None
            expires = data.zigzag() if bits & 4 else None
            if pages is not None and pages >= 0:
                pages = list_of[pages]
            return [level, pages, expires]

        for number, table in enumerate(self.tables):
            known, new, older = data.varint(), data.varint(), data.varint()
            assert known == len(table), "a chunk is missing"
            self.known.append(known)
            next_place = next_old = 0
            for entry in range(older + new):
                if entry < older:
                    own = next_old + data.varint()
                    next_old = own + 1
                else:
                    own = known + entry - older
                if number == 4:
                    value = own + data.zigzag()
                elif number == 5:
                    value = change()
                else:
                    place, value = (name(next_place) if number == 0 else names(next_place) if number == 1
                                    else popup(next_place) if number == 2 else page(next_place, own))
                    next_place = place + 1
                    if number == 0:
                        self.name_of[place] = own
                    elif number == 1:
                        list_of[place] = own
                table[own:own + 1] = [value]

    def read_events(self, chunk, count, sequence, time, timers):
        column = chunk.columns
        popups, pages = Mentions(self.known[4]), Mentions(self.known[3])
        attributes, changes, timer = Places(self.known[2]), Places(self.known[5]), Places(timers)
        last_cause, latest = -1, {}
        sequence -= 1
        if count and sequence + 1 > self.next_sequence and not self.is_scenario:
            self.gaps.append(len(self.events))
        for _ in range(count):
            shape = chunk.shapes[column[SHAPE].varint()]
            chunk.left -= 1
            skipped = column[SKIP].varint() if shape.skip else 0
            if skipped and not self.is_scenario:
                self.gaps.append(len(self.events))
            last, sequence = sequence, sequence + 1 + skipped
            if shape.time:
                time += column[TIME].varint() * (1 if shape.time == 1 else -1)
            cause = (-1 if shape.cause == 0 else last if shape.cause == 1 else last_cause if shape.cause == 2
                     else latest[shape.cause_kind] if shape.cause == 3 else sequence - column[CAUSE].varint())
            last_cause = cause
            popup = popups.take(shape.popup, column[POPUP])
            page = pages.take(shape.page, column[PAGE])
            own_timer = timer.take(shape.timer, column[TIMER])
            table = changes if shape.kind == POPUP_CHANGED else attributes
            place = table.take(shape.attributes, column[ATTRIBUTES])
            generation = column[GENERATION].varint() if shape.generation_mode == 2 else shape.generation
            name = column[NAME].varint() if shape.name_mode == 2 else shape.name
            value = column[VALUE].zigzag() if shape.value_mode == 2 else shape.value
            if shape.value_mode:
                value += time
            over = [popups.highest - column[OVER].zigzag() for _ in range(shape.over)]
            latest[shape.kind] = sequence
            self.events.append(
                [sequence, time, shape.kind, shape.code, shape.flags, popup, page, cause, generation, own_timer,
                 self.name_of[name] if name >= 0 else -1, place, value, shape.scene, shape.scheduler] + over)
        if count:
            self.next_sequence = sequence + 1

    def read_anchors(self, chunk, first):
        data = chunk.anchors
        for _ in range(data.varint()):
            place, nth, every, delay = first + data.varint(), data.varint(), data.byte(), data.zigzag()
            fields = [data.byte() for _ in range(data.varint())]
            pattern = [data.byte() for _ in range(3)]
            slots = [data.zigzag() for _ in range(7)]
            if slots[4] >= 0:
                slots[4] = self.name_of[slots[4]]
            pattern += slots + [data.varint(), data.varint()]
            self.anchors.append([place, nth, every, delay, len(fields)] + fields + pattern)

    def dump(self):
        def hexed(text):
            return text.encode().hex()

        def joined(values):
            return ",".join("-" if value is None else str(value) for value in values)

        lines = ["S " + ",".join([hexed(text) for text in self.header]
                                 + [joined([self.tick, self.ended, self.clamped, int(self.is_scenario)])]
                                 + ["gaps"] + [str(gap) for gap in self.gaps])]
        names, lists, popups, pages, numbers, changes = self.tables
        lines += ["N " + hexed(name) for name in names]
        lines += ["L " + joined(members) for members in lists]
        lines += ["A " + joined(values) for values in popups]
        lines += ["P " + joined(values) for values in pages]
        lines += ["U " + str(number) for number in numbers]
        lines += ["C " + joined(values) for values in changes]
        lines += ["X " + joined(values) for values in self.anchors]
        lines += ["E " + joined(values) for values in self.events]
        return "\n".join(lines) + "\n"


def sessions(file):
    data, number, session, table = Bytes(file), 0, None, []
    while data.more():
        start = data.place
        magic, size = struct.unpack("<II", data.take(8))
        payload = data.take(size)
        if magic == SEEK_TABLE:
            entries = [struct.unpack_from("<III", payload, 12 * entry) for entry in range(len(table))]
            assert entries == table and payload[12 * len(table):] == struct.pack("<IBI", len(table), 0x80, SEEK_FOOTER)
            assert session is None
            number, table = 0, []
            continue
        assert magic & ~0xF == 0x184D2A50, "not a trace"
        table.append((data.place - start, 0, xxh64(b"") & 0xFFFFFFFF))
        if magic != HEAD:
            continue
        assert payload[:4] == b"PopT" and payload[5] <= 2, "needs a newer reader"
        assert struct.unpack("<I", payload[-4:])[0] == xxh64(payload[:-4]) & 0xFFFFFFFF
        head = Bytes(payload[6:-8])
        own_number, frame_size, content_size, events, segments = (head.varint() for _ in range(5))
        assert own_number == number
        number += 1
        frame = data.take(frame_size)
        assert struct.unpack("<I", payload[-8:-4])[0] == xxh64(frame) & 0xFFFFFFFF
        assert frame[:5] == bytes.fromhex("28B52FFDA4") and struct.unpack_from("<I", frame, 5)[0] == content_size
        content = decompress(frame)
        assert len(content) == content_size
        table.append((frame_size, content_size, xxh64(content) & 0xFFFFFFFF))
        chunk = Chunk(content, events)
        for _ in range(segments):
            session = session or Session()
            if session.read(chunk):
                yield session
                session = None
        chunk.finish()
    assert not table, "the seek table is missing"


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        for session in sessions(file.read()):
            sys.stdout.write(session.dump())
