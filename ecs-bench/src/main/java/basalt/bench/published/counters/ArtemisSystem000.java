package basalt.bench.published.counters;

/** One system; the others are copies. */
public final class ArtemisSystem000 extends ArtemisSystem {
    public ArtemisSystem000(Step step) {
        super(step);
    }
}
