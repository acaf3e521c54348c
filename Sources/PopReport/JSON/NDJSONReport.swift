import PopAudit

/// The report for workers, and for what merges what they write: JSON Lines, schema `poptrace.report/1`.
///
/// The first line says what was judged and how. Then comes a line a session, the same text as in `traces` of ``JSONReport``, and between them,
/// each at its place (``ReportPlace``), what could not be read, what was given twice, and which inputs hold nothing. Last comes the summary,
/// without which the report was cut short. Apart from the first and last line it is a set of lines, so that merging is no more than the union.
package struct NDJSONReport: ReportWriter {
  private var digest = StableHash()
  private var lines = 0
  private var shards: Shards?

  /// Makes a writer.
  package init() {}

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    shards = head.provenance?.shards
    return Self.line {
      $0.member("schema", JSONReport.schema)
      $0.member("policy", head.policy)
      $0.member("baseline", head.baseline)
      $0.member("purpose", head.purpose.rawValue)
      if let premises = head.premises { JSONReport.write(premises, into: &$0) }
      if let provenance = head.provenance {
        $0.key("provenance")
        JSONReport.write(provenance, into: &$0)
      }
    }
  }

  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] {
    counted(json + [UInt8(ascii: "\n")])
  }

  package mutating func add(_ aside: ReportAside) -> [UInt8] {
    counted(
      Self.line {
        switch aside {
        case .unread(let entry):
          $0.object("unread") {
            $0.member("trace", entry.trace)
            $0.member("sessions", entry.sessions)
            $0.member("because", entry.because)
          }
        case .empty(let trace): $0.member("input", trace)
        case .twin(let twin):
          $0.object("twin") {
            $0.member("trace", twin.trace)
            $0.member("index", twin.index)
            $0.member("session", twin.session)
            $0.member("digest", Fingerprint(rawValue: twin.digest).description)
          }
        }
      })
  }

  package mutating func end(_ report: NeutralReport) -> [UInt8] {
    // A part says what it holds; of several parts each said so for itself.
    let parts = shards?.withDigest(Fingerprint(rawValue: digest.value).description)
    return Self.line {
      $0.object("summary") { JSONReport.write(report.summary, into: &$0) }
      $0.member("lines", lines)
      if !report.blame.isEmpty {
        $0.array("blame") { for entry in report.blame { JSONReport.write(entry, into: &$0) } }
      }
      if let parts { $0.member("shards", parts.description) }
    }
  }

  private mutating func counted(_ line: [UInt8]) -> [UInt8] {
    lines += 1
    if shards?.indices.count == 1 { digest.combine(line) }
    return line
  }

  private static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(members)
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

extension JSONReport {
  /// Writes what brings a finding in a session.
  static func write(_ entry: BlameEntry, into json: inout JSONWriter) {
    json.object {
      $0.member("fingerprint", entry.fingerprint)
      $0.member("trace", entry.trace)
      $0.member("index", entry.index)
      $0.objects("keys", of: entry.keys) {
        $0.member("key", $1.name)
        $0.member("candidate", $1.candidate)
        $0.member("baseline", $1.baseline)
      }
      $0.member("alone", entry.alone)
      $0.array("pairs") {
        for pair in entry.pairs {
          $0.array { for key in pair { $0.value(key) } }
        }
      }
      if !entry.with.isEmpty { $0.member("with", entry.with) }
    }
  }

  /// Writes what a report was made with.
  static func write(_ provenance: ReportProvenance, into json: inout JSONWriter) {
    json.object {
      $0.member("tool", provenance.tool)
      if !provenance.policyFile.isEmpty { $0.member("policyFile", provenance.policyFile) }
      if !provenance.policyText.isEmpty { $0.member("policy", provenance.policyText) }
      if !provenance.baselineText.isEmpty { $0.member("baseline", provenance.baselineText) }
      $0.object("options") { for option in provenance.options { $0.member(named: option.name, option.value) } }
      if let shards = provenance.shards { $0.member("shards", shards.description) }
    }
  }
}
