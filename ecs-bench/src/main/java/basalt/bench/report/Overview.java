package basalt.bench.report;

import basalt.bench.engine.Engine;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * The picture of all workloads: how many times as long as Basalt each engine takes, as points with quartiles on a
 * logarithmic axis. A workload is a row of height 1, in which each engine has a height of its own.
 */
final class Overview {
    private static final int WIDTH = 1100;
    private static final int ROW_PIXELS = 62;
    private static final int MARGIN_PIXELS = 112;
    private static final int SCALE = 2;
    private static final int TITLE_PIXELS = 330;
    private static final double ROOM = 1.15;
    private static final double ROW_SHARE = 0.86;
    private static final Color GRID = new Color(0xdee2e6);
    private static final Color GROUND_OF_FASTER = new Color(0x14ff3000, true);
    private static final Color INK = new Color(0x212529);
    private static final Color NOTHING = new Color(0, 0, 0, 0);
    private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 13);

    private final List<Comparison> rows;
    private final XYChart chart;
    private double least = 1;
    private double most = 2;

    private Overview(List<Comparison> rows) {
        this.rows = rows;
        chart = new XYChartBuilder()
                .width(WIDTH)
                .height(MARGIN_PIXELS + ROW_PIXELS * rows.size())
                .title("Time of an operation, as a multiple of Basalt's")
                .xAxisTitle("time / Basalt's time, logarithmic. Right of the line Basalt is faster, left of it slower")
                .build();
    }

    static BufferedImage draw(List<Comparison> rows) {
        Overview overview = new Overview(rows);
        rows.forEach(overview::widen);
        overview.style(overview.chart.getStyler());
        overview.drawGround();
        for (Engine engine : Engine.values()) {
            overview.draw(engine);
        }
        return overview.image();
    }

    private void widen(Comparison row) {
        Score base = row.scores().get(Engine.BASALT);
        for (Score score : row.scores().values()) {
            least = Math.min(least, score.lowerQuartile() / base.median() / ROOM);
            most = Math.max(most, score.upperQuartile() / base.median() * ROOM);
        }
    }

    private void style(XYStyler styler) {
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridHorizontalLinesVisible(false);
        styler.setPlotGridLinesColor(GRID);
        styler.setPlotMargin(0);
        styler.setPlotContentSize(1);
        styler.setAxisTicksLineVisible(false);
        styler.setAxisTicksMarksVisible(false);
        styler.setAxisTickLabelsFont(PLAIN);
        styler.setAxisTitleFont(PLAIN);
        styler.setLegendFont(PLAIN);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendPosition(Styler.LegendPosition.OutsideE);
        styler.setChartTitleFont(PLAIN.deriveFont(Font.BOLD, 16f));
        styler.setChartTitleBoxVisible(false);
        styler.setMarkerSize(9);
        styler.setXAxisLogarithmic(true);
        styler.setXAxisMin(least);
        styler.setXAxisMax(most);
        styler.setXAxisTickLabelsFormattingFunction(Figures::tick);
        styler.setYAxisMin(0.5);
        styler.setYAxisMax(rows.size() + 0.5);
        styler.setAxisTickLabelsColor(INK);
        styler.setYAxisTickLabelsColor(NOTHING);
        styler.setYAxisLeftWidthHint(TITLE_PIXELS);
    }

    private void drawGround() {
        double bottom = 0.5;
        double top = rows.size() + 0.5;
        XYSeries ground = add(
                "ground",
                new double[] {least, 1, 1, least, least},
                new double[] {bottom, bottom, top, top, bottom},
                NOTHING);
        ground.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.PolygonArea);
        ground.setFillColor(GROUND_OF_FASTER);
        for (int row = 0; row <= rows.size(); row++) {
            add("row " + row, new double[] {least, most}, new double[] {row + 0.5, row + 0.5}, GRID);
        }
        add("line", new double[] {1, 1}, new double[] {bottom, top}, color(Engine.BASALT));
    }

    private void draw(Engine engine) {
        boolean hasLegend = false;
        for (int row = 0; row < rows.size(); row++) {
            Comparison comparison = rows.get(row);
            Score score = comparison.scores().get(engine);
            if (score != null) {
                int place = List.copyOf(comparison.scores().keySet()).indexOf(engine);
                double lane = (place + 0.5) / comparison.scores().size() - 0.5;
                draw(engine, row, score, rows.size() - row - ROW_SHARE * lane, !hasLegend);
                hasLegend = true;
            }
        }
    }

    private void draw(Engine engine, int row, Score score, double y, boolean isInLegend) {
        double base = rows.get(row).scores().get(Engine.BASALT).median();
        double[] spread = {score.lowerQuartile() / base, score.upperQuartile() / base};
        add("spread of " + engine + row, spread, new double[] {y, y}, color(engine));
        String name = isInLegend ? engine.title() : engine + " " + row;
        XYSeries point = add(name, new double[] {score.median() / base}, new double[] {y}, color(engine));
        point.setMarker(engine == Engine.BASALT ? SeriesMarkers.DIAMOND : SeriesMarkers.CIRCLE);
        point.setMarkerColor(color(engine));
        point.setShowInLegend(isInLegend);
    }

    private XYSeries add(String name, double[] x, double[] y, Color color) {
        XYSeries added = chart.addSeries(name, x, y);
        added.setMarker(SeriesMarkers.NONE);
        added.setLineStyle(SeriesLines.SOLID);
        added.setLineColor(color);
        added.setLineWidth(1.5f);
        added.setShowInLegend(false);
        return added;
    }

    private BufferedImage image() {
        BufferedImage image =
                new BufferedImage(SCALE * chart.getWidth(), SCALE * chart.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.scale(SCALE, SCALE);
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        drawTitles(graphics);
        graphics.dispose();
        return image;
    }

    /** In place of the axis's own labels, which XChart puts at round numbers. */
    private void drawTitles(Graphics2D graphics) {
        graphics.setFont(PLAIN);
        graphics.setColor(INK);
        FontMetrics metrics = graphics.getFontMetrics();
        for (int row = 0; row < rows.size(); row++) {
            String title = rows.get(row).title();
            double x = chart.getScreenXFromChart(least) - metrics.stringWidth(title) - 10;
            double y = chart.getScreenYFromChart(rows.size() - row) + metrics.getAscent() / 2.0;
            graphics.drawString(title, (float) x, (float) y);
        }
    }

    /** Warm for Basalt, cold for rivals, grey for references. */
    private static Color color(Engine engine) {
        return new Color(
                switch (engine) {
                    case BASALT -> 0xd9480f;
                    case BASALT_BULK -> 0xf59f00;
                    case BASALT_RECORDS -> 0xe64980;
                    case BASALT_TEMPLATES -> 0x862e2e;
                    case BASALT_PARALLEL -> 0xa9e34b;
                    case ARTEMIS -> 0x1864ab;
                    case DOMINION -> 0x2b8a3e;
                    case ASHLEY -> 0x6741d9;
                    case FLEKS -> 0x9c36b5;
                    case ARRAYS -> 0x868e96;
                    case ARRAYS_PARALLEL -> 0xbfc5cb;
                    case C -> 0x212529;
                });
    }
}
