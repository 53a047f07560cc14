package basalt.component;

/**
 * A list of strings: the column of a field of type {@code List<String>} or {@code String[]}. A string of the records in
 * an array is one, too.
 *
 * <p>The strings are stored off heap, as UTF-8 side by side, in the memory of the world's lists: see {@link
 * ListColumn}. An empty list takes no more than its 8 bytes in the block; another one has 5 bytes more than its text,
 * and 5 for each string. A string may be null, which is not an empty one. The list is never null: a component that is
 * added without values has an empty one. What is read is a copy, which is unmodifiable.
 *
 * <p>A list is written as a whole, which makes an array of its bytes; {@code row.get(column)} makes new strings. {@code
 * row.length} and {@code row.equals} make no garbage, as {@link StringColumn} says. A single string is found in
 * O(index): to read all strings, read the list by {@code row.get(column)}, because a loop over {@code row.get(column,
 * index)} takes O(n * n) for n strings.
 *
 * <pre>{@code
 * public record Quest(List<String> steps) {
 *     public static final Component<Quest> TYPE = Component.of(Quest.class);
 *     public static final StringListColumn STEPS = TYPE.stringList("steps");
 * }
 * }</pre>
 *
 * <p>A list of strings with {@link WithCodec}, or of an event, is a reference to an object on the heap.
 *
 * @param component the component of the field
 * @param field name of the field in the record
 * @param offset see {@link Column#offset()}
 */
public record StringListColumn(ComponentInfo component, String field, int offset) implements VariableColumn {
    /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this list. */
    public StringListColumn {
        ComponentInfo.requireDeclared(component, field, ColumnKind.STRING_LIST, 1, offset);
    }

    @Override
    public ColumnKind kind() {
        return ColumnKind.STRING_LIST;
    }

    @Override
    public ColumnKind elementKind() {
        return ColumnKind.INT8;
    }
}
