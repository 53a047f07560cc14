package basalt.bench.report;

import basalt.bench.JmhLog;
import basalt.bench.field.FieldRun;
import basalt.bench.field.MemoryPerEntity;
import basalt.bench.field.NativeRun;
import basalt.bench.field.c.NativeLoops;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Measures what a plan says, and writes what came of it into a folder. What fails is noted; the others still run. */
final class Measuring {
    private final Plan plan;
    private final ReportFolder folder;
    private final Steps steps;
    private final NativeCompiler compiler;
    private final List<Failure> failures = new ArrayList<>();

    /** Compiles the loops in C. */
    @FunctionalInterface
    interface NativeCompiler {
        /**
         * Compiles them.
         *
         * @return the loops
         * @throws IOException if it cannot be done; the message says why
         */
        NativeLoops compile() throws IOException;
    }

    Measuring(Plan plan, ReportFolder folder, NativeCompiler compiler, PrintStream out) {
        this.plan = plan;
        this.folder = folder;
        this.compiler = compiler;
        steps = new Steps(out, System::nanoTime, plan.steps(), plan.seconds());
    }

    /**
     * Measures all of it.
     *
     * @throws IOException if a file cannot be written
     */
    void run() throws IOException {
        folder.clear();
        Setting setting = Surroundings.of(plan);
        Json.write(folder.machine(), setting);
        try (JmhLog log = new JmhLog(folder.log())) {
            for (int i = 0; i < plan.runs().size(); i++) {
                List<RunResult> results = new ArrayList<>();
                for (FieldRun one : plan.runs().get(i).combinations()) {
                    results.addAll(run(log, one));
                }
                if (!results.isEmpty()) {
                    String file = folder.rawFile(i + 1, plan.runs().get(i)).toString();
                    ResultFormatFactory.getInstance(ResultFormatType.JSON, file).writeOut(results);
                }
            }
        }
        NativeTimes nativeTimes = measureNative();
        Json.write(folder.nativeTimes(), nativeTimes);
        Json.write(folder.machine(), setting.withCompiler(nativeTimes.compiler()));
        Json.write(folder.memory(), measureMemory());
        Json.write(folder.failures(), failures);
    }

    private Collection<RunResult> run(JmhLog log, FieldRun run) {
        try {
            CommandLineOptions options = new CommandLineOptions(run.arguments().toArray(String[]::new));
            Collection<RunResult> results = log.run(run.title(), options);
            steps.done(run.seconds(), run.title());
            return results;
        } catch (RunnerException | CommandLineOptionException failure) {
            fail(run.seconds(), run.title(), withCause(failure));
            return List.of();
        }
    }

    private static String withCause(Exception failure) {
        return failure.getCause() == null
                ? failure.getMessage()
                : failure.getMessage() + ": " + failure.getCause().getMessage();
    }

    private void fail(double seconds, String what, String message) {
        failures.add(new Failure(what, message));
        steps.done(seconds, what + " FAILED");
    }

    private NativeTimes measureNative() {
        List<NativeTimes.Time> times = new ArrayList<>();
        if (plan.nativeRuns().isEmpty()) {
            return new NativeTimes(null, "none of the chosen benchmarks has a loop in C", times);
        }
        try (NativeLoops loops = compiler.compile()) {
            for (NativeRun run : plan.nativeRuns()) {
                measure(loops, run, times);
            }
            return new NativeTimes(loops.compiler(), null, times);
        } catch (IOException noCompiler) {
            plan.nativeRuns().forEach(run -> steps.done(Plan.nativeSeconds(), title(run) + ": not measured"));
            return new NativeTimes(null, noCompiler.getMessage(), times);
        }
    }

    private void measure(NativeLoops loops, NativeRun run, List<NativeTimes.Time> times) {
        try {
            double nanos = loops.nanoseconds(run.workload(), run.entities(), run.movingPercent());
            times.add(new NativeTimes.Time(run.benchmark(), run.parameters(), nanos));
            steps.done(Plan.nativeSeconds(), title(run));
        } catch (IOException failure) {
            fail(Plan.nativeSeconds(), title(run), failure.getMessage());
        }
    }

    private static String title(NativeRun run) {
        return Workload.of(run).title() + " in C";
    }

    private List<EntityMemory> measureMemory() {
        List<EntityMemory> all = new ArrayList<>();
        for (String engine : plan.memoryEngines()) {
            String what = Plan.MEMORY + " " + engine;
            try {
                MemoryPerEntity memory = MemoryPerEntity.inNewJvm(engine, plan.memoryEntities());
                all.add(new EntityMemory(engine, plan.memoryEntities(), memory.heapBytes(), memory.nativeBytes()));
                steps.done(Plan.memorySeconds(), what);
            } catch (IOException failure) {
                fail(Plan.memorySeconds(), what, failure.getMessage());
            }
        }
        return all;
    }
}
