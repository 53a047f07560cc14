package basalt.bench.report;

import basalt.bench.JmhLog;
import basalt.bench.field.FieldRun;
import basalt.bench.field.MemoryPerEntity;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
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
    private final NativeBeside.Compiler compiler;
    private final PrintStream out;

    Measuring(Plan plan, ReportFolder folder, NativeBeside.Compiler compiler, PrintStream out) {
        this.plan = plan;
        this.folder = folder;
        this.compiler = compiler;
        this.out = out;
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
        Journal journal = new Journal(folder, plan, out);
        try (JmhLog log = new JmhLog(folder.log());
                NativeBeside beside = NativeBeside.open(plan, folder, compiler, journal)) {
            Json.write(folder.machine(), setting.withCompiler(beside.compiler()));
            for (int i = 0; i < plan.runs().size(); i++) {
                FieldRun run = plan.runs().get(i);
                Path file = folder.rawFile(i + 1, run);
                List<RunResult> results = new ArrayList<>();
                for (FieldRun one : run.combinations()) {
                    beside.around(one, () -> measure(one, log, results, file, journal));
                }
            }
        }
        measureMemory(journal);
        journal.end();
    }

    private static void measure(FieldRun run, JmhLog log, List<RunResult> results, Path file, Journal journal)
            throws IOException {
        try {
            CommandLineOptions options = new CommandLineOptions(run.arguments().toArray(String[]::new));
            results.addAll(log.run(run.title(), options));
        } catch (RunnerException | CommandLineOptionException failure) {
            journal.failed(run.seconds(), run.title(), withCause(failure));
            return;
        }
        String part = Json.part(file).toString();
        ResultFormatFactory.getInstance(ResultFormatType.JSON, part).writeOut(results);
        Json.complete(file);
        journal.done(run.seconds(), run.title());
    }

    private static String withCause(Exception failure) {
        return failure.getCause() == null
                ? failure.getMessage()
                : failure.getMessage() + ": " + failure.getCause().getMessage();
    }

    private void measureMemory(Journal journal) throws IOException {
        List<EntityMemory> all = new ArrayList<>();
        for (String engine : plan.memoryEngines()) {
            String what = Plan.MEMORY + " " + engine;
            MemoryPerEntity memory;
            try {
                memory = MemoryPerEntity.inNewJvm(engine, plan.memoryEntities());
            } catch (IOException failure) {
                journal.failed(Plan.memorySeconds(), what, failure.getMessage());
                continue;
            }
            all.add(new EntityMemory(engine, plan.memoryEntities(), memory.heapBytes(), memory.nativeBytes()));
            Json.write(folder.memory(), all);
            journal.done(Plan.memorySeconds(), what);
        }
    }
}
