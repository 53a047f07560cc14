package basalt.text;

/** A text is no JSON, or does not describe entities. Nothing was read. The message begins with line and column. */
public final class TextFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** The place of the error. */
    private final int line;

    private final int column;

    TextFormatException(String message, int line, int column, Throwable cause) {
        super("line " + line + ", column " + column + ": " + message, cause);
        this.line = line;
        this.column = column;
    }

    /** The line of the error, from 1. */
    public int line() {
        return line;
    }

    /** The column of the error in characters, from 1. */
    public int column() {
        return column;
    }
}
