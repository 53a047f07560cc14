package basalt.text;

import basalt.internal.JsonWriter;

/** Writes JSON with a line for each member and element, whose own values may be on one line. */
final class JsonLines {
    private final StringBuilder text = new StringBuilder();
    private int depth;
    private boolean isFirst = true;

    /** Starts an object or an array. */
    JsonLines start(char bracket) {
        depth++;
        text.append(bracket);
        isFirst = true;
        return this;
    }

    JsonLines end(char bracket) {
        depth--;
        if (!isFirst) {
            text.append('\n').append("  ".repeat(depth));
        }
        text.append(bracket);
        isFirst = false;
        return this;
    }

    /** Begins a member of an object. */
    JsonLines name(String name) {
        element();
        text.append(quoted(name)).append(": ");
        return this;
    }

    /** Begins an element of an array. */
    JsonLines element() {
        text.append(isFirst ? "\n" : ",\n").append("  ".repeat(depth));
        isFirst = false;
        return this;
    }

    /** Writes a member whose value is JSON. */
    void put(String name, String json) {
        name(name).text.append(json);
    }

    int depth() {
        return depth;
    }

    int length() {
        return text.length();
    }

    /** Removes what was written since a length, with which a member began, and whether it was the first one. */
    void backTo(int length, boolean wasFirst) {
        text.setLength(length);
        isFirst = wasFirst;
    }

    boolean isFirst() {
        return isFirst;
    }

    @Override
    public String toString() {
        return text.toString();
    }

    static String quoted(String text) {
        return new JsonWriter().value(text).toString();
    }
}
