import Foundation
import PackagePlugin

/// `swift package poptrace ARGUMENTS`: runs the tool in the package's folder, for use at a desk.
///
/// A plugin can end with 0 or 1 and nothing else, so it prints the tool's own exit code. What runs in CI calls the tool itself, or `swift run`.
@main
struct PopTraceCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard let tool = try tool(in: context) else { return }
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    let code = process.terminationStatus
    if process.terminationReason == .uncaughtSignal {
      Diagnostics.error("poptrace was ended by signal \(code)")
    } else if code != 0 {
      Diagnostics.error("poptrace exited with \(code) (\(Self.meaning(of: code)))")
    }
  }

  /// The tool: that of an artifact bundle where the plugin depends on one, and else one that is built for release when it is called. As a
  /// dependency of the plugin, the package's own tool would be compiled a second time in every build of the package.
  private func tool(in context: PluginContext) throws -> URL? {
    if let bundled = try? context.tool(named: "poptrace") { return bundled.url }
    let build = try packageManager.build(.product("poptrace"), parameters: .init(configuration: .release))
    guard build.succeeded, let built = build.builtArtifacts.first(where: { $0.kind == .executable }) else {
      Diagnostics.error("poptrace could not be built:\n\(build.logText)")
      return nil
    }
    return built.url
  }

  /// What an exit code means, in the words of `poptrace --help`.
  private static func meaning(of code: Int32) -> String {
    switch code {
    case 1: "the job could not be done"
    case 2: "regressions or error findings"
    case 3: "judged, but on lossy or unreadable input, or below the coverage asked for"
    case 64: "wrong usage"
    default: "not one of poptrace's own codes"
    }
  }
}
