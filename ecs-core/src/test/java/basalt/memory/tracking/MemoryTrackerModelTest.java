package basalt.memory.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations on a tree of tags against a plain model. The test's name has the seed, a failure the step. */
class MemoryTrackerModelTest {
    private static final int STEPS = Soak.times(1_000, 3_000);
    private static final List<String> PATHS = List.of("", "a", "a/b", "a/b/c", "a/d", "e");

    /** An allocation through a tag, and the tags in which it is promoted. */
    private record Block(int tag, long address, long bytes, Set<Integer> promotedIn) {}

    /** The model's state of a tag; the rest follows from the blocks. */
    private static final class Expected {
        long softBytes = Long.MAX_VALUE;
        long hardBytes = Long.MAX_VALUE;
        MemoryTag.Policy policy = MemoryTag.Policy.FAIL;
        long peakBytes;
        long allocations;
        long softCrossings;
        long denials;
        long overruns;
        long promotions;
    }

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);
    private final MemoryTracker tracker = new MemoryTracker(failing);
    private final List<MemoryTag> tags = new ArrayList<>();
    private final List<Expected> expected = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();
    private final List<MemoryTracker.Pressure> told = new ArrayList<>();
    private Random random;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldAgreeWithModel(long seed) {
        random = new Random(seed);
        tracker.onPressure(told::add);
        for (String path : PATHS) {
            tags.add(path.isEmpty() ? tracker.root() : tracker.tag(path));
            expected.add(new Expected());
        }
        int step = 0;
        try {
            for (; step < STEPS; step++) {
                step();
                compare();
            }
        } catch (Throwable e) {
            throw new AssertionError("seed " + seed + ", step " + step + ", " + tracker.snapshot(), e);
        } finally {
            while (!blocks.isEmpty()) {
                free();
            }
        }
        compare();
        assertEquals(0, memory.outstanding());
    }

    private void step() {
        int choice = random.nextInt(100);
        if (choice < 50) {
            allocate(random.nextInt(tags.size()), 1 + random.nextInt(100));
        } else if (choice < 90) {
            free();
        } else if (choice < 97) {
            setBudget(random.nextInt(tags.size()));
        } else {
            failing.failNext();
        }
    }

    private void allocate(int tag, long bytes) {
        told.clear();
        List<MemoryTracker.Pressure> pressures = new ArrayList<>();
        Set<Integer> promotedIn = new TreeSet<>();
        for (int i : upFrom(tag)) {
            if (expected.get(i).policy == MemoryTag.Policy.FAIL
                    && allocatedBytes(i) + bytes > expected.get(i).hardBytes) {
                assertThrows(NativeMemoryException.class, () -> tags.get(tag).allocate(bytes, 8));
                expected.get(i).denials++;
                assertEquals(List.of(pressure(i, MemoryTracker.Pressure.Kind.DENIED, bytes)), told);
                return;
            }
        }
        for (int i : upFrom(tag)) {
            Expected of = expected.get(i);
            boolean exceeds = allocatedBytes(i) + bytes > of.hardBytes;
            if (exceeds && of.policy == MemoryTag.Policy.PROMOTE) {
                promotedIn.add(i);
                pressures.add(pressure(i, MemoryTracker.Pressure.Kind.PROMOTED, bytes));
                continue;
            }
            if (allocatedBytes(i) <= of.softBytes && allocatedBytes(i) + bytes > of.softBytes) {
                pressures.add(pressure(i, MemoryTracker.Pressure.Kind.SOFT, bytes));
            }
            if (exceeds) {
                pressures.add(pressure(i, MemoryTracker.Pressure.Kind.OVERRUN, bytes));
            }
        }
        long address = allocateOrBeRefused(tag, bytes);
        if (address == 0) {
            assertEquals(List.of(), told);
            return;
        }
        assertEquals(pressures, told);
        blocks.add(new Block(tag, address, bytes, promotedIn));
        remember(tag, promotedIn, pressures);
    }

    private long allocateOrBeRefused(int tag, long bytes) {
        long before = memory.allocations();
        try {
            return tags.get(tag).allocate(bytes, 8);
        } catch (NativeMemoryException e) {
            assertEquals(before, memory.allocations());
            assertEquals(true, failing.hasFailed());
            return 0;
        }
    }

    private void remember(int tag, Set<Integer> promotedIn, List<MemoryTracker.Pressure> pressures) {
        for (MemoryTracker.Pressure pressure : pressures) {
            Expected of = expected.get(PATHS.indexOf(pressure.path()));
            switch (pressure.kind()) {
                case SOFT -> of.softCrossings++;
                case OVERRUN -> of.overruns++;
                case PROMOTED -> of.promotions++;
                case DENIED -> throw new AssertionError(pressure);
            }
        }
        for (int i : upFrom(tag)) {
            if (!promotedIn.contains(i)) {
                expected.get(i).allocations++;
                expected.get(i).peakBytes = Math.max(expected.get(i).peakBytes, allocatedBytes(i));
            }
        }
    }

    private void free() {
        if (!blocks.isEmpty()) {
            Block block = blocks.remove(random.nextInt(blocks.size()));
            tags.get(block.tag).free(block.address, block.bytes);
        }
    }

    private void setBudget(int tag) {
        Expected of = expected.get(tag);
        of.softBytes = random.nextInt(400);
        of.hardBytes = random.nextInt(4) == 0 ? Long.MAX_VALUE : of.softBytes + random.nextInt(400);
        of.policy = MemoryTag.Policy.values()[random.nextInt(tag == 0 ? 2 : 3)];
        tags.get(tag).budget(of.softBytes, of.hardBytes, of.policy);
    }

    private void compare() {
        MemorySnapshot root = tracker.snapshot();
        for (int i = 0; i < tags.size(); i++) {
            Expected of = expected.get(i);
            MemorySnapshot figures = root.find(PATHS.get(i)).orElseThrow();
            int tag = i;
            assertEquals(
                    new MemorySnapshot(
                            PATHS.get(i),
                            allocatedBytes(i),
                            of.peakBytes,
                            blocks.stream()
                                    .filter(block -> isUnder(block, tag) && !block.promotedIn.contains(tag))
                                    .count(),
                            of.allocations,
                            of.softBytes,
                            of.hardBytes,
                            of.policy,
                            of.softCrossings,
                            of.denials,
                            of.overruns,
                            of.promotions,
                            blocks.stream()
                                    .filter(block -> isUnder(block, tag) && block.promotedIn.contains(tag))
                                    .mapToLong(Block::bytes)
                                    .sum(),
                            figures.children()),
                    figures);
        }
    }

    private MemoryTracker.Pressure pressure(int tag, MemoryTracker.Pressure.Kind kind, long bytes) {
        Expected of = expected.get(tag);
        long limitBytes = kind == MemoryTracker.Pressure.Kind.SOFT ? of.softBytes : of.hardBytes;
        return new MemoryTracker.Pressure(PATHS.get(tag), kind, bytes, allocatedBytes(tag), limitBytes);
    }

    private long allocatedBytes(int tag) {
        return blocks.stream()
                .filter(block -> isUnder(block, tag) && !block.promotedIn.contains(tag))
                .mapToLong(Block::bytes)
                .sum();
    }

    private static boolean isUnder(Block block, int tag) {
        return upFrom(block.tag).contains(tag);
    }

    private static List<Integer> upFrom(int tag) {
        List<Integer> up = new ArrayList<>();
        String path = PATHS.get(tag);
        while (!path.isEmpty()) {
            up.add(PATHS.indexOf(path));
            path = path.substring(0, Math.max(0, path.lastIndexOf('/')));
        }
        up.add(0);
        return up;
    }
}
