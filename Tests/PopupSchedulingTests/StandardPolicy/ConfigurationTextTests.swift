import Foundation
import Testing

@testable import PopupScheduling

@Suite("The text of a configuration, key by key")
struct ConfigurationTextTests {
  typealias Change = @Sendable (inout PolicyConfiguration) -> Void

  /// Every key with a value that neither `v0` nor `v6` has, or only one of them.
  private static let values: [(line: String, base: PolicyConfiguration, change: Change)] = [
    ("slots: 0", .v1, { $0.slots = 0 }),
    ("slots: 1", .v0, { $0.slots = 1 }),
    ("order: fifo", .v3, { $0.order = .fifo }),
    ("order: lifo", .v1, { $0.order = .lifo }),
    ("order: priority", .v1, { $0.order = .priority }),
    ("ties: lifo", .v6, { $0.ties = .lifo }),
    ("ties: fifo", .v6, { $0.ties = .fifo }),
    ("chains: false", .v6, { $0.chains = false }),
    ("chains: true", .v2, { $0.chains = true }),
    ("pages: bound", .v1, { $0.pages = .bound }),
    ("pages: ignore", .v2, { $0.pages = .ignore }),
    ("leaving: hide", .v4, { $0.leaving = .hide }),
    ("leaving: park", .v2, { $0.leaving = .park }),
    ("leaving: ignore", .v6, { $0.leaving = .ignore }),
    ("signOut: ignore", .v6, { $0.signOut = .ignore }),
    ("signOut: clear", .v0, { $0.signOut = .clear }),
    ("content: ignore", .v6, { $0.content = .ignore }),
    ("content: request", .v0, { $0.content = .request }),
    ("keys: false", .v6, { $0.keys = false }),
    ("keys: true", .v0, { $0.keys = true }),
    ("expiry: false", .v6, { $0.expiry = false }),
    ("expiry: true", .v0, { $0.expiry = true }),
    ("autoDismiss: false", .v6, { $0.autoDismiss = false }),
    ("autoDismiss: true", .v0, { $0.autoDismiss = true }),
    ("gates: []", .v6, { $0.gates = [] }),
    ("gates: [scroll]", .v6, { $0.gates = .scroll }),
    ("gates: [edit]", .v0, { $0.gates = .edit }),
    ("gates: [suspend]", .v0, { $0.gates = .suspend }),
    ("gates: [background]", .v0, { $0.gates = .background }),
    ("gates: [condition]", .v0, { $0.gates = .condition }),
    ("gates: [scroll, background]", .v6, { $0.gates = [.background, .scroll] }),
    ("preemption: false", .v6, { $0.preemption = false }),
    ("preemption: true", .v3, { $0.preemption = true }),
    ("exempt: []", .v6, { $0.exempt = [] }),
    ("exempt: [alert, message]", .v6, { $0.exempt = [.message, .alert] }),
    ("chrome: false", .v6, { $0.chrome = false }),
    ("chrome: true", .v0, { $0.chrome = true }),
  ]

  private static func base(_ configuration: PolicyConfiguration) -> String {
    "base: " + (configuration.versionName ?? "")
  }

  @Test("A line changes what it names and nothing else, and is what the whole text then has", arguments: values.indices)
  func line(index: Int) throws {
    let (line, base, change) = Self.values[index]
    var expected = base
    change(&expected)
    #expect(try PolicyConfiguration(text: Self.base(base) + "\n" + line) == expected)
    #expect(try PolicyConfiguration(text: line + "\n" + Self.base(base)) == expected, "the order does not matter")
    #expect(expected.text.split(separator: "\n").contains(Substring(line)))
    #expect(try PolicyConfiguration(text: expected.text) == expected)
  }

  @Test("The keys in which two configurations differ are named in order, and can be put back one by one")
  func differences() throws {
    #expect(PolicyConfiguration.v4.keysThatDiffer(from: .v4) == [])
    #expect(PolicyConfiguration.v4.keysThatDiffer(from: .v3) == [.leaving])
    #expect(PolicyConfiguration.v6.keysThatDiffer(from: .v5) == [.gates, .preemption, .exempt, .chrome])
    var expected = PolicyConfiguration.v6
    expected.gates = []
    expected.chrome = false
    #expect(PolicyConfiguration.v6.putting([.gates, .chrome], backTo: .v5) == expected)
    #expect(PolicyConfiguration.v6.putting([], backTo: .v5) == .v6)
    #expect(PolicyConfiguration.v6.putting(PolicyConfiguration.Key.allCases, backTo: .v2) == .v2)
    #expect(PolicyConfiguration.v6.putting([.slots], backTo: .v0) == nil, "it makes no sense without a slot")
  }

  @Test("Every key has one row, in the order of keys")
  func rows() {
    #expect(PolicyConfiguration.rows.map(\.key) == PolicyConfiguration.Key.allCases)
  }

  @Test("A key that came after a release stands in a text only where it is not what it was before, and may be missing")
  func laterKey() throws {
    var rows = PolicyConfiguration.rows
    let place = try #require(rows.firstIndex { $0.key == .chrome })
    rows[place] = rows[place].laterKey()
    let without = PolicyConfiguration.v5.text.replacing("chrome: false\n", with: "")
    #expect(PolicyConfiguration.v5.text(rows) == without)
    #expect(PolicyConfiguration.v6.text(rows) == PolicyConfiguration.v6.text)
    #expect(try PolicyConfiguration(PolicyText(without).settings, rows) == .v5)
    #expect(throws: PolicyConfigurationError.self) { try PolicyConfiguration(text: without) }
  }

  @Test("A configuration is encoded as its text and decoded from it", arguments: [PolicyConfiguration.v2, .v6])
  func coding(configuration: PolicyConfiguration) throws {
    let data = try JSONEncoder().encode([configuration])
    #expect(try JSONDecoder().decode([String].self, from: data) == [configuration.text])
    #expect(try JSONDecoder().decode([PolicyConfiguration].self, from: data) == [configuration])
  }

  @Test("A version is found by its name, and only what is one has a name")
  func versions() {
    for version in PolicyConfiguration.versions {
      #expect(PolicyConfiguration.version(named: version.name) == version.configuration)
    }
    #expect(PolicyConfiguration.version(named: "v7") == nil && PolicyConfiguration.version(named: "") == nil)
    var other = PolicyConfiguration.v6
    other.ties = .lifo
    #expect(other.versionName == nil)
  }

  /// What is written, and the settings it means: key, words, line.
  private static let texts: [(text: String, settings: [String])] = [
    ("a: b", ["a=b 1"]),
    ("\n\n a: b".replacing(" a", with: "a"), ["a=b 3"]),
    ("a:b\r\nc :d", ["a=b 1", "c=d 2"]),
    ("a: b # c", ["a=b 1"]),
    ("a: b#c", ["a=b#c 1"]),
    ("# a: b\n---\nc: d #", ["c=d 3"]),
    ("a: 'b'\n\"c\": \"d\"", ["a=b 1", "c=d 2"]),
    ("a: '\nb: \"c'", ["a=' 1", "b=\"c' 2"]),
    ("a: ''", ["a= 1"]),
    ("a: b: c", ["a=b: c 1"]),
    ("a: []\nb: [c]\nd: [ 'e' ,f]", ["a=[] 1", "b=[c] 2", "d=[e|f] 3"]),
    ("a: [b,,c]", ["a=[b||c] 1"]),
    ("a:\n- b\n  - 'c d'\n-e", ["a=[b|c d|e] 1"]),
    ("a: [b]\n- c", ["a=[b|c] 1"]),
    ("a:\nb: c", ["a= 1", "b=c 2"]),
    ("a:\n# what follows\n\n- b\nc: d", ["a=[b] 1", "c=d 5"]),
  ]

  @Test("Comments, blank lines, quotes and lists are understood as YAML has them", arguments: texts.indices)
  func settings(index: Int) throws {
    let (text, expected) = Self.texts[index]
    let settings = try PolicyText(text).settings.map { setting in
      let words = setting.value.words.joined(separator: "|")
      return "\(setting.key)=\(setting.value.isList ? "[\(words)]" : words) \(setting.line)"
    }
    #expect(settings == expected)
  }

  private static let malformed: [(text: String, line: Int)] = [
    ("- a", 1), ("a: b\n- c", 2), ("a:\n- b\nc: d\n- e", 4), ("a:\n  b: c", 2), ("a: b\n\nc", 3), ("a: [b", 1),
    ("a: [", 1), (" a: b", 1),
  ]

  @Test("What is nested, or no line of the form, is refused with its line", arguments: malformed.indices)
  func refused(index: Int) {
    let (text, line) = Self.malformed[index]
    let error = #expect(throws: PolicyConfigurationError.self) { try PolicyText(text) }
    #expect(error?.code == .malformed && error?.line == line, "\(error?.description ?? "")")
  }

  /// What makes no sense, and what the first reason says of it.
  private static let contradictions: [(key: PolicyConfiguration.Key, words: String, change: Change)] = [
    (
      .slots, "slots is 2",
      {
        $0 = .v6; $0.slots = 2
      }
    ),
    (
      .slots, "slots is -1",
      {
        $0 = .v0; $0.slots = -1
      }
    ),
    (
      .order, "order lifo needs a slot",
      {
        $0 = .v0; $0.order = .lifo
      }
    ),
    (
      .order, "order priority needs a slot",
      {
        $0 = .v0; $0.order = .priority; $0.ties = .lifo
      }
    ),
    (
      .ties, "order lifo does not look at",
      {
        $0 = .v1; $0.order = .lifo; $0.ties = .lifo
      }
    ),
    (
      .ties, "order fifo does not look at",
      {
        $0 = .v0; $0.ties = .lifo
      }
    ),
    (
      .chains, "there is none",
      {
        $0 = .v0; $0.chains = true
      }
    ),
    (
      .leaving, "leaving hide needs",
      {
        $0 = .v1; $0.leaving = .hide
      }
    ),
    (
      .leaving, "leaving park needs",
      {
        $0 = .v6; $0.pages = .ignore
      }
    ),
    (
      .preemption, "takes a slot away",
      {
        $0 = .v0; $0.preemption = true
      }
    ),
    (
      .preemption, "order fifo knows no levels",
      {
        $0 = .v2; $0.preemption = true
      }
    ),
    (
      .preemption, "order lifo knows no levels",
      {
        $0 = .v1; $0.order = .lifo; $0.preemption = true
      }
    ),
    (
      .exempt, "with slots 0 nobody does",
      {
        $0 = .v0; $0.exempt = [.hud]
      }
    ),
    (
      .exempt, "cannot name system",
      {
        $0 = .v6; $0.exempt = [.hud, .system]
      }
    ),
    (
      .exempt, "cannot name system",
      {
        $0 = .v1; $0.exempt = [.system]
      }
    ),
  ]

  @Test("Of what makes no sense the first is named, with the reason", arguments: contradictions.indices)
  func senseless(index: Int) {
    let (key, words, change) = Self.contradictions[index]
    var configuration = PolicyConfiguration()
    change(&configuration)
    let error = #expect(throws: PolicyConfigurationError.self) { try configuration.validate() }
    #expect(error?.key == key.rawValue && error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.code == (key == .slots ? .badValue : .senseless))
  }

  private static let sensible: [Change] = [
    {
      $0 = .v1; $0.order = .lifo
    },
    {
      $0 = .v6; $0.ties = .lifo
    },
    {
      $0 = .v2; $0.leaving = .hide
    },
    {
      $0 = .v3; $0.preemption = true
    },
    {
      $0 = .v1; $0.exempt = [.hud, .alert, .sheet]
    },
    {
      $0 = .v1; $0.chains = true
    },
    {
      $0 = .v0; $0.pages = .bound; $0.leaving = .park; $0.gates = .all; $0.chrome = true; $0.expiry = true
    },
    {
      $0 = .v6; $0.preemption = false; $0.order = .fifo
    },
  ]

  @Test("What lies beside that makes sense", arguments: sensible.indices)
  func sense(index: Int) throws {
    var configuration = PolicyConfiguration()
    Self.sensible[index](&configuration)
    try configuration.validate()
  }
}
