/// A small generator of numbers, the same on every machine.
struct Dice {
  var state: UInt64

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(sides))
  }

  mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }

  mutating func pick<T>(_ all: [T]) -> T { all[roll(all.count)] }
}
