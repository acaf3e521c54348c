import PopupScheduling

/// The scenes of a session, by the order in which they were met: looking one up takes the same time however many there are.
struct SceneTable: ~Copyable {
  /// Their numbers, by index.
  private(set) var numbers = OwnedArray<UInt16>()
  /// The index of every number up to the greatest met so far; negative where there is no such scene.
  private var indices = OwnedArray<Int32>()

  /// How many there are.
  var count: Int { numbers.count }

  /// Forgets all of them and keeps the memory.
  mutating func removeAll() {
    for index in numbers.indices { indices[Int(numbers[index])] = -1 }
    numbers.removeAll()
  }

  /// The index of a scene, which is known from now on.
  @discardableResult
  mutating func insert(_ number: UInt16) -> Int {
    if indices.count <= Int(number) { indices.append(repeating: -1, count: Int(number) + 1 - indices.count) }
    if indices[Int(number)] < 0 {
      indices[Int(number)] = Int32(numbers.count)
      numbers.append(number)
    }
    return Int(indices[Int(number)])
  }

  /// The index of a scene; the first one's where it is not known.
  func index(of number: UInt16) -> Int {
    guard Int(number) < indices.count else { return 0 }
    return max(0, Int(indices[Int(number)]))
  }
}
