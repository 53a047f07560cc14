package basalt.inspect.view;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.match.ValueCondition.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What could stand at a place of a query's text.
 *
 * @param from the first character that a chosen option replaces
 * @param to the end of what it replaces
 * @param options the options, the best one first
 */
public record Completions(int from, int to, List<Option> options) {
    private static final int MOST = 50;

    /** Something to choose. */
    public record Option(String text, String kind, String detail) {}

    /** The options at a place. */
    public static Completions at(String text, int position, ComponentNames names) {
        int at = Math.max(0, Math.min(position, text.length()));
        int partStart = text.lastIndexOf(',', at - 1) + 1;
        String before = text.substring(partStart, at);
        int operatorEnd = operatorEnd(before);
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
            return afterName(head, at, names);
        }
        int dot = word.lastIndexOf('.');
        Component<?> component = dot < 0 ? null : names.tryFind(word.substring(0, dot));
        List<Option> options = component == null ? components(word, head, names) : fields(word, dot, component);
        return new Completions(component == null ? wordStart : wordStart + dot + 1, wordEnd, options);
    }

    private static boolean isNamePart(char c) {
        return Character.isJavaIdentifierPart(c) || c == '.';
    }

    /** The end of the operator in a part; -1 if there is none. */
    private static int operatorEnd(String part) {
        for (int i = 0; i < part.length(); i++) {
            for (Operator operator : Operator.values()) {
                if (part.startsWith(operator.text(), i)) {
                    return i + operator.text().length();
                }
            }
        }
        return -1;
    }

    private static Completions values(String text, int partStart, int operatorEnd, int at, ComponentNames names) {
        String name = text.substring(partStart, operatorEnd)
                .replaceAll("[<>=!]+$", "")
                .trim();
        Column column = names.tryColumn(name.replaceAll("\\[\\s*\\d+\\s*]$", "").trim());
        QueryText.Scanner scanner = new QueryText.Scanner(text, operatorEnd);
        scanner.isAtEnd(); // skips spaces
        int from = Math.min(scanner.at(), at);
        scanner.value();
        int to = Math.max(scanner.at(), at);
        String typed = text.substring(from, at);
        List<String> values = column == null
                ? List.of()
                : switch (column.kind()) {
                    case BOOLEAN -> List.of("true", "false");
                    case ENTITY -> List.of("null");
                    default -> List.of();
                };
        return new Completions(
                from,
                to,
                values.stream()
                        .filter(value -> value.startsWith(typed) && !value.equals(typed))
                        .map(value -> new Option(value, "value", ""))
                        .toList());
    }

    private static Completions afterName(String head, int at, ComponentNames names) {
        List<Option> options = new ArrayList<>();
        Column column = names.tryColumn(head.replaceAll("\\[\\s*\\d+\\s*]$", "").trim());
        if (column != null) {
            for (Operator operator : List.of(
                    Operator.LESS,
                    Operator.AT_MOST,
                    Operator.GREATER,
                    Operator.AT_LEAST,
                    Operator.EQUAL,
                    Operator.NOT_EQUAL)) {
                boolean isOrdered = column.kind() != ColumnKind.BOOLEAN && column.kind() != ColumnKind.ENTITY;
                if (column.kind() != ColumnKind.REFERENCE && (isOrdered || !operator.needsOrder())) {
                    options.add(new Option(operator.text(), "operator", ""));
                }
            }
        } else if (names.tryFind(head.substring(head.lastIndexOf(' ') + 1)) != null) {
            options.add(new Option("or", "word", "one of several components"));
        }
        return new Completions(at, at, options);
    }

    /** Components whose name begins with a word, and then those whose name contains it. */
    private static List<Option> components(String word, String head, ComponentNames names) {
        String typed = word.toLowerCase(Locale.ROOT);
        List<Option> options = new ArrayList<>();
        List<Option> others = new ArrayList<>();
        for (Component<?> component : names.components()) {
            String name = names.shortName(component);
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.contains(typed)) {
                String fields = component.columns().stream().map(Column::field).collect(Collectors.joining(", "));
                (lower.startsWith(typed) ? options : others)
                        .add(new Option(name, "component", fields.isEmpty() ? "tag" : fields));
            }
        }
        options.sort((first, second) -> first.text().compareTo(second.text()));
        others.sort((first, second) -> first.text().compareTo(second.text()));
        options.addAll(others);
        if (head.isEmpty() && "disabled".startsWith(typed) && !typed.equals("disabled")) {
            options.add(new Option("disabled", "word", "disabled entities, too"));
        }
        return List.copyOf(options.subList(0, Math.min(MOST, options.size())));
    }

    private static List<Option> fields(String word, int dot, Component<?> component) {
        String typed = word.substring(dot + 1).toLowerCase(Locale.ROOT);
        return component.columns().stream()
                .filter(column -> column.field().toLowerCase(Locale.ROOT).startsWith(typed))
                .limit(MOST)
                .map(column -> new Option(column.field(), "field", kind(column)))
                .toList();
    }

    private static String kind(Column column) {
        String kind = column.kind() == ColumnKind.BOOLEAN
                ? "bool"
                : column.kind().name().toLowerCase(Locale.ROOT);
        return column.length() == 1 ? kind : kind + "[" + column.length() + "]";
    }
}
