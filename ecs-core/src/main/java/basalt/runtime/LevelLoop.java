package basalt.runtime;

import basalt.component.Component;
import basalt.match.ChangeFilter;
import basalt.match.MatchSnapshot;

/**
 * A loop over rows of a snapshot level by level: no row is visited before all rows of the level above. Keeps the order
 * of the rows between its runs, so there is one run at a time.
 *
 * <pre>
 *   open(here, matches)     finds the rows to visit and their order, as one piece
 *   recordWrites(...)       for queries for changes
 *   cut(rows)               splits the levels into pieces of about that many rows
 *   run(context, piece)     any thread, each piece once, and after those of earlier phases
 *   close()
 * </pre>
 */
public interface LevelLoop extends SnapshotLoop {
    /** Begins a run. */
    void open(IterationContext here, MatchSnapshot matches);

    /** The number of rows that will be visited. */
    int rows();

    /** The conditions on changes that decide which rows are visited. Returns null if all are. */
    ChangeFilter changes();

    /** Records writes of a component in all rows that will be visited. */
    void recordWrites(Component<?> component);

    /**
     * Splits the levels into pieces.
     *
     * @param rowsPerPiece about the least number of rows of a piece; at least 1
     */
    void cut(int rowsPerPiece);

    /** The number of pieces. Returns pieces; 0 if there is no row. */
    int pieces();

    /**
     * The end of a phase, whose pieces may run at the same time. Returns the first piece of the next phase, or the
     * number of pieces.
     */
    int endOfPhase(int piece);

    void run(RowContext context, int piece);

    /** Runs all pieces, and ends the run. */
    @Override
    void run(RowContext context, MatchSnapshot matches);

    /** Ends the run. If not all pieces have been run to their ends, or rows were skipped, the run has failed. */
    void close();

    /** Called if the last run has failed, also after it was closed: its changes count as not seen. */
    void failed();

    /** Whether the levels may be split into pieces. */
    boolean isDivisible();
}
