import PopupScheduling

/// The scenes of a session, by the order in which they were met: looking one up takes the same time however many there are.
struct SceneTable: ~Copyable {
  /// Their numbers, by place.
  private(set) var numbers = OwnedArray<UInt16>()
  /// The place of every number up to the greatest met so far; negative where there is no such scene.
  private var places = OwnedArray<Int32>()

  /// How many there are.
  var count: Int { numbers.count }

  /// Forgets all of them and keeps the memory.
  mutating func removeAll() {
    for place in numbers.indices { places[Int(numbers[place])] = -1 }
    numbers.removeAll()
  }

  /// The place of a scene, which is known from now on.
  @discardableResult
  mutating func insert(_ number: UInt16) -> Int {
    if places.count <= Int(number) { places.append(repeating: -1, count: Int(number) + 1 - places.count) }
    if places[Int(number)] < 0 {
      places[Int(number)] = Int32(numbers.count)
      numbers.append(number)
    }
    return Int(places[Int(number)])
  }

  /// The place of a scene; the first one's where it is not known.
  func place(of number: UInt16) -> Int {
    guard Int(number) < places.count else { return 0 }
    return max(0, Int(places[Int(number)]))
  }
}
