package basalt.bench.report.chart;

import java.awt.Color;

/**
 * A value to be drawn.
 *
 * @param label the engine's name
 * @param color that it has in all charts
 * @param value on the axis
 * @param low where its error bar begins
 * @param high where its error bar ends
 * @param text beside it
 * @param emphasis how it is drawn
 */
public record Mark(String label, Color color, double value, double low, double high, String text, Emphasis emphasis) {
    /** How a value stands out. */
    public enum Emphasis {
        /** Not at all. */
        NONE,
        /** As the one that the chart is about. */
        SUBJECT,
        /** As one that has beaten it. */
        WINNER
    }

    boolean isSubject() {
        return emphasis == Emphasis.SUBJECT;
    }

    boolean isWinner() {
        return emphasis == Emphasis.WINNER;
    }
}
