package basalt.examples.showcase.bullets.bulletml;

/** Moves from tag to tag through a text, in step with an XML reader that has checked the text up to this point. */
final class TagCursor {
    private static final String CDATA = "<![CDATA[";

    private final String text;
    private int from;
    private int to;
    private boolean isEmptyElement;

    TagCursor(String text) {
        this.text = text;
    }

    /** Moves to the next start tag. */
    void start() {
        toTag();
        isEmptyElement = text.charAt(to - 2) == '/';
    }

    /** Moves to the next end tag; the tag of an empty element is both. */
    void end() {
        if (!isEmptyElement) {
            toTag();
        }
        isEmptyElement = false;
    }

    /** Offset of the tag's start. */
    int from() {
        return from;
    }

    /** Offset of the tag's end. */
    int to() {
        return to;
    }

    /** Offset of the next content after the tag, without space, comments and processing instructions. */
    int next() {
        int at = to;
        while (at < text.length()) {
            if (text.startsWith("<!--", at)) {
                at = after("-->", at);
            } else if (text.startsWith("<?", at)) {
                at = after("?>", at);
            } else if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else {
                break;
            }
        }
        return at;
    }

    private void toTag() {
        int at = text.indexOf('<', to);
        while (text.startsWith("<!", at) || text.startsWith("<?", at)) {
            String end = text.startsWith("<!--", at)
                    ? "-->"
                    : text.startsWith(CDATA, at) ? "]]>" : text.startsWith("<?", at) ? "?>" : null;
            at = text.indexOf('<', end == null ? afterTag(at) : after(end, at));
        }
        from = at;
        to = afterTag(at);
    }

    private int after(String end, int at) {
        int found = text.indexOf(end, at);
        return found < 0 ? text.length() : found + end.length();
    }

    /** The offset after a tag, or after a DOCTYPE without declarations. */
    private int afterTag(int at) {
        char quote = 0;
        for (int i = at; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '>') {
                return i + 1;
            }
        }
        return text.length();
    }
}
