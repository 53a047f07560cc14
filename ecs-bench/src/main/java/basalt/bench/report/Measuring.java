package basalt.bench.report;

import basalt.bench.JmhLog;
import basalt.bench.field.FieldRun;
import basalt.bench.field.MemoryPerEntity;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Runs the measurements of a plan, and writes the results to a folder. Failures are recorded, and the other
 * measurements still run.
 */
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
     * Runs all measurements.
     *
     * @throws IOException if a file cannot be written
     */
    void run() throws IOException {
        // Before the folder is cleared, as it can be part of the checkout.
        Setting setting = SettingDetector.of(plan);
        folder.clear();
        Json.write(folder.machine(), setting);
        Journal journal = new Journal(folder, plan, out);
        try (JmhLog log = new JmhLog(folder.log());
                NativeBeside beside = NativeBeside.open(plan, folder, compiler, journal)) {
            Json.write(folder.machine(), setting.withCompiler(beside.compiler()));
            RawResults.Jmh jmh = turn -> log.run(
                    turn.title(), new CommandLineOptions(turn.run().arguments().toArray(String[]::new)));
            for (int i = 0; i < plan.runs().size(); i++) {
                FieldRun run = plan.runs().get(i);
                RawResults raw = new RawResults(folder.rawFile(i + 1, run), journal, jmh);
                for (Turn turn : Turn.of(run)) {
                    beside.around(turn, () -> raw.measure(turn));
                }
            }
        }
        measureMemory(journal);
        journal.end();
    }

    private void measureMemory(Journal journal) throws IOException {
        List<EntityMemory> all = new ArrayList<>();
        for (String engine : plan.memoryEngines()) {
            String what = Plan.MEMORY + " " + engine;
            MemoryPerEntity memory;
            try {
                memory = MemoryPerEntity.inNewJvm(engine, plan.memoryEntities());
            } catch (IOException | RuntimeException failure) {
                journal.failed(Plan.memorySeconds(), what, Reason.of(failure));
                continue;
            }
            all.add(new EntityMemory(
                    engine, plan.memoryEntities(), memory.heapBytes(), memory.nativeBytes(), memory.reservedBytes()));
            Json.write(folder.memory(), all);
            journal.done(Plan.memorySeconds(), what);
        }
    }
}
