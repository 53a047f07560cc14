package basalt.examples.showcase.bullets.bulletml;

import basalt.examples.framework.program.OneLine;

/**
 * Thrown if a pattern file is invalid. The message is one line: {@code name:line:column: problem; remedy}.
 *
 * <p>Lines and columns are counted from 1, columns in Java chars.
 */
public final class PatternException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int MOST_QUOTED = 40;

    private final int line;
    private final int column;

    PatternException(String name, int line, int column, String what, String remedy) {
        super(OneLine.of(name + ":" + line + ":" + column + ": " + what + "; " + remedy));
        this.line = line;
        this.column = column;
    }

    /**
     * The line of the error.
     *
     * @return the line, from 1
     */
    public int line() {
        return line;
    }

    /**
     * The column of the error.
     *
     * @return the column, from 1
     */
    public int column() {
        return column;
    }

    /** Quotes a text of the file for a message, shortened if it is long. */
    static String quoted(String text) {
        return '"' + (text.length() <= MOST_QUOTED ? text : text.substring(0, MOST_QUOTED) + "...") + '"';
    }
}
