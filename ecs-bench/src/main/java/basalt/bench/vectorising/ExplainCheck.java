package basalt.bench.vectorising;

import basalt.query.KernelExplanation;
import basalt.query.KernelExplanation.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Checks the explanations of kernels against measured times: compares them with the same kernels in a JVM without
 * vectorisation. Prints a line for each body, and the number of correct explanations.
 *
 * <p>Run it on a quiet machine: {@code mvn -q -Pbench -Dbasalt.program=basalt.bench.vectorising.ExplainCheck}. It
 * measures without JMH, for two seconds per body and JVM; {@link Bodies} measures the times for the record.
 */
public final class ExplainCheck {
    /** The smallest speed-up that counts as vectorised. */
    private static final double VECTORISED = 1.5;

    private ExplainCheck() {}

    /**
     * Runs the check.
     *
     * @param arguments none, or {@code --times} to print only the times, one line per body, which this program uses for
     *     its second JVM
     * @throws Exception if the second JVM cannot be started or fails
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            printTimes();
            return;
        }
        List<Double> without = BodyTimes.inJvmWithoutVectors();
        int right = 0;
        int unknown = 0;
        System.out.printf(
                "%-26s %9s %11s %11s %-11s %-9s %s%n", "", "us", "without", "vectorised", "explained", "inlined", "");
        for (Body body : Body.values()) {
            double with = BodyTimes.microseconds(body);
            boolean isVectorised = without.get(body.ordinal()) >= VECTORISED * with;
            KernelExplanation said;
            try (Rows rows = new Rows()) {
                said = rows.kernel(body).explain();
            }
            boolean isRight = said.vectorised() == (isVectorised ? Finding.YES : Finding.NO);
            right += isRight ? 1 : 0;
            unknown += said.vectorised() == Finding.UNKNOWN ? 1 : 0;
            System.out.printf(
                    Locale.ROOT,
                    "%-26s %9.2f %11.2f %11s %-11s %-9s %s%n",
                    body,
                    with,
                    without.get(body.ordinal()),
                    isVectorised ? "yes" : "no",
                    said.vectorised(),
                    said.inlined(),
                    isRight ? "" : said.vectorised() == Finding.UNKNOWN ? "unknown" : "WRONG");
        }
        System.out.printf("right: %d of %d, unknown: %d%n", right, Body.values().length, unknown);
    }

    private static void printTimes() {
        List<String> times = new ArrayList<>();
        for (Body body : Body.values()) {
            times.add(Double.toString(BodyTimes.microseconds(body)));
        }
        times.forEach(System.out::println);
    }
}
