package basalt.bench.report;

import basalt.bench.report.Table.Cell;
import java.util.List;
import java.util.stream.Collectors;

/** Formats the tables for a README. */
final class Markdown {
    private Markdown() {}

    static String of(Results results) {
        StringBuilder text = new StringBuilder();
        Notes.ending(results)
                .ifPresent(ending -> text.append("**▼ ").append(ending).append(".**\n\n"));
        text.append(escape(Notes.origin(results))).append(".\n");
        text.append(escape(Notes.versions(results))).append(".\n");
        text.append(escape(Notes.nativeLoops(results))).append(".\n\n");
        text.append("Times relative to Basalt; **bold with ▼**: Basalt is slower.\n\n");
        append(text, Tables.ratios(results));
        text.append("Promises:\n\n");
        append(text, Tables.promises(results));
        Limitations.of(results)
                .forEach(limitation ->
                        text.append("- ").append(escape(limitation)).append("\n"));
        text.append("\n");
        append(text, Tables.memory(results));
        append(text, Tables.failures(results));
        return text.toString().stripTrailing() + "\n";
    }

    private static void append(StringBuilder text, Table table) {
        if (table.isEmpty()) {
            return;
        }
        text.append(row(table.header().stream().map(Markdown::escape).toList()));
        text.append(row(table.header().stream().map(name -> "---").toList()));
        table.rows()
                .forEach(cells ->
                        text.append(row(cells.stream().map(Markdown::cell).toList())));
        text.append("\n");
    }

    private static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String cell(Cell cell) {
        String text = escape(cell.text());
        return switch (cell.tone()) {
            case PLAIN, MET, STRONG -> text;
            case MISSED -> "**▼ " + text + "**";
        };
    }

    private static String escape(String text) {
        return text.replaceAll("\\R", " ").replace("|", "\\|").replace("<", "&lt;");
    }
}
