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
    let number = "page \(catalog.pageNumbers[page.index])"
    let name = catalog.className(of: page)
    return name.isNone ? number : "\(number) (\(catalog.names.text(name)))"
  }

  /// As in `1250 ms`; with a fraction where ticks are finer.
  func text(_ length: Ticks) -> String {
    let microseconds = tick.microseconds(length)
    let whole = microseconds / 1000
    let rest = microseconds % 1000
    guard rest != 0 else { return "\(whole) ms" }
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
