package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.HeapBytes;
import basalt.memory.MemorySource;
import org.agrona.collections.IntIntConsumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** In a steady state using collections makes no garbage, compiled by the JIT or not. */
class FrameCollectionGarbageTest {
    private static final int FRAMES = 500;
    private static final int ROWS = 65;
    private static final FrameColumns.Layout LAYOUT = FrameColumns.Layout.of(
            FrameColumns.Layout.Kind.LONG,
            FrameColumns.Layout.Kind.FLOAT,
            FrameColumns.Layout.Kind.INT,
            FrameColumns.Layout.Kind.DOUBLE);

    private double sum;

    @Test
    void shouldMakeNoGarbageInUse() {
        try (FrameArena arena = new FrameArena(MemorySource.direct())) {
            Everything all = new Everything(arena);
            HeapBytes.assertNone(FRAMES, count -> frames(all, count));
            assertTrue(sum > 0);
        }
    }

    @Test
    void shouldMakeAtMostTwoSmallObjectsPerCollection() {
        try (FrameArena arena = new FrameArena(MemorySource.direct())) {
            make(arena, 10);
            long made = HeapBytes.medianOf(() -> make(arena, FRAMES));
            // A view and its collection are 100 bytes at most; an array of the capacity would be 40,000.
            assertTrue(made < FRAMES * 5 * 128, () -> "heap bytes made in " + FRAMES + " frames: " + made);
        }
    }

    private static void make(FrameArena arena, int frames) {
        for (int frame = 0; frame < frames; frame++) {
            FrameIntList ints = FrameIntList.in(arena, 10_000);
            FrameIntMap map = FrameIntMap.in(arena, 100, -1);
            FrameFloatList floats = FrameFloatList.in(arena, 100);
            FrameString text = FrameString.in(arena, 10_000);
            FrameColumns columns = FrameColumns.in(arena, LAYOUT, 10_000);
            ints.add(frame);
            map.put(frame, frame);
            floats.add(frame);
            text.append(frame);
            columns.setLong(0, 9_999, frame);
            assertEquals(frame, map.get(frame) + (int) floats.get(0) - ints.get(0));
            arena.reset();
        }
    }

    private void frames(Everything all, int count) {
        for (int frame = 0; frame < count; frame++) {
            sum += all.frame(frame);
        }
    }

    /** One collection of each kind, and actions that are created once. */
    private static final class Everything {
        private final FrameIntList ints;
        private final FrameLongList longs;
        private final FrameFloatList floats;
        private final FrameIntMap intMap;
        private final FrameString text;
        private final FrameColumns columns;
        private final UnsafeBuffer buffer = new UnsafeBuffer();
        private final IntIntConsumer sumOfInts = (key, value) -> this.sum += key + value;
        private double sum;

        Everything(FrameArena arena) {
            ints = FrameIntList.in(arena, ROWS);
            longs = FrameLongList.in(arena, ROWS);
            floats = FrameFloatList.in(arena, ROWS);
            intMap = FrameIntMap.in(arena, ROWS, -1);
            text = FrameString.in(arena, 16 * ROWS);
            columns = FrameColumns.in(arena, LAYOUT, ROWS);
        }

        double frame(int frame) {
            sum = 0;
            ints.clear();
            longs.clear();
            floats.clear();
            intMap.clear();
            text.clear();
            for (int row = 0; row < ROWS; row++) {
                fill(frame, row);
            }
            intMap.forEach(sumOfInts);
            for (int row = 0; row < ROWS; row++) {
                sum += ints.get(row) + longs.get(row) + floats.get(row);
                sum += intMap.get(row);
                sum += columns.getLong(0, row) + columns.getFloat(1, row) + columns.getDouble(3, row);
            }
            text.wrapUnchecked(buffer);
            return sum + (ints.contains(-1) || floats.contains(-1) ? 0 : 1) + buffer.getByte(0);
        }

        private void fill(int frame, int row) {
            ints.add(row);
            longs.add(frame);
            floats.add(row);
            intMap.put(row, frame);
            columns.setLong(0, row, frame);
            columns.setFloat(1, row, row);
            columns.setInt(2, row, row);
            columns.setDouble(3, row, row);
            text.append("row ").append(row).append(' ').appendFixed(row / 3f, 2);
        }
    }
}
