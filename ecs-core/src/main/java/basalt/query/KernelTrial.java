package basalt.query;

import static basalt.component.BlockLayout.ROWS;

import basalt.check.Strict;
import basalt.component.Column;
import basalt.component.Component;
import basalt.runtime.IterationContext;
import basalt.runtime.KernelDriver;
import basalt.runtime.RowContext;
import basalt.snapshot.Filter;
import basalt.snapshot.MatchSnapshot;
import basalt.snapshot.SnapshotEntry;
import basalt.storage.TrialBlock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs a kernel's body on rows of its own, in several loops, and measures them:
 *
 * <pre>
 *   own       the kernel's own loop: what is explained
 *   scalar    the body inlined as there, in an order that is not vectorised
 *   called    the body called, in that order
 *   empty     an empty body called
 *   copy      a copy, vectorised if this JVM vectorises at all
 *   singly    a copy in that order
 * </pre>
 *
 * <p>The loops take turns, so that all have the same share of a busy machine, until none gets faster any more; of each
 * loop the best turn counts. {@link TrialTimes} says what the times mean.
 */
final class KernelTrial {
    static final long LEAST_NANOS = 400_000_000;
    static final long MOST_NANOS = 900_000_000;
    private static final long TURN_NANOS = 200_000;
    private static final int MOST_RUNS_OF_TURN = 200;
    private static final int RUNS_UNTIL_COMPILED = 1000;
    private static final int ROUNDS_WITHOUT_GAIN = 20;

    /** Few, for the JIT inlines what a call has often reached, and code that calls rows is to know kernels' rows. */
    private static final int RECORDED_ROWS = 8;

    /** Called from one place, so that the JIT inlines none of them there. */
    private static final List<RowBody> EMPTY = List.of(row -> {}, row -> {}, row -> {}, row -> {});

    private final IterationContext home;
    private final Filter filter;
    private final List<Component<?>> declared;
    private final RowBody body;
    private final KernelDriver driver;
    private final long structure;

    /** What the body has read and written in some row, and how often at most. */
    private final Map<Column, Integer> reads = new LinkedHashMap<>();

    private final Map<Column, Integer> writes = new LinkedHashMap<>();
    private boolean writesVary;
    private boolean asksForPresence;

    /** Where the body is written; null if it has not used its row. */
    private StackTraceElement code;

    /** A trial of a body, which a driver runs over the rows that a filter finds. */
    KernelTrial(IterationContext home, Filter filter, List<Component<?>> declared, RowBody body, KernelDriver driver) {
        home.store().checkOwner("kernel.explain()", "call it before or after the tick");
        filter.requireOpen();
        if (home.isRunning()) {
            throw new IllegalStateException("explain() was called while the world is iterated over; call it outside of"
                    + " kernels, loops and cursors");
        }
        this.home = home;
        this.filter = filter;
        this.declared = declared;
        this.body = body;
        this.driver = driver;
        this.structure = home.store().structureVersion();
    }

    /** Runs for that many nanoseconds at least and, to end a turn, a little longer than that many at most. */
    KernelExplanation run(long leastNanos, long mostNanos) {
        try (TrialBlock block = new TrialBlock(home.store().blockPool(), declared)) {
            fill(block);
            record(block);
            Loop own = new Loop(block, driver);
            KernelDriver inlining = Specialisation.define(
                    TrialDriver.class,
                    RowBody.class,
                    body,
                    new TrialDriver(body),
                    Specialisation.isSpecialised(driver));
            Loop scalar = new Loop(block, inlining);
            Loop called = new Loop(block, new TrialDriver(body));
            Loop copy = new Loop(block, new CopyDriver(true));
            Loop singly = new Loop(block, new CopyDriver(false));
            List<Loop> loops = new ArrayList<>(List.of(own, scalar, called, copy, singly));
            for (RowBody nothing : EMPTY) {
                loops.add(new Loop(block, new TrialDriver(nothing)));
            }
            boolean isSettled = takeTurns(loops, own, scalar, leastNanos, mostNanos);
            Loop empty = loops.get(loops.size() - 1);
            CompiledCode compiled = CompiledCode.look();
            TrialTimes times = new TrialTimes(
                    own.nanosPerRow(),
                    scalar.nanosPerRow(),
                    called.nanosPerRow(),
                    empty.nanosPerRow(),
                    copy.nanosPerRow(),
                    singly.nanosPerRow(),
                    code == null ? 0 : compiled.bytes(code.getClassName(), code.getMethodName()),
                    compiled.inlineLimitBytes(),
                    isSettled && !Strict.ON);
            return explanation(times);
        }
    }

    private KernelExplanation explanation(TrialTimes times) {
        int bytes = bytes(reads) + bytes(writes);
        BodyTraits traits = new BodyTraits(
                body,
                Specialisation.isSpecialised(driver),
                reads.keySet(),
                writes.keySet(),
                writesVary,
                asksForPresence);
        return new KernelExplanation(
                code == null
                        ? body.getClass().getName()
                        : code.getClassName() + "." + code.getMethodName() + " (" + code.getFileName() + ":"
                                + code.getLineNumber() + ")",
                names(reads.keySet()),
                names(writes.keySet()),
                bytes,
                times.own(),
                times.scalar(),
                times.copy() * bytes / CopyDriver.BYTES_PER_ROW,
                times.inlined(),
                times.vectorised(),
                traits.causes(times));
    }

    /** Gives the rows the values of rows that match now, again and again, or small numbers if none does. */
    private void fill(TrialBlock block) {
        for (int row = 0; row < TrialBlock.ROWS; row++) {
            block.putSample(row);
        }
        MatchSnapshot snapshot = home.open(filter, false);
        int count = 0;
        try {
            for (int i = 0; i < snapshot.count(); i++) {
                long entry = snapshot.entry(i);
                int row = SnapshotEntry.nextMatch(entry, 0);
                for (; row < ROWS && count < TrialBlock.ROWS; row = SnapshotEntry.nextMatch(entry, row + 1)) {
                    block.copyRow(count++, SnapshotEntry.base(entry), row);
                }
            }
        } finally {
            home.close(snapshot);
        }
        for (int row = count; count > 0 && row < TrialBlock.ROWS; row++) {
            block.copyRow(row, block.base(), row % count);
        }
        block.keep();
    }

    /** Runs the body over a few rows, one by one, to see what it touches; stops at the first that it must not touch. */
    private void record(TrialBlock block) {
        Set<Column> writtenFirst = null;
        for (int row = 0; row < RECORDED_ROWS; row++) {
            int at = row * (TrialBlock.ROWS / RECORDED_ROWS + 1) % TrialBlock.ROWS;
            RecordingRow[] recorder = {null};
            over(block, (context, snapshot, entry, from, to) -> {
                recorder[0] = new RecordingRow(KernelTrial.class, context, SnapshotEntry.base(entry), at);
                try {
                    body.accept(recorder[0]);
                } finally {
                    recorder[0].leave();
                }
            });
            recorder[0].reads().forEach((column, times) -> reads.merge(column, times, Math::max));
            recorder[0].writes().forEach((column, times) -> writes.merge(column, times, Math::max));
            code = code == null ? recorder[0].code() : code;
            asksForPresence |= recorder[0].asksForPresence();
            if (writtenFirst == null) {
                writtenFirst = recorder[0].writes().keySet();
            }
            writesVary |= !writtenFirst.equals(recorder[0].writes().keySet());
        }
    }

    /** Lets the loops run in turn; answers whether those of the body were compiled, and none got faster in the end. */
    private static boolean takeTurns(List<Loop> loops, Loop own, Loop scalar, long leastNanos, long mostNanos) {
        long start = System.nanoTime();
        int roundsWithoutGain = 0;
        boolean isCompiled = false;
        while (System.nanoTime() - start < mostNanos) {
            boolean gained = false;
            for (Loop loop : loops) {
                gained |= loop.takeTurn();
            }
            roundsWithoutGain = gained ? 0 : roundsWithoutGain + 1;
            if (roundsWithoutGain >= ROUNDS_WITHOUT_GAIN && System.nanoTime() - start >= leastNanos) {
                if (isCompiled) {
                    return true;
                }
                CompiledCode code = CompiledCode.look();
                isCompiled = own.isCompiled(code, "span") && scalar.isCompiled(code, "loop");
                roundsWithoutGain = 0; // once more, as it may just have been compiled
            }
        }
        return isCompiled;
    }

    /** Runs what runs over the rows of a block, within a snapshot of its own. */
    private void over(TrialBlock block, KernelDriver runs) {
        long recorded = home.queue().position();
        MatchSnapshot snapshot = home.openEmpty(filter, 1);
        RowContext context = null;
        Throwable thrown = null;
        try {
            for (int word = 0; word < TrialBlock.WORDS; word++) {
                snapshot.add(block.base(), word, -1L);
            }
            context = home.context(declared, filter);
            runs.run(context.ofKernel(), snapshot, snapshot.entry(0), 0, TrialBlock.WORDS);
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            if (context != null) {
                context.close();
            }
            boolean hasRecorded = home.queue().position() != recorded;
            if (hasRecorded) {
                home.queue().forget(recorded);
            }
            home.end(snapshot, thrown);
            if (thrown == null && (hasRecorded || home.store().structureVersion() != structure)) {
                throw new IllegalStateException("explain() got a body that "
                        + (hasRecorded ? "records commands" : "makes or destroys entities or changes their components")
                        + ", which it has stopped; put what it computes with columns into a kernel of its own");
            }
        }
    }

    private static int bytes(Map<Column, Integer> times) {
        int bytes = 0;
        for (Map.Entry<Column, Integer> touched : times.entrySet()) {
            Column column = touched.getKey();
            bytes += column.kind().sizeBytes() * Math.min(touched.getValue(), column.length());
        }
        return bytes;
    }

    private static List<String> names(Set<Column> columns) {
        return columns.stream()
                .map(column -> column.component().type().getSimpleName() + "." + column.field())
                .toList();
    }

    /** A loop over the rows of the trial, and the best of its turns. */
    private final class Loop {
        private final TrialBlock block;
        private final KernelDriver loop;
        private double bestRun = Double.MAX_VALUE;
        private long runs;

        Loop(TrialBlock block, KernelDriver loop) {
            this.block = block;
            this.loop = loop;
        }

        /** Runs for a while, over values that are always the same; answers whether it was faster than before. */
        boolean takeTurn() {
            block.reset();
            int count = (int) Math.max(1, Math.min(MOST_RUNS_OF_TURN, TURN_NANOS / bestRun));
            long[] nanos = {0};
            over(block, (context, snapshot, entry, from, to) -> {
                long start = System.nanoTime();
                for (int i = 0; i < count; i++) {
                    loop.run(context, snapshot, entry, from, to);
                }
                nanos[0] = System.nanoTime() - start;
            });
            runs += count;
            double run = Math.max(1, nanos[0]) / (double) count;
            boolean gained = run < 0.98 * bestRun;
            bestRun = Math.min(bestRun, run);
            return gained;
        }

        double nanosPerRow() {
            return bestRun / TrialBlock.ROWS;
        }

        /** Whether the loop, in that method of its driver, is compiled as well as it gets, as far as that is known. */
        boolean isCompiled(CompiledCode code, String method) {
            return code.isKnown() ? code.bytes(loop.getClass().getName(), method) > 0 : runs >= RUNS_UNTIL_COMPILED;
        }
    }
}
