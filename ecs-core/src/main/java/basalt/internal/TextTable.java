package basalt.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A text table: the first column is aligned to the left, the others to the right. */
public final class TextTable {
    private static final String BETWEEN = "  ";

    private final int[] widths;
    private final List<String[]> rows = new ArrayList<>();

    /** A table without rows. */
    public TextTable(String... headings) {
        widths = new int[headings.length];
        add(headings);
    }

    /** Adds a row. A name cannot break a line: control characters show as {@code ?}. */
    public void add(String... cells) {
        String[] row = new String[widths.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = cells[i].replaceAll("\\p{Cntrl}", "?");
            widths[i] = Math.max(widths[i], row[i].length());
        }
        rows.add(row);
    }

    /** Formats a number with commas between thousands. */
    public static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** The headings and rows. */
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
