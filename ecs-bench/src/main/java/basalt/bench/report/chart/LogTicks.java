package basalt.bench.report.chart;

import java.util.ArrayList;
import java.util.List;

/** The ticks of a logarithmic axis: at 1, 2 and 5 of each decade, or only at 1 if there are many decades. */
final class LogTicks {
    private static final double MANY_DECADES = 3.2;
    private static final double SLACK = 1e-9;

    private LogTicks() {}

    static List<Double> between(double from, double to) {
        double[] digits = Math.log10(to / from) > MANY_DECADES ? new double[] {1} : new double[] {1, 2, 5};
        List<Double> ticks = new ArrayList<>();
        for (int decade = (int) Math.floor(Math.log10(from)); decade <= Math.log10(to); decade++) {
            for (double digit : digits) {
                double tick = digit * Math.pow(10, decade);
                if (tick >= from * (1 - SLACK) && tick <= to * (1 + SLACK)) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }
}
