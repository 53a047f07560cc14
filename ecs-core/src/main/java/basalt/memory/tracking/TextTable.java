package basalt.memory.tracking;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines of columns for humans: the first one to the left, the others to the right. */
final class TextTable {
    private static final String BETWEEN = "  ";

    private final int[] widths;
    private final List<String[]> rows = new ArrayList<>();

    TextTable(String... headings) {
        widths = new int[headings.length];
        add(headings);
    }

    /** Adds a row of as many cells as there are headings. A name cannot break a line: control characters show as {@code ?}. */
    void add(String... cells) {
        String[] row = new String[widths.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = cells[i].replaceAll("\\p{Cntrl}", "?");
            widths[i] = Math.max(widths[i], row[i].length());
        }
        rows.add(row);
    }

    /** A number with a comma between thousands. */
    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** The lines; each ends with a line feed. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            text.append(row[0]).append(" ".repeat(widths[0] - row[0].length()));
            for (int i = 1; i < row.length; i++) {
                text.append(BETWEEN)
                        .append(" ".repeat(widths[i] - row[i].length()))
                        .append(row[i]);
            }
            text.append('\n');
        }
        return text.toString();
    }
}
