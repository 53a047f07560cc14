package basalt.bench.memory;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.memory.MemorySource;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.allocator.StreamingView;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Entries of a streaming arena are loaded, accessed, and evicted. */
public class StreamingUse extends OperationBenchmark {
    private static final int ENTRIES = 1000;
    private static final int ENTRY_BYTES = 4096;

    /** An arena with room for one entry at a time. */
    @State(Scope.Thread)
    public static class Loading {
        /** The size of the entry. */
        @Param({"4096", "65536"})
        public int bytes;

        private final StreamingArena arena = new StreamingArena(MemorySource.direct(), 1 << 20);

        /** Frees the memory. */
        @TearDown
        public void close() {
            Check.same("bytes left", 0, arena.usedBytes());
            arena.close();
        }
    }

    /** An arena that is full of ready entries. */
    @State(Scope.Thread)
    public static class Full {
        private final StreamingArena arena = new StreamingArena(MemorySource.direct(), (long) ENTRIES * ENTRY_BYTES);
        private final long[] handles = new long[ENTRIES];

        /** Fills it. */
        @Setup
        public void fill() {
            for (int i = 0; i < ENTRIES; i++) {
                handles[i] = load(arena, ENTRY_BYTES, i);
            }
        }

        /** Frees the memory. */
        @TearDown
        public void close() {
            Check.same("entries", ENTRIES, arena.snapshot().ready());
            arena.close();
        }
    }

    /**
     * The life of an entry: reserved, written completely, made ready, and released.
     *
     * @param loading the arena
     */
    @Benchmark
    public void load(Loading loading) {
        loading.arena.release(load(loading.arena, loading.bytes, 7));
    }

    /**
     * Accesses a thousand entries, and reads each once.
     *
     * @param full the arena
     * @return the sum of the values
     */
    @Benchmark
    public long access(Full full) {
        long sum = 0;
        for (long handle : full.handles) {
            try (StreamingView view = full.arena.tryAccess(handle)) {
                sum += view.slice().getLong(0);
            }
        }
        return sum;
    }

    /**
     * Adds an entry to a full arena, which evicts the oldest of a thousand.
     *
     * @param full the arena
     * @return the entry's handle
     */
    @Benchmark
    public long evict(Full full) {
        long handle = full.arena.reserve(ENTRY_BYTES, 0);
        full.arena.loaded(handle, ENTRY_BYTES);
        full.arena.ready(handle);
        return handle;
    }

    private static long load(StreamingArena arena, int bytes, long value) {
        long handle = arena.reserve(bytes, 0);
        var part = arena.part(handle, 0, bytes);
        for (int offset = 0; offset < bytes; offset += 8) {
            part.putLong(offset, value);
        }
        arena.loaded(handle, bytes);
        arena.ready(handle);
        return handle;
    }
}
