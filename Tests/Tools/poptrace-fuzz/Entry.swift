// `make fuzz` builds this with libFuzzer, which brings its own main; any other build replays inputs.
#if LIBFUZZER
  import PopTraceFuzzing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The target that `POPTRACE_FUZZ_TARGET` names.
  private let target: FuzzTarget = {
    let name = unsafe getenv("POPTRACE_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
    guard let target = FuzzTarget.named(name) else {
      fatalError("there is no target '\(name)': set POPTRACE_FUZZ_TARGET")
    }
    return target
  }()

  /// What libFuzzer calls with every input.
  @c(LLVMFuzzerTestOneInput)
  public func testOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    unsafe target.run(UnsafeRawBufferPointer(start: start, count: count))
    return 0
  }
#endif
