package basalt.bench.published.counters;

/** What is measured: values of the parameter {@code library}. */
public enum Library {
    /** Basalt as the guide begins: records, lambdas over records, a schedule. */
    PLAIN,
    /** Basalt with templates, columns and bulk calls, and kernels that are run without a schedule. */
    TUNED,
    ARTEMIS,
    DOMINION,
    ASHLEY,
    FLEKS,
    /** An array for each component, and a list of those that match a system, unless these are all. */
    ARRAYS;

    /** An empty world with room for so many entities. */
    public Counters open(int entities) {
        return switch (this) {
            case PLAIN -> new Plain(entities);
            case TUNED -> new Tuned(entities);
            case ARTEMIS -> new InArtemis(entities);
            case DOMINION -> new InDominion();
            case ASHLEY -> new InAshley();
            case FLEKS -> new InFleks(entities);
            case ARRAYS -> new InArrays();
        };
    }
}
