package basalt.inspect;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parameters of a request, as in the query of an address or in a form. Missing and wrong ones are refused. */
final class Parameters {
    private static final int MOST = 64;

    private final Map<String, List<String>> values = new HashMap<>();

    /**
     * Reads parameters.
     *
     * @param texts encoded as {@code name=value&name=value}; null for none
     */
    static Parameters of(String... texts) {
        Parameters parameters = new Parameters();
        for (String text : texts) {
            if (text != null && !text.isEmpty()) {
                parameters.add(text);
            }
        }
        return parameters;
    }

    private void add(String text) {
        String[] parts = text.split("&", MOST + 2);
        if (parts.length > MOST) {
            throw new ApiException(400, "a request has at most " + MOST + " parameters");
        }
        for (String part : parts) {
            int equals = part.indexOf('=');
            String name = decode(equals < 0 ? part : part.substring(0, equals));
            String value = equals < 0 ? "" : decode(part.substring(equals + 1));
            values.computeIfAbsent(name, unused -> new ArrayList<>()).add(value);
        }
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ApiException(400, "a parameter is not encoded as in an address: " + e.getMessage());
        }
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** A parameter; null if it is missing. */
    String get(String name) {
        List<String> found = all(name);
        if (found.size() > 1) {
            throw new ApiException(400, "parameter " + name + " is there " + found.size() + " times; give it once");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    String get(String name, String ifMissing) {
        String value = get(name);
        return value == null ? ifMissing : value;
    }

    String require(String name) {
        String value = get(name);
        if (value == null) {
            throw new ApiException(400, "parameter " + name + " is missing");
        }
        return value;
    }

    int integer(String name, int ifMissing, int least, int most) {
        String value = get(name);
        return value == null
                ? ifMissing
                : (int) parse(name, least, most, "a whole number from " + least + " to " + most);
    }

    long tick(String name) {
        return parse(name, 0, Long.MAX_VALUE, "the number of a tick, 0 or more");
    }

    private long parse(String name, long least, long most, String wanted) {
        try {
            long number = Long.parseLong(require(name));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // refused below, as a number out of range is
        }
        throw new ApiException(400, "parameter " + name + " must be " + wanted + ": " + get(name));
    }

    double number(String name) {
        try {
            return Double.parseDouble(require(name));
        } catch (NumberFormatException e) {
            throw new ApiException(400, "parameter " + name + " must be a number: " + get(name));
        }
    }

    boolean flag(String name, boolean ifMissing) {
        String value = get(name);
        if (value == null) {
            return ifMissing;
        }
        if (!value.equals("true") && !value.equals("false")) {
            throw new ApiException(400, "parameter " + name + " must be true or false: " + value);
        }
        return value.equals("true");
    }
}
