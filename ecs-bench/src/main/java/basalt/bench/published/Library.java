package basalt.bench.published;

/** What is measured. Each suite opens those that it has; a benchmark names them in its parameter {@code library}. */
public enum Library {
    /** Basalt as the guide begins: records and lambdas over records; some suites run these in a schedule. */
    PLAIN,
    /** Basalt with what later chapters show: templates, columns and bulk changes; most suites need no schedule. */
    TUNED,
    /** artemis-odb, whose components are objects, as in the next three. */
    ARTEMIS,
    /** Dominion. */
    DOMINION,
    /** Ashley. */
    ASHLEY,
    /** Fleks. */
    FLEKS,
    /** No library but arrays, one for each component or field. */
    ARRAYS;

    /** Whether it is something else than Basalt. */
    public boolean isRival() {
        return this != PLAIN && this != TUNED;
    }
}
