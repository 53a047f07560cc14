package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.internal.Internal;
import basalt.memory.ChildJvm;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

/** Strict mode is fixed for a JVM, so both modes are tested in child JVMs. */
class FrameArenaConfinementTest {
    private static final List<String> ALWAYS_CHECKED =
            List.of("allocate", "tryAllocate", "open", "reset", "closeScope", "close");
    private static final List<String> CHECKED_IN_STRICT_MODE =
            List.of("allocateUnchecked", "mark", "release", "keep", "unwind", "get", "put");

    @Test
    void shouldRejectOtherThreadsInStrictMode() {
        Map<String, String> outcomes = run("true");

        ALWAYS_CHECKED.forEach(operation -> assertRejected(outcomes.get(operation), operation));
        CHECKED_IN_STRICT_MODE.forEach(operation -> assertRejected(outcomes.get(operation), operation));
        assertEquals(ALWAYS_CHECKED.size() + CHECKED_IN_STRICT_MODE.size(), outcomes.size());
    }

    @Test
    void shouldCheckThreadsOutsideStrictModeWhereItIsCheap() {
        Map<String, String> outcomes = run("false");

        ALWAYS_CHECKED.forEach(operation -> assertRejected(outcomes.get(operation), operation));
        CHECKED_IN_STRICT_MODE.forEach(operation -> assertEquals("unchecked", outcomes.get(operation), operation));
        assertEquals(ALWAYS_CHECKED.size() + CHECKED_IN_STRICT_MODE.size(), outcomes.size());
    }

    private static void assertRejected(String outcome, String operation) {
        assertEquals(
                "frame arena used by thread intruder but created by thread main: give each thread an allocator of"
                        + " its own",
                outcome,
                operation);
    }

    /** The outcome of each operation. */
    private static Map<String, String> run(String strict) {
        List<String> flags = List.of(
                "--add-opens",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-Dbasalt.strict=" + strict,
                "-cp",
                ChildJvm.pathOf(FrameArena.class, Main.class, UnsafeApi.class));
        return ChildJvm.run(flags, Main.class)
                .output()
                .lines()
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(": ")), line -> line.substring(line.indexOf(": ") + 2)));
    }

    /** Uses an arena of the main thread from another thread. */
    static final class Main {
        public static void main(String[] arguments) throws InterruptedException {
            FrameArena arena = new FrameArena(MemorySource.direct());
            FrameArena empty = new FrameArena(MemorySource.direct());
            MemoryScope scope = arena.open();
            Slice slice = arena.allocate(64, 8);
            FrameArena warm = new FrameArena(MemorySource.direct());
            Internal.of(warm).allocateUnchecked(8, 8); // has a chunk, so that the next one is a bump
            FrameArena marked = new FrameArena(MemorySource.direct());
            long mark = marked.mark();
            FrameArena kept = new FrameArena(MemorySource.direct());
            long keeping = kept.mark();
            FrameArena unwound = new FrameArena(MemorySource.direct());
            long unwinding = unwound.mark();
            Map<String, Runnable> operations = new LinkedHashMap<>();
            operations.put("allocate", () -> warm.allocate(8, 8));
            operations.put("tryAllocate", () -> warm.tryAllocate(8, 8));
            operations.put("allocateUnchecked", () -> Internal.of(warm).allocateUnchecked(8, 8));
            operations.put("open", () -> empty.open().close());
            operations.put("mark", () -> empty.release(empty.mark()));
            operations.put("release", () -> marked.release(mark));
            operations.put("keep", () -> kept.keep(keeping));
            operations.put("unwind", () -> Internal.of(unwound).unwind(unwinding));
            operations.put("reset", empty::reset);
            operations.put("get", () -> slice.getLong(0));
            operations.put("put", () -> slice.putLong(0, 0));
            operations.put("closeScope", scope::close);
            operations.put("close", empty::close);
            Thread intruder = new Thread(() -> operations.forEach(FrameArenaConfinementTest.Main::attempt), "intruder");
            intruder.start();
            intruder.join();
        }

        private static void attempt(String name, Runnable operation) {
            try {
                operation.run();
                System.out.println(name + ": unchecked");
            } catch (IllegalStateException e) {
                System.out.println(name + ": " + e.getMessage());
            }
        }
    }
}
