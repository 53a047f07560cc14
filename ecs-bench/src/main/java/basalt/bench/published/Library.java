package basalt.bench.published;

/** What is measured: values of the parameter {@code library}. */
public enum Library {
    /** Basalt as the guide begins: records, lambdas over records, a schedule. */
    PLAIN,
    /** Basalt with templates, columns and bulk changes. */
    TUNED,
    ARTEMIS,
    DOMINION,
    ASHLEY,
    /** An array of each field. */
    ARRAYS
}
