package basalt.bench.report;

import java.util.List;

/**
 * A table, independent of the output format.
 *
 * @param header the header row
 * @param rows the other rows, as long as the header
 */
record Table(List<String> header, List<List<Cell>> rows) {
    boolean isEmpty() {
        return rows.isEmpty();
    }

    /**
     * A cell.
     *
     * @param text its text
     * @param tone how it is shown
     */
    record Cell(String text, Tone tone) {
        static Cell of(String text) {
            return new Cell(text, Tone.PLAIN);
        }
    }

    /** How a cell is shown. */
    enum Tone {
        /** Like other cells. */
        PLAIN,
        /** Highlights the subject of the row. */
        STRONG,
        /** Marks a success. */
        MET,
        /** Marks a miss or a defeat. */
        MISSED
    }
}
