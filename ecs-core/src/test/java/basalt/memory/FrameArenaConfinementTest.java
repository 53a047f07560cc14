package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

/** Strict mode is decided once for each JVM, so both are tried in one of their own. */
class FrameArenaConfinementTest {
    private static final String OPERATIONS =
            "allocate tryAllocate allocateUnchecked open mark release reset get put closeScope close";

    @Test
    void shouldRejectOtherThreadsInStrictMode() {
        StringBuilder expected = new StringBuilder();
        for (String operation : OPERATIONS.split(" ")) {
            expected.append(operation)
                    .append(
                            ": frame arena used by thread intruder but created by thread main: give each thread an arena"
                                    + " of its own\n");
        }
        assertEquals(expected.toString(), run("true"));
    }

    @Test
    void shouldNotCheckThreadsOutsideStrictMode() {
        StringBuilder expected = new StringBuilder();
        for (String operation : OPERATIONS.split(" ")) {
            expected.append(operation).append(": unchecked\n");
        }
        assertEquals(expected.toString(), run("false"));
    }

    private static String run(String strict) {
        List<String> flags = List.of(
                "--add-opens",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-Dbasalt.strict=" + strict,
                "-cp",
                ChildJvm.pathOf(FrameArena.class, Main.class, UnsafeApi.class));
        return ChildJvm.run(flags, Main.class).output().replace("\r", "");
    }

    /** Uses an arena of the main thread from another one. */
    static final class Main {
        public static void main(String[] arguments) throws InterruptedException {
            FrameArena arena = new FrameArena(MemorySource.direct());
            FrameArena empty = new FrameArena(MemorySource.direct());
            FrameScope scope = arena.open();
            FrameSlice slice = arena.allocate(64, 8);
            FrameArena marked = new FrameArena(MemorySource.direct());
            long mark = marked.mark();
            Map<String, Runnable> operations = new LinkedHashMap<>();
            operations.put("allocate", () -> empty.allocate(8, 8));
            operations.put("tryAllocate", () -> empty.tryAllocate(8, 8));
            operations.put("allocateUnchecked", () -> empty.allocateUnchecked(8, 8));
            operations.put("open", () -> empty.open().close());
            operations.put("mark", () -> empty.release(empty.mark()));
            operations.put("release", () -> marked.release(mark));
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
