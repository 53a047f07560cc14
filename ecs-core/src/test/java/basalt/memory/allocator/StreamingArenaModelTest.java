package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.tracking.MemoryTracker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations against a plain model that predicts each state, figure and eviction. The test's name has the seed,
 * a failure the step.
 */
class StreamingArenaModelTest {
    private static final int STEPS = 3_000;
    private static final long BUDGET_BYTES = 10_000;

    /** The expected state and contents of an entry. */
    private static final class Expected {
        final long handle;
        final int bytes;
        final byte[] contents;
        final List<StreamingView> views = new ArrayList<>();
        int priority;
        int loadedBytes;
        boolean ready;
        int age;
        Slice lastPart;

        Expected(long handle, int bytes, int priority) {
            this.handle = handle;
            this.bytes = bytes;
            this.priority = priority;
            contents = new byte[bytes];
        }

        boolean isEvictable() {
            return ready && views.isEmpty();
        }

        StreamingArena.State state() {
            return ready ? StreamingArena.State.READY : StreamingArena.State.LOADING;
        }
    }

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);
    private final List<Long> told = new ArrayList<>();
    private final List<Expected> live = new ArrayList<>();
    private final List<Expected> gone = new ArrayList<>();
    private StreamingArena arena;
    private long sourceBytes;
    private Random random;
    private boolean sourceWillFail;
    private int clock;
    private long evictions;
    private long refusals;
    private long highWaterBytes;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void shouldAgreeWithModel(long seed) {
        random = new Random(seed);
        sourceBytes = seed % 2 == 0 ? BUDGET_BYTES : BUDGET_BYTES * 3 / 4; // sometimes less than the budget
        arena = new StreamingArena(new MemoryTracker(failing).root().budget(sourceBytes, sourceBytes), BUDGET_BYTES);
        arena.onEvict(told::add);
        int step = 0;
        try {
            for (; step < STEPS; step++) {
                step();
                checkInvariants();
            }
            assertTrue(evictions > 100 && refusals > 10, "the test must cover this case");
        } catch (Throwable e) {
            throw new AssertionError("seed " + seed + ", step " + step + ", " + arena, e);
        } finally {
            live.forEach(expected -> expected.views.forEach(StreamingView::close));
            arena.close();
        }
        assertEquals(0, memory.outstanding());
    }

    private void step() {
        int choice = random.nextInt(100);
        if (choice < 20) {
            reserve();
        } else if (choice < 45) {
            load(any(expected -> !expected.ready));
        } else if (choice < 65) {
            access(any(expected -> true));
        } else if (choice < 80) {
            closeView(any(expected -> !expected.views.isEmpty()));
        } else if (choice < 86) {
            prioritise(any(expected -> true));
        } else if (choice < 91) {
            release(any(expected -> true));
        } else if (choice < 97) {
            useStale();
        } else if (!sourceWillFail) {
            failing.failNext();
            sourceWillFail = true;
        }
    }

    private void reserve() {
        int bytes = 1 + random.nextInt(random.nextInt(8) == 0 ? (int) BUDGET_BYTES + 500 : 1_500);
        int priority = random.nextInt(4) - 1;
        List<Expected> victims = victims(bytes - (BUDGET_BYTES - usedBytes()));
        told.clear();
        long handle;
        if (random.nextBoolean()) {
            handle = arena.tryReserve(bytes, priority);
        } else {
            handle = reserveOrZero(bytes, priority);
        }
        if (victims == null) {
            refusals++;
            assertEquals(0, handle);
            assertEquals(List.of(), told);
            return;
        }
        evict(victims);
        boolean granted = evictForTheSource(bytes, victims);
        assertEquals(victims.stream().map(victim -> victim.handle).toList(), told);
        if (!granted) {
            refusals++;
            assertEquals(0, handle);
            return;
        }
        live.add(new Expected(handle, bytes, priority));
        highWaterBytes = Math.max(highWaterBytes, usedBytes());
    }

    private void evict(List<Expected> victims) {
        evictions += victims.size();
        live.removeAll(victims);
        gone.addAll(victims);
    }

    /** Evicts entries one by one and adds them to the victims. Returns false if the source still refuses at the end. */
    private boolean evictForTheSource(int bytes, List<Expected> victims) {
        while (sourceRefuses(bytes)) {
            List<Expected> next = victims(1);
            if (next == null) {
                return false;
            }
            evict(next);
            victims.addAll(next);
        }
        return true;
    }

    private boolean sourceRefuses(int bytes) {
        if (usedBytes() + bytes > sourceBytes) {
            return true; // before the allocation that fails
        }
        boolean fails = sourceWillFail;
        sourceWillFail = false;
        return fails;
    }

    private long reserveOrZero(int bytes, int priority) {
        try {
            return arena.reserve(bytes, priority);
        } catch (NativeMemoryException e) {
            assertEquals(bytes, e.requestedBytes());
            return 0;
        }
    }

    /** Returns null if evicting all entries would not suffice. */
    private List<Expected> victims(long bytes) {
        List<Expected> ordered = new ArrayList<>(live);
        ordered.removeIf(expected -> !expected.isEvictable());
        ordered.sort(Comparator.<Expected>comparingInt(expected -> expected.priority)
                .thenComparingInt(expected -> expected.age));
        int count = 0;
        while (sum(ordered.subList(0, count)) < bytes) {
            if (count == ordered.size()) {
                return null;
            }
            count++;
        }
        List<Expected> victims = new ArrayList<>(ordered.subList(0, count));
        for (int i = count - 1; i >= 0; i--) {
            if (sum(victims) - victims.get(i).bytes >= bytes) {
                victims.remove(i);
            }
        }
        return victims;
    }

    private void load(Expected expected) {
        if (expected == null) {
            return;
        }
        int left = expected.bytes - expected.loadedBytes;
        assertThrows(IllegalArgumentException.class, () -> arena.loaded(expected.handle, left + 1L));
        if (left > 0) {
            assertThrows(IllegalStateException.class, () -> arena.ready(expected.handle));
            int bytes = random.nextInt(3) > 0 ? left : 1 + random.nextInt(left);
            write(expected, bytes);
            arena.loaded(expected.handle, bytes);
            expected.loadedBytes += bytes;
            return;
        }
        arena.ready(expected.handle);
        expected.ready = true;
        expected.age = ++clock;
        assertFalse(expected.lastPart.isLive());
        assertThrows(IllegalStateException.class, () -> arena.ready(expected.handle));
    }

    private void write(Expected expected, int bytes) {
        expected.lastPart = arena.part(expected.handle, expected.loadedBytes, bytes);
        for (int i = 0; i < bytes; i++) {
            byte value = (byte) random.nextInt();
            expected.lastPart.putByte(i, value);
            expected.contents[expected.loadedBytes + i] = value;
        }
    }

    private void access(Expected expected) {
        if (expected == null) {
            return;
        }
        if (!expected.ready) {
            assertThrows(IllegalStateException.class, () -> arena.access(expected.handle));
            assertNull(arena.tryAccess(expected.handle));
            return;
        }
        StreamingView view = random.nextBoolean() ? arena.access(expected.handle) : arena.tryAccess(expected.handle);
        expected.age = ++clock;
        checkContents(expected, view);
        if (random.nextInt(3) == 0) {
            expected.views.add(view);
        } else {
            view.close();
        }
    }

    private void closeView(Expected expected) {
        if (expected == null) {
            return;
        }
        StreamingView view = expected.views.remove(random.nextInt(expected.views.size()));
        checkContents(expected, view);
        view.close();
        assertThrows(IllegalStateException.class, view::close);
        assertThrows(IllegalStateException.class, view::slice);
    }

    private void prioritise(Expected expected) {
        if (expected != null) {
            expected.priority = random.nextInt(4) - 1;
            arena.priority(expected.handle, expected.priority);
        }
    }

    private void release(Expected expected) {
        if (expected == null) {
            return;
        }
        if (!expected.views.isEmpty()) {
            assertThrows(IllegalStateException.class, () -> arena.release(expected.handle));
            assertThrows(IllegalStateException.class, () -> arena.tryRelease(expected.handle));
            return;
        }
        if (random.nextBoolean()) {
            arena.release(expected.handle);
        } else {
            assertTrue(arena.tryRelease(expected.handle));
        }
        live.remove(expected);
        gone.add(expected);
    }

    private void useStale() {
        if (gone.isEmpty()) {
            return;
        }
        Expected stale = gone.get(random.nextInt(gone.size()));
        assertEquals(StreamingArena.State.GONE, arena.state(stale.handle));
        assertNull(arena.tryAccess(stale.handle));
        assertFalse(arena.tryRelease(stale.handle));
        assertThrows(IllegalStateException.class, () -> arena.access(stale.handle));
        assertThrows(IllegalStateException.class, () -> arena.release(stale.handle));
        assertThrows(IllegalStateException.class, () -> arena.loaded(stale.handle, 1));
        assertThrows(IllegalStateException.class, () -> arena.priority(stale.handle, 1));
        if (stale.lastPart != null) {
            assertThrows(IllegalStateException.class, () -> stale.lastPart.getByte(0));
        }
    }

    private Expected any(Predicate<Expected> wanted) {
        List<Expected> candidates = live.stream().filter(wanted).toList();
        return candidates.isEmpty() ? null : candidates.get(random.nextInt(candidates.size()));
    }

    private void checkInvariants() {
        int ready = 0;
        int pinned = 0;
        for (Expected expected : live) {
            assertEquals(expected.state(), arena.state(expected.handle));
            ready += expected.ready ? 1 : 0;
            pinned += expected.views.isEmpty() ? 0 : 1;
        }
        assertEquals(
                new StreamingArena.Figures(
                        BUDGET_BYTES,
                        usedBytes(),
                        highWaterBytes,
                        live.size() - ready,
                        ready,
                        pinned,
                        evictions,
                        refusals),
                arena.snapshot());
        assertEquals(usedBytes(), memory.allocatedBytes());
        assertEquals(live.size(), memory.outstanding());
        assertTrue(memory.peakBytes() <= sourceBytes);
    }

    private long usedBytes() {
        return sum(live);
    }

    private static long sum(List<Expected> entries) {
        return entries.stream().mapToLong(expected -> expected.bytes).sum();
    }

    private static void checkContents(Expected expected, StreamingView view) {
        Slice slice = view.slice();
        assertEquals(expected.bytes, slice.sizeBytes());
        for (int i = 0; i < expected.bytes; i++) {
            assertEquals(expected.contents[i], slice.getByte(i));
        }
    }
}
