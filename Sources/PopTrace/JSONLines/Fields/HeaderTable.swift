import PopupScheduling

/// The fields of a header line that are kept as they are (<doc:TraceFormat#The-header>; TimeAndTurns, *Times never decrease*, TimeAndTurns,
/// *The end of a session*); `poptrace` and `tick_us` come before them.
enum HeaderTable {
  static let fields: [FieldCoding<SessionHeader>] = [
    .text("session", \.session, orNumber: true),
    .text("app", \.app),
    .text("build", \.build, orNumber: true),
    .text("os", \.os),
    .text("device", \.device),
    .text("locale", \.locale),
    .text("started", \.started),
    .text("policy", \.policy),
    .text("configuration", \.configuration),
    .entries("arms", \.arms),
    .entries("metadata", \.metadata),
    FieldCoding("ended") { target, value, input throws(TraceError) in
      target.ended = try input.time(value)
    } encode: { target, output in
      if let ended = target.ended { output.member("ended", milliseconds: ended) }
    },
    .integer("clamped", \.clampedTimes, in: 0...Int64.max, default: 0),
    .integer("refused", \.refusedEvents, in: 0...Int64.max, default: 0),
    .integer("dropped", \.droppedEvents, in: 0...Int64.max, default: 0),
    .flag("recovered", \.isRecovered, default: false),
    .integer("prefix", \.prefixEvents, in: 0...Int64(Int32.max), default: 0),
  ]
}

extension FieldCoding {
  /// An object of texts, whose names are the app's own.
  static func entries(_ name: String, _ path: any FieldPath<Target, [HeaderEntry]>) -> FieldCoding {
    FieldCoding(name) { target, value, input throws(TraceError) in
      target[keyPath: path] = try input.entries(value)
    } encode: { target, output in
      let entries = target[keyPath: path]
      guard !entries.isEmpty else { return }
      output.name(name)
      output.open()
      for entry in entries { output.member(entry.name, text: entry.value) }
      output.close()
    }
  }
}
