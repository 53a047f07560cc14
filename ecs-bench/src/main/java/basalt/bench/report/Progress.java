package basalt.bench.report;

/**
 * The progress of a run.
 *
 * @param done number of measurements done or failed
 * @param total number of measurements planned
 * @param ended end of the run, in UTC; null if the run ended early, or still runs
 */
record Progress(int done, int total, String ended) {
    /** The progress of a folder without this information. */
    static final Progress UNKNOWN = new Progress(0, 0, null);

    boolean hasEnded() {
        return ended != null;
    }
}
