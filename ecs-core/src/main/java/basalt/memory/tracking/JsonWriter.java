package basalt.memory.tracking;

/**
 * Writes JSON on one line.
 *
 * <pre>{@code
 * new JsonWriter().startObject().name("path").value(path).name("bytes").value(bytes).endObject().toString()
 * }</pre>
 *
 * <p>Adds commas and escapes, so that the text is valid JSON for any name, even with a lone surrogate. The caller
 * balances starts and ends, and writes a name before each value in an object.
 */
final class JsonWriter {
    private final StringBuilder json = new StringBuilder();
    private boolean first = true; // whether the next value needs no comma before it

    JsonWriter startObject() {
        return start('{');
    }

    JsonWriter endObject() {
        return end('}');
    }

    JsonWriter startArray() {
        return start('[');
    }

    JsonWriter endArray() {
        return end(']');
    }

    JsonWriter name(String name) {
        separate();
        append(name);
        json.append(':');
        first = true;
        return this;
    }

    JsonWriter value(String value) {
        separate();
        append(value);
        return this;
    }

    JsonWriter value(long value) {
        separate();
        json.append(value);
        return this;
    }

    /** A finite number: JSON has no others. */
    JsonWriter value(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value must be finite: value=" + value);
        }
        separate();
        json.append(value);
        return this;
    }

    JsonWriter nullValue() {
        separate();
        json.append("null");
        return this;
    }

    /** The text written so far. */
    @Override
    public String toString() {
        return json.toString();
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

    private void append(String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
