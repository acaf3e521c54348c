import PopupScheduling

/// The attributes that many pages share: everything but the container.
enum PageKindCoding {
  /// Adds a kind.
  ///
  /// - Parameter next: The index plus 1 of the list of classes that is expected: the one after that of the kind before.
  static func write(_ kind: PageSpec, after next: inout Int, into bytes: inout [UInt8]) {
    let classes = Int(kind.classes.rawValue) + 1
    let navigation: UInt8 = kind.navigation.map { $0 ? 2 : 1 } ?? 0
    let word = kind.presentation.rawValue << 2 | navigation
    let isPlain = word == 0 && kind.scene == 0
    bytes.append(varint: Zigzag.encode(Int64(classes - next)) << 1 | (isPlain ? 0 : 1))
    if !isPlain {
      bytes.append(word)
      bytes.append(count: Int(kind.scene))
    }
    next = classes + 1
  }

  /// Reads a kind.
  static func read(_ reader: inout ByteReader, after next: inout Int, lists: Int) throws(Malformed) -> PageSpec {
    let first = try reader.varint()
    let classes = Int64(next) &+ Zigzag.decode(first >> 1)
    guard classes >= 0, classes <= Int64(lists) else {
      throw Malformed(.corrupt, "has a page with classes that are not there")
    }
    next = Int(classes) + 1
    var kind = PageSpec()
    kind.classes = NameListID(Int(classes) - 1)
    guard first & 1 == 1 else { return kind }
    let word = try reader.byte()
    guard let presentation = PagePresentation(rawValue: word >> 2), word & 3 < 3 else {
      throw Malformed(.corrupt, "has a page with an unknown word")
    }
    kind.presentation = presentation
    kind.navigation = word & 3 == 0 ? nil : word & 3 == 2
    kind.scene = UInt16(try reader.count(upTo: Int(UInt16.max), "as a scene"))
    return kind
  }
}

/// What a `popup.changed` alters.
enum ChangeCoding {
  /// - Parameter list: The index of the new pages in the chunk's lists; read only where the change has any.
  static func write(_ change: PopupChange, list: Int, into bytes: inout [UInt8]) {
    let bits: UInt8 = (change.level == nil ? 0 : 1) | (change.pages == nil ? 0 : 2) | (change.expires == nil ? 0 : 4)
    bytes.append(bits)
    if let level = change.level { bytes.append(zigzag: Int64(level)) }
    if change.pages != nil { bytes.append(count: list + 1) }
    if let expires = change.expires { bytes.append(zigzag: expires.rawValue) }
  }

  /// Reads a change whose pages are an index in the chunk's lists.
  static func read(_ reader: inout ByteReader, lists: Int) throws(Malformed) -> PopupChange {
    var change = PopupChange()
    let bits = try reader.byte()
    guard bits < 8 else { throw Malformed(.corrupt, "has a change of something unknown") }
    if bits & 1 != 0 {
      guard let level = Int32(exactly: try reader.zigzag()) else {
        throw Malformed(.corrupt, "has a level out of range")
      }
      change.level = level
    }
    if bits & 2 != 0 { change.pages = NameListID(try reader.count(upTo: lists, "as a list of pages") - 1) }
    if bits & 4 != 0 { change.expires = try reader.length() }
    return change
  }
}
