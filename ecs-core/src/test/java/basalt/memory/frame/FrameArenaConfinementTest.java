package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.internal.Internal;
import basalt.internal.Strict;
import basalt.memory.Elsewhere;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is checked in strict mode only, and what always; all tests of this module run in both modes. */
class FrameArenaConfinementTest {
    private final Map<String, String> outcomes = new LinkedHashMap<>();

    private static FrameArena arena() {
        return new FrameArena(MemorySource.direct());
    }

    @Test
    void shouldRejectOtherThreads() {
        try (FrameArena arena = arena();
                FrameArena empty = arena();
                FrameArena warm = arena();
                FrameArena marked = arena();
                FrameArena kept = arena();
                FrameArena unwound = arena()) {
            MemoryScope scope = arena.open();
            Slice slice = arena.allocate(64, 8);
            Internal.of(warm).allocateUnchecked(8, 8); // has a chunk, so that the next one is a bump
            long mark = marked.mark();
            long keeping = kept.mark();
            long unwinding = unwound.mark();
            Map<String, Runnable> always = Map.of(
                    "allocate",
                    () -> warm.allocate(8, 8),
                    "tryAllocate",
                    () -> warm.tryAllocate(8, 8),
                    "open",
                    () -> empty.open().close(),
                    "reset",
                    empty::reset,
                    "closeScope",
                    scope::close,
                    "close",
                    empty::close);
            Map<String, Runnable> inStrictMode = Map.of(
                    "allocateUnchecked", () -> Internal.of(warm).allocateUnchecked(8, 8),
                    "mark", () -> empty.release(empty.mark()),
                    "release", () -> marked.release(mark),
                    "keep", () -> kept.keep(keeping),
                    "unwind", () -> Internal.of(unwound).unwind(unwinding),
                    "get", () -> slice.getLong(0),
                    "put", () -> slice.putLong(0, 0));
            String owner = Thread.currentThread().getName();
            Elsewhere.run("intruder", () -> {
                always.forEach(this::attempt);
                inStrictMode.forEach(this::attempt);
            });
            String rejected = "frame arena used by thread intruder but created by thread " + owner
                    + ": give each thread an allocator of its own";
            always.keySet().forEach(operation -> assertEquals(rejected, outcomes.get(operation), operation));
            String expected = Strict.ON ? rejected : "unchecked";
            inStrictMode.keySet().forEach(operation -> assertEquals(expected, outcomes.get(operation), operation));
        }
    }

    private void attempt(String name, Runnable operation) {
        try {
            operation.run();
            outcomes.put(name, "unchecked");
        } catch (IllegalStateException e) {
            outcomes.put(name, e.getMessage());
        }
    }
}
