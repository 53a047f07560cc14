package basalt.query;

import basalt.match.MatchSnapshot;
import basalt.runtime.RowContext;
import basalt.storage.Blocks;

/** Runs the bodies of a cascade. */
interface CascadeLoop {
    /**
     * Visits the rows of some runs.
     *
     * @param context the context of the rows
     * @param matches the snapshot that had all of these rows and their parents
     * @param strikes the strikes of the snapshot when the runs were found; later ones remove rows
     * @param runs the runs
     * @param from the first run
     * @param to the run after the last one
     * @param blocks the blocks of the world
     */
    void run(RowContext context, MatchSnapshot matches, int strikes, CascadeRuns runs, int from, int to, Blocks blocks);
}
