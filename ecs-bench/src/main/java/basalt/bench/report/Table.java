package basalt.bench.report;

import java.util.List;

/**
 * A table, of which each form of the report is made.
 *
 * @param header its first row
 * @param rows the others, as long as the first
 */
record Table(List<String> header, List<List<Cell>> rows) {
    boolean isEmpty() {
        return rows.isEmpty();
    }

    /**
     * A cell.
     *
     * @param text in it
     * @param tone how it is shown
     */
    record Cell(String text, Tone tone) {
        static Cell of(String text) {
            return new Cell(text, Tone.PLAIN);
        }
    }

    /** How a cell is shown. */
    enum Tone {
        /** As the others. */
        PLAIN,
        /** As what the row is about. */
        STRONG,
        /** As something reached. */
        MET,
        /** As something that was not reached, or lost. */
        MISSED
    }
}
