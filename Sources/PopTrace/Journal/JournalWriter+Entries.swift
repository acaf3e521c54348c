import PopupScheduling

// What is written before an event: the entries that it refers to. Nearly every sixth event has some, so that they must cost little more than
// the event itself: only tables that the event refers to are looked at, and entries are stored straight into the mapping, without an array.
extension JournalWriter {
  enum WriteResult: Sendable {
    case written
    case noRoom
    /// It refers to something that is not there, or has a number out of range.
    case unsound
  }

  /// Writes in this half all that an event refers to, and goes on in the other half where this one has no room for it.
  @inline(__always)
  mutating func ensureWritten(
    _ event: Event, _ lost: LostPopups, _ catalog: borrowing Catalog, at time: Ticks
  ) -> WriteResult {
    guard Self.isSound(event, lost, catalog) else { return .unsound }
    return ensureAllWritten(event, lost, catalog) ? .written : ensureWrittenInNext(event, lost, catalog, at: time)
  }

  @inline(never)
  private mutating func ensureWrittenInNext(
    _ event: Event, _ lost: LostPopups, _ catalog: borrowing Catalog, at time: Ticks
  ) -> WriteResult {
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

  @inline(__always)
  private mutating func ensureAllWritten(_ event: Event, _ lost: LostPopups, _ catalog: borrowing Catalog) -> Bool {
    guard ensureWritten(event.name, catalog), ensureWritten(event.page, catalog), ensureWritten(event.popup, catalog)
    else { return false }
    for index in 0..<lost.count { guard ensureWritten(lost[index], catalog) else { return false } }
    if event.attributes >= 0 {
      let index = Int(event.attributes)
      let isWritten =
        event.kind == .popupChanged
        ? written.changes.isWritten(event.attributes) || writeChanges(through: index, catalog)
        : written.specs.isWritten(event.attributes) || writeSpecs(through: index, catalog)
      guard isWritten else { return false }
    }
    written.note(event.timer)
    return limit - position >= Self.eventRoom
  }

  @inline(__always)
  private mutating func ensureWritten(_ name: Symbol, _ catalog: borrowing Catalog) -> Bool {
    name.isNone || written.names.isWritten(name.rawValue) || writeNames(through: name.index, catalog)
  }

  @inline(never)
  private mutating func writeNames(through index: Int, _ catalog: borrowing Catalog) -> Bool {
    for index in written.names.entries(through: index) {
      let text = catalog.names.texts[index]
      var isWritten: Bool?
      if text.utf8.count <= JournalLayout.nameLimit {
        isWritten = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe write(name: index, $0) }
      }
      // One that is too long, or whose text another language keeps.
      if isWritten == nil {
        var kept = Self.kept(text)
        isWritten = kept.withUTF8 { unsafe write(name: index, $0) }
      }
      guard isWritten == true else { return false }
      written.names.note(index)
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
    list.isNone || written.lists.isWritten(list.rawValue) || writeLists(through: list.index, catalog)
  }

  @inline(never)
  private mutating func writeLists(through index: Int, _ catalog: borrowing Catalog) -> Bool {
    for index in written.lists.entries(through: index) {
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
      written.lists.note(index)
    }
    return true
  }

  @inline(__always)
  private mutating func ensureWritten(_ popup: PopupID, _ catalog: borrowing Catalog) -> Bool {
    popup.isNone || popup.index < written.popups.count && !written.hasOddNumbers
      || written.popups.isWritten(popup.rawValue) || writePopups(through: popup.index, catalog)
  }

  @inline(never)
  private mutating func writePopups(through index: Int, _ catalog: borrowing Catalog) -> Bool {
    for index in written.popups.entries(through: index) {
      let number = catalog.popupNumbers[index]
      if number != Int64(index) {
        written.noteOddNumber()
        let isWritten = write(.popup, words: 3) { slot in
          slot[1] = UInt64(truncatingIfNeeded: index)
          slot[2] = UInt64(bitPattern: number)
        }
        guard isWritten else { return false }
      }
      written.note(popup: index)
    }
    return true
  }

  @inline(never)
  private mutating func writeSpecs(through index: Int, _ catalog: borrowing Catalog) -> Bool {
    for index in written.specs.entries(through: index) {
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
    if isWritten { written.specs.note(index) }
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

  @inline(never)
  private mutating func writeChanges(through index: Int, _ catalog: borrowing Catalog) -> Bool {
    for index in written.changes.entries(through: index) {
      let change = catalog.changes[index]
      guard ensureWritten(change.pages ?? .none, catalog) else { return false }
      let isWritten = write(.change, words: JournalChange.words) { slot in
        JournalChange.store(change, index: index, in: slot)
      }
      guard isWritten else { return false }
      written.changes.note(index)
    }
    return true
  }

  /// A name as a journal keeps it: the text itself; of one that is too long as much as fits, and what tells it from others that begin like it.
  private static func kept(_ text: String) -> String {
    guard text.utf8.count > JournalLayout.nameLimit else { return text }
    let digest = XXH64.hash(Array(text.utf8))
    var kept = ""
    for scalar in text.unicodeScalars where kept.utf8.count + 40 < JournalLayout.nameLimit {
      kept.unicodeScalars.append(scalar)
    }
    return kept + "… " + String(digest, radix: 16)
  }

  /// Writes a page, and before it the pages it stands in.
  @inline(__always)
  mutating func ensureWritten(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
    page.isNone || written.pages.isWritten(page, catalog) || writePath(of: page, catalog)
  }

  @inline(never)
  private mutating func writePath(of page: PageID, _ catalog: borrowing Catalog) -> Bool {
    guard page.index <= written.pages.count, isPathWritten(above: page, catalog) else {
      return writeWholePath(of: page, catalog)
    }
    // The one page that is new, as nearly always.
    let spec = catalog.pages[page.index]
    return write(page: page.index, spec, in: spec.container, catalog)
  }

  @inline(__always)
  private func isPathWritten(above page: PageID, _ catalog: borrowing Catalog) -> Bool {
    var step = catalog.pages[page.index].container
    // No further than pages usually stand: they may stand in one another in a circle.
    for _ in 0..<8 {
      guard written.pages.isWritten(step, catalog) else { return false }
      guard !step.isNone else { return true }
      step = catalog.pages[step.index].container
    }
    return false
  }

  @inline(never)
  private mutating func writeWholePath(of page: PageID, _ catalog: borrowing Catalog) -> Bool {
    var (depth, highest) = (0, page.index)
    var step = page
    while !step.isNone, step.index < catalog.pages.count, !isAmong(first: depth, above: page, step, catalog) {
      highest = max(highest, step.index)
      depth += 1
      step = catalog.pages[step.index].container
    }
    // A table is written without holes: first come the pages that were never written, even where the container of one has not been written yet.
    let count = written.pages.count
    if count < highest {
      for index in count..<highest {
        let spec = sound(catalog.pages[index])
        guard write(page: index, spec, in: spec.container, catalog) else { return false }
      }
    }
    for depth in stride(from: depth - 1, through: 0, by: -1) {
      let step = container(depth, above: page, catalog)
      guard !written.pages.isWritten(step, catalog) else { continue }
      // A page that stands in itself says no container, and is not said again for that.
      let spec = catalog.pages[step.index]
      guard write(page: step.index, sound(spec), in: spec.container, catalog) else { return false }
    }
    return true
  }

  @inline(__always)
  private mutating func write(
    page index: Int, _ spec: PageSpec, in container: PageID, _ catalog: borrowing Catalog
  ) -> Bool {
    guard ensureWritten(spec.classes, catalog) else { return false }
    let isWritten = write(.page, words: JournalPage.words) { slot in
      JournalPage.store(spec, number: catalog.pageNumbers[index], index: index, in: slot)
    }
    if isWritten { written.pages.note(index, in: container, catalog) }
    return isWritten
  }

  /// A page without a container that has not been written.
  @inline(__always)
  private func sound(_ spec: PageSpec) -> PageSpec {
    var spec = spec
    if !spec.container.isNone, !written.pages.isWritten(spec.container.index) { spec.container = .none }
    return spec
  }

  /// What a page stands in, so many steps up; 0 gives the page itself.
  ///
  /// Walked anew each time, for pages stand two or three deep, and an array would have to be allocated.
  @inline(__always)
  private func container(_ steps: Int, above page: PageID, _ catalog: borrowing Catalog) -> PageID {
    var step = page
    for _ in 0..<steps { step = catalog.pages[step.index].container }
    return step
  }

  /// Whether a page is one of the first on the path up from another: pages that stand in one another in a circle.
  @inline(__always)
  private func isAmong(first count: Int, above page: PageID, _ other: PageID, _ catalog: borrowing Catalog) -> Bool {
    var step = page
    for _ in 0..<count {
      if step == other { return true }
      step = catalog.pages[step.index].container
    }
    return false
  }
}
