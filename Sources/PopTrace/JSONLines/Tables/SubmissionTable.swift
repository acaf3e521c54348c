import PopupScheduling

/// The attributes of a popup in a `popup.submitted` line (<doc:TraceFormat#Events>; PagesAndPopups, *Attributes of a popup*).
enum SubmissionTable {
  static let fields: [FieldCoding<PopupSpec>] = [
    .symbol("name", \.name, isRequired: true),
    .word("kind", \.kind, default: .alert),
    .integer("level", \.level, in: Int64(Int32.min)...Int64(Int32.max), default: 0),
    .symbols("pages", \.pages),
    .word("matching", \.matching, default: .subclasses),
    .page("instance", \.instance),
    .flag("keepAlive", \.keepAlive, default: false),
    .word("content", \.content, default: .ready),
    .flag("condition", \.condition, default: true),
    .word("whenBarred", \.whenBarred, default: .wait),
    .word("onHigher", \.onHigher, default: .stay),
    .symbol("chain", \.chain, orNumber: true),
    .symbol("key", \.key, orNumber: true),
    .length("expires", \.expires, default: Ticks(-1)),
    .length("autoDismiss", \.autoDismiss, default: Ticks(-1)),
    .length("showMs", \.showLength, default: .zero),
    .length("hideMs", \.hideLength, default: Ticks(-1)),
    .flag("needsKeyboard", \.needsKeyboard, default: false),
    .integer("scene", \.scene, in: 0...Int64(UInt16.max), default: 0),
    .integer("scheduler", \.scheduler, in: 0...Int64(UInt16.max), default: 0),
    .integer("object", \.object, in: 0...Int64(Int32.max), default: -1),
    .symbol("host", \.host, orNumber: true),
    .word("dismissal", \.dismissal, default: .automatic),
    .flag("next", \.next, default: false),
    .symbol("user", \.user, orNumber: true),
    .page("page", \.callerPage),
  ]
}
