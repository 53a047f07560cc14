package basalt.feed;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.feed.wire.FieldLayout;
import basalt.feed.wire.Frames;
import basalt.feed.wire.IndexSet;
import basalt.feed.wire.Scale;
import basalt.feed.wire.ShownRows;
import java.util.Arrays;

/**
 * The entities of the newest frame by the cells of a grid without borders: buckets of a hash table, in each the
 * entities of all cells that share it. Made anew for each frame of which a client asks what is near, by counting:
 *
 * <pre>
 *   starts    bucket 0   bucket 1   bucket 2 ...     place of the first entity of each bucket
 *   indices   3  17  20 | 5       | 1  9  ...        the entities, by bucket; also their places x and y
 * </pre>
 */
final class FeedGrid {
    private final FieldLayout layout;
    private final Frames frames;
    private final IndexSet all;
    private final Axis x;
    private final Axis y;
    private final float cellSize;
    private int frame = Frames.NONE;
    private int count;
    private int[] starts = new int[2];
    private int[] indices = new int[0];
    private float[] xs = new float[0];
    private float[] ys = new float[0];

    /** Those between the two radii, which stay if a client has them. */
    private final IndexSet border = new IndexSet();

    /** Where an entity is in one direction: the column's component, field and scale. */
    private record Axis(int component, int field, Scale scale) {
        float get(Frames frames, int index) {
            int encoded = frames.get(frames.newest(), index, field);
            return scale == null ? Float.intBitsToFloat(encoded) : (float) scale.decode(encoded);
        }
    }

    FeedGrid(FieldLayout layout, Frames frames, IndexSet all, FloatColumn x, FloatColumn y, float cellSize) {
        if (!(cellSize > 0 && cellSize <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException("cellSize must be finite and > 0: cellSize=" + cellSize);
        }
        for (FloatColumn column : new FloatColumn[] {x, y}) {
            if (column.length() != 1 || layout.field(column) < 0) {
                throw new IllegalArgumentException(
                        "column " + column.component().name() + "." + column.field()
                                + " is no scalar column of the schema; add it with column(...) or moving(...)");
            }
        }
        this.layout = layout;
        this.frames = frames;
        this.all = all;
        this.x = axis(layout, x);
        this.y = axis(layout, y);
        this.cellSize = cellSize;
    }

    private static Axis axis(FieldLayout layout, FloatColumn column) {
        int component = layout.components().indexOf((Component<?>) column.component());
        return new Axis(component, layout.field(column), layout.scale(column));
    }

    /** Adds the entities within a radius, and those within a larger one that a client has. */
    void collect(float atX, float atY, float radius, float leaveRadius, ShownRows known, IndexSet into) {
        update();
        border.clear();
        collect(atX, atY, radius, leaveRadius, into);
        for (int at = 0; known != null && at < known.words(); at++) {
            int word = known.number(at);
            into.addAll(word, known.word(at) & border.word(word));
        }
    }

    private void collect(float atX, float atY, float radius, float leaveRadius, IndexSet into) {
        double first = Math.floor((atX - leaveRadius) / cellSize);
        double last = Math.floor((atX + leaveRadius) / cellSize);
        double low = Math.floor((atY - leaveRadius) / cellSize);
        double high = Math.floor((atY + leaveRadius) / cellSize);
        if ((last - first + 1) * (high - low + 1) >= starts.length || Math.abs(first) + Math.abs(low) > 1e9) {
            collect(0, count, atX, atY, radius, leaveRadius, into);
            return;
        }
        for (int cellY = (int) low; cellY <= high; cellY++) {
            for (int cellX = (int) first; cellX <= last; cellX++) {
                int bucket = bucket(cellX, cellY);
                collect(starts[bucket], starts[bucket + 1], atX, atY, radius, leaveRadius, into);
            }
        }
    }

    private void collect(int from, int to, float atX, float atY, float radius, float leaveRadius, IndexSet into) {
        for (int i = from; i < to; i++) {
            float square = (xs[i] - atX) * (xs[i] - atX) + (ys[i] - atY) * (ys[i] - atY);
            if (square <= radius * radius) {
                into.add(indices[i]);
            } else if (square <= leaveRadius * leaveRadius) {
                border.add(indices[i]);
            }
        }
    }

    private int bucket(int cellX, int cellY) {
        int hash = (cellX * 0x9E37_79B1 ^ cellY) * 0x85EB_CA6B;
        return (hash ^ hash >>> 15) & starts.length - 2;
    }

    private int bucket(float atX, float atY) {
        return bucket((int) Math.floor(atX / cellSize), (int) Math.floor(atY / cellSize));
    }

    private void update() {
        if (frame == frames.newest()) {
            return;
        }
        reserve(all.count());
        Arrays.fill(starts, 0);
        walk(true);
        for (int bucket = 1; bucket < starts.length; bucket++) {
            starts[bucket] += starts[bucket - 1];
        }
        count = starts[starts.length - 1];
        walk(false); // each entity takes the last free place of its bucket, so that its start is right in the end
        frame = frames.newest();
    }

    private void reserve(int most) {
        int buckets = Math.max(1, Integer.highestOneBit(Math.max(1, most)));
        if (starts.length < buckets + 1) {
            starts = new int[2 * buckets + 1];
        }
        if (indices.length < most) {
            indices = new int[2 * most];
            xs = new float[2 * most];
            ys = new float[2 * most];
        }
    }

    /** Counts the entities of each bucket, or puts them there. */
    private void walk(boolean isCounting) {
        int newest = frames.newest();
        for (int word = 0; word < all.words(); word++) {
            for (long rest = all.word(word); rest != 0; rest &= rest - 1) {
                int index = (word << 6) + Long.numberOfTrailingZeros(rest);
                if (layout.has(frames, newest, index, x.component())
                        && layout.has(frames, newest, index, y.component())) {
                    float atX = x.get(frames, index);
                    float atY = y.get(frames, index);
                    int bucket = bucket(atX, atY);
                    if (isCounting) {
                        starts[bucket]++;
                    } else {
                        int place = --starts[bucket];
                        indices[place] = index;
                        xs[place] = atX;
                        ys[place] = atY;
                    }
                }
            }
        }
    }
}
