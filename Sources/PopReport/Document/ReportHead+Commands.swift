/// What a reader of a report can ask next, as commands to copy.
extension ReportHead {
  /// The candidate, as a command takes it.
  var candidateArgument: String {
    let file = provenance?.policyFile ?? ""
    return file.isEmpty ? policy : file
  }

  /// The command that tells the story of the popup that a finding is about: `poptrace explain a.poptrace --session s --popup 3 --policy v6`.
  ///
  /// - Returns: The command; one without words where the finding is about no popup, where the report compares recordings or checks them, and
  ///   where what it was found in cannot be read again or its name cannot be copied.
  func explainCommand(for finding: FindingReport, trace: String, session: String) -> ShellCommand {
    guard purpose == .replay || purpose == .recording, let popup = finding.popup, trace != "-", !trace.isEmpty else {
      return ShellCommand([])
    }
    let policy = purpose == .recording ? [] : ["--policy", candidateArgument]
    return ShellCommand(["poptrace", "explain", trace, "--session", session, "--popup", "\(popup)"] + policy)
  }
}
