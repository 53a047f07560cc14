package basalt.bench.report.chart;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Values over a quantity as lines with error bars; both axes are logarithmic. */
public final class Lines {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 520;
    private static final int LABELS = 80;
    private static final double ROOM = 1.2;

    private Lines() {}

    /**
     * A point of a line.
     *
     * @param x position on the lower axis
     * @param y position on the left axis
     * @param low start of its error bar
     * @param high end of its error bar
     */
    public record Point(double x, double y, double low, double high) {}

    /**
     * A line.
     *
     * @param label its name in the legend
     * @param color its color in all charts
     * @param subject whether it is the subject of the chart
     * @param points its points from left to right
     */
    public record Line(String label, Color color, boolean subject, List<Point> points) {}

    /**
     * The texts.
     *
     * @param title title above the chart
     * @param axisX title of the lower axis
     * @param axisY title of the left axis
     * @param tickX formats a tick of the lower axis
     * @param tickY formats a tick of the left axis
     */
    public record Texts(
            String title, String axisX, String axisY, DoubleFunction<String> tickX, DoubleFunction<String> tickY) {}

    /**
     * Draws a chart.
     *
     * @param texts the texts
     * @param lines at least one, each with a point
     * @return the image
     */
    public static BufferedImage draw(Texts texts, List<Line> lines) {
        Canvas canvas = new Canvas(WIDTH, HEIGHT, texts.title(), texts.axisX(), texts.axisY());
        canvas.styler().setXAxisLogarithmic(true);
        canvas.styler().setYAxisLogarithmic(true);
        canvas.styler().setYAxisLeftWidthHint(LABELS);
        canvas.styler().setLegendVisible(true);
        canvas.styler().setMarkerSize(9);
        double fromX = least(lines, Point::x) / ROOM;
        double toX = most(lines, Point::x) * ROOM;
        double fromY = least(lines, Point::low) / ROOM;
        double toY = most(lines, Point::high) * ROOM;
        canvas.range(fromX, toX, fromY, toY);
        List<Double> places = lines.stream()
                .flatMap(line -> line.points().stream())
                .map(Point::x)
                .distinct()
                .toList();
        canvas.ticksX(places, texts.tickX());
        canvas.ticksY(LogTicks.between(fromY, toY), texts.tickY());
        // The subject's line is drawn last, over the others, but the legend names it first.
        lines.stream().filter(Line::subject).forEach(line -> draw(canvas, line, line.label()));
        lines.stream().filter(line -> !line.subject()).forEach(line -> draw(canvas, line, line.label()));
        lines.stream().filter(Line::subject).forEach(line -> draw(canvas, line, ""));
        return canvas.image();
    }

    private static void draw(Canvas canvas, Line line, String name) {
        for (Point point : line.points()) {
            canvas.line("", line.color(), 1, point.x(), point.low(), point.x(), point.high());
        }
        canvas.points(
                name,
                line.color(),
                line.subject() ? 3.5f : 1.5f,
                line.subject() ? SeriesMarkers.DIAMOND : SeriesMarkers.CIRCLE,
                line.points().stream().mapToDouble(Point::x).toArray(),
                line.points().stream().mapToDouble(Point::y).toArray());
    }

    private static double least(List<Line> lines, ToDoubleFunction<Point> value) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(value)
                .min()
                .orElseThrow();
    }

    private static double most(List<Line> lines, ToDoubleFunction<Point> value) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(value)
                .max()
                .orElseThrow();
    }
}
