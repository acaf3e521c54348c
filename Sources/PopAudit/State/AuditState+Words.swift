import PopupScheduling

/// The words that *because* sentences are made of. Names are as the trace has them; they are escaped when they are printed.
extension AuditState {
  /// As in `popup 7 "Rate us"`.
  func text(popup index: Int) -> String {
    let number = index >= 0 && index < catalog.popupNumbers.count ? catalog.popupNumbers[index] : Int64(index)
    let spec = index >= 0 && index < popups.count ? popups[index].spec : -1
    guard spec >= 0 else { return "popup \(number)" }
    return sentence("popup ", String(number), " \"", catalog.names.text(catalog.specs[Int(spec)].name), "\"")
  }

  /// The parts one after another, in one piece of memory.
  func sentence(_ parts: String...) -> String {
    var length = 0
    for part in parts { length += part.utf8.count }
    return unsafe String(unsafeUninitializedCapacity: length) { buffer in
      var end = 0
      for var part in parts {
        part.withUTF8 { bytes in
          _ = unsafe UnsafeMutableBufferPointer(rebasing: buffer[end...]).update(fromContentsOf: bytes)
          end += bytes.count
        }
      }
      return end
    }
  }

  /// As in `page 3 (HomePage)`.
  func text(page: PageID) -> String {
    guard !page.isNone, page.index < catalog.pageNumbers.count else { return "no page" }
    let (number, name) = (String(catalog.pageNumbers[page.index]), catalog.className(of: page))
    return name.isNone ? "page " + number : sentence("page ", number, " (", catalog.names.text(name), ")")
  }

  /// As in `1250 ms`; with a fraction where ticks are finer.
  func text(_ length: Ticks) -> String {
    let microseconds = tick.microseconds(length)
    let whole = microseconds / 1000
    let rest = microseconds % 1000
    guard rest != 0 else { return String(whole) + " ms" }
    var digits = String(rest.magnitude)
    while digits.utf8.count < 3 { digits = "0" + digits }
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(microseconds < 0 && whole == 0 ? "-" : "")\(whole).\(digits) ms"
  }

  /// As in `at 1250 ms`.
  func text(at time: Ticks) -> String { "at \(text(time))" }

  /// The classes a popup may be shown on, as in `HomePage or DetailPage`.
  func text(pagesOf index: Int) -> String {
    catalog.names.list(popups[index].pages).map { catalog.names.text($0) }.joined(separator: " or ")
  }

  /// A name as the trace has it; empty where the catalog does not know it.
  func text(name: Symbol) -> String {
    !name.isNone && name.index < catalog.names.texts.count ? catalog.names.text(name) : ""
  }
}

// Observed sessions: what an app reports of a scheduler of its own has no replay to prove it, so it must not contradict itself.
extension AuditState {
  /// What cannot be after what was reported before, so that something in between was not (<doc:AuditWords#Observed-sessions>).
  enum Contradiction {
    case shownWhileUp, hiddenWhileNotUp, appearedWhileOnScreen
  }

  /// What the event contradicts; nil where it can come. Behind a hole nothing tells what can come, until something is known again.
  func findContradiction() -> Contradiction? {
    switch event.kind {
    case .popupShown: isPopupKnown && popups[subject].isUp ? .shownWhileUp : nil
    case .popupHidden:
      // What lost its view was off the screen before.
      isPopupKnown && popups[subject].flags.isDisjoint(with: [.up, .uncertain, .viewLost]) ? .hiddenWhileNotUp : nil
    case .pageDidAppear: isOnTop(event.page) ? .appearedWhileOnScreen : nil
    default: nil
    }
  }

  /// Whether a page is on screen with nothing over it. One that something came over may be told to appear again.
  private func isOnTop(_ page: PageID) -> Bool {
    guard !page.isNone, pages[page.index].flags.contains(.appeared) else { return false }
    return topPage(of: Int(pages[page.index].scene)) == page
  }

  /// Whether a decision is reported so soon that it belongs to what was reported before it.
  func isReportedSoon(_ event: Event) -> Bool {
    isObserved && event.kind.isDecision && event.time - turn.time <= tick.ticks(ceilingMilliseconds: 100)
  }

  /// What was not reported, in words.
  func words(_ contradiction: Contradiction) -> String {
    switch contradiction {
    case .shownWhileUp:
      "\(text(popup: subject)) is up since \(text(popups[subject].shownAt)), and its popup.hidden was not reported"
    case .hiddenWhileNotUp:
      popups[subject].hiddenSequence < 0
        ? "\(text(popup: subject)) was never reported to be shown"
        : "\(text(popup: subject)) was hidden \(text(at: popups[subject].hiddenAt)), and not reported to be shown since"
    case .appearedWhileOnScreen:
      "\(text(page: event.page)) is on screen already, and was not reported to have left"
    }
  }
}
