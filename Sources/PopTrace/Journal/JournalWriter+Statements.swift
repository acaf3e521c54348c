import PopupScheduling

/// What became of saying what an event refers to.
enum JournalSaying: Sendable {
  case said
  /// Both halves are full.
  case noRoom
  /// It refers to something that is not there, or has a number out of range.
  case unsound
}

extension JournalWriter {
  /// Says in this half all that an event refers to, and goes on in the other half where this one has no room for it.
  @inline(never)
  mutating func say(
    _ event: Event, _ over: some Collection<PopupID>, _ catalog: borrowing Catalog
  ) -> JournalSaying {
    guard Self.isSound(event, over, catalog) else { return .unsound }
    if sayAll(event, over, catalog) { return .said }
    guard goOn() else { return .noRoom }
    // A half that has just begun has room for what one event can refer to, unless that is more than an app ever says.
    return sayAll(event, over, catalog) ? .said : .unsound
  }

  private static func isSound(
    _ event: Event, _ over: some Collection<PopupID>, _ catalog: borrowing Catalog
  ) -> Bool {
    let attributes = event.kind == .popupChanged ? catalog.changes.count : catalog.specs.count
    return isWithin(event.popup.rawValue, catalog.popupNumbers.count)
      && isWithin(event.page.rawValue, catalog.pages.count)
      && isWithin(event.name.rawValue, catalog.names.texts.count) && isWithin(event.attributes, attributes)
      && event.timer.rawValue >= -1 && event.timer.rawValue <= SlotCheck.timerLimit
      && over.prefix(EventLog.overLimit).allSatisfy { !$0.isNone && isWithin($0.rawValue, catalog.popupNumbers.count) }
  }

  private static func isWithin(_ id: Int32, _ count: Int) -> Bool { id >= -1 && Int(id) < count }

  /// Says everything there is to say; false where the half has no room for it and for the event behind it.
  private mutating func sayAll(
    _ event: Event, _ over: some Collection<PopupID>, _ catalog: borrowing Catalog
  ) -> Bool {
    guard say(event.name, catalog), say(event.page, catalog), say(event.popup, catalog) else { return false }
    for popup in over.prefix(EventLog.overLimit) { guard say(popup, catalog) else { return false } }
    if event.attributes >= 0 {
      let place = Int(event.attributes)
      guard event.kind == .popupChanged ? say(change: place, catalog) : say(spec: place, catalog) else { return false }
    }
    said.note(event.timer)
    return limit - position >= Self.eventRoom
  }

  /// Says an entry that has not been said in this half, and before it all that were never said: a table is said without holes.
  private mutating func say(
    _ place: Int, in table: JournalStatements.Table, _ write: (inout JournalWriter, Int) -> Bool
  ) -> Bool {
    guard place >= 0, !said.isSaid(place, in: table) else { return true }
    for place in min(place, said.count(of: table))...place {
      guard write(&self, place) else { return false }
      said.note(place, in: table)
    }
    return true
  }

  private mutating func say(_ name: Symbol, _ catalog: borrowing Catalog) -> Bool {
    let texts = catalog.names.texts
    return say(Int(name.rawValue), in: .names) { writer, place in
      var text = JournalName.kept(texts[place])
      return text.withUTF8 { text in
        writer.write(.name, words: 2 + (text.count + 7) / 8) { word in
          if word == 1 { return UInt64(place) | UInt64(text.count) << 32 }
          var value: UInt64 = 0
          for byte in 0..<8 where (word - 2) * 8 + byte < text.count {
            value |= unsafe UInt64(text[(word - 2) * 8 + byte]) << UInt64(byte * 8)
          }
          return value
        }
      }
    }
  }

  private mutating func say(_ list: NameListID, _ catalog: borrowing Catalog) -> Bool {
    let names = catalog.names
    // The members first: nothing is said that speaks of what has not been.
    guard !list.isNone else { return true }
    for place in min(list.index, said.count(of: .lists))...list.index {
      for name in names.list(NameListID(place)).prefix(JournalLayout.listLimit) where !say(name, catalog) {
        return false
      }
    }
    return say(list.index, in: .lists) { writer, place in
      let members = names.list(NameListID(place)).prefix(JournalLayout.listLimit)
      return writer.write(.list, words: 2 + (members.count + 1) / 2) { word in
        if word == 1 { return UInt64(place) | UInt64(members.count) << 32 }
        let first = members.startIndex + (word - 2) * 2
        return Self.pair(members[first].rawValue, first + 1 < members.endIndex ? members[first + 1].rawValue : -1)
      }
    }
  }

  private mutating func say(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
    guard !page.isNone, !said.isSaid(page, catalog) else { return true }
    // What it stands in comes first; a page that stands in itself says no container.
    var path: [Int] = []
    var step = page
    while !step.isNone, step.index < catalog.pages.count, !path.contains(step.index) {
      path.append(step.index)
      step = catalog.pages[step.index].container
    }
    let lowest = min(page.index, said.count(of: .pages))
    for place in Array(lowest..<page.index) + path.reversed() where !said.isSaid(PageID(place), catalog) {
      let spec = catalog.pages[place]
      guard say(spec.classes, catalog) else { return false }
      var sound = spec
      if !spec.container.isNone, !said.isSaid(spec.container.index, in: .pages) { sound.container = .none }
      let words = JournalPage(sound, number: catalog.pageNumbers[place])
      guard write(.page, words: JournalPage.words, { word in words.word(at: word, place: place) }) else { return false }
      said.note(place, in: .pages)
      said.note(spec, of: place)
    }
    return true
  }

  private mutating func say(_ popup: PopupID, _ catalog: borrowing Catalog) -> Bool {
    guard !popup.isNone, popup.index >= said.count(of: .popups) || said.hasOddNumbers else { return true }
    let numbers = catalog.popupNumbers
    return say(popup.index, in: .popups) { writer, place in
      guard numbers[place] != Int64(place) else { return true }
      writer.said.noteOddNumber()
      return writer.write(.popup, words: 3) { word in
        word == 1 ? UInt64(place) : UInt64(bitPattern: numbers[place])
      }
    }
  }

  private mutating func say(spec place: Int, _ catalog: borrowing Catalog) -> Bool {
    for place in min(place, said.count(of: .specs))...place where !said.isSaid(place, in: .specs) {
      let spec = catalog.specs[place]
      for name in [spec.name, spec.chain, spec.key, spec.host, spec.user] where !say(name, catalog) { return false }
      for page in [spec.instance, spec.callerPage] where page.index < catalog.pages.count && !say(page, catalog) {
        return false
      }
      guard say(spec.pages, catalog) else { return false }
      let words = JournalSpec(spec, pageCount: catalog.pages.count)
      guard write(.spec, words: JournalSpec.words, { word in words.word(at: word, place: place) }) else { return false }
      said.note(place, in: .specs)
    }
    return true
  }

  private mutating func say(change place: Int, _ catalog: borrowing Catalog) -> Bool {
    for place in min(place, said.count(of: .changes))...place where !said.isSaid(place, in: .changes) {
      let change = catalog.changes[place]
      guard say(change.pages ?? .none, catalog) else { return false }
      let words = JournalChange(change)
      guard write(.change, words: JournalChange.words, { word in words.word(at: word, place: place) }) else {
        return false
      }
      said.note(place, in: .changes)
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
