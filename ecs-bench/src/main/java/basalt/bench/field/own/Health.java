package basalt.bench.field.own;

import basalt.component.Component;
import basalt.component.IntColumn;

/** Remaining ticks of a particle. */
record Health(int points) {
    static final Component<Health> TYPE = Component.of(Health.class);
    static final IntColumn POINTS = TYPE.int32("points");
}
