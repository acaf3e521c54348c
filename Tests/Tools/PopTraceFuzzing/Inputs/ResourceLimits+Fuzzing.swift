import PopTrace

extension ResourceLimits {
  /// Small enough that no input takes long, large enough that none of the corpus meets them.
  static var fuzzing: ResourceLimits {
    var limits = ResourceLimits()
    limits.eventsPerSession = 1 << 16
    limits.frameBytes = 1 << 20
    limits.namesPerSession = 1 << 16
    limits.entriesPerTable = 1 << 16
    return limits
  }
}
