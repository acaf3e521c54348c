import PopDocument
package import PopTrace
import PopupScheduling

/// Sessions as Perfetto's UI and trace processor read them: a process a session, a track a popup, page, gate and slot, and every event as an
/// instant on its track, with flows from causes to what they brought about.
///
/// Source: perfetto.dev, *Track events* and `perfetto_trace.proto`; times in nanoseconds since the session's start.
package struct PerfettoTrace {
  // The numbers of the fields in Perfetto's messages.
  private enum Packet { static let timestamp = 8, sequence = 10, trackEvent = 11, flags = 13, descriptor = 60 }
  private enum Descriptor { static let uuid = 1, name = 2, process = 3, parent = 5, ordering = 11, rank = 12 }
  private enum TrackEvent { static let annotations = 4, type = 9, track = 11, name = 23, flows = 47, lastFlows = 48 }
  private enum Annotation { static let int = 4, text = 6, name = 10 }
  private enum EventType { static let begin: UInt64 = 1, end: UInt64 = 2, instant: UInt64 = 3 }

  private var sessions: UInt64 = 0

  package init() {}

  package mutating func add(_ session: Session, title: String) -> [UInt8] {
    sessions += 1
    let base = sessions << 32
    var writer = ProtobufWriter()
    descriptor(base, of: title, parent: nil, rank: sessions, isProcess: true, to: &writer)
    let tracks = SessionTracks(session).tracks
    var packets: [(time: Int64, order: Int, bytes: [UInt8])] = []
    let words = session.words
    let causes = Set(session.events.map(\.cause).filter { $0 >= 0 })
    for group in SessionTracks.Group.allCases where tracks.contains(where: { $0.group == group }) {
      let parent = base + UInt64(group.rawValue) + 1
      descriptor(parent, of: group.title, parent: base, rank: UInt64(group.rawValue), to: &writer)
      for (index, track) in tracks.enumerated() where track.group == group {
        let id = base + 16 + UInt64(index)
        descriptor(id, of: track.name, parent: parent, rank: UInt64(index), to: &writer)
        for slice in track.slices {
          // What the end of the session cuts off ends with it.
          let until = slice.until ?? session.end
          // Ends come before the beginnings of the same moment, and the end of what has no length behind its own beginning.
          let hasLength = slice.from < until
          packets.append(
            packet(at: slice.from, order: hasLength ? 2 : 1, in: session) {
              Self.write(EventType.begin, id, slice.name, to: &$0)
            })
          packets.append(
            packet(at: until, order: hasLength ? 0 : 1, in: session) { Self.write(EventType.end, id, nil, to: &$0) })
        }
        for index in track.events {
          let event = session.events[index]
          let detail = words.detail(of: event, in: session.log)
          packets.append(
            packet(at: event.time, order: 3 + index, in: session) {
              Self.write(EventType.instant, id, event.kind.wireName, to: &$0)
              Self.annotate("id", Int64(event.sequence), to: &$0)
              if event.cause >= 0 { Self.annotate("cause", Int64(event.cause), to: &$0) }
              if !detail.isEmpty { Self.annotate("detail", detail, to: &$0) }
              // A flow is named by the cause, so that all that it brought about hangs on it.
              if causes.contains(event.sequence) { $0.fixed(TrackEvent.flows, base + UInt64(event.sequence)) }
              if event.cause >= 0 { $0.fixed(TrackEvent.lastFlows, base + UInt64(event.cause)) }
            })
        }
      }
    }
    let order = packets.indices.sorted {
      (packets[$0].time, packets[$0].order, $0) < (packets[$1].time, packets[$1].order, $1)
    }
    for index in order { writer.append(packets[index].bytes) }
    return writer.bytes
  }

  private func descriptor(
    _ id: UInt64, of name: String, parent: UInt64?, rank: UInt64, isProcess: Bool = false,
    to writer: inout ProtobufWriter
  ) {
    writer.message(1) {
      $0.field(Packet.sequence, 1)
      $0.message(Packet.descriptor) {
        $0.field(Descriptor.uuid, id)
        $0.field(Descriptor.name, name)
        if isProcess {
          $0.message(Descriptor.process) {
            $0.field(1, rank)
            $0.field(6, name)
          }
        }
        if let parent { $0.field(Descriptor.parent, parent) }
        // Children in the order that they say.
        $0.field(Descriptor.ordering, 3)
        $0.field(Descriptor.rank, rank)
      }
    }
  }

  private func packet(
    at time: Ticks, order: Int, in session: Session, _ fill: (inout ProtobufWriter) -> Void
  ) -> (time: Int64, order: Int, bytes: [UInt8]) {
    let microseconds = max(0, Milliseconds(time, of: session.header.tick).microseconds)
    let (nanoseconds, isBeyond) = microseconds.multipliedReportingOverflow(by: 1000)
    let stamp = isBeyond ? Int64.max : nanoseconds
    var writer = ProtobufWriter()
    writer.message(1) {
      $0.field(Packet.timestamp, UInt64(stamp))
      $0.field(Packet.sequence, 1)
      $0.message(Packet.trackEvent, fill)
    }
    return (stamp, order, writer.bytes)
  }

  private static func write(_ type: UInt64, _ track: UInt64, _ name: String?, to writer: inout ProtobufWriter) {
    writer.field(TrackEvent.type, type)
    writer.field(TrackEvent.track, track)
    if let name { writer.field(TrackEvent.name, name) }
  }

  private static func annotate(_ name: String, _ value: Int64, to writer: inout ProtobufWriter) {
    writer.message(TrackEvent.annotations) {
      $0.field(Annotation.name, name)
      $0.field(Annotation.int, UInt64(bitPattern: value))
    }
  }

  private static func annotate(_ name: String, _ text: String, to writer: inout ProtobufWriter) {
    writer.message(TrackEvent.annotations) {
      $0.field(Annotation.name, name)
      $0.field(Annotation.text, text)
    }
  }

  /// Writes protocol buffers, field by field: as much of them as a trace for Perfetto needs.
  ///
  /// Source: protobuf.dev, *Encoding*.
  struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    mutating func field(_ number: Int, _ value: UInt64) {
      varint(UInt64(number) << 3)
      varint(value)
    }

    mutating func fixed(_ number: Int, _ value: UInt64) {
      varint(UInt64(number) << 3 | 1)
      for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(byte)))) }
    }

    mutating func field(_ number: Int, _ text: String) { field(number, bytes: Array(text.utf8)) }
    mutating func append(_ encoded: [UInt8]) { bytes += encoded }

    mutating func message(_ number: Int, _ fill: (inout ProtobufWriter) -> Void) {
      var inner = ProtobufWriter()
      fill(&inner)
      field(number, bytes: inner.bytes)
    }

    private mutating func field(_ number: Int, bytes content: [UInt8]) {
      varint(UInt64(number) << 3 | 2)
      varint(UInt64(content.count))
      bytes += content
    }

    private mutating func varint(_ value: UInt64) {
      var rest = value
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
  }
}
