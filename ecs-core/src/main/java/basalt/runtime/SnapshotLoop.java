package basalt.runtime;

import basalt.match.MatchSnapshot;

/** Runs a body over the rows of a snapshot. */
public interface SnapshotLoop {
    /** Runs the body. */
    void run(RowContext context, MatchSnapshot matches);
}
