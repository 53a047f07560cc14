package basalt.inspect;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.internal.JsonWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What could stand at a place of a query's text.
 *
 * @param from the first character that a chosen option replaces
 * @param to the end of what it replaces
 * @param options the options, the best one first
 */
record Completions(int from, int to, List<Option> options) {
    private static final int MOST = 50;

    /** Something to choose. */
    record Option(String text, String kind, String detail) {}

    /** The options at a place. */
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
        int dot = word.lastIndexOf('.');
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
        List<String> values = column == null || QueryText.hasOrder(column)
                ? List.of()
                : column.kind() == ColumnKind.BOOLEAN ? List.of("true", "false") : List.of("null");
        List<Option> options = values.stream()
                .filter(value -> value.startsWith(typed) && !value.equals(typed))
                .map(value -> new Option(value, "value", ""))
                .toList();
        return new Completions(from, Math.max(scanner.at, at), options);
    }

    private static List<Option> afterName(String head, ComponentNames names) {
        Column column = column(head, names);
        if (column != null) {
            return Stream.of("<", "<=", ">", ">=", "=", "!=")
                    .filter(operator -> !Values.isReference(column))
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
                .filter(column -> column.field().toLowerCase(Locale.ROOT).startsWith(typed))
                .limit(MOST)
                .map(column -> new Option(column.field(), "field", kind(column)))
                .toList();
    }

    private static String kind(Column column) {
        String kind = Values.kind(column.kind());
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
