#if Tool
  import PopGate
  import PopTraceCommands

  extension FuzzTarget {
    /// A gate's configuration: what is printed of one means the same.
    package static let configuration = FuzzTarget(
      "configuration", "reads .poptrace.yml; what is printed of it means the same"
    ) { bytes in
      guard let text = String(validating: bytes, as: UTF8.self),
        let configuration = GateConfiguration(ofFile: text)
      else { return }
      let printed = configuration.lines.map { $0.text + "\n" }.joined()
      let again = GateConfiguration(ofFile: printed)
      try require(
        again?.withoutOrigins == configuration.withoutOrigins, "what is printed is another configuration: \(printed)")
    }
  }
#endif
