package basalt.bench.published.counters;

/** One system; the others are copies. */
public final class AshleySystem000 extends AshleySystem {
    public AshleySystem000(Step step) {
        super(step);
    }
}
