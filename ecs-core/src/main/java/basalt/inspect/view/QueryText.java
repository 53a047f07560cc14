package basalt.inspect.view;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.internal.Friend;
import basalt.match.Filter;
import basalt.match.ValueCondition;
import basalt.match.ValueFilter;
import basalt.query.Condition;
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
    private static final Friend<Condition, List<ValueCondition>> CONDITIONS = Friend.of(Condition.class, List.class);

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
    public static ParsedQuery parse(String text, ComponentNames names) {
        if (text.length() > MAX_LENGTH) {
            throw new QueryTextException(
                    "a query has at most " + MAX_LENGTH + " characters", MAX_LENGTH, text.length() - MAX_LENGTH);
        }
        return new QueryText(text, names).parse();
    }

    private ParsedQuery parse() {
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
                values.isEmpty() ? null : new ValueFilter(values));
        return new ParsedQuery(filter, List.copyOf(all), text.trim());
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
            values.add(CONDITIONS.internal(Comparisons.of(column, lane, operator, value)));
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
}
