package basalt.query;

import basalt.compiler.KernelBody;
import basalt.compiler.VectorKernel;
import basalt.component.Column;
import basalt.runtime.IterationContext.KernelDriver;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The result of {@link RowKernel#explain} and {@link CascadeKernel#explain}: which loop a kernel runs, and
 * why. {@link #toString} prints all of it.
 *
 * @param body class and method of the body
 * @param isInVectors whether the kernel runs the loop of vectors that its body was translated to
 * @param reason why it does not, as a sentence; empty if it does
 * @param leftToBody where groups of rows are left to the body itself, as code on their path is not translated; with
 *     many such rows, that costs what the loop of vectors gains
 * @param reads the columns that the translated body reads, as {@code Position.x}; none if it was not translated
 * @param writes the columns that it writes
 * @param vectorNanos time of the loop of vectors for 64 rows of the world, matching or not, in nanoseconds; 0 if it was
 *     not measured yet
 * @param rowNanos that of the loop that calls the body for each row
 */
public record KernelExplanation(
        String body,
        boolean isInVectors,
        String reason,
        List<String> leftToBody,
        List<String> reads,
        List<String> writes,
        double vectorNanos,
        double rowNanos) {
    /** The explanation of a driver and its body, which is null if there can be no loop of vectors. */
    static KernelExplanation of(KernelDriver driver, KernelBody code, Object userBody) {
        VectorKernel.Report report = VectorKernel.report(driver, code);
        return new KernelExplanation(
                code == null ? userBody.getClass().getName() : code.name(),
                report.isInVectors(),
                report.reason(),
                report.leftToBody(),
                names(report.reads()),
                names(report.writes()),
                report.vectorNanos(),
                report.rowNanos());
    }

    private static List<String> names(Collection<Column> columns) {
        return columns.stream()
                .map(column -> column.component().shortName() + "." + column.field())
                .toList();
    }

    /** The explanation as text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        line(text, "body", body);
        line(text, "loop", isInVectors ? "vectors" : "rows: " + reason);
        leftToBody.forEach(where -> line(text, "left to the body, where", where));
        line(text, "reads", columns(reads));
        line(text, "writes", columns(writes));
        line(text, "64 rows by vectors", time(vectorNanos));
        line(text, "64 rows by the body", time(rowNanos));
        return text.toString();
    }

    private String columns(List<String> names) {
        boolean areKnown = isInVectors || !reads.isEmpty() || !writes.isEmpty();
        return !names.isEmpty() ? String.join(", ", names) : areKnown ? "none" : "not known";
    }

    private static String time(double nanos) {
        return nanos == 0 ? "not measured" : String.format(Locale.ROOT, "%.1f ns", nanos);
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "%-24s %s%n", name, value));
    }
}
