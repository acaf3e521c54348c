import PopAudit
import PopDocument
import PopTrace
import PopupScheduling

// What is written here is read here: a line that says what the file is, then an entry a line, in order.

extension BaselineFile {
  package var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { $0.member("schema", changes > 0 ? Self.schema : Self.fineSchema) }
    var bytes = json.bytes + [UInt8(ascii: "\n")]
    for entry in entries {
      json = JSONWriter()
      json.object {
        if let fingerprint = entry.fingerprint { $0.member("fingerprint", fingerprint) }
        $0.member("rule", entry.rule)
        if !entry.keys.isEmpty {
          $0.object("keys") { for key in entry.keys { $0.member(named: key.key, key.value) } }
        }
        for (key, text) in [("popup", entry.popup), ("other", entry.other), ("page", entry.page)] where !text.isEmpty {
          $0.member(named: key, text)
        }
        $0.members(["sessions": entry.sessions, "reason": entry.excuse.reason])
        if !entry.excuse.owner.isEmpty { $0.member("owner", entry.excuse.owner) }
        if let expires = entry.excuse.expires { $0.member("expires", expires) }
      }
      bytes += json.bytes
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  package init(bytes: [UInt8]) throws(GateError) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let first = lines.first, let schema = try BaselineLine(first, number: 1, keys: ["schema"])["schema"],
      [Self.schema, Self.fineSchema].contains(schema)
    else {
      throw GateError(
        .malformed, line: 1, "This is no baseline file: its first line is not {\"schema\":\"\(Self.schema)\"}.")
    }
    guard lines.count <= Self.most + 1 else {
      throw GateError(.malformed, line: nil, "The baseline has more than \(Self.most) entries.")
    }
    var entries: [Entry] = []
    for (index, line) in lines.enumerated().dropFirst() {
      let entry = try Entry(line, number: index + 1)
      guard entry.fingerprint != nil || schema == Self.schema else {
        throw GateError(
          .missingKey, line: entry.line,
          "An entry of \(schema) has the key fingerprint, which is missing; \(Self.schema) has entries without.")
      }
      if let last = entries.last, !last.place.lexicographicallyPrecedes(entry.place) {
        throw last.place == entry.place
          ? GateError(.repeatedKey, line: entry.line, "What it accepts is accepted on the line above, too.")
          : GateError(
            .malformed, line: entry.line,
            "The entries are not in order: first those without fingerprint, by rule, keys, popup, other and page, then those with one."
          )
      }
      entries.append(entry)
    }
    self.init(entries)
  }
}

extension BaselineFile.Entry {
  fileprivate init(_ bytes: ArraySlice<UInt8>, number: Int) throws(GateError) {
    let line = try BaselineLine(
      bytes, number: number,
      keys: ["fingerprint", "rule", "keys", "popup", "other", "page", "sessions", "reason", "owner", "expires"])
    let fingerprint = line["fingerprint"].map { Fingerprint($0) }
    if fingerprint == .some(nil) {
      throw GateError(.badValue, line: number, "A fingerprint has 16 hexadecimal digits.")
    }
    guard fingerprint == nil || line.settings.isEmpty else {
      throw GateError(.badValue, line: number, "An entry is about a fingerprint or about keys, not about both.")
    }
    guard let sessions = SessionShare(try line.required("sessions")) else {
      throw GateError(.badValue, line: number, "In how many sessions it is accepted is written as \"2 of 300\".")
    }
    let reason = try line.required("reason")
    guard !reason.isEmpty else {
      throw GateError(.badValue, line: number, "Why it is accepted is not said: reason is empty.")
    }
    let rule = try ConfigurationReader.rule(try line.required("rule"), line: number)
    var excuse = Excuse(reason: reason, owner: line["owner"] ?? "")
    if let expires = line["expires"] {
      excuse.expires = try ConfigurationReader.day(.word(expires, line: number), of: "expires")
    }
    self.init(rule, fingerprint ?? nil, by: line.settings, sessions: sessions, excuse: excuse)
    (popup, other, page) = (line["popup"] ?? "", line["other"] ?? "", line["page"] ?? "")
    self.line = number
  }
}

/// A line of a baseline file: an object of texts, and of the keys of a policy. Everything in it is untrusted.
private struct BaselineLine {
  private let number: Int
  private var texts: [(key: String, text: String)] = []
  private(set) var settings: [PolicySetting] = []

  init(_ slice: ArraySlice<UInt8>, number: Int, keys: [String]) throws(GateError) {
    self.number = number
    guard slice.count <= BaselineFile.longestLine else {
      throw mistake("The line is longer than \(BaselineFile.longestLine) bytes.", .malformed)
    }
    var scanner = JSONScanner(Array(slice))
    do { try scanner.scan(scanner.bytes.indices) } catch {
      throw mistake("This is not JSON: \(error.what).", .malformed)
    }
    guard scanner.nodes[0].kind == .object else {
      throw mistake("A line is an object, not \(scanner.nodes[0].kind.wireName).", .malformed)
    }
    var next = 1
    while next < scanner.nodes.count {
      let key = scanner.text(of: scanner.nodes[next])
      let value = scanner.nodes[next + 1]
      guard keys.contains(key) else {
        let guess = NearestName.to(key, among: keys).map { "Did you mean \($0)?" }
        throw mistake(
          "There is no key \"\(printable(key))\" here. \(guess ?? "The keys are \(keys.joined(separator: ", ")).")",
          .unknownKey)
      }
      guard !texts.contains(where: { $0.key == key }), key != "keys" || settings.isEmpty else {
        throw mistake("The key \(key) is there twice.", .repeatedKey)
      }
      if key == "keys" {
        try takeSettings(scanner, next + 1)
      } else {
        texts.append((key, try text(scanner, value, of: key)))
      }
      next = value.next
    }
  }

  private mutating func takeSettings(_ scanner: JSONScanner, _ place: Int) throws(GateError) {
    let node = scanner.nodes[place]
    let known = PolicyConfiguration.Key.allCases.map(\.rawValue)
    var next = place + 1
    while node.kind == .object, next < node.next {
      let key = scanner.text(of: scanner.nodes[next])
      let value = scanner.nodes[next + 1]
      guard known.contains(key) else {
        let guess = NearestName.to(key, among: known).map { " Did you mean \($0)?" } ?? ""
        throw mistake("A policy has no key \"\(printable(key))\".\(guess)")
      }
      guard !settings.contains(where: { $0.key == key }) else {
        throw mistake("The key \(key) is in keys twice.", .repeatedKey)
      }
      settings.append(PolicySetting(key, try text(scanner, value, of: key)))
      next = value.next
    }
    guard !settings.isEmpty else {
      throw mistake("The value of keys is an object of a policy's keys, such as {\"leaving\":\"hide\"}.")
    }
  }

  private func mistake(_ what: String, _ code: GateError.Code = .badValue) -> GateError {
    GateError(code, line: number, what)
  }

  private func text(_ scanner: JSONScanner, _ node: JSONScanner.Node, of key: String) throws(GateError) -> String {
    guard node.kind == .string || node.kind == .escapedString else {
      throw mistake("The value of \(key) is text, not \(node.kind.wireName).")
    }
    return scanner.text(of: node)
  }

  subscript(key: String) -> String? { texts.first { $0.key == key }?.text }

  func required(_ key: String) throws(GateError) -> String {
    guard let text = self[key] else { throw mistake("An entry has the key \(key), which is missing.", .missingKey) }
    return text
  }
}
