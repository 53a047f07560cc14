package basalt.runtime;

import basalt.match.MatchSnapshot;

/** Runs a body over the rows of a snapshot. */
public interface SnapshotLoop {
    /**
     * Runs the body.
     *
     * @param context the context of the rows
     * @param matches the snapshot
     */
    void run(RowContext context, MatchSnapshot matches);
}
