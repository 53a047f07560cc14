package basalt.inspect.view;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.match.Filter;
import basalt.match.ValueCondition;
import basalt.match.ValueCondition.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads queries that are written as text:
 *
 * <pre>
 *   query      = [ part { "," part } ]
 *   part       = "disabled" | "!" component | component { "or" component } | value
 *   value      = component "." field [ "[" lane "]" ] operator constant
 *   operator   = "&lt;" | "&lt;=" | "&gt;" | "&gt;=" | "=" | "!="
 * </pre>
 *
 * <p>Each part must hold; {@code disabled} lets disabled entities be found, too. A query without text selects all
 * entities. Needs only descriptions of components, so it is for any thread.
 */
public final class QueryText {
    private static final int MAX_LENGTH = 1_000;
    private static final int MAX_PARTS = 64;

    private final String text;
    private final ComponentNames names;
    private final Scanner scanner;
    private final Set<Component<?>> all = new LinkedHashSet<>();
    private final List<Set<Component<?>>> any = new ArrayList<>();
    private final Set<Component<?>> none = new LinkedHashSet<>();
    private final List<List<ValueCondition>> values = new ArrayList<>();
    private boolean includesDisabled;

    private QueryText(String text, ComponentNames names) {
        this.text = text;
        this.names = names;
        scanner = new Scanner(text);
    }

    /** Reads a query. */
    public static Parsed parse(String text, ComponentNames names) {
        if (text.length() > MAX_LENGTH) {
            throw new QueryTextException(
                    "a query has at most " + MAX_LENGTH + " characters", MAX_LENGTH, text.length() - MAX_LENGTH);
        }
        return new QueryText(text, names).parse();
    }

    private Parsed parse() {
        if (!scanner.isAtEnd()) {
            int parts = 1;
            part();
            while (!scanner.isAtEnd()) {
                if (!scanner.take(',')) {
                    throw scanner.error("a comma is missing here");
                }
                if (++parts > MAX_PARTS) {
                    throw scanner.error("a query has at most " + MAX_PARTS + " parts");
                }
                part();
            }
        }
        Filter filter = new Filter(
                ids(all),
                any.stream().map(QueryText::ids).toArray(int[][]::new),
                ids(none),
                includesDisabled,
                null,
                values.isEmpty() ? null : new ValueCondition.ValueFilter(values));
        return new Parsed(filter, List.copyOf(all), text.trim());
    }

    private static int[] ids(Collection<Component<?>> components) {
        return components.stream().mapToInt(Component::id).toArray();
    }

    private void part() {
        scanner.isAtEnd(); // skips spaces
        int at = scanner.at();
        if (scanner.take('!')) {
            none.add(requireNotIn(all, component(), at));
            return;
        }
        if (names.tryFind("disabled") == null && scanner.takeWord("disabled")) {
            includesDisabled = true;
            return;
        }
        scanner.isAtEnd(); // skips spaces
        int from = scanner.at();
        String name = scanner.name();
        int end = scanner.at();
        Element element = scanner.take('[') ? element() : null;
        Operator operator = scanner.operator();
        if (operator != null) {
            value(name, from, end, element, operator);
        } else if (element != null) {
            throw scanner.error("an operator is missing here: <, <=, >, >=, = or !=");
        } else {
            components(component(name, from, end), from);
        }
    }

    /** Reads the rest of a part that begins with a component. */
    private void components(Component<?> first, int from) {
        Set<Component<?>> choice = new LinkedHashSet<>(List.of(first));
        while (scanner.takeWord("or")) {
            choice.add(component());
        }
        if (choice.size() > 1) {
            any.add(choice);
        } else {
            all.add(requireNotIn(none, first, from));
        }
    }

    private Component<?> component() {
        scanner.isAtEnd(); // skips spaces
        int from = scanner.at();
        return component(scanner.name(), from, scanner.at());
    }

    private Component<?> component(String name, int from, int end) {
        if (name.isEmpty()) {
            throw scanner.error("the name of a component is missing here");
        }
        Component<?> component = names.tryFind(name);
        if (component == null) {
            Column column = names.tryColumn(name);
            throw new QueryTextException(
                    column == null ? names.complaint(name) : name + " is a field: compare it, as in " + name + " = 1",
                    from,
                    end - from);
        }
        return component;
    }

    private Component<?> requireNotIn(Set<Component<?>> others, Component<?> component, int from) {
        if (others.contains(component)) {
            throw new QueryTextException(
                    "component " + names.shortName(component) + " is both required and excluded, so nothing matches",
                    from,
                    scanner.at() - from);
        }
        return component;
    }

    /** The element of a vector that is compared, and where its number stands. */
    private record Element(String number, int at) {}

    private Element element() {
        scanner.isAtEnd(); // skips spaces
        int from = scanner.at();
        String number = scanner.name();
        if (number.isEmpty() || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new QueryTextException("the number of an element is missing here", from, number.length());
        }
        if (!scanner.take(']')) {
            throw scanner.error("a ] is missing here");
        }
        return new Element(number, from);
    }

    /** Reads the rest of a comparison. */
    private void value(String name, int from, int end, Element element, Operator operator) {
        Column column = column(name, from, end);
        if (column.kind() == ColumnKind.REFERENCE) {
            throw new QueryTextException(
                    name + " is a reference to an object, which has no value to compare", from, end - from);
        }
        if (column.length() > 1 && element == null) {
            throw new QueryTextException(
                    name + " is a vector: choose an element, as in " + name + "[0]", from, end - from);
        }
        int lane = element == null ? 0 : lane(name, column, element);
        scanner.isAtEnd(); // skips spaces
        int at = scanner.at();
        String value = scanner.value();
        try {
            values.add(List.of(Comparisons.of(column, lane, operator, value)));
        } catch (IllegalArgumentException e) {
            throw new QueryTextException(e.getMessage(), at, value.length());
        }
        all.add(requireNotIn(none, (Component<?>) column.component(), from));
    }

    private static int lane(String name, Column column, Element element) {
        // at most 9 digits, else it is too large in any case
        int lane = element.number.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(element.number);
        if (lane >= column.length()) {
            throw new QueryTextException(
                    name + " has the elements 0 to " + (column.length() - 1) + ", not " + element.number,
                    element.at,
                    element.number.length());
        }
        return lane;
    }

    private Column column(String name, int from, int end) {
        int dot = name.lastIndexOf('.');
        boolean isComponent = names.tryFind(name) != null;
        if (dot < 0 || isComponent) {
            String complaint = name.isEmpty() || isComponent ? "" : "; " + names.complaint(name);
            throw new QueryTextException(
                    "only fields have values to compare: write the component and the field, as in Health.hp"
                            + complaint,
                    from,
                    end - from);
        }
        Component<?> component = component(name.substring(0, dot), from, from + dot);
        Column column = names.tryColumn(name);
        if (column == null) {
            List<String> fields =
                    component.columns().stream().map(Column::field).toList();
            throw new QueryTextException(
                    "component " + names.shortName(component) + " has no field " + name.substring(dot + 1)
                            + (fields.isEmpty() ? ": it is a tag" : "; it has " + String.join(", ", fields)),
                    from + dot + 1,
                    end - from - dot - 1);
        }
        return column;
    }

    /**
     * A query that was written as text.
     *
     * @param filter selects the rows
     * @param required the components that all rows have, in the order of the text
     * @param text the text, trimmed
     */
    public record Parsed(Filter filter, List<Component<?>> required, String text) {
        /** Copies the list. */
        public Parsed {
            required = List.copyOf(required);
        }
    }

    /** Reads the text of a query, character by character. */
    static final class Scanner {
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

    /** Makes conditions of a column, an operator and the text of a value. */
    static final class Comparisons {
        private Comparisons() {}

        /** Makes a condition. */
        static ValueCondition of(Column column, int lane, Operator operator, String value) {
            switch (column.kind()) {
                case FLOAT32, FLOAT64 -> {
                    double number = column.kind() == ColumnKind.FLOAT32
                            ? parseFloat(column, value)
                            : parseDouble(column, value);
                    return ValueCondition.ofFloats(column, lane, operator, () -> number);
                }
                case INT8, INT16, INT32, INT64 -> {
                    long number = parseLong(column, value);
                    return ValueCondition.ofIntegers(column, lane, operator, () -> number);
                }
                default -> {
                    if (operator.needsOrder()) {
                        throw new IllegalArgumentException(
                                column.field() + " has no order; compare it with = or !=, not with " + operator.text());
                    }
                    long wanted = column.kind() == ColumnKind.BOOLEAN
                            ? parseBoolean(column, value) ? 1 : 0
                            : parseEntity(column, value);
                    return ValueCondition.ofIntegers(column, lane, operator, () -> wanted);
                }
            }
        }

        /** The nearest float, so that {@code = 0.1} finds what the page shows as 0.1. */
        private static double parseFloat(Column column, String value) {
            try {
                return requireNumber(column, value, Float.parseFloat(value));
            } catch (NumberFormatException e) {
                throw wrong(column, value, "a number");
            }
        }

        private static double parseDouble(Column column, String value) {
            try {
                return requireNumber(column, value, Double.parseDouble(value));
            } catch (NumberFormatException e) {
                throw wrong(column, value, "a number");
            }
        }

        private static double requireNumber(Column column, String value, double number) {
            if (Double.isNaN(number)) {
                throw wrong(column, value, "a number; nothing is equal to NaN");
            }
            return number;
        }

        private static long parseLong(Column column, String value) {
            try {
                return Long.parseLong(value);
            } catch (NumberFormatException e) {
                throw wrong(column, value, "a whole number");
            }
        }

        private static boolean parseBoolean(Column column, String value) {
            if (!value.equals("true") && !value.equals("false")) {
                throw wrong(column, value, "true or false");
            }
            return value.equals("true");
        }

        private static long parseEntity(Column column, String value) {
            if (value.equals("null")) {
                return Entity.NULL;
            }
            try {
                int colon = value.indexOf(':');
                if (colon > 0) {
                    return Entity.of(
                            Integer.parseUnsignedInt(value.substring(0, colon)),
                            Integer.parseUnsignedInt(value.substring(colon + 1)));
                }
            } catch (NumberFormatException e) {
                // refused below, as what has no colon is
            }
            throw wrong(column, value, "an entity, as 12:3, or null");
        }

        private static IllegalArgumentException wrong(Column column, String value, String wanted) {
            return new IllegalArgumentException(
                    value.isEmpty()
                            ? "the value is missing: " + wanted
                            : column.field() + " needs " + wanted + ": " + value);
        }
    }
}
