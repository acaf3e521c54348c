#if Tool
package import PopGate
import PopSystem
import PopDocument
import Yams

extension GateConfiguration {
  /// What the text of a configuration file says; nil where it says nothing that can be.
  package init?(ofFile text: String) {
    guard let configuration = try? ConfigurationFile.configuration(of: text, path: ConfigurationFile.name) else {
      return nil
    }
    self = configuration
  }
}

extension CommandFailure {
  /// What is wrong with a file that a gate reads: wrong usage, for nothing was judged.
  init(_ error: GateError, in path: String) { self.init(at: error.line, error.message, in: path) }
}
#endif
