import PopupScheduling

extension Event {
  /// A pattern with nothing in it but some fields of another.
  func reduced(to fields: Set<EventField>) -> Event {
    var pattern = Event(kind)
    for field in fields {
      switch field.slot {
      case .popup: pattern.popup = popup
      case .page: pattern.page = page
      case .generation: pattern.generation = generation
      case .timer: pattern.timer = timer
      case .name: pattern.name = name
      case .code(let meaning):
        pattern.code = code
        pattern.flags.formUnion(flags.intersection(meaning.flag))
      case .value: pattern.value = value
      case .flag(let flag): pattern.flags.formUnion(flags.intersection(flag))
      case .scene: pattern.scene = scene
      case .scheduler: pattern.scheduler = scheduler
      case .over, .attributes, .pageAttributes: break
      }
    }
    return pattern
  }
}
