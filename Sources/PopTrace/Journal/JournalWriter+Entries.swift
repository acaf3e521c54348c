import PopupScheduling

/// Whether what an event refers to could be written to the journal.
enum JournalWriteResult: Sendable {
  case written
  /// Both halves are full.
  case noRoom
  /// It refers to something that is not there, or has a number out of range.
  case unsound
}

// What is written before an event: the entries that it refers to. Nearly every sixth event has some, so that they must cost little more than
// the event itself: only tables that the event refers to are looked at, and entries are stored straight into the mapping, without an array.
extension JournalWriter {
  /// Writes in this half all that an event refers to, and goes on in the other half where this one has no room for it.
  @inline(__always)
  mutating func ensureWritten(
    _ event: Event, _ lost: LostPopups, _ catalog: borrowing Catalog, at time: Ticks
  ) -> JournalWriteResult {
    guard Self.isSound(event, lost, catalog) else { return .unsound }
    return ensureAllWritten(event, lost, catalog) ? .written : ensureWrittenInNext(event, lost, catalog, at: time)
  }

  @inline(never)
  private mutating func ensureWrittenInNext(
    _ event: Event, _ lost: LostPopups, _ catalog: borrowing Catalog, at time: Ticks
  ) -> JournalWriteResult {
    while true {
      guard goOn(at: time) else { return .noRoom }
      let known = written.bases
      if ensureAllWritten(event, lost, catalog) { return .written }
      // A half that has just begun has room for what one event can refer to, unless that is more than an app ever says. Behind events that were
      // dropped it may be full of what these were the first to refer to: then the rest stands in the next one.
      if written.bases == known { return .unsound }
    }
  }

  @inline(__always)
  private static func isSound(_ event: Event, _ lost: LostPopups, _ catalog: borrowing Catalog) -> Bool {
    let attributes = event.kind == .popupChanged ? catalog.changes.count : catalog.specs.count
    return isWithin(event.popup.rawValue, catalog.popupNumbers.count)
      && isWithin(event.page.rawValue, catalog.pages.count)
      && isWithin(event.name.rawValue, catalog.names.texts.count) && isWithin(event.attributes, attributes)
      && event.timer.rawValue >= -1 && event.timer.rawValue <= SlotCheck.timerLimit
      && lost.areBelow(catalog.popupNumbers.count)
  }

  @inline(__always)
  private static func isWithin(_ id: Int32, _ count: Int) -> Bool { id >= -1 && Int(id) < count }

  /// Writes all entries that are missing; false where the half has no room for it and for the event behind it.
  @inline(__always)
  private mutating func ensureAllWritten(_ event: Event, _ lost: LostPopups, _ catalog: borrowing Catalog) -> Bool {
    guard ensureWritten(event.name, catalog), ensureWritten(event.page, catalog), ensureWritten(event.popup, catalog)
    else { return false }
    for index in 0..<lost.count { guard ensureWritten(lost[index], catalog) else { return false } }
    if event.attributes >= 0 {
      let index = Int(event.attributes)
      guard event.kind == .popupChanged ? ensureWritten(change: index, catalog) : ensureWritten(spec: index, catalog)
      else { return false }
    }
    written.note(event.timer)
    return limit - position >= Self.eventRoom
  }

  // Each table is written without holes: before an entry that was never written come all the others that never were.

  /// The entries to write for one entry: it alone where it was written in an earlier half, else also those in front of it that were never written.
  @inline(__always)
  private func entries(through index: Int, in table: WrittenEntries.Table) -> ClosedRange<Int> {
    min(index, written.count(of: table))...index
  }

  // MARK: - Names

  @inline(__always)
  private mutating func ensureWritten(_ name: Symbol, _ catalog: borrowing Catalog) -> Bool {
    name.isNone || written.isWritten(name.rawValue, in: .names) || writeNames(through: name.index, catalog)
  }

  @inline(never)
  private mutating func writeNames(through index: Int, _ catalog: borrowing Catalog) -> Bool {
    for index in entries(through: index, in: .names) {
      let text = catalog.names.texts[index]
      var isWritten: Bool?
      if text.utf8.count <= JournalLayout.nameLimit {
        isWritten = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe write(name: index, $0) }
      }
      // One that is too long, or whose text another language keeps.
      if isWritten == nil {
        var kept = JournalName.kept(text)
        isWritten = kept.withUTF8 { unsafe write(name: index, $0) }
      }
      guard isWritten == true else { return false }
      written.note(index, in: .names)
    }
    return true
  }

  @inline(__always)
  private mutating func write(name index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    write(.name, words: 2 &+ (text.count &+ 7) / 8) { slot in
      slot[1] = UInt64(truncatingIfNeeded: index) | UInt64(truncatingIfNeeded: text.count) << 32
      unsafe slot.store(text)
    }
  }

  @inline(__always)
  mutating func ensureWritten(_ list: NameListID, _ catalog: borrowing Catalog) -> Bool {
    list.isNone || written.isWritten(list.rawValue, in: .lists) || writeLists(through: list.index, catalog)
  }

  @inline(never)
  private mutating func writeLists(through index: Int, _ catalog: borrowing Catalog) -> Bool {
    for index in entries(through: index, in: .lists) {
      let start = Int(catalog.names.starts[index])
      let end = Int(catalog.names.starts[index + 1])
      // A longer one no trace could hold.
      guard end - start <= Names.mostMembers else { return false }
      // The members first: an entry is written only after those that it refers to.
      for member in start..<end { guard ensureWritten(catalog.names.members[member], catalog) else { return false } }
      let isWritten = write(.list, words: 2 &+ (end &- start &+ 1) / 2) { slot in
        slot[1] = UInt64(truncatingIfNeeded: index) | UInt64(truncatingIfNeeded: end &- start) << 32
        var word = 2
        for member in stride(from: start, to: end, by: 2) {
          let second = member &+ 1 < end ? catalog.names.members[member &+ 1].rawValue : -1
          slot[word] = Self.pair(catalog.names.members[member].rawValue, second)
          word &+= 1
        }
      }
      guard isWritten else { return false }
      written.note(index, in: .lists)
    }
    return true
  }

  // MARK: - Popups and what is asked of them

  @inline(__always)
  private mutating func ensureWritten(_ popup: PopupID, _ catalog: borrowing Catalog) -> Bool {
    popup.isNone || popup.index < written.count(of: .popups) && !written.hasOddNumbers
      || written.isWritten(popup.rawValue, in: .popups) || writePopups(through: popup.index, catalog)
  }

  @inline(never)
  private mutating func writePopups(through index: Int, _ catalog: borrowing Catalog) -> Bool {
    for index in entries(through: index, in: .popups) {
      let number = catalog.popupNumbers[index]
      if number != Int64(index) {
        written.noteOddNumber()
        let isWritten = write(.popup, words: 3) { slot in
          slot[1] = UInt64(truncatingIfNeeded: index)
          slot[2] = UInt64(bitPattern: number)
        }
        guard isWritten else { return false }
      }
      written.note(index, in: .popups)
    }
    return true
  }

  @inline(__always)
  private mutating func ensureWritten(spec index: Int, _ catalog: borrowing Catalog) -> Bool {
    written.isWritten(Int32(truncatingIfNeeded: index), in: .specs) || writeSpecs(through: index, catalog)
  }

  @inline(never)
  private mutating func writeSpecs(through index: Int, _ catalog: borrowing Catalog) -> Bool {
    for index in entries(through: index, in: .specs) {
      // Nearly always the attributes are new and the entries that they refer to are not.
      let references = PopupReferences(of: catalog.specs[index], pageCount: catalog.pages.count)
      guard written.covers(references, catalog) || ensureWritten(references, catalog), write(spec: index, catalog)
      else { return false }
    }
    return true
  }

  // A function of its own, so that no register has to keep what was asked before.
  @inline(never)
  private mutating func write(spec index: Int, _ catalog: borrowing Catalog) -> Bool {
    let isWritten = write(.spec, words: JournalSpec.words) { slot in
      JournalSpec.store(catalog.specs[index], pageCount: catalog.pages.count, index: index, in: slot)
    }
    if isWritten { written.note(index, in: .specs) }
    return isWritten
  }

  @inline(never)
  private mutating func ensureWritten(_ references: PopupReferences, _ catalog: borrowing Catalog) -> Bool {
    for lane in references.names.indices {
      guard ensureWritten(Symbol(references.names[lane]), catalog) else { return false }
    }
    for lane in references.pages.indices {
      guard ensureWritten(PageID(references.pages[lane]), catalog) else { return false }
    }
    for lane in references.lists.indices {
      guard ensureWritten(NameListID(references.lists[lane]), catalog) else { return false }
    }
    return true
  }

  @inline(__always)
  private mutating func ensureWritten(change index: Int, _ catalog: borrowing Catalog) -> Bool {
    written.isWritten(Int32(truncatingIfNeeded: index), in: .changes) || writeChanges(through: index, catalog)
  }

  @inline(never)
  private mutating func writeChanges(through index: Int, _ catalog: borrowing Catalog) -> Bool {
    for index in entries(through: index, in: .changes) {
      let change = catalog.changes[index]
      guard ensureWritten(change.pages ?? .none, catalog) else { return false }
      let isWritten = write(.change, words: JournalChange.words) { slot in
        JournalChange.store(change, index: index, in: slot)
      }
      guard isWritten else { return false }
      written.note(index, in: .changes)
    }
    return true
  }
}

/// A name as a journal keeps it.
enum JournalName {
  /// The text itself; of one that is too long as much as fits, and what tells it from others that begin like it.
  static func kept(_ text: String) -> String {
    guard text.utf8.count > JournalLayout.nameLimit else { return text }
    let digest = XXH64.hash(Array(text.utf8))
    var kept = ""
    for scalar in text.unicodeScalars where kept.utf8.count + 40 < JournalLayout.nameLimit {
      kept.unicodeScalars.append(scalar)
    }
    return kept + "… " + String(digest, radix: 16)
  }
}
