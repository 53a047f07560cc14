package basalt.bench.published.ops;

import java.util.function.Supplier;

/** Values of the parameter {@code library} of the benchmarks. */
public enum Library {
    /** Basalt as the guide shows it first: records. */
    PLAIN(null),
    /** Basalt with what later chapters show: columns, templates, bulk calls. */
    TUNED(null),
    ARTEMIS(ArtemisStore::new),
    DOMINION(DominionStore::new),
    ASHLEY(AshleyStore::new);

    private final Supplier<Store> store;

    Library(Supplier<Store> store) {
        this.store = store;
    }

    /** Whether it is another library. */
    public boolean isRival() {
        return store != null;
    }

    /** A new world of another library. */
    public Store store() {
        return store.get();
    }
}
