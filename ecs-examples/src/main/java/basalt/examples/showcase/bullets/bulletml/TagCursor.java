package basalt.examples.showcase.bullets.bulletml;

/** Goes from tag to tag through a text that is known to be well-formed XML so far, together with a reader of it. */
final class TagCursor {
    private static final String CDATA = "<![CDATA[";

    private final String text;
    private int from;
    private int to;
    private boolean isEmptyElement;

    TagCursor(String text) {
        this.text = text;
    }

    /** Goes to the next start tag. */
    void start() {
        toTag();
        isEmptyElement = text.charAt(to - 2) == '/';
    }

    /** Goes to the end tag that comes next; the tag of an empty element is both. */
    void end() {
        if (!isEmptyElement) {
            toTag();
        }
        isEmptyElement = false;
    }

    /** Where the tag begins. */
    int from() {
        return from;
    }

    /** Where it has ended. */
    int to() {
        return to;
    }

    /** Where the first thing behind the tag begins that is no space, comment or processing instruction. */
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

    /** Past the end of a tag, or of a DOCTYPE without declarations of its own. */
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
