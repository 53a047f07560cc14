package basalt.inspect;

import basalt.component.Component;
import basalt.component.ReferenceColumn;

/** A text, an enum, and another object. */
record Title(String text, Kind kind, Object object) {
    static final Component<Title> TYPE = Component.of(Title.class);
    static final ReferenceColumn<String> TEXT = TYPE.reference("text", String.class);
    static final ReferenceColumn<Kind> KIND = TYPE.reference("kind", Kind.class);

    /** Constants, of which one has a class and a text of its own. */
    enum Kind {
        ORC,
        ELF {
            @Override
            public String toString() {
                throw new IllegalStateException("no code of the program is needed to show a constant");
            }
        }
    }
}
