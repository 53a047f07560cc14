package basalt.examples.framework.program;

import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.query.Query;
import basalt.query.Row;

/** A hash of the state of a world. Queries visit rows in ascending order, so equal worlds have equal hashes. */
public final class StateHash {
    private long hash = 0xcbf29ce484222325L;

    /** Creates the hash of an empty state. */
    public StateHash() {}

    /**
     * Adds the row indices of a query, and the values of float columns.
     *
     * @param query selects the rows
     * @param columns the columns to add
     */
    public void add(Query query, FloatColumn... columns) {
        query.forEach(row -> add(row, columns));
    }

    private void add(Row row, FloatColumn... columns) {
        add(row.index());
        for (FloatColumn column : columns) {
            add(Float.floatToRawIntBits(row.get(column)));
        }
    }

    /**
     * Adds the row indices of a query, and the values of int columns.
     *
     * @param query selects the rows
     * @param columns the columns to add
     */
    public void add(Query query, IntColumn... columns) {
        query.forEach(row -> add(row, columns));
    }

    private void add(Row row, IntColumn... columns) {
        add(row.index());
        for (IntColumn column : columns) {
            add(row.get(column));
        }
    }

    /**
     * Adds a number.
     *
     * @param bits the number
     */
    public void add(long bits) {
        hash = (hash ^ bits) * 0x100000001b3L;
        hash ^= hash >>> 29;
    }

    /**
     * The hash of all that was added.
     *
     * @return the hash
     */
    public long value() {
        return hash;
    }
}
