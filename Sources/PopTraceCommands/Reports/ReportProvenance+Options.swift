#if Tool
import PopReplay
import PopDocument

extension ReportProvenance {
  /// What a replay is made with, as far as that decides what its report says.
  init(
    of candidate: PolicyEntry, against baseline: PolicyEntry?, replay: ReplayFlags, gate: GateFlags,
    part: CorpusInputOptions
  ) {
    self.init(tool: RootCommand.version)
    policyFile = ReportNames().name(of: candidate.file)
    policyText = candidate.configuration
    referenceText = baseline?.configuration ?? ""
    options = replay.named + gate.named + part.corpus.named
    shards = part.shard
  }
}

extension ReplayFlags {
  /// What is set, by name.
  var named: [ReportProvenance.Option] {
    var options = [
      ReportProvenance.Option("timing", timing.rawValue), ReportProvenance.Option("continuations", "\(continuations)"),
      ReportProvenance.Option("visits", visits.rawValue),
    ]
    if let assumeDwell { options.append(ReportProvenance.Option("assume-dwell", "\(assumeDwell)")) }
    if let assumeContent { options.append(ReportProvenance.Option("assume-content", "\(assumeContent)")) }
    return options
  }
}

extension GateFlags {
  /// What is set, by name.
  var named: [ReportProvenance.Option] {
    var options = [ReportProvenance.Option("fail-on", failOn.rawValue)]
    if strict { options.append(ReportProvenance.Option("strict", "true")) }
    if let minCoverage { options.append(ReportProvenance.Option("min-coverage", "\(minCoverage)")) }
    if estimate { options.append(ReportProvenance.Option("estimate", "true")) }
    if let maxAffected { options.append(ReportProvenance.Option("max-affected", "\(maxAffected)")) }
    if tolerance.tolerateUnreadable != .none {
      options.append(ReportProvenance.Option("tolerate-unreadable", "\(tolerance.tolerateUnreadable)"))
    }
    return options
  }

  /// What a report says it was judged by.
  ///
  /// - Throws: ``PopReport/ReportError`` where it says something that cannot be.
  init(named options: [ReportProvenance.Option]) throws(ReportError) {
    self = .none(.none)
    for option in options {
      switch option.name {
      case "fail-on":
        guard let grade = FirmGrade(rawValue: option.value) else { throw Self.mistake(option) }
        failOn = grade
      case "strict": strict = option.value == "true"
      case "estimate": estimate = option.value == "true"
      case "min-coverage": minCoverage = try Self.share(option)
      case "max-affected": maxAffected = try Self.share(option)
      case "tolerate-unreadable": tolerance.tolerateUnreadable = try Self.share(option)
      default: break
      }
    }
  }

  private static func share(_ option: ReportProvenance.Option) throws(ReportError) -> Share {
    do { return try Share(parsing: option.value) } catch { throw mistake(option) }
  }

  private static func mistake(_ option: ReportProvenance.Option) -> ReportError {
    ReportError(
      .malformed, line: 1,
      "The option \(printable(option.name)) cannot be \"\(printable(option.value))\". Write the report anew.")
  }
}

extension ToleranceFlags {
  /// Nothing is put up with.
  static var none: ToleranceFlags {
    var flags = ToleranceFlags()
    flags.tolerateUnreadable = .none
    return flags
  }
}

extension CorpusOptions {
  /// What is set, by name.
  var named: [ReportProvenance.Option] {
    var options: [ReportProvenance.Option] = []
    if !conditions.isEmpty {
      options.append(ReportProvenance.Option("where", conditions.map(\.text).sorted().joined(separator: "\n")))
    }
    if !session.isEmpty { options.append(ReportProvenance.Option("session", session.sorted().joined(separator: "\n"))) }
    if !popup.isEmpty { options.append(ReportProvenance.Option("popup", popup.sorted().joined(separator: "\n"))) }
    if let since { options.append(ReportProvenance.Option("since", since.description)) }
    if let sample { options.append(ReportProvenance.Option("sample", sample.description)) }
    return options
  }
}
#endif
