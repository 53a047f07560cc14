package basalt.bench.changes;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** Health of an entity. */
record Health(float points) {
    static final Component<Health> TYPE = Component.of(Health.class);
    static final FloatColumn POINTS = TYPE.float32("points");
}
