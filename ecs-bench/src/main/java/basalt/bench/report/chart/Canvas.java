package basalt.bench.report.chart;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.function.DoubleFunction;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * An XChart chart in the style of the report, for layers of shapes. XChart would choose the ticks of its axes, so they
 * are blank and drawn here.
 */
final class Canvas {
    /** Pixels of the image per pixel of the chart. */
    static final int SCALE = 2;

    private static final Color GRID = new Color(0xdee2e6);
    private static final Color NOTHING = new Color(0, 0, 0, 0);

    private final XYChart chart;
    private double fromX;
    private double fromY;
    private double toX;
    private double toY;
    private int series;

    Canvas(int width, int height, String title, String axisX, String axisY) {
        chart = new XYChartBuilder()
                .width(width)
                .height(height)
                .title(title)
                .xAxisTitle(axisX)
                .yAxisTitle(axisY)
                .build();
        XYStyler styler = chart.getStyler();
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesVisible(false);
        styler.setPlotMargin(0);
        styler.setPlotContentSize(1);
        styler.setAxisTicksLineVisible(false);
        styler.setAxisTicksMarksVisible(false);
        styler.setAxisTickLabelsColor(NOTHING);
        styler.setAxisTickLabelsFont(Typeface.PLAIN);
        styler.setAxisTitleFont(Typeface.PLAIN);
        styler.setChartFontColor(Typeface.INK);
        styler.setChartTitleFont(Typeface.TITLE);
        styler.setChartTitleBoxVisible(false);
        styler.setChartTitlePadding(8);
        styler.setYAxisTitleVisible(!axisY.isEmpty());
        styler.setLegendVisible(false);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendFont(Typeface.PLAIN);
        styler.setLegendPosition(Styler.LegendPosition.OutsideE);
        styler.setChartPadding(12);
    }

    XYStyler styler() {
        return chart.getStyler();
    }

    void range(double lowX, double highX, double lowY, double highY) {
        fromX = lowX;
        toX = highX;
        fromY = lowY;
        toY = highY;
        styler().setXAxisMin(lowX);
        styler().setXAxisMax(highX);
        styler().setYAxisMin(lowY);
        styler().setYAxisMax(highY);
    }

    void ticksX(List<Double> places, DoubleFunction<String> text) {
        for (double place : places) {
            line("", GRID, 1, place, fromY, place, toY);
            label(text.apply(place), place, fromY, 6, Label.Align.BELOW, Typeface.PLAIN, Typeface.INK);
        }
    }

    void ticksY(List<Double> places, DoubleFunction<String> text) {
        for (double place : places) {
            line("", GRID, 1, fromX, place, toX, place);
            label(text.apply(place), fromX, place, 8, Label.Align.LEFT_OF, Typeface.PLAIN, Typeface.INK);
        }
    }

    /** Draws a faint line from the left to the right. */
    void separate(double y) {
        line("", GRID, 1, fromX, y, toX, y);
    }

    void box(Color color, double left, double right, double bottom, double top) {
        XYSeries shape = add(
                "",
                new double[] {left, right, right, left, left},
                new double[] {bottom, bottom, top, top, bottom},
                NOTHING,
                0);
        shape.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.PolygonArea);
        shape.setFillColor(color);
    }

    void line(String name, Color color, float width, double fromX, double fromY, double toX, double toY) {
        add(name, new double[] {fromX, toX}, new double[] {fromY, toY}, color, width);
    }

    /** Draws a line through points with markers. The legend shows it unless its name is empty. */
    void points(String name, Color color, float width, Marker marker, double[] x, double[] y) {
        add(name, x, y, color, width).setMarker(marker).setMarkerColor(color);
    }

    private XYSeries add(String name, double[] x, double[] y, Color color, float width) {
        // Each series of XChart needs a unique name.
        XYSeries added = chart.addSeries(name.isEmpty() ? "#" + series++ : name, x, y);
        added.setMarker(SeriesMarkers.NONE);
        added.setLineStyle(SeriesLines.SOLID);
        added.setLineColor(color);
        added.setLineWidth(width);
        added.setShowInLegend(!name.isEmpty());
        return added;
    }

    void label(String text, double x, double y, int pixels, Label.Align align, Font font, Color color) {
        chart.addAnnotation(new Label(chart, text, x, y, pixels, align, font, color));
    }

    BufferedImage image() {
        int width = chart.getWidth();
        int height = chart.getHeight();
        BufferedImage image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.scale(SCALE, SCALE);
            chart.paint(graphics, width, height);
        } finally {
            graphics.dispose();
        }
        return image;
    }
}
