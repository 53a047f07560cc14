package basalt.query;

import basalt.runtime.RowContext;
import basalt.snapshot.MatchSnapshot;
import basalt.storage.Blocks;

/** Runs the bodies of a cascade. */
interface CascadeLoop {
    /**
     * Visits the rows of a snapshot.
     *
     * @param context the context of the rows
     * @param matches the snapshot
     * @param order the order of its rows
     * @param blocks the blocks of the world
     */
    void run(RowContext context, MatchSnapshot matches, CascadeOrder order, Blocks blocks);
}
