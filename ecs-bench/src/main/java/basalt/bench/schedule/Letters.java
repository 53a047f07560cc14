package basalt.bench.schedule;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** The five components of ecs_bench_suite's schedule, one float each. */
final class Letters {
    private Letters() {}

    record A(float value) {
        static final Component<A> TYPE = Component.of(A.class);
        static final FloatColumn VALUE = TYPE.float32("value");
    }

    record B(float value) {
        static final Component<B> TYPE = Component.of(B.class);
        static final FloatColumn VALUE = TYPE.float32("value");
    }

    record C(float value) {
        static final Component<C> TYPE = Component.of(C.class);
        static final FloatColumn VALUE = TYPE.float32("value");
    }

    record D(float value) {
        static final Component<D> TYPE = Component.of(D.class);
        static final FloatColumn VALUE = TYPE.float32("value");
    }

    record E(float value) {
        static final Component<E> TYPE = Component.of(E.class);
        static final FloatColumn VALUE = TYPE.float32("value");
    }
}
