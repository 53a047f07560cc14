package basalt.internal;

/**
 * Writes JSON on one line.
 *
 * <pre>{@code
 * new JsonWriter().startObject().put("path", path).put("bytes", bytes).endObject().toString()
 * }</pre>
 *
 * <p>Adds commas and escapes, so that the text is valid JSON for any name, even with a lone surrogate. The caller
 * balances starts and ends, and writes a name before each value in an object.
 */
public final class JsonWriter {
    private final StringBuilder json = new StringBuilder();
    private boolean first = true; // whether the next value needs no comma before it

    /** No text yet. */
    public JsonWriter() {}

    /** {@return this, after the start of an object} */
    public JsonWriter startObject() {
        return start('{');
    }

    /** {@return this, after the end of an object} */
    public JsonWriter endObject() {
        return end('}');
    }

    /** {@return this, after the start of an array} */
    public JsonWriter startArray() {
        return start('[');
    }

    /** {@return this, after the end of an array} */
    public JsonWriter endArray() {
        return end(']');
    }

    /** Writes a member that is an object, up to its start. */
    public JsonWriter startObject(String name) {
        return name(name).startObject();
    }

    /** Writes a member that is an array, up to its start. */
    public JsonWriter startArray(String name) {
        return name(name).startArray();
    }

    public JsonWriter put(String name, String value) {
        return name(name).value(value);
    }

    public JsonWriter put(String name, long value) {
        return name(name).value(value);
    }

    public JsonWriter put(String name, double value) {
        return name(name).value(value);
    }

    public JsonWriter put(String name, boolean value) {
        return name(name).value(value);
    }

    /** Writes a member that is an array of texts. */
    public JsonWriter put(String name, Iterable<String> values) {
        startArray(name);
        values.forEach(this::value);
        return endArray();
    }

    public JsonWriter name(String name) {
        separate();
        append(name);
        json.append(':');
        first = true;
        return this;
    }

    /**
     * Writes a text.
     *
     * @param value the text; null is written as null
     */
    public JsonWriter value(String value) {
        if (value == null) {
            return nullValue();
        }
        separate();
        append(value);
        return this;
    }

    public JsonWriter value(long value) {
        separate();
        json.append(value);
        return this;
    }

    /** Writes a finite number: JSON has no others. */
    public JsonWriter value(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value must be finite: value=" + value);
        }
        separate();
        json.append(value);
        return this;
    }

    /** Writes a truth value. */
    public JsonWriter value(boolean value) {
        separate();
        json.append(value);
        return this;
    }

    public JsonWriter json(CharSequence text) {
        separate();
        json.append(text);
        return this;
    }

    /** {@return this, after a null} */
    public JsonWriter nullValue() {
        separate();
        json.append("null");
        return this;
    }

    /** {@return the text written so far} */
    @Override
    public String toString() {
        return json.toString();
    }

    /** {@return this, without the text} */
    public JsonWriter clear() {
        json.setLength(0);
        first = true;
        return this;
    }

    private JsonWriter start(char bracket) {
        separate();
        json.append(bracket);
        first = true;
        return this;
    }

    private JsonWriter end(char bracket) {
        json.append(bracket);
        first = false;
        return this;
    }

    private void separate() {
        if (!first) {
            json.append(',');
        }
        first = false;
    }

    /** Writes a string, with escapes for what is no readable character. */
    private void append(String text) {
        json.append('"');
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
            } else if (c == '\n') {
                json.append("\\n");
            } else if (Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE) {
                json.append(String.format("\\u%04x", c));
            } else {
                json.appendCodePoint(c);
            }
        }
        json.append('"');
    }
}
