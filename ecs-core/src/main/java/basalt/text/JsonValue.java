package basalt.text;

import basalt.storage.ColumnText;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A value of a JSON document, and where it is.
 *
 * @param value a {@code Map<String, Member>} of an object, a {@code List<JsonValue>}, a string, a boolean, a {@link
 *     Number}, or null
 * @param depth how many objects and arrays it is in; an object or array is in itself
 */
record JsonValue(Object value, int depth, int line, int column) {
    static final int MOST_QUOTED = 100;

    /** A number as it is written. */
    record Number(String text) {
        @Override
        public String toString() {
            return text;
        }
    }

    /** A member of an object: its name, a string, and its value. */
    record Member(JsonValue name, JsonValue value) {}

    TextFormatException error(String message) {
        return error(message, null);
    }

    TextFormatException error(String message, Throwable cause) {
        return new TextFormatException(message, line, column, cause);
    }

    private TextFormatException wrong(String what, String wanted) {
        return error(what + " must be " + wanted + ", not " + kind());
    }

    private String kind() {
        return value instanceof Map
                ? "an object"
                : value instanceof List ? "an array" : value instanceof String ? "\"" + cut() + "\"" : cut();
    }

    /** A string, a number, a boolean or null for a message. */
    String cut() {
        return ColumnText.cut(String.valueOf(value), MOST_QUOTED);
    }

    boolean isNull() {
        return value == null;
    }

    @SuppressWarnings("unchecked") // a map is one of members
    Map<String, Member> object(String what) {
        if (value instanceof Map) {
            return (Map<String, Member>) value;
        }
        throw wrong(what, "an object, as {\"x\": 1}");
    }

    @SuppressWarnings("unchecked") // a list is one of values
    List<JsonValue> array(String what) {
        if (value instanceof List) {
            return (List<JsonValue>) value;
        }
        throw wrong(what, "an array, as [1, 2]");
    }

    /** The value of a member of this object; null if it has none. */
    JsonValue get(String member) {
        Member found = object("an entity").get(member);
        return found == null ? null : found.value;
    }

    /** The elements of a member that is an array; none if it is not there. */
    List<JsonValue> elements(String member) {
        return get(member) == null ? List.of() : get(member).array(member);
    }

    /** The members of a member that is an object; none if it is not there. */
    Collection<Member> members(String member) {
        return get(member) == null ? List.of() : get(member).object(member).values();
    }

    /** Throws if this object has a member. */
    void refuse(String member, String message) {
        if (get(member) != null) {
            throw object(member).get(member).name.error(message);
        }
    }

    /** Makes a call, with the place of this value in its error. */
    void check(Runnable call) {
        try {
            call.run();
        } catch (TextFormatException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw error(e.getMessage(), e);
        }
    }

    String text(String what, String wanted) {
        if (value instanceof String text) {
            return text;
        }
        throw wrong(what, wanted);
    }

    boolean flag(String what) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw wrong(what, "true or false");
    }

    /** A whole number, from {@code least} to {@code most}. */
    long whole(String what, long least, long most) {
        if (!(value instanceof Number number)) {
            throw wrong(what, "a whole number");
        }
        try {
            long whole = Long.parseLong(number.text);
            if (whole >= least && whole <= most) {
                return whole;
            }
        } catch (NumberFormatException e) {
            if (!number.text.matches("-?\\d+")) {
                throw wrong(what, "a whole number");
            }
        }
        throw error(what + " must be from " + least + " to " + most + ": " + cut());
    }

    /** The text of a number, or of one that JSON does not have. */
    String floating(String what) {
        if (value instanceof Number number) {
            return number.text;
        }
        if (value instanceof String text && text.matches("NaN|-?Infinity")) {
            return text;
        }
        throw wrong(what, "a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
    }
}
