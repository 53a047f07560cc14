package basalt.feed.wire;

import static basalt.feed.wire.Frames.CHUNK_ROWS;

import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.storage.Place;
import basalt.storage.access.Store;
import java.util.List;

/**
 * The values that entities of a client's world had after its last ticks, encoded like those of the server, to be
 * compared with these. A frame is the state after a tick. For the world's thread.
 */
public final class PredictedRows {
    private static final int MOST_NUMBER = 1 << 30;

    private final Store store;
    private final FieldLayout layout;
    private final Frames frames;
    private final IndexSet indices = new IndexSet();
    private final RowWord all = new RowWord();
    private final RowWord having = new RowWord();

    /**
     * No frames.
     *
     * @param capacity the greatest number of frames, a power of two
     */
    public PredictedRows(Store store, FieldLayout layout, int capacity) {
        this.store = store;
        this.layout = layout;
        frames = new Frames(capacity, layout.fields());
    }

    public void begin(long tick) {
        frames.begin(number(tick), tick);
        indices.clear();
    }

    /** The number of a tick's frame. Consecutive ticks have consecutive slots, also where numbers begin again. */
    private static int number(long tick) {
        return (int) tick & MOST_NUMBER - 1 | MOST_NUMBER;
    }

    /** Keeps the values of an entity in the frame that was begun. Does nothing if it is dead. */
    public void add(long entity) {
        long place = store.entities().tryLocate(entity);
        if (place != 0) {
            // SAFETY: the entity is alive, and no other code runs before its values are read.
            int word = Place.row(place) >>> 6;
            long bit = 1L << Place.row(place);
            all.set(Place.base(place), word, bit, frames, indices);
            layout.encode(all, having, word, bit);
        }
    }

    /** Ends a frame. */
    public void commit() {
        frames.commit();
    }

    /** Whether an entity had the values of one of the server, except for those that are entities. */
    public boolean matches(long tick, int local, Frames server, int number, int remote, int tolerance) {
        int[] values = frames.values(number(tick), local);
        int[] others = server.values(number, remote);
        if (values == null || others == null) {
            return false;
        }
        int place = Frames.place(local);
        int otherPlace = Frames.place(remote);
        for (int i = 0; i < layout.components().size(); i++) {
            boolean has = FieldLayout.has(values, place, i);
            if (has != FieldLayout.has(others, otherPlace, i)
                    || has && !matches(layout.columns(i), values, place, others, otherPlace, tolerance)) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(
            List<ColumnFields> columns, int[] values, int place, int[] others, int otherPlace, int tolerance) {
        for (int at = 0; at < columns.size(); at++) {
            ColumnFields column = columns.get(at);
            if (column instanceof RotationFields rotation) {
                if (!rotation.isNear(values, place, others, otherPlace, tolerance)) {
                    return false;
                }
                continue;
            }
            int most = column.column instanceof EntityColumn ? -1 : column.scale() != null ? tolerance : 0;
            for (int i = 0; i < column.count() && most >= 0; i++) {
                int field = (column.first + i) * CHUNK_ROWS;
                if (Math.abs((long) values[field + place] - others[field + otherPlace]) > most) {
                    return false;
                }
            }
        }
        return true;
    }

    /** {@return the columns of floats that are sent as such, in order of the components} */
    public List<FloatColumn> floats() {
        return layout.components().stream()
                .flatMap(component -> component.columns().stream())
                .filter(column -> column instanceof FloatColumn && column.length() == 1 && layout.field(column) >= 0)
                .map(column -> (FloatColumn) column)
                .toList();
    }
}
