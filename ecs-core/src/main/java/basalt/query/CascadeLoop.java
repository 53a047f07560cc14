package basalt.query;

import basalt.match.MatchSnapshot;
import basalt.runtime.RowContext;
import basalt.storage.Blocks;

/** Runs the bodies of a cascade. */
interface CascadeLoop {
    /** Visits the rows of some runs. */
    void run(RowContext context, MatchSnapshot matches, int strikes, CascadeRuns runs, int from, int to, Blocks blocks);
}
