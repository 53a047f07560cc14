package basalt.bench.schedule;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** The five components of ecs_bench_suite's schedule, one float each. */
public final class Letters {
    private Letters() {}

    public record A(float value) {
        public static final Component<A> TYPE = Component.of(A.class);
        public static final FloatColumn VALUE = TYPE.float32("value");
    }

    public record B(float value) {
        public static final Component<B> TYPE = Component.of(B.class);
        public static final FloatColumn VALUE = TYPE.float32("value");
    }

    public record C(float value) {
        public static final Component<C> TYPE = Component.of(C.class);
        public static final FloatColumn VALUE = TYPE.float32("value");
    }

    public record D(float value) {
        public static final Component<D> TYPE = Component.of(D.class);
        public static final FloatColumn VALUE = TYPE.float32("value");
    }

    public record E(float value) {
        public static final Component<E> TYPE = Component.of(E.class);
        public static final FloatColumn VALUE = TYPE.float32("value");
    }
}
