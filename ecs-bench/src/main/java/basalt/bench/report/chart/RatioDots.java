package basalt.bench.report.chart;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Ratios of several engines in several rows, as points with error bars on a logarithmic axis. The subject's line is at
 * one; faster engines are to the left of it, on a tinted ground. Each point has its own lane, so the height of a row
 * depends on its number of points.
 */
public final class RatioDots {
    private static final int WIDTH = 1100;
    private static final int LANE_PIXELS = 8;
    private static final int MARGINS = 112;
    private static final int BESIDE_LABELS = 30;
    private static final double ROOM = 1.15;
    private static final double GAP_LANES = 1.4;

    private final Canvas canvas;
    private final List<Row> rows;
    private final double from;
    private final double to;
    private final double lanes;

    private RatioDots(String title, String axis, List<Row> rows) {
        this.rows = rows;
        from = marks(rows).mapToDouble(Mark::low).reduce(1, Math::min) / ROOM;
        to = marks(rows).mapToDouble(Mark::high).reduce(2, Math::max) * ROOM;
        lanes = rows.stream().mapToDouble(Row::lanes).sum();
        canvas = new Canvas(WIDTH, MARGINS + (int) (LANE_PIXELS * lanes), title, axis, "");
        canvas.styler().setXAxisLogarithmic(true);
        canvas.styler().setYAxisLeftWidthHint(BESIDE_LABELS + widest(rows));
        canvas.styler().setLegendVisible(true);
        canvas.styler().setMarkerSize(9);
        canvas.range(from, to, 0, lanes);
    }

    /**
     * A row.
     *
     * @param label label on its left
     * @param marks its points in the order of their lanes, from top to bottom
     */
    public record Row(String label, List<Mark> marks) {
        double lanes() {
            return marks.size() + GAP_LANES;
        }
    }

    /**
     * Draws a chart.
     *
     * @param title title above it
     * @param axis title of the axis
     * @param rows the rows from top to bottom
     * @param legend the labels of all marks, from top to bottom
     * @param tick formats a tick
     * @return the image
     */
    public static BufferedImage draw(
            String title, String axis, List<Row> rows, List<String> legend, DoubleFunction<String> tick) {
        RatioDots chart = new RatioDots(title, axis, rows);
        chart.drawGround(tick);
        legend.forEach(chart::drawMarks);
        return chart.canvas.image();
    }

    private static Stream<Mark> marks(List<Row> rows) {
        return rows.stream().flatMap(row -> row.marks().stream());
    }

    private static int widest(List<Row> rows) {
        return rows.stream().mapToInt(row -> Typeface.width(row.label())).max().orElse(0);
    }

    private void drawGround(DoubleFunction<String> tick) {
        canvas.box(RatioBars.GROUND_OF_WINNERS, from, 1, 0, lanes);
        canvas.ticksX(LogTicks.between(from, to), tick);
        double top = lanes;
        canvas.separate(top);
        for (Row row : rows) {
            double middle = top - row.lanes() / 2;
            canvas.label(row.label(), from, middle, 10, Label.Align.LEFT_OF, Typeface.PLAIN, Typeface.INK);
            top -= row.lanes();
            canvas.separate(Math.max(0, top));
        }
        Color subject =
                marks(rows).filter(Mark::isSubject).map(Mark::color).findFirst().orElse(Typeface.INK);
        canvas.line("", subject, 2, 1, 0, 1, lanes);
    }

    private void drawMarks(String label) {
        String name = label;
        double top = lanes;
        for (Row row : rows) {
            for (int i = 0; i < row.marks().size(); i++) {
                Mark mark = row.marks().get(i);
                if (mark.label().equals(label)) {
                    draw(mark, top - GAP_LANES / 2 - i - 0.5, name);
                    name = "";
                }
            }
            top -= row.lanes();
        }
    }

    private void draw(Mark mark, double y, String name) {
        canvas.line("", mark.color(), 1.5f, mark.low(), y, mark.high(), y);
        Marker marker = mark.isSubject() ? SeriesMarkers.DIAMOND : SeriesMarkers.CIRCLE;
        canvas.points(name, mark.color(), 0, marker, new double[] {mark.value()}, new double[] {y});
    }
}
