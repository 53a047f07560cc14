package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.BitUtil;
import org.junit.jupiter.api.Test;

/** Compares the list of segments and the tree of holes with a linear search. Needs no native memory. */
class HeapSegmentsModelTest {
    private static final int NONE = HeapSegments.NONE;
    private static final long REGION = 1 << 16;
    private static final int REGIONS = 5;

    private final Random random = new Random(7);
    private final List<Integer> blocks = new ArrayList<>();
    private final int[] heads = new int[REGIONS];
    private final HeapSegments segments = new HeapSegments(REGION);

    @Test
    void shouldAgreeWithALinearSearch() {
        int[] order = {3, 0, 4, 1, 2};
        for (int region : order) {
            int before = NONE;
            for (int other = REGIONS - 1; other > region; other--) {
                before = heads[other] == 0 ? before : heads[other] - 1;
            }
            heads[region] = 1 + segments.addRegion(before, region * REGION);
        }
        for (int step = 0; step < 6_000; step++) {
            if (random.nextInt(100) < (step / 1000 % 2 == 0 ? 65 : 35)) {
                take();
            } else if (!blocks.isEmpty()) {
                segments.release(blocks.remove(random.nextInt(blocks.size())));
            }
            checkInvariants();
        }
        while (!blocks.isEmpty()) {
            segments.release(blocks.remove(random.nextInt(blocks.size())));
        }
        for (int region : order) {
            assertTrue(segments.isEmptyRegion(heads[region] - 1));
            segments.removeRegion(heads[region] - 1);
            assertFalse(segments.exists(heads[region] - 1));
        }
        assertEquals(0, segments.freeBytes());
        assertEquals(0, segments.largestBytes());
        assertEquals(NONE, segments.first());
        assertEquals(NONE, segments.last());
        assertEquals(Long.MAX_VALUE, segments.lowestPosition());
    }

    private void take() {
        long bytes = 16 * (1 + random.nextInt(1 << random.nextInt(10)));
        int alignment = 1 << random.nextInt(13);
        long below = random.nextBoolean() ? Long.MAX_VALUE : 16 * random.nextInt((int) (REGIONS * REGION / 16));
        int hole = segments.find(bytes, alignment, below);
        assertEquals(walk(bytes, alignment, below), hole);
        if (hole != NONE) {
            long position = BitUtil.align(segments.position(hole), alignment);
            int block = segments.take(hole, position, bytes, blocks.size());
            assertEquals(position, segments.position(block));
            assertEquals(bytes, segments.bytes(block));
            blocks.add(block);
        }
    }

    private int walk(long bytes, int alignment, long below) {
        for (int segment = segments.first(); segment != NONE; segment = segments.next(segment)) {
            long end = segments.position(segment) + segments.bytes(segment);
            if (segments.isHole(segment)
                    && segments.position(segment) < below
                    && BitUtil.align(segments.position(segment), alignment) + bytes <= end) {
                return segment;
            }
        }
        return NONE;
    }

    private void checkInvariants() {
        long position = 0;
        long freeBytes = 0;
        long largestBytes = 0;
        long lowest = Long.MAX_VALUE;
        int blockCount = 0;
        int previous = NONE;
        for (int segment = segments.first(); segment != NONE; segment = segments.next(segment)) {
            assertEquals(position, segments.position(segment), "a gap or an overlap");
            assertEquals(previous, segments.previous(segment));
            assertTrue(segments.exists(segment));
            long bytes = segments.bytes(segment);
            assertTrue(bytes > 0 && bytes % 16 == 0);
            assertEquals(position / REGION, (position + bytes - 1) / REGION, "crosses the end of a region");
            if (segments.isHole(segment)) {
                assertEquals(NONE, segments.holeInFront(segment), "two adjacent holes");
                freeBytes += bytes;
                largestBytes = Math.max(largestBytes, bytes);
                lowest = Math.min(lowest, position);
            } else {
                assertTrue(segments.isBlock(segment));
                blockCount++;
            }
            if (segments.startsRegion(segment)) {
                assertEquals(heads[(int) (position / REGION)] - 1, segment, "the head of a region keeps its id");
            }
            position += bytes;
            previous = segment;
        }
        assertEquals(REGIONS * REGION, position);
        assertEquals(previous, segments.last());
        assertEquals(blocks.size(), blockCount);
        assertEquals(freeBytes, segments.freeBytes());
        assertEquals(largestBytes, segments.largestBytes());
        assertEquals(lowest, segments.lowestPosition());
    }
}
