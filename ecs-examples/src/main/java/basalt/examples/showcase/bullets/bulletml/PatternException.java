package basalt.examples.showcase.bullets.bulletml;

import basalt.examples.framework.program.OneLine;

/**
 * Thrown if a pattern file is invalid. The message is one line: {@code name:line:column: problem}, often with a remedy.
 * Lines and columns are counted from 1; those of an element are of the end of its start tag.
 */
public final class PatternException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int MOST_QUOTED = 40;

    PatternException(String name, int line, int column, String what) {
        super(OneLine.of(name + ":" + line + ":" + column + ": " + what));
    }

    /** Quotes a text of the file for a message, shortened if it is long. */
    static String quoted(String text) {
        return '"' + (text.length() <= MOST_QUOTED ? text : text.substring(0, MOST_QUOTED) + "...") + '"';
    }
}
