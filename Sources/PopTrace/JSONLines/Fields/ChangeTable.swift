import PopupScheduling

/// What a `popup.changed` line alters (PagesAndPopups, *Changed popups*).
enum ChangeTable {
  static let fields: [FieldCoding<PopupChange>] = [
    FieldCoding("level") { target, value, input throws(TraceError) in
      target.level = Int32(try input.integer(value, in: Int64(Int32.min)...Int64(Int32.max)))
    } encode: { target, output in
      if let level = target.level { output.member("level", integer: level) }
    },
    FieldCoding("pages") { target, value, input throws(TraceError) in
      let symbols = try input.symbols(value)
      target.pages = input.catalog.names.intern(symbols)
    } encode: { target, output in
      if let pages = target.pages { output.member("pages", symbols: output.catalog.names.list(pages)) }
    },
    FieldCoding("expires") { target, value, input throws(TraceError) in
      target.expires = try input.length(value)
    } encode: { target, output in
      if let expires = target.expires { output.member("expires", milliseconds: expires) }
    },
  ]
}
