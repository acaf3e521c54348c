#if Tool
import PopupScheduling

/// `; did you mean "v4"?`, or which names there are.
func suggestion(for name: String, among known: [String]) -> String {
  if let nearest = NearestName.to(name, among: known) { return "; did you mean \"\(nearest)\"?" }
  return known.isEmpty ? "" : "; known are \(known.joined(separator: ", "))"
}
#endif
