package basalt.bench.report.chart;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;

/** A text beside a point in the chart's coordinates, at a distance in pixels. */
final class Label extends AnnotationText {
    private final XYChart chart;
    private final String text;
    private final double x;
    private final double y;
    private final int pixels;
    private final Align align;
    private final Font font;
    private final Color color;

    /** The side of the point on which the text is. */
    enum Align {
        LEFT_OF,
        RIGHT_OF,
        BELOW
    }

    Label(XYChart chart, String text, double x, double y, int pixels, Align align, Font font, Color color) {
        super(text, x, y, false);
        this.chart = chart;
        this.text = text;
        this.x = x;
        this.y = y;
        this.pixels = pixels;
        this.align = align;
        this.font = font;
        this.color = color;
    }

    @Override
    public void paint(Graphics2D graphics) {
        graphics.setFont(font);
        graphics.setColor(color);
        FontMetrics metrics = graphics.getFontMetrics();
        double width = metrics.stringWidth(text);
        double left = chart.getScreenXFromChart(x);
        double baseline = chart.getScreenYFromChart(y);
        switch (align) {
            case LEFT_OF -> left -= width + pixels;
            case RIGHT_OF -> left += pixels;
            case BELOW -> left -= width / 2;
        }
        baseline += align == Align.BELOW
                ? pixels + metrics.getAscent()
                : (metrics.getAscent() - metrics.getDescent()) / 2.0;
        graphics.drawString(text, (float) left, (float) baseline);
    }
}
