package basalt.query;

import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.ROWS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.internal.Strict;
import basalt.match.Filter;
import basalt.match.MatchedBlock;
import basalt.match.MatchedRows;
import basalt.runtime.IterationContext;
import basalt.runtime.KernelDriver;
import basalt.runtime.RowContext;
import basalt.storage.ColumnMemory;
import basalt.storage.TrialBlock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs a kernel's body in several loops, on the rows of a {@link TrialBlock}, and measures them:
 *
 * <pre>
 *   own         the kernel's own loop, which is explained
 *   scalar      the body inlined, in an order of rows that cannot be vectorised
 *   called      the body called, in the same order
 *   empty       an empty body called, in the same order
 *   copy        a copy, vectorised if this JVM vectorises at all
 *   scalarCopy  a copy, in the order that cannot be vectorised
 * </pre>
 *
 * <p>The loops take turns until none gets faster, so that the load of the machine affects all alike. The best turn of
 * each loop counts. {@link TrialTimes} interprets the times.
 */
final class KernelTrial {
    static final long MIN_NANOS = 400_000_000;
    static final long MAX_NANOS = 900_000_000;
    private static final long TURN_NANOS = 200_000;
    private static final int MAX_RUNS_OF_TURN = 200;
    private static final int RUNS_UNTIL_COMPILED = 1000;
    private static final int ROUNDS_WITHOUT_GAIN = 20;

    /** Few, so that the JIT's type profiles stay those of kernel rows: recording uses another type of row. */
    private static final int RECORDED_ROWS = 8;

    /** Several bodies for one call site, so that the JIT inlines none of them. */
    private static final List<RowBody> EMPTY = List.of(row -> {}, row -> {}, row -> {}, row -> {});

    private final IterationContext iterations;
    private final Filter filter;
    private final List<Component<?>> declared;
    private final RowBody body;
    private final KernelDriver driver;
    private final long structure;

    /** The columns that the body has read, each with the greatest number of reads in one row. */
    private final Map<Column, Integer> reads = new LinkedHashMap<>();

    private final Map<Column, Integer> writes = new LinkedHashMap<>();
    private boolean writesVary;
    private boolean readsPresence;

    /** The source location of the body; null if it has not used its row. */
    private StackTraceElement code;

    /** A trial of a body and its driver, with values of the rows that match the filter. */
    KernelTrial(
            IterationContext iterations,
            Filter filter,
            List<Component<?>> declared,
            RowBody body,
            KernelDriver driver) {
        iterations.store().checkOwner("kernel.explain()", "call it before or after the tick");
        filter.requireOpen();
        if (iterations.isRunning()) {
            throw new IllegalStateException("explain() was called during an iteration of the world; call it outside of"
                    + " kernels, loops and cursors");
        }
        this.iterations = iterations;
        this.filter = filter;
        this.declared = declared;
        this.body = body;
        this.driver = driver;
        this.structure = iterations.store().structureVersion();
    }

    /** Runs for at least {@code minNanos}, and for at most {@code maxNanos} and the rest of a round. */
    KernelExplanation run(long minNanos, long maxNanos) {
        try (TrialBlock block = new TrialBlock(iterations.store().blockPool(), declared)) {
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
            Loop scalarCopy = new Loop(block, new CopyDriver(false));
            List<Loop> loops = new ArrayList<>(List.of(own, scalar, called, copy, scalarCopy));
            for (RowBody nothing : EMPTY) {
                loops.add(new Loop(block, new TrialDriver(nothing)));
            }
            boolean isSettled = takeTurns(loops, own, scalar, minNanos, maxNanos);
            Loop empty = loops.get(loops.size() - 1);
            TrialTimes.CompiledCode compiled = TrialTimes.CompiledCode.current();
            TrialTimes times = new TrialTimes(
                    own.nanosPerRow(),
                    scalar.nanosPerRow(),
                    called.nanosPerRow(),
                    empty.nanosPerRow(),
                    copy.nanosPerRow(),
                    scalarCopy.nanosPerRow(),
                    code == null ? 0 : compiled.bytes(code.getClassName(), code.getMethodName()),
                    compiled.inlineLimitBytes(),
                    isSettled && !Strict.ON);
            return explanation(times);
        }
    }

    private KernelExplanation explanation(TrialTimes times) {
        int bytes = bytes(reads) + bytes(writes);
        BodyTraits traits = new BodyTraits(
                body, Specialisation.isSpecialised(driver), reads.keySet(), writes.keySet(), writesVary, readsPresence);
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

    /** Fills the rows with the values of the matching rows, repeated; with small numbers if no row matches. */
    private void fill(TrialBlock block) {
        for (int row = 0; row < TrialBlock.ROWS; row++) {
            block.putSample(row);
        }
        MatchedRows matches = iterations.open(filter);
        int count = 0;
        try {
            for (int i = 0; i < matches.count(); i++) {
                long entry = matches.entry(i);
                int row = MatchedBlock.nextMatch(entry, 0);
                for (; row < ROWS && count < TrialBlock.ROWS; row = MatchedBlock.nextMatch(entry, row + 1)) {
                    block.copyRow(count++, MatchedBlock.base(entry), row);
                }
            }
        } finally {
            iterations.close(matches);
        }
        for (int row = count; count > 0 && row < TrialBlock.ROWS; row++) {
            block.copyRow(row, block.base(), row % count);
        }
        block.save();
    }

    /** Runs the body over a few rows and records which columns it uses; throws if it uses references. */
    private void record(TrialBlock block) {
        Set<Column> writtenFirst = null;
        for (int row = 0; row < RECORDED_ROWS; row++) {
            int at = row * (TrialBlock.ROWS / RECORDED_ROWS + 1) % TrialBlock.ROWS;
            RecordingRow[] recorder = {null};
            over(block, (context, matches, entry, from, to) -> {
                recorder[0] = new RecordingRow(KernelTrial.class, context, MatchedBlock.base(entry), at);
                try {
                    body.accept(recorder[0]);
                } finally {
                    recorder[0].leave();
                }
            });
            recorder[0].reads().forEach((column, times) -> reads.merge(column, times, Math::max));
            recorder[0].writes().forEach((column, times) -> writes.merge(column, times, Math::max));
            code = code == null ? recorder[0].code() : code;
            readsPresence |= recorder[0].readsPresence();
            if (writtenFirst == null) {
                writtenFirst = recorder[0].writes().keySet();
            }
            writesVary |= !writtenFirst.equals(recorder[0].writes().keySet());
        }
    }

    /** Runs the loops in turn; returns whether the body's loops were compiled and no loop got faster at the end. */
    private static boolean takeTurns(List<Loop> loops, Loop own, Loop scalar, long minNanos, long maxNanos) {
        long start = System.nanoTime();
        int roundsWithoutGain = 0;
        boolean isCompiled = false;
        while (System.nanoTime() - start < maxNanos) {
            boolean gained = false;
            for (Loop loop : loops) {
                gained |= loop.takeTurn();
            }
            roundsWithoutGain = gained ? 0 : roundsWithoutGain + 1;
            if (roundsWithoutGain >= ROUNDS_WITHOUT_GAIN && System.nanoTime() - start >= minNanos) {
                if (isCompiled) {
                    return true;
                }
                TrialTimes.CompiledCode code = TrialTimes.CompiledCode.current();
                isCompiled = own.isCompiled(code, "span") && scalar.isCompiled(code, "loop");
                roundsWithoutGain = 0; // measure again: a loop may just have been compiled
            }
        }
        return isCompiled;
    }

    /** Runs a driver over the rows of a block, as matches of their own. */
    private void over(TrialBlock block, KernelDriver runs) {
        long recorded = iterations.queue().position();
        MatchedRows matches = iterations.openEmpty(filter, 1);
        RowContext context = null;
        Throwable thrown = null;
        try {
            for (int word = 0; word < TrialBlock.WORDS; word++) {
                matches.add(block.base(), word, -1L);
            }
            context = iterations.context(declared, filter);
            runs.run(context.ofKernel(), matches, matches.entry(0), 0, TrialBlock.WORDS);
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            if (context != null) {
                context.close();
            }
            boolean hasRecorded = iterations.queue().position() != recorded;
            if (hasRecorded) {
                iterations.queue().forget(recorded);
            }
            iterations.end(matches, thrown);
            if (thrown == null && (hasRecorded || iterations.store().structureVersion() != structure)) {
                throw new IllegalStateException("explain() got a body that "
                        + (hasRecorded ? "records commands" : "spawns or destroys entities or changes their components")
                        + ", and stopped; move the body's computation on columns into a kernel of its own");
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
                .map(column -> column.component().shortName() + "." + column.field())
                .toList();
    }

    /** A loop over the rows of the trial, and its best time. */
    private final class Loop {
        private final TrialBlock block;
        private final KernelDriver loop;
        private double bestRun = Double.MAX_VALUE;
        private long runs;

        Loop(TrialBlock block, KernelDriver loop) {
            this.block = block;
            this.loop = loop;
        }

        /** Runs for one turn, over the same values each time; returns whether it was faster than before. */
        boolean takeTurn() {
            block.reset();
            int count = (int) Math.max(1, Math.min(MAX_RUNS_OF_TURN, TURN_NANOS / bestRun));
            long[] nanos = {0};
            over(block, (context, matches, entry, from, to) -> {
                long start = System.nanoTime();
                for (int i = 0; i < count; i++) {
                    loop.run(context, matches, entry, from, to);
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

        /**
         * Whether a method of the driver is compiled by the optimising JIT; without a list, whether it ran often
         * enough.
         */
        boolean isCompiled(TrialTimes.CompiledCode code, String method) {
            return code.isKnown() ? code.bytes(loop.getClass().getName(), method) > 0 : runs >= RUNS_UNTIL_COMPILED;
        }
    }

    /**
     * Copies one int for each row, for comparison: the best that the processor and the JIT can do. It uses the part of
     * a {@link TrialBlock} that holds the generations of unused rows.
     *
     * <p>SAFETY: a block has 4 * 4096 generations; the trial's rows use the first 4096, and this class the other three
     * parts.
     */
    static final class CopyDriver implements KernelDriver {
        /** Bytes that a row reads and writes. */
        static final int BYTES_PER_ROW = 2 * Integer.BYTES;

        private static final int FROM = GENERATIONS + 2 * TrialBlock.ROWS * Integer.BYTES;
        private static final int TO = GENERATIONS + 3 * TrialBlock.ROWS * Integer.BYTES;
        private static final int ROW_BOUND = 2 * ROWS - 1;

        private final boolean vectorised;

        CopyDriver(boolean vectorised) {
            this.vectorised = vectorised;
        }

        @Override
        public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
            if (vectorised) {
                copy(MatchedBlock.base(entry), toWord << 6);
            } else {
                copyScalar(MatchedBlock.base(entry), 0, toWord << 6);
                copyScalar(MatchedBlock.base(entry), 1, toWord << 6);
            }
        }

        private static void copy(long base, int rows) {
            int end = rows & ROW_BOUND;
            for (int at = 0; at < end; at++) {
                ColumnMemory.putInt(base, at, TO, ColumnMemory.getInt(base, at, FROM));
            }
        }

        /** In the order of {@link TrialDriver}. */
        private static void copyScalar(long base, int from, int rows) {
            int end = rows & ROW_BOUND;
            for (int at = from & ROW_BOUND; at < end; at += 2) {
                ColumnMemory.putInt(base, at, TO, ColumnMemory.getInt(base, at, FROM));
            }
        }
    }
}
