package basalt.component;

/**
 * One field of a component as an array over all rows, or of an {@link EventType} as an array over a page of events.
 *
 * <p>A column describes data and holds none. It comes from its type ({@code Position.TYPE.float32("x")}) and belongs in
 * a {@code static final} field: columns are records, whose fields the JIT trusts as constants, which makes access
 * through them fast. Columns of the same field are equal. There are thirteen kinds of columns, all in this
 * package.
 *
 * <p>A fixed-length vector has a <em>lane</em> for each element; each lane is an array over all rows:
 *
 * <pre>
 *  offset()             + LANE_STRIDE          + 2 * LANE_STRIDE
 *  | lane 0: 16384 elements| lane 1: 16384 elements | lane 2 ...
 * </pre>
 *
 * <p>Offsets count from the base of the block, or, for events, from the base of the page.
 *
 * <p>Immutable and safe for all threads. Accesses through a null column throw {@link NullPointerException}. Writing a
 * reference of another class than its column's, which only raw types allow, throws {@link ClassCastException}.
 */
public sealed interface Column
        permits Column.Floating,
                Column.Whole,
                BooleanColumn,
                EntityColumn,
                EnumColumn,
                ReferenceColumn,
                VariableColumn {
    /**
     * The component that the field belongs to. That of an event's field answers true to {@link
     * ComponentInfo#isEvent()}: it describes the pages of the events, and no entity has it.
     */
    ComponentInfo component();

    /** Name of the field in the record; of a field of a nested record, as in {@code position.x}. */
    String field();

    /**
     * The type of the values: {@link ColumnKind#LIST} of a list, {@link ColumnKind#STRING} of a string, {@link
     * ColumnKind#STRING_LIST} of a list of strings; of an enum, that of their ordinals; of a {@code char}, {@link
     * ColumnKind#INT16}.
     */
    ColumnKind kind();

    /** Number of lanes: the vector's length; 1 for a scalar, a reference, a list or a string. */
    int length();

    /**
     * Start of the first lane.
     *
     * @return bytes from the base of the block, or of the page of events; a multiple of 64
     * @throws UnsupportedOperationException if the column is a {@link ReferenceColumn}, which has no bytes
     */
    int offset();

    /**
     * Start of a lane, as {@link #offset()}.
     *
     * @param lane the lane, 0 to {@link #length()} - 1
     * @throws IndexOutOfBoundsException if there is no such lane
     */
    int laneOffset(int lane);

    /** A column of {@code float}s or {@code double}s. */
    sealed interface Floating extends Column permits FloatColumn, DoubleColumn {}

    /** A column of integers of any size. */
    sealed interface Whole extends Column permits ByteColumn, ShortColumn, IntColumn, LongColumn {}
}
