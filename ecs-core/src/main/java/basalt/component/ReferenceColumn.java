package basalt.component;

/**
 * A column of references to objects on the heap, for data that cannot be plain. It takes no bytes of the block, and
 * loops over it are never vectorised.
 *
 * @param <R> type of the objects
 * @param component the component of the field; for a field of an {@link EventType}, see {@link Column#component()}
 * @param field name of the field in the record
 * @param type class of the objects, as the record declares it
 * @param slot number of the column among all reference columns of the process, from 0
 * @see Component#reference(String, Class)
 */
public record ReferenceColumn<R>(ComponentInfo component, String field, Class<R> type, int slot) implements Column {
    /**
     * Checks that the record declares this column. Take columns from their component or event type instead.
     *
     * @param component the component
     * @param field name of the field
     * @param type class of the objects
     * @param slot number of the column
     * @throws IllegalArgumentException if the component has no such column
     */
    public ReferenceColumn {
        DeclaredColumns.requireReference(component, field, type, slot);
    }

    @Override
    public ColumnKind kind() {
        return ColumnKind.REFERENCE;
    }

    @Override
    public int length() {
        return 1;
    }

    @Override
    public int offset() {
        throw noBytes();
    }

    @Override
    public int laneOffset(int lane) {
        throw noBytes();
    }

    private UnsupportedOperationException noBytes() {
        return new UnsupportedOperationException(
                "reference column " + component.name() + "." + field + " has no bytes in the block: use slot()");
    }
}
