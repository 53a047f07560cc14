package basalt.runtime;

import basalt.match.MatchSnapshot;

/** Counts the rows of all runs, loops and cursors of one system. For the thread that runs the system. */
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

    /** Adds the rows of a snapshot. Cheap, because it counts whole words. */
    void add(MatchSnapshot matches) {
        if (isOn) {
            rows += matches.countRows();
        }
    }
}
