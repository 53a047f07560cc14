package basalt.inspect;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.EnumColumn;
import basalt.internal.JsonWriter;
import basalt.match.Filter;
import basalt.match.ValueCondition;
import basalt.match.ValueCondition.Operator;
import basalt.storage.ColumnText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads queries that are written as text:
 *
 * <pre>
 *   query      = [ part { "," part } ]
 *   part       = "disabled" | "!" component | component { "or" component } | value
 *   value      = component "." field [ "[" lane "]" | ".length" ] operator constant
 *   operator   = "&lt;" | "&lt;=" | "&gt;" | "&gt;=" | "=" | "!="
 * </pre>
 *
 * <p>Each part must hold; {@code disabled} lets disabled entities be found, too. A query without text selects all
 * entities. Needs only descriptions of components, so it is for any thread.
 */
final class QueryText {
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
        scanner = new Scanner(text, 0);
    }

    /**
     * A query that was written as text.
     *
     * @param required the components that all rows have, in the order of the text
     * @param text the text, trimmed
     */
    record Parsed(Filter filter, List<Component<?>> required, String text) {}

    static Parsed parse(String text, ComponentNames names) {
        if (text.length() > MAX_LENGTH) {
            throw wrong("a query has at most " + MAX_LENGTH + " characters", MAX_LENGTH, text.length() - MAX_LENGTH);
        }
        return new QueryText(text, names).parse();
    }

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
                values.isEmpty() ? null : new ValueCondition.ValueFilter(values, null));
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
        if (!name.endsWith("." + ComponentNames.lengthOf(column))) {
            throw wrong(
                    name + " is a list or a string: compare its length, as in " + name + ".length > 0",
                    from,
                    end - from);
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
        int dot = names.fieldDot(name);
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
            String wanted = Values.wanted(column);
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
                long bits = hasOrder(column) ? Long.parseLong(value) : Values.parse(column, value);
                long number = ColumnText.isChar(column) ? (char) bits : bits;
                return ValueCondition.ofIntegers(column, lane, operator, () -> number);
            }
        }
    }

    static boolean hasOrder(Column column) {
        return column.kind() != ColumnKind.BOOLEAN
                && column.kind() != ColumnKind.ENTITY
                && !(column instanceof EnumColumn<?>)
                && !ColumnText.isChar(column);
    }

    private static void requireNumber(Column column, String value, double number) {
        if (Double.isNaN(number)) {
            throw new IllegalArgumentException(column.field() + " needs a number; nothing is equal to NaN: " + value);
        }
    }

    /** Reads the text of a query. Each step skips spaces first. */
    static final class Scanner {
        /** A name of a component or of its field. */
        private static final Pattern NAME =
                Pattern.compile("[\\p{javaJavaIdentifierPart}.&&[^\\p{javaIdentifierIgnorable}]]*");

        private static final Pattern VALUE = Pattern.compile("[^,\\p{javaWhitespace}]*");
        private static final Pattern OPERATOR = Pattern.compile("[<>!]=|[<>=]|");
        private static final Pattern SPACES = Pattern.compile("\\p{javaWhitespace}*");

        private final String text;

        int at;

        Scanner(String text, int from) {
            this.text = text;
            at = from;
        }

        /** Takes what a pattern matches, which may be nothing. */
        private String match(Pattern pattern) {
            Matcher next = pattern.matcher(text).region(at, text.length());
            next.lookingAt();
            at = next.end();
            return next.group();
        }

        /** Returns where the next character is. */
        int next() {
            match(SPACES);
            return at;
        }

        boolean isAtEnd() {
            return next() == text.length();
        }

        boolean take(char wanted) {
            boolean isThere = !isAtEnd() && text.charAt(at) == wanted;
            at += isThere ? 1 : 0;
            return isThere;
        }

        boolean takeWord(String word) {
            int from = next();
            boolean isThere = match(NAME).equals(word);
            at = isThere ? at : from;
            return isThere;
        }

        /** The name of a component or of its field; empty if there is none. */
        String name() {
            next();
            return match(NAME);
        }

        /** All up to a space, a comma or the end. */
        String value() {
            next();
            return match(VALUE);
        }

        /** An operator; null if there is none. */
        Operator operator() {
            next();
            String taken = match(OPERATOR);
            return Arrays.stream(Operator.values())
                    .filter(operator -> operator.text().equals(taken))
                    .findFirst()
                    .orElse(null);
        }

        ApiException error(String message) {
            int length = isAtEnd() ? 0 : 1;
            return wrong(message, at, length);
        }
    }

    /**
     * What could stand at a place of a query's text.
     *
     * @param from the first character that a chosen option replaces
     * @param to the end of what it replaces
     * @param options the options, the best one first
     */
    record Completions(int from, int to, List<Option> options) {
        private static final int MOST = 50;

        record Option(String text, String kind, String detail) {}

        static Completions at(String text, int position, ComponentNames names) {
            int at = Math.max(0, Math.min(position, text.length()));
            int partStart = text.lastIndexOf(',', at - 1) + 1;
            int operatorEnd = operatorEnd(text.substring(partStart, at));
            if (operatorEnd >= 0) {
                return values(text, partStart, partStart + operatorEnd, at, names);
            }
            int wordStart = at;
            while (wordStart > partStart && isNamePart(text.charAt(wordStart - 1))) {
                wordStart--;
            }
            int wordEnd = at;
            while (wordEnd < text.length() && isNamePart(text.charAt(wordEnd))) {
                wordEnd++;
            }
            String word = text.substring(wordStart, at);
            String head = text.substring(partStart, wordStart).trim();
            if (word.isEmpty() && !head.isEmpty() && !head.equals("!") && !head.endsWith(" or")) {
                return new Completions(at, at, afterName(head, names));
            }
            int dot = names.fieldDot(word);
            Component<?> component = dot < 0 ? null : names.tryFind(word.substring(0, dot));
            return component == null
                    ? new Completions(wordStart, wordEnd, components(word, head, names))
                    : new Completions(wordStart + dot + 1, wordEnd, fields(word.substring(dot + 1), component));
        }

        private static boolean isNamePart(char c) {
            return Character.isJavaIdentifierPart(c) || c == '.';
        }

        /** The end of the operator in a part; -1 if there is none. */
        private static int operatorEnd(String part) {
            Matcher operator = Pattern.compile("[<>!]=|[<>=]").matcher(part);
            return operator.find() ? operator.end() : -1;
        }

        /** The column of the text before an operator, which may name an element. */
        private static Column column(String text, ComponentNames names) {
            return names.tryColumn(text.replaceAll("\\[\\s*\\d+\\s*]\\s*$", "").trim());
        }

        private static Completions values(String text, int partStart, int operatorEnd, int at, ComponentNames names) {
            Column column = column(text.substring(partStart, operatorEnd).replaceAll("[<>=!]+$", ""), names);
            QueryText.Scanner scanner = new QueryText.Scanner(text, operatorEnd);
            int from = Math.min(scanner.next(), at);
            scanner.value();
            String typed = text.substring(from, at);
            List<String> values = column == null || QueryText.hasOrder(column) ? List.of() : values(column);
            List<Option> options = values.stream()
                    .filter(value -> value.startsWith(typed) && !value.equals(typed))
                    .map(value -> new Option(value, "value", ""))
                    .toList();
            return new Completions(from, Math.max(scanner.at, at), options);
        }

        private static List<String> values(Column column) {
            if (column instanceof EnumColumn<?> constants) {
                return Values.names(constants);
            } else if (ColumnText.isChar(column)) {
                return List.of();
            }
            return column.kind() == ColumnKind.BOOLEAN ? List.of("true", "false") : List.of("null");
        }

        private static List<Option> afterName(String head, ComponentNames names) {
            Column column = column(head, names);
            if (column != null) {
                return Stream.of("<", "<=", ">", ">=", "=", "!=")
                        .filter(operator -> column.kind() != ColumnKind.REFERENCE)
                        .filter(operator -> QueryText.hasOrder(column) || operator.equals("=") || operator.equals("!="))
                        .map(operator -> new Option(operator, "operator", ""))
                        .toList();
            }
            return names.tryFind(head.substring(head.lastIndexOf(' ') + 1)) == null
                    ? List.of()
                    : List.of(new Option("or", "word", "one of several components"));
        }

        /** Components whose name begins with a word, and then those whose name contains it. */
        private static List<Option> components(String word, String head, ComponentNames names) {
            String typed = word.toLowerCase(Locale.ROOT);
            Comparator<Component<?>> order = Comparator.comparing(component ->
                    !names.shortName(component).toLowerCase(Locale.ROOT).startsWith(typed));
            List<Option> options = names.components().stream()
                    .filter(component ->
                            names.shortName(component).toLowerCase(Locale.ROOT).contains(typed))
                    .sorted(order.thenComparing(names::shortName))
                    .map(component -> new Option(names.shortName(component), "component", fields(component)))
                    .collect(Collectors.toCollection(ArrayList::new));
            if (head.isEmpty() && "disabled".startsWith(typed) && !typed.equals("disabled")) {
                options.add(new Option("disabled", "word", "disabled entities, too"));
            }
            return List.copyOf(options.subList(0, Math.min(MOST, options.size())));
        }

        private static String fields(Component<?> component) {
            return component.columns().isEmpty()
                    ? "tag"
                    : component.columns().stream().map(Column::field).collect(Collectors.joining(", "));
        }

        private static List<Option> fields(String word, Component<?> component) {
            String typed = word.toLowerCase(Locale.ROOT);
            return component.columns().stream()
                    .filter(column -> ComponentNames.lengthOf(column)
                            .toLowerCase(Locale.ROOT)
                            .startsWith(typed))
                    .limit(MOST)
                    .map(column -> new Option(ComponentNames.lengthOf(column), "field", kind(column)))
                    .toList();
        }

        private static String kind(Column column) {
            String kind = Values.kind(column);
            return column.length() == 1 ? kind : kind + "[" + column.length() + "]";
        }

        void write(JsonWriter json) {
            json.startObject().put("from", from).put("to", to).startArray("options");
            for (Option option : options) {
                json.startObject().put("text", option.text()).put("kind", option.kind());
                json.put("detail", option.detail()).endObject();
            }
            json.endArray().endObject();
        }
    }
}
