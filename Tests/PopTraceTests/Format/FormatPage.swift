import Foundation
import PopupScheduling

@testable import PopTrace

/// The tables of the page that describes the format, made from the code.
enum FormatPage {
  /// Every table by its name in the page.
  static let tables: [(name: String, rows: [String])] = [
    ("version", version), ("kinds", kinds), ("flags", flags), ("words", words), ("fields", fields), ("bounds", bounds),
    ("limits", limits), ("popup", popup), ("attributes", attributes), ("pieces", pieces), ("released", released),
    ("vocabulary", vocabulary),
  ]

  /// The page with all its tables as they must be; nil where it lacks the place for one.
  static func updated(_ page: String, _ tables: [(name: String, rows: [String])] = Self.tables) -> String? {
    var page = page
    for table in tables {
      guard let start = page.range(of: "<!-- table \(table.name) -->\n"),
        let end = page[start.upperBound...].range(of: "<!-- end -->")
      else { return nil }
      page.replaceSubrange(start.upperBound..<end.lowerBound, with: table.rows.map { $0 + "\n" }.joined())
    }
    return page
  }

  private static let version = [
    "| byte | version |", "|---|---|", row(["the version that is written", "\(FormatVersion.current)"]),
    row(["the least version a reader must know", "\(FormatVersion.minimumReader)"]),
  ]

  // MARK: - Events

  private static let kinds: [String] =
    ["| number | kind | slots | code | flags | fields |", "|---|---|---|---|---|---|"]
    + EventKind.allCases.map { kind in
      let contract = EventContract.all[Int(kind.rawValue)]!
      let slots = slotNames.filter { contract.allowed.contains($0.slot) }.map { slot in
        contract.required.contains(slot.slot) ? "**\(slot.name)**" : slot.name
      }
      let flags = flagNames.filter { contract.flags.contains($0.flag) && $0.flag != .reentrant }
      let code = meaning(of: contract.code)
      let shape = LineShape.of(kind)
      let fields = shape.codings.map { $0.isRequired ? "**`\($0.name)`**" : "`\($0.name)`" }
      let cells = [
        "\(kind.rawValue)", "`\(kind.wireName)`", slots.joined(separator: ", "),
        contract.required.contains(.code) && !code.isEmpty ? "**\(code)**" : code,
        flags.map { "\($0.flag.rawValue)" }.joined(separator: ", "),
        (fields + attributes(of: shape)).joined(separator: ", "),
      ]
      return row(cells)
    }

  private static func attributes(of shape: LineShape) -> [String] {
    switch shape.attributes {
    case .none: []
    case .submission: ["**attributes of a popup**"]
    case .page: ["attributes of a page"]
    case .change: ["**what it alters**"]
    }
  }

  private static let slotNames: [(slot: EventContract.Slots, name: String)] = [
    (.popup, "popup"), (.page, "page"), (.generation, "generation"), (.timer, "timer"), (.name, "name"),
    (.attributes, "attributes"), (.value, "value"), (.over, "popups that lost"),
  ]

  private static func meaning(of code: Event.Code) -> String {
    switch code {
    case .none: ""
    case .reason: "reason"
    case .act: "act"
    case .phase: "phase"
    case .purpose: "purpose, or 0"
    case .popupKind: "`kind`"
    }
  }

  private static let flagNames: [(flag: Event.Flags, meaning: String)] = [
    (.restored, "`restored`: not the first presentation of the popup"),
    (.holds, "`holds`: the condition is true"),
    (.incomplete, "`completed` is false: the animation was cut short"),
    (.hides, "`hides`: what is up goes as well"),
    (.ofKind, "`kind` is given: the code is a kind of popup"),
    (.hasReason, "`reason` is given: the code is a reason other than 0"),
    (.reentrant, "`reentrant`: taken in the turn of another stimulus; only in a session with flag 16"),
  ]

  private static let flags: [String] =
    ["| flag | meaning |", "|---|---|"] + flagNames.map { row(["\($0.flag.rawValue)", $0.meaning]) }

  // MARK: - Words

  private static let words: [String] =
    ["| what | words |", "|---|---|"] + [
      words("reason", Reason.allCases), words("act (`by`)", DismissalAct.allCases),
      words("phase", AnimationPhase.allCases), words("purpose", TimerPurpose.allCases),
      words("presentation of a page", PagePresentation.allCases),
    ]
    + PopupSpec.attributes.filter { !$0.words.isEmpty }.map { attribute in
      row(["`\(attribute.name)`", attribute.words.enumerated().map { "\($0) `\($1)`" }.joined(separator: ", ")])
    }

  private static func words<Word: WireNamed & RawRepresentable>(_ what: String, _ words: [Word]) -> String
  where Word.RawValue == UInt8 {
    row([what, words.map { "\($0.rawValue) `\($0.wireName)`" }.joined(separator: ", ")])
  }

  // MARK: - Fields

  private static let fields: [String] =
    ["| number | field | slot |", "|---|---|---|"]
    + EventField.allCases.compactMap { field in
      slot(of: field).map { row(["\(field.rawValue)", "`\(field.wireName)`", $0]) }
    }

  private static func slot(of field: EventField) -> String? {
    switch field.slot {
    case .popup: "popup"
    case .page: "page"
    case .generation: "generation, at least 1"
    case .code(.reason): "code, with flag 32 unless it is 0"
    case .code(.popupKind): "code, with flag 16"
    case .code: "code"
    case .name: "name"
    case .timer: "timer"
    case .value: "value"
    case .flag(let flag): "flag \(flag.rawValue)" + (field.isInverted ? ", which means `false`" : "")
    case .scene: "scene"
    case .scheduler: "scheduler"
    // Nothing can wait for these.
    case .over, .attributes, .pageAttributes: nil
    }
  }

  // MARK: - Attributes

  private static let popup: [String] =
    ["| bit | attribute | shape | default | what it says |", "|---|---|---|---|---|"]
    + PopupSpec.attributes.map { attribute in
      row([
        attribute.bit.map { "\($0)" } ?? "", "`\(attribute.name)`", shape(of: attribute), "\(attribute.usual)",
        "\(attribute.row.meaning)",
      ])
    }

  private static func shape(of attribute: PopupAttribute) -> String {
    switch attribute.shape {
    case .name: "name"
    case .list: "list"
    case .page: "page"
    case .length: "length"
    case .number(let numbers): "number \(numbers.lowerBound) … \(numbers.upperBound)"
    case .word: "word"
    case .choice: "choice"
    case .flag: "flag"
    }
  }

  /// The table of attributes for those who use them.
  static let pagesAndPopups: [(name: String, rows: [String])] = [
    (
      "popup",
      ["| attribute | default | meaning |", "| --- | --- | --- |"]
        + PopupSpec.attributes.map { row(["`\($0.name)`", usual($0), "\($0.row.meaning)"]) }
    )
  ]

  /// What an attribute is where it is not given.
  private static func usual(_ attribute: PopupAttribute) -> String {
    switch attribute.shape {
    case .name where attribute.isRequired: "–"
    case .word, .choice: "`\(attribute.words[Int(attribute.usual)])`"
    case .flag: attribute.usual == 1 ? "true" : "false"
    case .name, .list, .page, .length, .number: attribute.usual < 0 ? "\(attribute.row.absent)" : "\(attribute.usual)"
    }
  }

  private static let attributes: [String] =
    ["| attributes of | fields, in this order |", "|---|---|"] + [
      attributes("a page", PageTable.fields), attributes("what `popup.changed` alters", ChangeTable.fields),
    ]

  private static func attributes<Target>(_ what: String, _ fields: [FieldCoding<Target>]) -> String {
    row([what, fields.map { $0.isRequired ? "**`\($0.name)`**" : "`\($0.name)`" }.joined(separator: ", ")])
  }

  // MARK: - What goes without saying

  private static let pieces: [String] =
    ["| byte | piece |", "|---|---|"]
    + NamePieces.texts.enumerated().map { index, text in
      row([String(Int(NamePieces.first) + index, radix: 16, uppercase: true), "`\(text)`"])
    }

  private static let released: [String] =
    ["| policy | digest | configuration (`\\n` ends a line) |", "|---|---|---|"]
    + ReleasedPolicy.all.map { policy in
      let digits = String(policy.digest, radix: 16)
      return row([
        "`\(policy.name)`", "`\(String(repeating: "0", count: 8 - digits.count) + digits)`",
        "`\(policy.configuration.replacing("\n", with: "\\n"))`",
      ])
    }

  private static let vocabulary: [String] =
    ["| number | shape | next |", "|---|---|---|"]
    + ShapeTableText.entries.split(separator: ",").enumerated().map { number, entry in
      let fields = entry.split { $0 == " " || $0 == "\n" }.map(String.init)
      let next = fields.dropFirst().joined(separator: " ")
      return fields[0] == "-" ? row(["", "", next]) : row(["\(number)", fields[0], next])
    }

  // MARK: - Bounds

  private static let bounds: [String] =
    ["| what | at most |", "|---|---|"]
    + [
      ("bytes of a head, from `PopT` on", ChunkHead.sizeLimit), ("bytes of a text in a head", ChunkHead.textLimit),
      ("events of a chunk", ChunkHead.eventLimit), ("names, and lists, of a chunk", ChunkLimits.names),
      ("attributes of popups, kinds of pages, and shapes, of a chunk", ChunkLimits.entries),
      ("bytes of a name", SessionCheck.nameBytes), ("bytes of all names of a chunk", ChunkLimits.allNameBytes),
      ("entries of a table that is not listed", SegmentPiece.TableWay.unlistedLimit),
      ("arms, and entries of metadata, of a session", SessionHeader.entryLimit),
      ("bytes of the name of an arm or of metadata", SessionHeader.nameLimit),
      ("bytes of what is said of them, and of operating system, device and locale", SessionHeader.valueLimit),
      ("members of a list", Names.mostMembers),
      ("popups that lost, of an event", EventLog.overLimit), ("a sequence number", Int(SlotCheck.sequenceLimit)),
      ("a timer", Int(SlotCheck.timerLimit)), ("a generation, and an occurrence waited for", Int(Int32.max)),
      ("a level, in either direction", Int(Int32.max)),
      ("a number of a popup or page", Int(SessionCheck.largestNumber)),
      ("a scene, or a scheduler", Int(UInt16.max)), ("a tick, in microseconds", Int(TickLength.longestMicroseconds)),
      ("a time or a length, in ticks, however short they are", Int(SlotCheck.timeLimit - 1)),
      ("a time or a length, in ticks of 1 ms", Int(TickLength.millisecond.timeLimit - 1)),
      ("`at` of a timer, in either direction, in ticks of 1 ms", Int(TickLength.millisecond.instantLimit - 1)),
    ].map { row([$0.0, grouped($0.1)]) }

  private static let limits: [String] =
    ["| name | the most | unless raised |", "|---|---|---|"]
    + ResourceLimits.Name.allCases.map { name in
      row(["`\(name.rawValue)`", ResourceLimits.explanation(of: name), grouped(ResourceLimits()[name])])
    }

  private static func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: index)
      index -= 3
    }
    return String(digits)
  }

  private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}
