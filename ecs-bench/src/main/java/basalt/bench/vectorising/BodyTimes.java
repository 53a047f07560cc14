package basalt.bench.vectorising;

import basalt.bench.BenchJvm;
import basalt.query.RowKernel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rough times of bodies, without JMH: the best of some turns, after a second of warm-up. */
final class BodyTimes {
    private static final long WARM_UP_NANOS = 1_000_000_000;
    private static final long TURN_NANOS = 2_000_000;
    private static final int TURNS = 60;

    private BodyTimes() {}

    /** The time of a run over all rows. */
    static double microseconds(Body body) {
        try (Rows rows = new Rows()) {
            RowKernel kernel = rows.kernel(body);
            nanos(kernel, WARM_UP_NANOS);
            double best = Double.MAX_VALUE;
            for (int turn = 0; turn < TURNS; turn++) {
                best = Math.min(best, nanos(kernel, TURN_NANOS));
            }
            return best / 1e3;
        }
    }

    /** Runs for this time. Returns the mean time of a run. */
    private static double nanos(RowKernel kernel, long length) {
        long start = System.nanoTime();
        long taken;
        int runs = 0;
        do {
            for (int i = 0; i < 10; i++) {
                kernel.run();
            }
            runs += 10;
            taken = System.nanoTime() - start;
        } while (taken < length);
        return (double) taken / runs;
    }

    /** The times of all bodies in a new JVM of the same version, without vectorisation. */
    static List<Double> inJvmWithoutVectors() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(BenchJvm.arguments(List.of("-XX:-UseSuperWord"))));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ExplainCheck.class.getName(), "--times"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Double> times = new ArrayList<>();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        if (process.waitFor() != 0) {
            throw new IOException("the JVM without vectors has failed: exit code " + process.exitValue());
        }
        printed.lines().map(Double::valueOf).forEach(times::add);
        return times;
    }
}
