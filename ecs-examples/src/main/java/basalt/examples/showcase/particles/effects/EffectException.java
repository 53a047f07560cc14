package basalt.examples.showcase.particles.effects;

import basalt.examples.framework.program.OneLine;

/**
 * An effect file that cannot be used. The message is one line: {@code name:line:column: path of the field: what is
 * wrong; what would be right}.
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

    /** The same of a file of this name. */
    EffectException in(String name) {
        return new EffectException(name, this);
    }

    /**
     * Where it is.
     *
     * @return the line, from 1
     */
    public int line() {
        return line;
    }

    /**
     * Where it is.
     *
     * @return the column, from 1
     */
    public int column() {
        return column;
    }

    /** What a file says, as part of a message: never more than some chars of it. */
    static String quoted(String text) {
        return '"' + (text.length() <= MOST_QUOTED ? text : text.substring(0, MOST_QUOTED) + "...") + '"';
    }
}
