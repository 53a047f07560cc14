package basalt.memory;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses strict JSON by RFC 8259, for tests: no comments, trailing commas, leading zeros, duplicate names, or text
 * behind the value.
 */
public final class StrictJson {
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final Pattern STRING =
            Pattern.compile("\"(([^\"\\\\\\x00-\\x1f]|\\\\([\"\\\\/bfnrt]|u[0-9a-fA-F]{4}))*+)\"");

    private final String text;
    private int at;

    private StrictJson(String text) {
        this.text = text;
    }

    /** The value: a map, a list, a String, a BigDecimal, a Boolean, or null. Throws if the text is not JSON. */
    public static Object parse(String text) {
        StrictJson json = new StrictJson(text);
        Object value = json.value();
        json.skipSpace();
        if (json.at < text.length()) {
            throw json.wrong("text behind the value");
        }
        return value;
    }

    private Object value() {
        skipSpace();
        if (text.startsWith("{", at)) {
            return object();
        }
        if (text.startsWith("[", at)) {
            return array();
        }
        if (text.startsWith("\"", at)) {
            return string();
        }
        if (takeIf("true")) {
            return true;
        }
        if (takeIf("false")) {
            return false;
        }
        return takeIf("null") ? null : new BigDecimal(take(NUMBER, "no value").group());
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        at++;
        skipSpace();
        if (takeIf("}")) {
            return object;
        }
        do {
            skipSpace();
            String name = string();
            skipSpace();
            if (!takeIf(":")) {
                throw wrong("no colon");
            }
            if (object.containsKey(name)) {
                throw wrong("twice: " + name);
            }
            object.put(name, value());
            skipSpace();
        } while (takeIf(","));
        if (!takeIf("}")) {
            throw wrong("no end of an object");
        }
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        at++;
        skipSpace();
        if (takeIf("]")) {
            return array;
        }
        do {
            array.add(value());
            skipSpace();
        } while (takeIf(","));
        if (!takeIf("]")) {
            throw wrong("no end of an array");
        }
        return array;
    }

    private String string() {
        String escaped = take(STRING, "no string").group(1);
        StringBuilder string = new StringBuilder();
        for (int i = 0; i < escaped.length(); i++) {
            char c = escaped.charAt(i);
            if (c != '\\') {
                string.append(c);
                continue;
            }
            char kind = escaped.charAt(++i);
            if (kind == 'u') {
                string.append((char) Integer.parseInt(escaped.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                int which = "bfnrt".indexOf(kind);
                string.append(which < 0 ? kind : "\b\f\n\r\t".charAt(which));
            }
        }
        return string.toString();
    }

    private Matcher take(Pattern pattern, String otherwise) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw wrong(otherwise);
        }
        at = matcher.end();
        return matcher;
    }

    private boolean takeIf(String token) {
        boolean found = text.startsWith(token, at);
        at += found ? token.length() : 0;
        return found;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + " at " + at + " of " + text);
    }
}
