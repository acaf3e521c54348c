extension FuzzTarget {
  /// A fault that only an instrumented build can be led to: if `make fuzz` does not find it, it finds nothing else either.
  package static let canary = FuzzTarget("canary", "a planted fault of four bytes, which must be found") { bytes in
    guard bytes.count >= 4 else { return }
    if bytes[0] == 0x50, bytes[1] == 0x6F {
      if bytes[2] == 0x70, bytes[3] == 0x21 { throw FuzzFinding("the canary was found") }
    }
  }
}
