import Foundation
import PopSimulation
import PopTrace
import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("Traces for Perfetto and Chrome")
struct PerfettoTraceTests {
  private static let sessions =
    (0..<3).map { number in
      LiveWorld(policy: StandardPolicy(.v6)).run(ScriptMaker.script(seed: 32, session: number, flavour: .field))
    } + [momentary]

  /// Popups that are up for no time at all: one between two states that last, one at the end.
  private static var momentary: Session {
    let text = """
      {"poptrace":1,"policy":"v0"}
      {"t":0,"event":"popup.submitted","popup":1,"name":"sale"}
      {"t":50,"event":"popup.shown","popup":1,"generation":1,"cause":0}
      {"t":50,"event":"popup.hidden","popup":1,"generation":1,"reason":"withdrawn","cause":0}
      {"t":50,"event":"popup.submitted","popup":2,"name":"sale"}
      {"t":90,"event":"popup.shown","popup":2,"generation":1,"cause":3}
      {"t":90,"event":"popup.hidden","popup":2,"generation":1,"reason":"withdrawn","cause":3}
      """
    return (try? JSONLines.sessions(in: Array(text.utf8)).first) ?? Session()
  }

  /// What both forms must say of a session: number, name, time in microseconds and cause of every event, and how many states there are.
  private func expected(_ session: Session) -> [String] {
    let tracks = SessionTracks(session).tracks
    let end = session.end
    let lengths = tracks.flatMap(\.slices).map { (($0.until ?? end) - $0.from).rawValue }.reduce(0, +)
    return ["\(tracks.count) tracks, \(tracks.map(\.slices.count).reduce(0, +)) states of \(lengths) ms"]
      + session.events.map { "\($0.sequence) \($0.kind.wireName) \($0.time.rawValue) \($0.cause)" }
  }

  @Test(
    "What Perfetto's own package reads back is every event, with its time, track, cause and flow", .python("perfetto"))
  func perfetto() throws {
    var writer = PerfettoTrace()
    var bytes: [UInt8] = []
    for (number, session) in Self.sessions.enumerated() { bytes += writer.add(session, title: "session \(number)") }
    let result = try Python.run(
      """
      import sys
      from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent
      trace = Trace()
      trace.ParseFromString(open(sys.argv[1], "rb").read())
      parent, names, process = {}, {}, {}
      for packet in trace.packet:
          if packet.HasField("track_descriptor"):
              d = packet.track_descriptor
              assert d.uuid not in names
              names[d.uuid] = d.name
              if d.HasField("process"): process[d.uuid] = d.process.process_name
              else: parent[d.uuid] = d.parent_uuid
      def root(track):
          while track not in process: track = parent[track]
          return track
      sessions = {u: dict(tracks=0, states=0, length=0, events=[]) for u in sorted(process)}
      leaves = [u for u in names if u in parent and parent[u] not in process]
      for u in leaves: sessions[root(u)]["tracks"] += 1
      last, open_, starts, ends = 0, {}, set(), []
      for packet in trace.packet:
          if not packet.HasField("track_event"): continue
          e, s = packet.track_event, sessions[root(packet.track_event.track_uuid)]
          if e.type == TrackEvent.TYPE_SLICE_BEGIN:
              assert e.track_uuid not in open_ and e.name
              open_[e.track_uuid] = packet.timestamp
          elif e.type == TrackEvent.TYPE_SLICE_END:
              s["states"] += 1
              s["length"] += packet.timestamp - open_.pop(e.track_uuid)
          else:
              assert e.type == TrackEvent.TYPE_INSTANT
              a = {x.name: x.int_value for x in e.debug_annotations if x.HasField("int_value")}
              s["events"].append((a["id"], e.name, packet.timestamp // 1000000, a.get("cause", -1)))
              starts.update(e.flow_ids)
              ends += e.terminating_flow_ids
              assert len(e.terminating_flow_ids) == ("cause" in a)
      assert not open_ and starts == set(ends), (len(starts), len(set(ends)))
      for u, s in sessions.items():
          print("#", process[u])
          print(f"{s['tracks']} tracks, {s['states']} states of {s['length'] // 1000000} ms")
          for e in sorted(s["events"]): print(*e)
      """, bytes)
    #expect(result.status == 0, "\(result.errors)")
    let lines = Self.sessions.enumerated().flatMap { ["# session \($0)"] + expected($1) }
    #expect(result.output.split(separator: "\n").map(String.init) == lines)
  }

  @Test("Rows of popups are the same in CSV and JSON, one for each submission")
  func rows() throws {
    for (number, session) in Self.sessions.dropLast().enumerated() {
      let rows = PopupRow.rows(of: session, trace: "=a,\"b\"", label: "s\(number)")
      #expect(rows.count == session.events.count { $0.kind == .popupSubmitted })
      for row in rows {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(row.json)) as? [String: Any])
        #expect(Set(object.keys) == Set(PopupRow.columns) && object["trace"] as? String == "=a,\"b\"")
        let line = String(decoding: row.csv, as: UTF8.self)
        #expect(line.hasPrefix("\"'=a,\"\"b\"\"\",s\(number),") && line.hasSuffix("\r\n"))
        let shown = object["presentations"] as? Int ?? 0
        #expect((object["waited_ms"] is NSNull) == (shown == 0) && (object["first_page"] is NSNull) == (shown == 0))
      }
      #expect(rows.contains { $0.cells.contains(.nothing) } && rows.contains { !$0.cells.contains(.nothing) })
    }
  }
}
