package basalt.bench.report.chart;

import java.awt.Color;

/**
 * A value in a chart.
 *
 * @param label the engine's name
 * @param color its color in all charts
 * @param value value on the axis
 * @param low start of its error bar
 * @param high end of its error bar
 * @param text text beside it
 * @param emphasis its emphasis
 */
public record Mark(String label, Color color, double value, double low, double high, String text, Emphasis emphasis) {
    /** The emphasis of a value. */
    public enum Emphasis {
        /** No emphasis. */
        NONE,
        /** The subject of the chart. */
        SUBJECT,
        /** A value that beats the subject. */
        WINNER
    }

    boolean isSubject() {
        return emphasis == Emphasis.SUBJECT;
    }

    boolean isWinner() {
        return emphasis == Emphasis.WINNER;
    }
}
