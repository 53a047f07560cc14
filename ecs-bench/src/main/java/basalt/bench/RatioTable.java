package basalt.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Prints the ratios for which both times were measured. */
final class RatioTable {
    private static final int PROMISED_FOR_JDK = 25;
    private static final String LINE = "%-72s %12s %12s %9s %8s %s";

    private final Scores scores;
    private final List<String> rows = new ArrayList<>();
    private int met;
    private int missed;
    private int unmeasured;

    private RatioTable(Scores scores) {
        this.scores = scores;
    }

    static void print(List<Promise> promises, Scores scores, PrintStream out) {
        RatioTable table = new RatioTable(scores);
        promises.forEach(table::add);
        if (table.rows.isEmpty()) {
            return;
        }
        out.println();
        out.println(row("ratio", "upper", "lower", "ratio", "promise", ""));
        table.rows.forEach(out::println);
        out.println(table.met + " promised ratios met, " + table.missed + " missed, " + table.unmeasured
                + " not measured. Times are medians of the iterations.");
        if (Runtime.version().feature() != PROMISED_FOR_JDK) {
            out.println("The promises are made for JDK " + PROMISED_FOR_JDK + ".");
        }
    }

    private void add(Promise promise) {
        OptionalDouble upper = promise.upper().in(scores);
        OptionalDouble lower = promise.lower().in(scores);
        if (upper.isEmpty() || lower.isEmpty()) {
            unmeasured += promise.limit().isPromised() ? 1 : 0;
            return;
        }
        double above = upper.getAsDouble();
        double below = lower.getAsDouble();
        double ratio = above / below;
        if (promise.limit().isPromised()) {
            met += promise.limit().allows(ratio) ? 1 : 0;
            missed += promise.limit().allows(ratio) ? 0 : 1;
        }
        rows.add(row(
                promise.what(),
                Score.render(above),
                Score.render(below),
                String.format(Locale.ROOT, "%.2f", ratio),
                promise.limit().toString(),
                promise.limit().verdict(ratio)));
    }

    private static String row(String what, String upper, String lower, String ratio, String promise, String verdict) {
        return String.format(Locale.ROOT, LINE, what, upper, lower, ratio, promise, verdict)
                .stripTrailing();
    }
}
