/// One submission of a popup: a dense index, given in order of first mention within a session.
///
/// ``Catalog`` holds the number that people know it by.
public typealias PopupID = Identifier<IdentifierSubject.Popup>

/// One screen instance: a dense index, given in order of first mention within a session.
///
/// ``Catalog`` holds the number that people know it by.
public typealias PageID = Identifier<IdentifierSubject.Page>

/// One timer of a session: counted from 0 in the order the policies set them.
public typealias TimerID = Identifier<IdentifierSubject.Timer>

/// An index into a catalog's table of popup attributes.
public typealias SpecID = Identifier<IdentifierSubject.Spec>

/// An index into a catalog's table of changes to waiting popups.
public typealias ChangeID = Identifier<IdentifierSubject.Change>

/// A name that a ``Names`` table knows.
public typealias Symbol = Identifier<IdentifierSubject.Name>

/// A list of names that a ``Names`` table knows.
public typealias NameListID = Identifier<IdentifierSubject.NameList>
