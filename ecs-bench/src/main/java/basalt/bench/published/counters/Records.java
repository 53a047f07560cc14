package basalt.bench.published.counters;

import basalt.component.Component;
import basalt.component.IntColumn;

/** Components that code names. */
public final class Records {
    private Records() {}

    static IntColumn column(Class<? extends Record> type) {
        return Component.of(type).int32("value");
    }

    public record A(int value) {
        static final IntColumn VALUE = column(A.class);
    }

    public record B(int value) {
        static final IntColumn VALUE = column(B.class);
    }

    public record C(int value) {
        static final IntColumn VALUE = column(C.class);
    }

    public record D(int value) {}

    public record E(int value) {}

    public record Noise(int value) {}

    /** Bundles of what is swapped. */
    public record AB(A a, B b) {}

    public record CD(C c, D d) {}

    public record CE(C c, E e) {}
}
