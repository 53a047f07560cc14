package basalt.bench.report.chart;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Stacked horizontal bars of two amounts: the second is drawn lighter. */
public final class SplitBars {
    private static final int WIDTH = 900;
    private static final int ROW = 30;
    private static final int MARGINS = 122;
    private static final int LABELS = 170;
    private static final int TICKS = 6;
    private static final double HALF_BAR = 0.36;
    private static final double ROOM_FOR_TEXT = 1.35;

    private SplitBars() {}

    /**
     * A bar.
     *
     * @param label label on its left
     * @param color its color in all charts
     * @param subject whether it is the subject of the chart
     * @param first first amount
     * @param second second amount
     * @param text text on its right
     */
    public record Bar(String label, Color color, boolean subject, double first, double second, String text) {}

    /**
     * Draws a chart.
     *
     * @param title title above it
     * @param axis title of the axis
     * @param bars the bars from top to bottom
     * @return the image
     */
    public static BufferedImage draw(String title, String axis, List<Bar> bars) {
        int rows = bars.size();
        double to = bars.stream().mapToDouble(bar -> bar.first() + bar.second()).reduce(1, Math::max) * ROOM_FOR_TEXT;
        Canvas canvas = new Canvas(WIDTH, MARGINS + ROW * rows, title, axis, "");
        canvas.styler().setYAxisLeftWidthHint(LABELS);
        canvas.range(0, to, -0.5, rows - 0.5);
        double step = step(to / TICKS);
        canvas.ticksX(
                Stream.iterate(0.0, tick -> tick <= to, tick -> tick + step).toList(),
                tick -> String.format(Locale.ROOT, "%,.0f", tick));
        for (int i = 0; i < rows; i++) {
            Bar bar = bars.get(i);
            double y = rows - 1 - i;
            canvas.box(bar.color(), 0, bar.first(), y - HALF_BAR, y + HALF_BAR);
            canvas.box(lighter(bar.color()), bar.first(), bar.first() + bar.second(), y - HALF_BAR, y + HALF_BAR);
            canvas.label(
                    bar.label(),
                    0,
                    y,
                    10,
                    Label.Align.LEFT_OF,
                    bar.subject() ? Typeface.BOLD : Typeface.PLAIN,
                    bar.subject() ? bar.color() : Typeface.INK);
            canvas.label(
                    bar.text(),
                    bar.first() + bar.second(),
                    y,
                    8,
                    Label.Align.RIGHT_OF,
                    bar.subject() ? Typeface.BOLD : Typeface.PLAIN,
                    bar.subject() ? bar.color() : Typeface.INK);
        }
        return canvas.image();
    }

    /** The next larger number of 1, 2, 5, 10, 20, 50... */
    private static double step(double atLeast) {
        double decade = Math.pow(10, Math.floor(Math.log10(atLeast)));
        for (double digit : new double[] {1, 2, 5}) {
            if (digit * decade >= atLeast) {
                return digit * decade;
            }
        }
        return 10 * decade;
    }

    private static Color lighter(Color color) {
        return new Color((color.getRed() + 255) / 2, (color.getGreen() + 255) / 2, (color.getBlue() + 255) / 2);
    }
}
