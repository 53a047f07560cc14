package basalt.runtime;

import basalt.snapshot.MatchSnapshot;

/** How many rows the runs, loops and cursors of one system had, each counted by itself. For the thread that runs it. */
final class RowCount {
    private boolean isOn;
    private long rows;

    void start() {
        isOn = true;
        rows = 0;
    }

    long stop() {
        isOn = false;
        return rows;
    }

    /** A snapshot was taken. Counts whole words of rows, so it costs little beside it. */
    void add(MatchSnapshot matches, boolean pure) {
        if (isOn) {
            rows += pure ? matches.countLivingRows() : matches.countRows();
        }
    }
}
