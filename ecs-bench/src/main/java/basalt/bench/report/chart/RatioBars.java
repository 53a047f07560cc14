package basalt.bench.report.chart;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.function.DoubleFunction;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Ratios as horizontal bars on a logarithmic axis. They begin at one, the ratio of the subject. Slower engines extend
 * to the right; faster ones to the left, on a tinted ground.
 */
public final class RatioBars {
    static final Color GROUND_OF_WINNERS = new Color(0xfff0f0);

    private static final int WIDTH = 900;
    private static final int ROW = 27;
    private static final int MARGINS = 122;
    private static final int LABELS = 170;
    private static final double HALF_BAR = 0.36;
    private static final double HALF_RIM = 0.08;
    private static final double ROOM_LEFT = 0.85;
    private static final double ROOM_FOR_TEXT = 0.3;

    private RatioBars() {}

    /**
     * Draws a chart.
     *
     * @param title title above it
     * @param axis title of the axis
     * @param marks the bars from top to bottom; ratios above zero
     * @param tick formats a tick
     * @return the image
     */
    public static BufferedImage draw(String title, String axis, List<Mark> marks, DoubleFunction<String> tick) {
        int rows = marks.size();
        double low = marks.stream().mapToDouble(Mark::low).min().orElse(1);
        double high = marks.stream().mapToDouble(Mark::high).max().orElse(1);
        double from = Math.min(low, 1) * ROOM_LEFT;
        double to = Math.max(high, 2) * Math.pow(Math.max(high, 2) / from, ROOM_FOR_TEXT);
        Canvas canvas = new Canvas(WIDTH, MARGINS + ROW * rows, title, axis, "");
        canvas.styler().setXAxisLogarithmic(true);
        canvas.styler().setYAxisLeftWidthHint(LABELS);
        canvas.range(from, to, -0.5, rows - 0.5);
        canvas.box(GROUND_OF_WINNERS, from, 1, -0.5, rows - 0.5);
        canvas.ticksX(LogTicks.between(from, to), tick);
        Color subject = marks.stream()
                .filter(Mark::isSubject)
                .map(Mark::color)
                .findFirst()
                .orElse(Typeface.INK);
        for (int i = 0; i < rows; i++) {
            double y = rows - 1 - i;
            Mark mark = marks.get(i);
            if (mark.value() != 1) {
                canvas.box(
                        mark.color(), Math.min(1, mark.value()), Math.max(1, mark.value()), y - HALF_BAR, y + HALF_BAR);
            }
        }
        canvas.line("", subject, 2, 1, -0.5, 1, rows - 0.5);
        for (int i = 0; i < rows; i++) {
            write(canvas, marks.get(i), rows - 1 - i, from);
        }
        return canvas.image();
    }

    private static void write(Canvas canvas, Mark mark, double y, double from) {
        // A pale rim keeps the error bar visible on a dark bar.
        double left = Math.max(mark.low(), Math.min(1, mark.value()));
        double right = Math.min(mark.high(), Math.max(1, mark.value()));
        if (left < right) {
            canvas.box(Color.WHITE, left, right, y - HALF_RIM, y + HALF_RIM);
        }
        canvas.line("", Typeface.INK, 1.5f, mark.low(), y, mark.high(), y);
        if (mark.isSubject()) {
            double[] x = {mark.value()};
            canvas.points("", mark.color(), 0, SeriesMarkers.DIAMOND, x, new double[] {y});
        }
        canvas.label(
                mark.label(),
                from,
                y,
                10,
                Label.Align.LEFT_OF,
                mark.isSubject() ? Typeface.BOLD : Typeface.PLAIN,
                mark.isSubject() ? mark.color() : Typeface.INK);
        canvas.label(
                mark.text(),
                Math.max(1, mark.high()),
                y,
                8,
                Label.Align.RIGHT_OF,
                mark.emphasis() == Mark.Emphasis.NONE ? Typeface.PLAIN : Typeface.BOLD,
                mark.isWinner() ? Typeface.ALARM : mark.isSubject() ? mark.color() : Typeface.INK);
    }
}
