package basalt.bench.report;

import basalt.bench.field.FieldRun;
import basalt.bench.field.NativeRun;
import basalt.bench.field.c.Loops;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The loops in C, each of which runs directly before and after the benchmark of Basalt that it stands beside: so both have
 * had the same machine.
 */
final class NativeBeside implements AutoCloseable {
    private final Plan plan;
    private final ReportFolder folder;
    private final Journal journal;
    private final Loops loops;
    private final String missing;
    private final List<NativeTimes.Time> times = new ArrayList<>();

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
         * @throws IOException if it cannot be done; the message says why
         */
        Loops compile() throws IOException;
    }

    /** Something that is measured between two runs of a loop. */
    @FunctionalInterface
    interface Benchmark {
        /**
         * Runs it; that it fails is no exception.
         *
         * @throws IOException if a file cannot be written
         */
        void run() throws IOException;
    }

    /**
     * Compiles the loops if the plan has any. Without a compiler there are none: that is no failure.
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
            return new NativeBeside(plan, folder, journal, null, noCompiler.getMessage());
        }
        return new NativeBeside(plan, folder, journal, loops, null);
    }

    /** The compiler and its flags; null if there is none. */
    String compiler() {
        return loops == null ? null : loops.compiler();
    }

    private void write() throws IOException {
        Json.write(folder.nativeTimes(), new NativeTimes(compiler(), missing, times));
    }

    /**
     * Runs a benchmark and, where a loop stands beside it, that loop before and after.
     *
     * @param run what the benchmark is
     * @param benchmark runs it
     * @throws IOException if a file cannot be written
     */
    void around(FieldRun run, Benchmark benchmark) throws IOException {
        Optional<NativeRun> loop = plan.nativeRun(run);
        if (loop.isEmpty()) {
            benchmark.run();
        } else if (loops == null) {
            benchmark.run();
            journal.done(Plan.nativeSeconds(), title(loop.get()) + ": not measured");
        } else {
            around(loop.get(), benchmark);
        }
    }

    private void around(NativeRun loop, Benchmark benchmark) throws IOException {
        List<Double> nanos = new ArrayList<>();
        Optional<String> failure = measure(loop, nanos);
        benchmark.run();
        if (failure.isEmpty()) {
            failure = measure(loop, nanos);
        }
        if (failure.isPresent()) {
            journal.failed(Plan.nativeSeconds(), title(loop), failure.get());
            return;
        }
        times.add(new NativeTimes.Time(loop.benchmark(), loop.parameters(), nanos));
        write();
        journal.done(Plan.nativeSeconds(), title(loop));
    }

    private Optional<String> measure(NativeRun loop, List<Double> nanos) {
        try {
            double[] batches = loops.nanoseconds(loop.workload(), loop.entities(), loop.movingPercent());
            Arrays.stream(batches).forEach(nanos::add);
            return Optional.empty();
        } catch (IOException failure) {
            return Optional.of(failure.getMessage());
        }
    }

    static String title(NativeRun loop) {
        return Workload.of(loop).title() + " in C";
    }

    @Override
    public void close() throws IOException {
        if (loops != null) {
            loops.close();
        }
    }
}
