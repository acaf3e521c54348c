import PopupScheduling

/// A list whose elements stand in a ``Pool``: a plain value, so that what holds one can be copied and moved like a number.
struct PooledList {
  /// Where in the pool it begins, and how many elements have room there.
  fileprivate var start: Int32 = 0
  fileprivate var capacity: Int32 = 0
  fileprivate(set) var count: Int32 = 0

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<Int(count) }

  mutating func removeAll() { count = 0 }
}

extension PooledList {
  /// The elements of many lists, in one piece of memory: one that outgrows its room moves to the end, so that no more is wasted than is used.
  struct Pool<Element: BitwiseCopyable>: ~Copyable {
    private var elements = OwnedArray<Element>()

    mutating func copy(from other: borrowing Self) { elements.copy(from: other.elements) }

    subscript(list: PooledList, index: Int) -> Element {
      @inline(__always) get { elements[position(of: index, in: list)] }
      @inline(__always) set { elements[position(of: index, in: list)] = newValue }
    }

    @inline(__always)
    private func position(of index: Int, in list: PooledList) -> Int {
      precondition(
        UInt(bitPattern: index) < UInt(UInt32(bitPattern: list.count)), "an index beyond the elements there are")
      return Int(list.start) &+ index
    }

    @inline(__always)
    mutating func append(_ element: Element, to list: inout PooledList) {
      if list.count == list.capacity { grow(&list, element) }
      elements[Int(list.start) &+ Int(list.count)] = element
      list.count &+= 1
    }

    mutating func removeLast(from list: inout PooledList) -> Element {
      let last = self[list, Int(list.count) - 1]
      list.count &-= 1
      return last
    }

    mutating func remove(at index: Int, from list: inout PooledList) {
      var position = position(of: index, in: list)
      let last = Int(list.start) + Int(list.count) - 1
      while position < last {
        elements[position] = elements[position + 1]
        position += 1
      }
      list.count &-= 1
    }

    private mutating func grow(_ list: inout PooledList, _ element: Element) {
      let room = max(4, 2 * list.capacity)
      let start = Int32(elements.count)
      elements.append(repeating: element, count: Int(room))
      for index in 0..<Int(list.count) { elements[Int(start) + index] = elements[Int(list.start) + index] }
      list.start = start
      list.capacity = room
    }
  }
}

extension PooledList.Pool where Element: Equatable {
  /// Where an element stands last; negative where it does not.
  func lastIndex(of element: Element, in list: PooledList) -> Int {
    var index = Int(list.count) - 1
    while index >= 0, self[list, index] != element { index -= 1 }
    return index
  }

  /// Takes an element out that stands in a list once, if it does.
  mutating func remove(_ element: Element, from list: inout PooledList) {
    let index = lastIndex(of: element, in: list)
    if index >= 0 { remove(at: index, from: &list) }
  }
}

extension IndexTable {
  /// The index stored for a key; where there is none, a new one is.
  mutating func index(of key: Key, orNew new: Int) -> Int32 {
    let known = self[key]
    guard known < 0 else { return known }
    self[key] = Int32(truncatingIfNeeded: new)
    return Int32(truncatingIfNeeded: new)
  }
}

extension OwnedArray {
  /// Forgets all elements, and holds so many of one instead.
  mutating func fill(with element: Element, count: Int) {
    removeAll()
    append(repeating: element, count: count)
  }

  /// Keeps those elements of which something is so, in order, and throws the others away.
  @inline(__always)
  mutating func keep(from start: Int = 0, where isKept: (Element) -> Bool) {
    var kept = start
    for index in start..<count where isKept(self[index]) {
      self[kept] = self[index]
      kept += 1
    }
    removeLast(count - kept)
  }
}
