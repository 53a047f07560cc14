package basalt.compiler;

import basalt.compiler.Translation.Refused;
import basalt.component.ColumnKind;
import basalt.match.Accumulator;
import basalt.match.MatchedRows;
import basalt.runtime.RowContext;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The thread that compiles kernels, one after the other. It ends when there is none.
 *
 * <p>Code of the Vector API is a thousand times slower in the interpreter than after the JIT has compiled it. So a new
 * loop is warmed up on rows of its own, with half of the thread's time, until it is fast. The rows have random values;
 * the loop's branches do not depend on them, but for bails, to which it is made to go.
 */
final class CompilerThread {
    private static final ThreadPoolExecutor EXECUTOR =
            new ThreadPoolExecutor(0, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread thread = new Thread(task, "basalt-kernel-compiler");
                thread.setDaemon(true);
                thread.setPriority(Thread.MIN_PRIORITY);
                return thread;
            });

    private static final int WORDS = 16;

    /** Rounds in a row without garbage after which the loop counts as compiled. */
    private static final int CLEAN_ROUNDS = 30;

    /** Rounds after which it does so in a JVM that does not count garbage. */
    private static final int ROUNDS_WITHOUT_COUNT = 20_000;

    /** Bytes that may be those of the measurement. */
    private static final int MEASURING_BYTES = 64;

    private static final long LEAST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The time since the last pause; used by this thread alone. */
    private static long owed;

    private CompilerThread() {}

    /** Does something for a kernel, unless that is garbage when its turn comes. */
    static <K> void execute(K kernel, Consumer<K> task) {
        WeakReference<K> waiting = new WeakReference<>(kernel);
        EXECUTOR.execute(() -> {
            K used = waiting.get();
            if (used != null) {
                task.accept(used);
            }
        });
    }

    /**
     * Runs the loop until it makes no garbage: vectors are objects until the JIT has compiled it.
     *
     * @throws Refused if it still makes garbage after some seconds
     */
    static void warmUp(VectorForm form) throws Refused {
        try (ScratchBlock block = new ScratchBlock(form)) {
            block.fillAtRandom(WORDS);
            if (form.neighbours() == null) {
                warmUp(form, block);
                return;
            }
            try (ScratchPoints points = new ScratchPoints(form.neighbours(), block)) {
                points.use();
                warmUp(form, block);
            }
        }
    }

    private static void warmUp(VectorForm form, ScratchBlock block) throws Refused {
        long entry = block.entry;
        MatchedRows some = new MatchedRows();
        some.accumulator(Accumulator.SUM, ColumnKind.FLOAT64, 0);
        Garbage garbage = Garbage.counter();
        VectorLoop[] loops = {form.loop(), new Empty(), new OtherEmpty(), new ThirdEmpty()};
        long end = System.nanoTime() + MOST_NANOS;
        int clean = 0;
        for (int round = 0; garbage == null ? round < ROUNDS_WITHOUT_COUNT : clean < CLEAN_ROUNDS; round++) {
            long start = System.nanoTime();
            if (start > end) {
                throw new Refused("the JIT has not compiled it to code without objects for its vectors");
            }
            block.change(round);
            OtherRows.change(round);
            long before = garbage == null ? 0 : garbage.bytes();
            block.match(WORDS); // a predicate has removed rows
            for (VectorLoop loop : loops) {
                loop.run(null, some, entry, 0, WORDS);
                if ((round & 7) == 0) {
                    loop.run(null, null, entry, 0, WORDS); // all groups bail
                    VectorLoop.base(loop, loop, loop); // the other branch, too
                    VectorLoop.offset(loop, 0, 0);
                    VectorLoop.numbers(loop, some, null);
                    VectorLoop.integers(loop, some, null);
                    OtherRows.scratch(OtherRows.known(null), entry);
                }
            }
            clean = garbage != null && garbage.bytes() - before <= MEASURING_BYTES ? clean + 1 : 0;
            pause(System.nanoTime() - start);
        }
    }

    /** So that the loop is called in the warm-up, and compiled by itself, instead of being inlined. */
    private static class Empty extends VectorLoop {
        @Override
        public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {}
    }

    private static final class OtherEmpty extends Empty {
        @Override
        public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {}
    }

    private static final class ThirdEmpty extends Empty {
        @Override
        public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {}
    }

    /** Leaves as much time to others as was used. */
    private static void pause(long nanos) {
        owed += nanos;
        if (owed > LEAST_PAUSE_NANOS) {
            LockSupport.parkNanos(owed);
            owed = 0;
        }
    }

    /** Counts the garbage of this thread. */
    private record Garbage(ThreadMXBean threads) {
        static Garbage counter() {
            try {
                return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                                && threads.isThreadAllocatedMemoryEnabled()
                        ? new Garbage(threads)
                        : null;
            } catch (LinkageError e) {
                return null; // a runtime without the modules for management
            }
        }

        long bytes() {
            return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        }
    }
}
