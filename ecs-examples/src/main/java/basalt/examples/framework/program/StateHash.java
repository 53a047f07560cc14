package basalt.examples.framework.program;

import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.query.Query;
import basalt.query.Row;

/** A number for the state of a world. Queries visit rows in ascending order, so equal worlds have equal hashes. */
public final class StateHash {
    private long hash = 0xcbf29ce484222325L;

    /** That of nothing. */
    public StateHash() {}

    /**
     * Adds where the rows of a query are, and what they have in some columns.
     *
     * @param query which rows
     * @param columns which columns
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
     * The same of columns of whole numbers.
     *
     * @param query which rows
     * @param columns which columns
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
     * @return any number
     */
    public long value() {
        return hash;
    }
}
