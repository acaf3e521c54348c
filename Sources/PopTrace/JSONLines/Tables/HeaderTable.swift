import PopupScheduling

/// The fields of a header line that are kept as they are (design 3; semantics A5, A7); `poptrace` and `tick_us` come before them.
enum HeaderTable {
  static let fields: [FieldCoding<SessionHeader>] = [
    .text("session", \.session, orNumber: true),
    .text("app", \.app),
    .text("build", \.build, orNumber: true),
    .text("started", \.started),
    .text("policy", \.policy),
    .text("configuration", \.configuration),
    FieldCoding("ended") { target, value, input throws(TraceError) in
      target.ended = try input.time(value)
    } encode: { target, output in
      if let ended = target.ended { output.member("ended", milliseconds: ended) }
    },
    .integer("clamped", \.clampedTimes, in: 0...Int64.max, default: 0),
  ]
}
