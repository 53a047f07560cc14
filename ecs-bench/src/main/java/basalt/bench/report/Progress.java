package basalt.bench.report;

/**
 * How far a run came.
 *
 * @param done how many things were measured, or failed
 * @param total how many were planned
 * @param ended when all of it was over, in UTC; null if the run ended early, or goes on
 */
record Progress(int done, int total, String ended) {
    /** That of a folder which does not say. */
    static final Progress UNKNOWN = new Progress(0, 0, null);

    boolean hasEnded() {
        return ended != null;
    }
}
