package basalt.component;

/** What a registered record describes. */
enum RecordKind {
    COMPONENT,
    /** A component that only the library writes. */
    LINK,
    EVENT
}
