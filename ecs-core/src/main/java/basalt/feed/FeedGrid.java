package basalt.feed;

import static basalt.feed.Frames.CHUNK_ROWS;

import basalt.component.FloatColumn;
import java.util.Arrays;

/**
 * The entities of the newest frame by the cells of a grid without borders: buckets of a hash table, in each the
 * entities of all cells that share it. Made anew for each frame of which a client asks what is near.
 *
 * <pre>
 *   starts    bucket 0   bucket 1 ...    place of the first entity of each bucket; -1 for none
 *   indices   3  17  20  5 ...           the entities, with their places x and y
 *   nexts     1   2  -1  8 ...           the place of the next one of the same bucket
 * </pre>
 */
final class FeedGrid {
    private final Frames frames;
    private final IndexSet all;
    private final Axis x;
    private final Axis y;
    private final float cellSize;
    private int frame = Frames.NONE;
    private int count;
    private int[] starts = {-1};
    private int[] indices = {};
    private int[] nexts = {};
    private float[] xs = {};
    private float[] ys = {};

    /** Those between the two radii, which stay if a client has them. */
    private final IndexSet border = new IndexSet();

    /** Where an entity is in one direction: the index of the column's component, and its field. */
    private record Axis(int component, ColumnFields fields) {
        float get(int[] values, int place) {
            int encoded = values[fields.first * CHUNK_ROWS + place];
            return fields.scale == null ? Float.intBitsToFloat(encoded) : (float) fields.scale.decode(encoded);
        }
    }

    FeedGrid(FeedSchema schema, Frames frames, IndexSet all, FloatColumn x, FloatColumn y, float cellSize) {
        if (!(cellSize > 0 && cellSize <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException("cellSize must be finite and > 0: cellSize=" + cellSize);
        }
        this.frames = frames;
        this.all = all;
        this.x = axis(schema, x);
        this.y = axis(schema, y);
        this.cellSize = cellSize;
    }

    private static Axis axis(FeedSchema schema, FloatColumn column) {
        ColumnFields fields = schema.find(column);
        if (fields == null || column.length() != 1) {
            throw new IllegalArgumentException("column " + column.component().name() + "." + column.field()
                    + " is no scalar column of the schema; add it with column(...) or moving(...)");
        }
        return new Axis(schema.indexOf(column), fields);
    }

    /** Adds the entities within a radius, and those within a larger one that a client has. */
    void collect(float atX, float atY, float radius, float leaveRadius, ShownRows known, IndexSet into) {
        update();
        border.clear();
        double first = Math.floor((atX - leaveRadius) / cellSize);
        double last = Math.floor((atX + leaveRadius) / cellSize);
        double low = Math.floor((atY - leaveRadius) / cellSize);
        double high = Math.floor((atY + leaveRadius) / cellSize);
        if ((last - first + 1) * (high - low + 1) >= starts.length || Math.abs(first) + Math.abs(low) > 1e9) {
            for (int i = 0; i < count; i++) {
                collect(i, atX, atY, radius, leaveRadius, into);
            }
        } else {
            for (int cellY = (int) low; cellY <= high; cellY++) {
                for (int cellX = (int) first; cellX <= last; cellX++) {
                    for (int i = starts[bucket(cellX, cellY)]; i >= 0; i = nexts[i]) {
                        collect(i, atX, atY, radius, leaveRadius, into);
                    }
                }
            }
        }
        for (int at = 0; known != null && at < known.words(); at++) {
            int word = known.number(at);
            into.addAll(word, known.word(at) & border.word(word));
        }
    }

    private void collect(int i, float atX, float atY, float radius, float leaveRadius, IndexSet into) {
        float square = (xs[i] - atX) * (xs[i] - atX) + (ys[i] - atY) * (ys[i] - atY);
        if (square <= radius * radius) {
            into.add(indices[i]);
        } else if (square <= leaveRadius * leaveRadius) {
            border.add(indices[i]);
        }
    }

    private int bucket(int cellX, int cellY) {
        int hash = (cellX * 0x9E37_79B1 ^ cellY) * 0x85EB_CA6B;
        return (hash ^ hash >>> 15) & starts.length - 1;
    }

    private void update() {
        if (frame == frames.newest()) {
            return;
        }
        reserve(all.count());
        Arrays.fill(starts, -1);
        count = 0;
        for (int word = 0; word < all.words(); word++) {
            for (long rest = all.word(word); rest != 0; rest &= rest - 1) {
                add((word << 6) + Long.numberOfTrailingZeros(rest));
            }
        }
        frame = frames.newest();
    }

    private void reserve(int most) {
        if (indices.length < most) {
            starts = new int[2 * Integer.highestOneBit(most)];
            indices = new int[2 * most];
            nexts = new int[2 * most];
            xs = new float[2 * most];
            ys = new float[2 * most];
        }
    }

    private void add(int index) {
        int[] values = frames.values(frames.newest(), index);
        int place = Frames.place(index);
        if (FeedSchema.has(values, place, x.component()) && FeedSchema.has(values, place, y.component())) {
            xs[count] = x.get(values, place);
            ys[count] = y.get(values, place);
            int bucket = bucket((int) Math.floor(xs[count] / cellSize), (int) Math.floor(ys[count] / cellSize));
            indices[count] = index;
            nexts[count] = starts[bucket];
            starts[bucket] = count++;
        }
    }
}
