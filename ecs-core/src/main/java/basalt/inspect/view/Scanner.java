package basalt.inspect.view;

/** Reads the text of a query, character by character. */
final class Scanner {
    private final String text;
    private int at;

    Scanner(String text) {
        this(text, 0);
    }

    /** Reads from a place on. */
    Scanner(String text, int from) {
        this.text = text;
        at = from;
    }

    /** Where the next character is. */
    int at() {
        return at;
    }

    /** Skips spaces, and tells whether the text has ended. */
    boolean isAtEnd() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at == text.length();
    }

    /** Skips spaces, and takes a character if it is the next one. */
    boolean take(char wanted) {
        if (isAtEnd() || text.charAt(at) != wanted) {
            return false;
        }
        at++;
        return true;
    }

    /** Skips spaces, and takes a word if it is the next one. */
    boolean takeWord(String word) {
        if (isAtEnd()
                || !text.startsWith(word, at)
                || at + word.length() < text.length() && isNamePart(text.charAt(at + word.length()))) {
            return false;
        }
        at += word.length();
        return true;
    }

    /** Skips spaces, and reads the name of a component or of its field; empty if there is none. */
    String name() {
        isAtEnd(); // skips spaces
        int from = at;
        while (at < text.length() && isNamePart(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    private static boolean isNamePart(char c) {
        return Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c) || c == '.';
    }

    /** Skips spaces, and reads a value: all up to a space, a comma or the end. */
    String value() {
        isAtEnd(); // skips spaces
        int from = at;
        while (at < text.length() && text.charAt(at) != ',' && !Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    /** Skips spaces, and reads an operator; null if there is none. */
    Operator operator() {
        if (!isAtEnd()) {
            for (Operator operator : Operator.values()) {
                if (text.startsWith(operator.text(), at)) {
                    at += operator.text().length();
                    return operator;
                }
            }
        }
        return null;
    }

    /** An error at the next character. */
    QueryTextException error(String message) {
        int length = isAtEnd() ? 0 : 1;
        return new QueryTextException(message, at, length);
    }
}
