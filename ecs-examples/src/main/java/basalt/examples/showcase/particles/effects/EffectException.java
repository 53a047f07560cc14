package basalt.examples.showcase.particles.effects;

import basalt.examples.framework.program.OneLine;

/**
 * Thrown if an effect file is invalid. The message is one line:
 * {@code name:line:column: path of the field: problem; remedy}.
 *
 * <p>Lines and columns are counted from 1, columns in Java chars.
 */
public final class EffectException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int MOST_QUOTED = 40;

    private final int line;
    private final int column;
    private final String what;

    EffectException(int line, int column, String what) {
        super(line + ":" + column + ": " + what);
        this.line = line;
        this.column = column;
        this.what = what;
    }

    private EffectException(String name, EffectException nameless) {
        super(OneLine.of(name + ":" + nameless.line + ":" + nameless.column + ": " + nameless.what));
        line = nameless.line;
        column = nameless.column;
        what = nameless.what;
    }

    /** A copy whose message begins with a file name. */
    EffectException in(String name) {
        return new EffectException(name, this);
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
