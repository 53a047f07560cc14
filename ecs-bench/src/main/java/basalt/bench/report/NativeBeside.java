package basalt.bench.report;

import basalt.bench.field.NativeRun;
import basalt.bench.field.c.Loops;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs each loop in C directly before and after each turn of the Basalt benchmark that it belongs to, so both run under
 * the same conditions. A loop that fails once has no times, and does not run again.
 */
final class NativeBeside implements AutoCloseable {
    private final Plan plan;
    private final ReportFolder folder;
    private final Journal journal;
    private final Loops loops;
    private final String missing;
    private final Map<NativeRun, List<Double>> times = new LinkedHashMap<>();
    private final Set<NativeRun> failed = new HashSet<>();

    private NativeBeside(Plan plan, ReportFolder folder, Journal journal, Loops loops, String missing)
            throws IOException {
        this.plan = plan;
        this.folder = folder;
        this.journal = journal;
        this.loops = loops;
        this.missing = missing;
        write();
    }

    /** Compiles the loops in C. */
    @FunctionalInterface
    interface Compiler {
        /**
         * Compiles them.
         *
         * @return the loops
         * @throws IOException if this fails; the message names the cause
         */
        Loops compile() throws IOException;
    }

    /** A benchmark that runs between two runs of a loop. */
    @FunctionalInterface
    interface Benchmark {
        /**
         * Runs it. A failure of the benchmark is recorded, not thrown.
         *
         * @throws IOException if a file cannot be written
         */
        void run() throws IOException;
    }

    /**
     * Compiles the loops if the plan has any. A missing compiler is not a failure; then there are no loops.
     *
     * @throws IOException if a file cannot be written
     */
    static NativeBeside open(Plan plan, ReportFolder folder, Compiler compiler, Journal journal) throws IOException {
        if (plan.nativeRuns().isEmpty()) {
            return new NativeBeside(plan, folder, journal, null, "none of the chosen benchmarks has a loop in C");
        }
        Loops loops;
        try {
            loops = compiler.compile();
        } catch (IOException noCompiler) {
            return new NativeBeside(plan, folder, journal, null, Reason.of(noCompiler));
        }
        return new NativeBeside(plan, folder, journal, loops, null);
    }

    /** The compiler and its flags; null if there is none. */
    String compiler() {
        return loops == null ? null : loops.compiler();
    }

    private void write() throws IOException {
        List<NativeTimes.Time> all = new ArrayList<>();
        times.forEach((loop, nanos) -> all.add(new NativeTimes.Time(loop.benchmark(), loop.parameters(), nanos)));
        Json.write(folder.nativeTimes(), new NativeTimes(compiler(), missing, all));
    }

    /**
     * Runs a benchmark and, if it has a loop, the loop before and after it.
     *
     * @param turn the turn of the benchmark
     * @param benchmark runs it
     * @throws IOException if a file cannot be written
     */
    void around(Turn turn, Benchmark benchmark) throws IOException {
        Optional<NativeRun> loop = plan.nativeRun(turn.run());
        if (loop.isEmpty()) {
            benchmark.run();
        } else if (loops == null || failed.contains(loop.get())) {
            benchmark.run();
            journal.done(Plan.nativeSeconds(), title(loop.get(), turn) + ": not measured");
        } else {
            around(loop.get(), turn, benchmark);
        }
    }

    private void around(NativeRun loop, Turn turn, Benchmark benchmark) throws IOException {
        List<Double> nanos = new ArrayList<>();
        Optional<String> failure = measure(loop, nanos);
        benchmark.run();
        if (failure.isEmpty()) {
            failure = measure(loop, nanos);
        }
        if (failure.isPresent()) {
            failed.add(loop);
            times.remove(loop);
            write();
            journal.failed(Plan.nativeSeconds(), title(loop, turn), failure.get());
            return;
        }
        times.computeIfAbsent(loop, any -> new ArrayList<>()).addAll(nanos);
        write();
        journal.done(Plan.nativeSeconds(), title(loop, turn));
    }

    private Optional<String> measure(NativeRun loop, List<Double> nanos) {
        try {
            double[] batches = loops.nanoseconds(loop.workload(), loop.entities(), loop.movingPercent());
            Arrays.stream(batches).forEach(nanos::add);
            return Optional.empty();
        } catch (IOException | RuntimeException failure) {
            return Optional.of(Reason.of(failure));
        }
    }

    /** The title of a loop's measurement. */
    static String title(NativeRun loop, Turn turn) {
        return Workload.of(loop).title() + " in C" + turn.ofSeveral();
    }

    /** Discards the loops. A temporary file that cannot be deleted stays, and does not fail the report. */
    @Override
    public void close() {
        if (loops == null) {
            return;
        }
        try {
            loops.close();
        } catch (IOException undeletable) {
            journal.tell("C's temporary files could not be deleted: " + Reason.of(undeletable));
        }
    }
}
