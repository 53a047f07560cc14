package basalt.component;

/**
 * A string of any length, or null: the column of a field of type {@link String}.
 *
 * <p>It is stored off heap as UTF-8, in the memory of the world's lists: see {@link ListColumn}. A string of up to 16
 * bytes takes 16, an empty one too, and null takes nothing. An unpaired surrogate, such as a string has that was cut in
 * the middle of a character, is stored as any other character: what is read equals what was written.
 *
 * <p>{@code row.get(column)} makes a new string. {@code row.equals}, {@code row.compare} and {@code row.hash} make
 * none, unless it has more than 65,536 bytes. A component that is added without values has null.
 *
 * <pre>{@code
 * public record Label(String text) {
 *     public static final Component<Label> TYPE = Component.of(Label.class);
 *     public static final StringColumn TEXT = TYPE.string("text");
 * }
 * }</pre>
 *
 * <p>The column of a string with {@link WithCodec}, and of a string of an event, is a {@link ReferenceColumn}: the
 * objects stay on the heap. Several strings are a {@link StringListColumn}.
 *
 * @param component the component of the field
 * @param field name of the field in the record
 * @param offset see {@link Column#offset()}
 */
public record StringColumn(ComponentInfo component, String field, int offset) implements VariableColumn {
    /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this string. */
    public StringColumn {
        ComponentInfo.requireDeclared(component, field, ColumnKind.STRING, 1, offset);
    }

    @Override
    public ColumnKind kind() {
        return ColumnKind.STRING;
    }

    @Override
    public ColumnKind elementKind() {
        return ColumnKind.INT8;
    }
}
