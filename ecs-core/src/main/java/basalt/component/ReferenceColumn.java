package basalt.component;

/**
 * A column of references to objects on the heap, for data that cannot be plain. It takes no bytes of the block, and
 * loops over it are never vectorised. Snapshots and files contain it if it has a {@link ReferenceCodec}.
 *
 * @param <R> type of the objects
 * @param component the component of the field; for a field of an {@link EventType}, see {@link Column#component()}
 * @param field name of the field in the record
 * @param type class of the objects, as the record declares it
 * @param slot number of the column among all reference columns of the process, from 0
 * @see Component#reference(String, Class)
 */
public record ReferenceColumn<R>(ComponentInfo component, String field, Class<R> type, int slot) implements Column {
    /** For {@link RecordType}: throws {@link IllegalArgumentException} unless the record declares this column. */
    public ReferenceColumn {
        ComponentInfo.requireReference(component, field, type, slot);
    }

    /** Whether the objects can be saved: the field has {@link WithCodec}, or a type that {@link Component} lists. */
    public boolean hasCodec() {
        return declaredCodec() != null;
    }

    /** The codec of the field, always the same object; {@link IllegalStateException} if it has none. */
    @SuppressWarnings("unchecked") // the codec was compared with the type of the field
    public ReferenceCodec<R> codec() {
        if (!hasCodec()) {
            throw new IllegalStateException("reference column " + component.name() + "." + field
                    + " has no codec: declare one at the field of the record, by @WithCodec(...), because none can be"
                    + " made for "
                    + ComponentInfo.requireReference(component, field, type, slot)
                            .unsavable());
        }
        return (ReferenceCodec<R>) declaredCodec();
    }

    private ReferenceCodec<?> declaredCodec() {
        return ComponentInfo.requireReference(component, field, type, slot).codec();
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
