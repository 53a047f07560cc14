package basalt.bench.published.ecsbenchmark;

/** What is measured: values of the parameter {@code library}. */
public enum Library {
    /** Basalt as the guide begins: records. */
    PLAIN,
    /** Basalt with templates, columns and bulk calls. */
    TUNED,
    ARTEMIS,
    DOMINION,
    ASHLEY;

    Entities open(int entities) {
        return switch (this) {
            case PLAIN -> new Plain(entities);
            case TUNED -> new Tuned(entities);
            case ARTEMIS -> new InArtemis(entities);
            case DOMINION -> new InDominion(entities);
            case ASHLEY -> new InAshley(entities);
        };
    }
}
