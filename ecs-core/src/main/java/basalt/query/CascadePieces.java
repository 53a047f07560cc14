package basalt.query;

import java.util.Arrays;

/**
 * The pieces of a cascade that the workers of a schedule share: ranges of its runs. The pieces of a phase run at the
 * same time. A large level is a phase of its own; neighbouring small ones are one piece together.
 *
 * <pre>
 *   levels   0 1 2    3            4
 *   pieces   0        1 2          3 4 5 6 7
 *   phases   0        1            2
 * </pre>
 */
final class CascadePieces {
    /** The first run of each piece, and the end of the last one. */
    private int[] starts = new int[2];

    /** For each piece the end of its phase. */
    private int[] phaseEnds = new int[1];

    private int count;

    /** Makes all runs one piece, unless there are none. */
    void whole(CascadeRuns runs) {
        count = 0;
        if (runs.count() > 0) {
            add(0);
            endPhase(0, runs.count());
        }
    }

    /** Splits the levels into pieces of about that many rows. */
    void cut(CascadeRuns runs, int rowsPerPiece) {
        count = 0;
        boolean isSmallBefore = false;
        for (int level = 0; level < runs.levels(); level++) {
            int start = runs.start(level);
            int size = runs.end(level) - start;
            int pieces = Math.max(1, Math.min(size, runs.rows(level) / rowsPerPiece));
            if (size == 0 || pieces == 1 && isSmallBefore) {
                starts[count] = runs.end(level);
                continue;
            }
            int phase = count;
            for (int i = 0; i < pieces; i++) {
                add(start + (int) ((long) size * i / pieces));
            }
            endPhase(phase, runs.end(level));
            isSmallBefore = pieces == 1;
        }
    }

    private void add(int start) {
        if (count + 1 == starts.length) {
            int[] morePhaseEnds = Arrays.copyOf(phaseEnds, 2 * starts.length);
            starts = Arrays.copyOf(starts, 2 * starts.length);
            phaseEnds = morePhaseEnds; // all or none: the heap may be full
        }
        starts[count++] = start;
    }

    private void endPhase(int first, int endOfRuns) {
        starts[count] = endOfRuns;
        Arrays.fill(phaseEnds, first, count, count);
    }

    int count() {
        return count;
    }

    /** The first run of a piece. */
    int start(int piece) {
        return starts[piece];
    }

    /** The run after the last one of a piece. */
    int end(int piece) {
        return starts[piece + 1];
    }

    /** The piece after the last one of a piece's phase. */
    int endOfPhase(int piece) {
        return phaseEnds[piece];
    }
}
