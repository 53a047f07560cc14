package basalt.bench;

import basalt.bench.vectorising.Body;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Prints a Markdown table of the bodies that are vectorised, that is, much slower when vectors are disabled. */
final class VectorTable {
    /** The smallest ratio of the times without and with vectors that counts as vectorised. */
    private static final double LEAST_RATIO = 1.5;

    private VectorTable() {}

    static void print(Scores scores, PrintStream out) {
        boolean hasBegun = false;
        for (Body body : Body.values()) {
            Map<String, String> parameter = Map.of("body", body.name());
            Optional<Score> kernel = scores.find("vectorising.Bodies.kernel", parameter);
            Optional<Score> without = scores.find("vectorising.Bodies.withoutVectors", parameter);
            if (kernel.isPresent() && without.isPresent()) {
                if (!hasBegun) {
                    out.println();
                    out.println("| body | 16,384 rows | without vectors | vectorised |");
                    out.println("| --- | --- | --- | --- |");
                    hasBegun = true;
                }
                out.println(row(
                        body.name(), kernel.get().microseconds(), without.get().microseconds()));
            }
        }
    }

    static String row(String body, double microseconds, double withoutVectors) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s |",
                body,
                Score.render(microseconds),
                Score.render(withoutVectors),
                withoutVectors >= LEAST_RATIO * microseconds ? "yes" : "no");
    }
}
