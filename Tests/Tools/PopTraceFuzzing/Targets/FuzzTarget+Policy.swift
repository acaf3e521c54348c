#if Tool
  import PopTraceCommands
  import PopupScheduling

  extension FuzzTarget {
    /// Policy files: what is taken is a configuration whose text is taken again as the same one.
    package static let policy = FuzzTarget(
      "policy", "reads a policy's YAML; the configuration's own text means the same"
    ) { bytes in
      guard let text = String(validating: bytes, as: UTF8.self) else { return }
      guard let configuration = PolicyConfiguration(ofFile: text) else { return }
      let again = PolicyConfiguration(ofFile: configuration.text)
      try require(again == configuration, "a configuration's own text is another policy: \(configuration.text)")
    }
  }
#endif
