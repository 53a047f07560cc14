package basalt.query;

import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.ROWS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.internal.HiddenCopy;
import basalt.internal.Strict;
import basalt.match.Filter;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.query.KernelExplanation.Finding;
import basalt.runtime.IterationContext;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import basalt.storage.ColumnMemory;
import basalt.storage.TrialBlock;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * Runs a kernel's body in several loops, on the rows of a {@link TrialBlock}, and measures them:
 *
 * <pre>
 *   own         the kernel's own loop, which is explained
 *   scalar      the body inlined, in an order of rows that cannot be vectorised
 *   called      the body called, in the same order
 *   empty       an empty body called, in the same order
 *   copy        a copy, vectorised if this JVM vectorises at all
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
            Loop copy = new Loop(block, new CopyDriver());
            List<Loop> loops = new ArrayList<>(List.of(own, scalar, called, copy));
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
                List.copyOf(traits.causes(times)));
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
                recorder[0] = new RecordingRow(context, MatchedBlock.base(entry), at);
                try {
                    body.accept(recorder[0]);
                } finally {
                    recorder[0].leave();
                }
            });
            recorder[0].reads.forEach((column, times) -> reads.merge(column, times, Math::max));
            recorder[0].writes.forEach((column, times) -> writes.merge(column, times, Math::max));
            code = code == null ? recorder[0].code : code;
            readsPresence |= recorder[0].readsPresence;
            if (writtenFirst == null) {
                writtenFirst = recorder[0].writes.keySet();
            }
            writesVary |= !writtenFirst.equals(recorder[0].writes.keySet());
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

        @Override
        public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
            copy(MatchedBlock.base(entry), toWord << 6);
        }

        private static void copy(long base, int rows) {
            int end = rows & ROW_BOUND;
            for (int at = 0; at < end; at++) {
                ColumnMemory.putInt(base, at, TO, ColumnMemory.getInt(base, at, FROM));
            }
        }
    }

    /**
     * Properties of a kernel's body that keep the JIT from inlining or vectorising its loop. They are found without
     * reading the body's code.
     *
     * @param isSpecialised whether the kernel has a driver class for it
     * @param reads the columns that the body has read
     * @param writes the columns that the body has written
     * @param writesVary whether the body has written other columns in one row than in another
     * @param readsPresence whether the body has called {@code row.has()} or {@code row.isEnabled()}
     */
    record BodyTraits(
            Object body,
            boolean isSpecialised,
            Set<Column> reads,
            Set<Column> writes,
            boolean writesVary,
            boolean readsPresence) {
        private static final int RECOMMENDED_JDK = 25;

        /**
         * Types that give access to other entities, besides rows. Named as text, because this package may not import
         * all.
         */
        static final Set<String> ACCESS_TYPES =
                Set.of("basalt.query.Query", "basalt.query.RowCursor", "basalt.query.Selection", "basalt.world.World");

        /** The likely causes of slow times, the likeliest first; none if the loop is vectorised. */
        List<String> causes(TrialTimes times) {
            List<String> causes = new ArrayList<>();
            if (Strict.ON) {
                causes.add("strict mode checks each access, and the times include these checks: run without"
                        + " -Dbasalt.strict=true");
                return causes;
            }
            if (times.vectorised() == Finding.YES) {
                return causes;
            }
            if (!times.isSettled()) {
                causes.add("the loops were still getting faster at the end of the trial: the body is slow or the"
                        + " machine is"
                        + " busy; call explain() once more");
            }
            if (!isSpecialised) {
                causes.add("the kernel shares its loop with others: -Dbasalt.kernels.specialise=false, or a runtime"
                        + " without"
                        + " hidden classes");
            }
            if (times.inlined() == Finding.NO) {
                causes.add("the body is called for each row, as its compiled code is larger than the JIT inlines (2,500"
                        + " bytes, -XX:InlineSmallCode): make it smaller; each value of another entity that it"
                        + " reads by "
                        + "handle"
                        + " takes some 650 bytes");
            }
            addCaptured(causes);
            addColumns(causes);
            causes.add("a branch, ?:, && or ||, a comparison, a loop or a call in the body, or arithmetic that the"
                    + " JIT has no"
                    + " vectors for: see ecs-core/docs/vectorising.md");
            if (Runtime.version().feature() < RECOMMENDED_JDK) {
                causes.add(
                        "JDK " + Runtime.version().feature() + ", which vectorises less than JDK " + RECOMMENDED_JDK);
            }
            return causes;
        }

        private void addColumns(List<String> causes) {
            if (writesVary) {
                causes.add(
                        "a store in some rows only: store in each row, and store the old value where nothing changes");
            }
            Set<Integer> sizes = new TreeSet<>();
            reads.forEach(column -> sizes.add(column.kind().sizeBytes()));
            writes.forEach(column -> sizes.add(column.kind().sizeBytes()));
            if (sizes.size() > 1) {
                causes.add("columns of different sizes in one loop, of " + sizes
                        + " bytes: use one size, or a kernel for each");
            }
            if (readsPresence) {
                causes.add("row.has() or row.isEnabled(), which are branches: use one query for each case");
            }
        }

        /** Adds causes that follow from the types of the captured values. */
        private void addCaptured(List<String> causes) {
            for (Class<?> type = body.getClass(); type != Object.class; type = type.getSuperclass()) {
                for (Field captured : type.getDeclaredFields()) {
                    if (!Modifier.isStatic(captured.getModifiers())) {
                        addCaptured(causes, captured.getType());
                    }
                }
            }
        }

        private static void addCaptured(List<String> causes, Class<?> captured) {
            if (Row.class.isAssignableFrom(captured) || ACCESS_TYPES.contains(captured.getName())) {
                causes.add("the body has captured a " + captured.getSimpleName()
                        + ": what it reads through that is checked"
                        + " in each row; read it before the run, into a small object that the body captures instead");
                return;
            }
            for (Field field : captured.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && Column.class.isAssignableFrom(field.getType())) {
                    causes.add("a column in field " + field.getName() + " of a captured " + captured.getSimpleName()
                            + ", which is no constant to the JIT: make it static final");
                }
            }
        }
    }

    /**
     * The times of the loops of a {@link KernelTrial}, and the conclusions from them.
     *
     * @param own nanoseconds a row in the kernel's own loop
     * @param scalar nanoseconds a row with the body inlined, in an order that cannot be vectorised
     * @param called nanoseconds a row with the body called, in the same order
     * @param empty nanoseconds a row with an empty body called
     * @param copy nanoseconds a row in a copy
     * @param bodyBytes size of the body's compiled code; 0 if not known
     * @param inlineLimitBytes size above which compiled code is not inlined; 0 if not known
     * @param isSettled whether all loops were compiled and ran until they got no faster
     */
    record TrialTimes(
            double own,
            double scalar,
            double called,
            double empty,
            double copy,
            long bodyBytes,
            long inlineLimitBytes,
            boolean isSettled) {
        /** The least speed-up that counts as vectorised; two lanes give a little less than 2. */
        private static final double MIN_VECTOR_SPEEDUP = 1.75;

        /** The greatest speed-up that counts as not vectorised: measuring noise. */
        private static final double MAX_SCALAR_SPEEDUP = 1.3;

        /**
         * The least gain of an inlined body, and the greatest of a called one, as parts of the time of an empty call.
         */
        private static final double MIN_INLINING_GAIN = 0.7;

        private static final double MAX_CALL_GAIN = 0.3;

        Finding vectorised() {
            if (!isSettled) {
                return Finding.UNKNOWN;
            }
            if (isTooLarge()) {
                return Finding.NO;
            }
            if (scalar >= MIN_VECTOR_SPEEDUP * own) {
                return Finding.YES;
            }
            return scalar <= MAX_SCALAR_SPEEDUP * own ? Finding.NO : Finding.UNKNOWN;
        }

        Finding inlined() {
            if (!isSettled) {
                return Finding.UNKNOWN;
            }
            if (isTooLarge()) {
                return Finding.NO;
            }
            if (vectorised() == Finding.YES || called - own >= MIN_INLINING_GAIN * empty) {
                return Finding.YES;
            }
            boolean isLimitKnown = inlineLimitBytes > 0;
            return !isLimitKnown && called - own <= MAX_CALL_GAIN * empty ? Finding.NO : Finding.UNKNOWN;
        }

        private boolean isTooLarge() {
            return inlineLimitBytes > 0 && bodyBytes > inlineLimitBytes;
        }

        /**
         * The methods that the optimising JIT has compiled, as HotSpot lists them ({@code jcmd Compiler.codelist}).
         * Other JVMs, and those without the module {@code java.management}, have no such list.
         */
        static final class CompiledCode {
            private static final String OPTIMISED = "4";

            /** A line: number, level, state, method, and the addresses of its code. */
            private static final Pattern LINE = Pattern.compile(
                    "\\d+ (\\d) \\d+ ([^( ]+)\\(.* \\[0x\\p{XDigit}+, 0x(\\p{XDigit}+) - 0x(\\p{XDigit}+)\\]");

            /** The code of a method. */
            private record Code(String method, long bytes) {}

            private final List<Code> optimised = new ArrayList<>();
            private long inlineLimitBytes;

            private CompiledCode() {}

            /** The methods that are compiled now. */
            static CompiledCode current() {
                CompiledCode code = new CompiledCode();
                try {
                    code.read(ManagementFactory.getPlatformMBeanServer());
                } catch (JMException | RuntimeException | LinkageError e) {
                    code.optimised.clear(); // this JVM has no list: isKnown() is false
                }
                return code;
            }

            private void read(MBeanServer server) throws JMException {
                Object[] noOptions = {new String[0]};
                String[] signature = {String[].class.getName()};
                ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
                String list = (String) server.invoke(commands, "compilerCodelist", noOptions, signature);
                for (Matcher line = LINE.matcher(list); line.find(); ) {
                    if (line.group(1).equals(OPTIMISED)) {
                        long begin = Long.parseUnsignedLong(line.group(3), 16);
                        optimised.add(new Code(line.group(2), Long.parseUnsignedLong(line.group(4), 16) - begin));
                    }
                }
                Object[] option = {"InlineSmallCode"};
                String[] text = {String.class.getName()};
                ObjectName machine = new ObjectName("com.sun.management:type=HotSpotDiagnostic");
                CompositeData limit = (CompositeData) server.invoke(machine, "getVMOption", option, text);
                inlineLimitBytes = Long.parseLong((String) limit.get("value"));
            }

            /** Whether this JVM lists compiled methods. */
            boolean isKnown() {
                return !optimised.isEmpty();
            }

            /** The size of a method's code; 0 if it is not compiled or not known. */
            long bytes(String type, String method) {
                String name = type + "." + method;
                return optimised.stream()
                        .filter(code -> code.method.equals(name))
                        .mapToLong(Code::bytes)
                        .max()
                        .orElse(0);
            }

            /** The size of compiled code above which the JIT does not inline a method; 0 if not known. */
            long inlineLimitBytes() {
                return inlineLimitBytes;
            }
        }
    }

    /** A kernel row that counts the reads and writes of each column by a body. */
    static final class RecordingRow extends RelatedRow {
        /** The columns that were read or written, each with the number of times. */
        private final Map<Column, Integer> reads = new LinkedHashMap<>();

        private final Map<Column, Integer> writes = new LinkedHashMap<>();

        /** Whether the body has called {@link #has} or {@link #isEnabled}. */
        private boolean readsPresence;

        /** The source location of the body; null if it has not used this row. */
        private StackTraceElement code;

        /** SAFETY: as for {@link KernelRow}. */
        RecordingRow(RowContext context, long base, int row) {
            super(context, base, row);
        }

        /** Finds the body: the stack frame called by the trial. Stack traces do not show the classes of lambdas. */
        private KernelRow used() {
            if (code == null) {
                StackTraceElement[] trace = new Throwable().getStackTrace();
                for (int i = 1; i < trace.length && code == null; i++) {
                    if (trace[i].getClassName().equals(KernelTrial.class.getName())) {
                        code = trace[i - 1];
                    }
                }
            }
            return kernelRow;
        }

        @Override
        long readable(ComponentInfo component, Column column, int offset) {
            reads.merge(column, 1, Integer::sum);
            return used().readable(component, column, offset);
        }

        @Override
        long writable(ComponentInfo component, Column column, int offset) {
            writes.merge(column, 1, Integer::sum);
            return used().writable(component, column, offset);
        }

        @Override
        Object reference(ReferenceColumn<?> column) {
            throw touched(column);
        }

        @Override
        void setReference(ReferenceColumn<?> column, Object value) {
            throw touched(column);
        }

        private static IllegalStateException touched(ReferenceColumn<?> column) {
            return new IllegalStateException("explain() ran a body that uses the references of column " + column.field()
                    + " of component " + column.component().name() + ", but explain() has none; such a body is never"
                    + " vectorised: move its computation on columns into a kernel of its own");
        }

        @Override
        public long entity() {
            return used().entity();
        }

        @Override
        public int index() {
            return used().index();
        }

        @Override
        public boolean has(Component<?> component) {
            readsPresence = true;
            return used().has(component);
        }

        @Override
        public boolean isEnabled(Component<?> component) {
            readsPresence = true;
            return used().isEnabled(component);
        }
    }

    /**
     * A loop around a {@link RowBody} like that of {@link RowDriver}, for comparison. It visits every other row, and
     * then the rows between, which the JIT cannot vectorise.
     *
     * <p>As a hidden class for one body, it inlines the body if the JIT can: the difference to the kernel's time is the
     * gain from vectors. The ordinary class is used with several bodies, so it calls the body: the difference is the
     * gain from inlining and vectors.
     */
    static final class TrialDriver implements KernelDriver {
        private static final RowBody CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), RowBody.class);

        private static final int ROW_BOUND = 2 * ROWS - 1;

        private final RowBody body;

        TrialDriver(RowBody body) {
            this.body = body;
        }

        /** Runs over all rows of the words, matching or not. */
        @Override
        public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
            KernelRow row = new KernelRow(context, MatchedBlock.base(entry), 0);
            loop(row, fromWord << 6, toWord << 6);
            loop(row, (fromWord << 6) + 1, toWord << 6);
        }

        private void loop(KernelRow row, int from, int to) {
            RowBody inlined = CONSTANT != null ? CONSTANT : body;
            int end = to & ROW_BOUND;
            for (int at = from & ROW_BOUND; at < end; at += 2) {
                Row here = row.at(at);
                inlined.accept(here);
                here.leave();
            }
        }
    }
}
