package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Elsewhere;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

/** Threads that stream the same assets in and out, with several times more assets than the budget holds. */
class StreamingArenaStressTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 20_000;
    private static final int ASSETS = 64;
    private static final long BUDGET_BYTES = 6_000;
    private static final long SOURCE_BYTES = 5_000;

    /**
     * Refuses requests beyond its size, and fails if more than the budget is allocated. Counts memory from before it is
     * taken until it is given back.
     */
    private static final class LimitedMemory implements MemorySource {
        private final AtomicLong heldBytes = new AtomicLong();
        private final AtomicInteger requests = new AtomicInteger();
        private final AtomicInteger refusals = new AtomicInteger();

        @Override
        public long allocate(long bytes, int alignment) {
            long held = heldBytes.addAndGet(bytes);
            if (held > BUDGET_BYTES) {
                throw new AssertionError("held at once: " + held);
            }
            if (held > SOURCE_BYTES || requests.incrementAndGet() % 97 == 0) {
                heldBytes.addAndGet(-bytes);
                refusals.incrementAndGet();
                throw new NativeMemoryException("too much, or each 97th", bytes, held);
            }
            return MemorySource.direct().allocate(bytes, alignment);
        }

        @Override
        public void free(long address, long bytes) {
            // SAFETY: the memory is still allocated. The arena has freed it, so code that still reads it must fail.
            UnsafeApi.setMemory(null, address, bytes, (byte) 0xCD);
            MemorySource.direct().free(address, bytes);
            heldBytes.addAndGet(-bytes);
        }

        @Override
        public long allocatedBytes() {
            return heldBytes.get();
        }
    }

    private final LimitedMemory source = new LimitedMemory();
    private final StreamingArena arena = new StreamingArena(source, BUDGET_BYTES);
    private final AtomicLongArray handles = new AtomicLongArray(ASSETS);
    private final AtomicInteger told = new AtomicInteger();
    private final AtomicInteger accesses = new AtomicInteger();
    private final AtomicInteger loads = new AtomicInteger();

    @Test
    void shouldKeepBudgetAndContentsWhenThreadsCompete() {
        arena.onEvict(handle -> {
            assertEquals(StreamingArena.State.GONE, arena.state(handle));
            told.incrementAndGet();
        });
        Elsewhere.together(THREADS, thread -> stream(new Random(thread)));
        StreamingArena.Figures figures = arena.snapshot();
        assertEquals(told.get(), figures.evictions());
        assertEquals(0, figures.loading() + figures.pinned());
        assertEquals(source.allocatedBytes(), figures.usedBytes());
        assertTrue(figures.usedBytes() <= SOURCE_BYTES, figures::toString);
        assertTrue(figures.highWaterBytes() <= BUDGET_BYTES, figures::toString);
        assertTrue(figures.evictions() > ROUNDS / 10, figures::toString);
        assertTrue(source.refusals.get() > ROUNDS / 10, source.refusals::toString);
        assertTrue(loads.get() > ROUNDS / 10, loads::toString);
        assertTrue(accesses.get() > ROUNDS / 10, accesses::toString);
        arena.close();
        assertEquals(0, source.allocatedBytes());
        assertEquals(0, arena.usedBytes());
    }

    private void stream(Random random) {
        for (int round = 0; round < ROUNDS; round++) {
            int asset = random.nextInt(ASSETS);
            long handle = handles.get(asset);
            if (random.nextInt(20) == 0) {
                release(handle);
            } else if (!use(asset, handle, random)) {
                load(asset, handle, random);
            }
            assertTrue(arena.usedBytes() <= BUDGET_BYTES);
        }
    }

    private void release(long handle) {
        try {
            arena.tryRelease(handle);
        } catch (IllegalStateException e) {
            assertTrue(e.getMessage().startsWith("entry is pinned"), e.getMessage());
        }
    }

    private boolean use(int asset, long handle, Random random) {
        try (StreamingView view = arena.tryAccess(handle)) {
            if (view == null) {
                return false;
            }
            check(asset, view);
            if (random.nextInt(8) == 0) {
                load(random.nextInt(ASSETS), 0, random); // while this entry is pinned
                check(asset, view);
            }
            accesses.incrementAndGet();
            return true;
        }
    }

    private void load(int asset, long old, Random random) {
        int bytes = sizeOf(asset);
        long handle = arena.tryReserve(bytes, random.nextInt(3));
        if (handle == 0) {
            return;
        }
        int half = bytes / 16 * 8;
        fill(asset, 0, arena.part(handle, 0, half));
        arena.loaded(handle, half);
        fill(asset, half, arena.part(handle, half, bytes - half));
        arena.loaded(handle, bytes - half);
        arena.ready(handle);
        loads.incrementAndGet();
        if (!handles.compareAndSet(asset, old, handle)) {
            arena.tryRelease(handle); // another thread was faster; this handle is not shared
        }
    }

    private static int sizeOf(int asset) {
        return 64 + asset * 8;
    }

    private static void fill(int asset, int offset, Slice part) {
        for (int i = 0; i < part.sizeBytes(); i += Long.BYTES) {
            part.putLong(i, contents(asset, offset + i));
        }
    }

    private static void check(int asset, StreamingView view) {
        Slice slice = view.slice();
        assertEquals(sizeOf(asset), slice.sizeBytes());
        for (int i = 0; i < slice.sizeBytes(); i += Long.BYTES) {
            assertEquals(contents(asset, i), slice.getLong(i));
        }
    }

    private static long contents(int asset, int offset) {
        return (asset + 1) * 0x9E37_79B9_7F4A_7C15L + offset;
    }
}
