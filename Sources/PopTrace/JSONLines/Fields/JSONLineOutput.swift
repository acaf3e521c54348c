import PopupScheduling

struct JSONLineOutput {
  var bytes: [UInt8]
  let catalog: Catalog
  /// The popups that lost, of all decisions.
  let over: [PopupID]
  let tick: TickLength
  /// Whether the object being written has no members yet.
  private var isEmpty = true
  var described: [Bool]
  /// The scheduler of each popup submitted so far, as a reader would take it for that of the popup's decisions.
  var schedulers: [SchedulerID?]

  init(after text: [UInt8], catalog: Catalog, over: [PopupID], tick: TickLength) {
    bytes = text
    self.catalog = catalog
    self.over = over
    self.tick = tick
    described = Array(repeating: false, count: catalog.pages.count)
    schedulers = Array(repeating: nil, count: catalog.popupNumbers.count)
  }

  mutating func open() {
    bytes.append(UInt8(ascii: "{"))
    isEmpty = true
  }

  mutating func close() {
    bytes.append(UInt8(ascii: "}"))
    isEmpty = false
  }

  /// Writes the name of a member; its value must follow.
  mutating func name(_ name: String) {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    value(text: name)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func member(_ name: String, text: String) {
    self.name(name)
    value(text: text)
  }

  mutating func member(_ name: String, symbol: Symbol) { member(name, text: catalog.names.text(symbol)) }

  mutating func member(_ name: String, raw text: String) {
    self.name(name)
    raw(text)
  }

  mutating func member(_ name: String, flag: Bool) { member(name, raw: flag ? "true" : "false") }
  mutating func member(_ name: String, integer: some BinaryInteger) {
    guard let number = Int64(exactly: integer) else { return member(name, raw: String(integer)) }
    self.name(name)
    JSONText.append(number, to: &bytes)
  }

  mutating func member(_ name: String, milliseconds ticks: Ticks) {
    member(name, raw: Milliseconds(ticks, of: tick).plain)
  }

  mutating func member(_ name: String, symbols: some Sequence<Symbol>) {
    list(name, symbols) { output, symbol in output.value(text: output.catalog.names.text(symbol)) }
  }

  mutating func list<Element>(_ name: String, _ elements: some Sequence<Element>, write: (inout Self, Element) -> Void)
  {
    self.name(name)
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      write(&self, element)
    }
    raw("]")
  }

  /// Writes text that is JSON already.
  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
  mutating func value(text: String) { JSONText.append(text, to: &bytes) }
}
