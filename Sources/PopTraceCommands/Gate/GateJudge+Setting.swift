#if Tool
import PopAudit
import PopGate
import PopDocument

extension GateJudge {
  /// Makes the judge that a setting asks for; without one, one that judges as a replay does.
  init(_ setting: GateSetting?, _ flags: GateFlags) {
    if let setting {
      var configuration = setting.configuration
      if !setting.baselinePath.isEmpty { configuration.baseline = ReportNames().name(of: setting.baselinePath) }
      self.init(configuration, baseline: setting.baseline, asOf: setting.asOf)
    } else {
      var configuration = GateConfiguration()
      configuration.failOn = flags.failOn == .certain ? .certain : .robust
      configuration.isStrict = flags.strict
      // Nothing expires where nothing is excused.
      self.init(configuration, asOf: CalendarDay(secondsSince1970: 0))
    }
  }
}
#endif
