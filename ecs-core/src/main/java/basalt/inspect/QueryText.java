package basalt.inspect;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.match.Filter;
import basalt.match.ValueCondition;
import basalt.match.ValueCondition.Operator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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
final class QueryText {
    private static final int MAX_LENGTH = 1_000;
    private static final int MAX_PARTS = 64;

    /** What the value of a kind must be, if it is not a whole number. */
    private static final Map<ColumnKind, String> WANTED = Map.of(
            ColumnKind.FLOAT32, "a number",
            ColumnKind.FLOAT64, "a number",
            ColumnKind.BOOLEAN, "true or false",
            ColumnKind.ENTITY, "an entity, as 12:3, or null");

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
        scanner = new Scanner(text, 0);
    }

    /**
     * A query that was written as text.
     *
     * @param required the components that all rows have, in the order of the text
     * @param text the text, trimmed
     */
    record Parsed(Filter filter, List<Component<?>> required, String text) {}

    /** Reads a query. */
    static Parsed parse(String text, ComponentNames names) {
        if (text.length() > MAX_LENGTH) {
            throw wrong("a query has at most " + MAX_LENGTH + " characters", MAX_LENGTH, text.length() - MAX_LENGTH);
        }
        return new QueryText(text, names).parse();
    }

    /** An error at a place of the text. */
    private static ApiException wrong(String message, int at, int length) {
        return new ApiException(400, message, at, length);
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
        int at = scanner.next();
        if (scanner.take('!')) {
            none.add(requireNotIn(all, component(), at));
            return;
        }
        if (names.tryFind("disabled") == null && scanner.takeWord("disabled")) {
            includesDisabled = true;
            return;
        }
        int from = scanner.next();
        String name = scanner.name();
        int end = scanner.at;
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
        int from = scanner.next();
        return component(scanner.name(), from, scanner.at);
    }

    private Component<?> component(String name, int from, int end) {
        if (name.isEmpty()) {
            throw scanner.error("the name of a component is missing here");
        }
        Component<?> component = names.tryFind(name);
        if (component == null) {
            String complaint = names.tryColumn(name) == null
                    ? names.complaint(name)
                    : name + " is a field: compare it, as in " + name + " = 1";
            throw wrong(complaint, from, end - from);
        }
        return component;
    }

    private Component<?> requireNotIn(Set<Component<?>> others, Component<?> component, int from) {
        if (others.contains(component)) {
            String name = names.shortName(component);
            throw wrong(
                    "component " + name + " is both required and excluded, so nothing matches",
                    from,
                    scanner.at - from);
        }
        return component;
    }

    /** The element of a vector that is compared, and where its number stands. */
    private record Element(String number, int at) {}

    private Element element() {
        int from = scanner.next();
        String number = scanner.name();
        if (number.isEmpty() || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw wrong("the number of an element is missing here", from, number.length());
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
            throw wrong(name + " is a reference to an object, which has no value to compare", from, end - from);
        }
        if (column.length() > 1 && element == null) {
            throw wrong(name + " is a vector: choose an element, as in " + name + "[0]", from, end - from);
        }
        int lane = element == null ? 0 : lane(name, column, element);
        int at = scanner.next();
        String value = scanner.value();
        try {
            values.add(List.of(condition(column, lane, operator, value)));
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage(), at, value.length());
        }
        all.add(requireNotIn(none, (Component<?>) column.component(), from));
    }

    private static int lane(String name, Column column, Element element) {
        // at most 9 digits, else it is too large in any case
        int lane = element.number.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(element.number);
        if (lane >= column.length()) {
            throw wrong(
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
            throw wrong(
                    "only fields have values to compare: write the component and the field, as in Health.hp"
                            + complaint,
                    from,
                    end - from);
        }
        Component<?> component = component(name.substring(0, dot), from, from + dot);
        Column column = names.tryColumn(name);
        if (column == null) {
            String fields = component.columns().stream().map(Column::field).collect(Collectors.joining(", "));
            throw wrong(
                    "component " + names.shortName(component) + " has no field " + name.substring(dot + 1)
                            + (fields.isEmpty() ? ": it is a tag" : "; it has " + fields),
                    from + dot + 1,
                    end - from - dot - 1);
        }
        return column;
    }

    private static ValueCondition condition(Column column, int lane, Operator operator, String value) {
        if (operator.needsOrder() && !hasOrder(column)) {
            throw new IllegalArgumentException(
                    column.field() + " has no order; compare it with = or !=, not with " + operator.text());
        }
        try {
            return parsed(column, lane, operator, value);
        } catch (NumberFormatException e) {
            String wanted = WANTED.getOrDefault(column.kind(), "a whole number");
            throw new IllegalArgumentException(
                    value.isEmpty()
                            ? "the value is missing: " + wanted
                            : column.field() + " needs " + wanted + ": " + value);
        }
    }

    private static ValueCondition parsed(Column column, int lane, Operator operator, String value) {
        if (value.isEmpty()) {
            throw new NumberFormatException(value);
        }
        switch (column.kind()) {
            case FLOAT32, FLOAT64 -> {
                double number = column.kind() == ColumnKind.FLOAT32
                        ? Float.parseFloat(value) // the nearest one: = 0.1 finds what the page shows as 0.1
                        : Double.parseDouble(value);
                requireNumber(column, value, number);
                return ValueCondition.ofFloats(column, lane, operator, () -> number);
            }
            default -> {
                long number = hasOrder(column) ? Long.parseLong(value) : Values.parse(column.kind(), value);
                return ValueCondition.ofIntegers(column, lane, operator, () -> number);
            }
        }
    }

    static boolean hasOrder(Column column) {
        return column.kind() != ColumnKind.BOOLEAN && column.kind() != ColumnKind.ENTITY;
    }

    private static void requireNumber(Column column, String value, double number) {
        if (Double.isNaN(number)) {
            throw new IllegalArgumentException(column.field() + " needs a number; nothing is equal to NaN: " + value);
        }
    }

    /** Reads the text of a query, character by character. */
    static final class Scanner {
        private final String text;
        int at;

        /** Reads from a place on. */
        Scanner(String text, int from) {
            this.text = text;
            at = from;
        }

        /** Skips spaces; returns where the next character is. */
        int next() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at;
        }

        /** Skips spaces, and tells whether the text has ended. */
        boolean isAtEnd() {
            return next() == text.length();
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
            int end = next() + word.length();
            if (!text.startsWith(word, at) || end < text.length() && isNamePart(text.charAt(end))) {
                return false;
            }
            at = end;
            return true;
        }

        /** Skips spaces, and reads the name of a component or of its field; empty if there is none. */
        String name() {
            int from = next();
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
            int from = next();
            while (at < text.length() && text.charAt(at) != ',' && !Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return text.substring(from, at);
        }

        /** Skips spaces, and reads an operator; null if there is none. */
        Operator operator() {
            next();
            for (Operator operator : Operator.values()) {
                if (text.startsWith(operator.text(), at)) {
                    at += operator.text().length();
                    return operator;
                }
            }
            return null;
        }

        /** An error at the next character. */
        ApiException error(String message) {
            int length = isAtEnd() ? 0 : 1;
            return wrong(message, at, length);
        }
    }
}
