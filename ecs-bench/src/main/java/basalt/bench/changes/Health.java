package basalt.bench.changes;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** What an entity can bear. */
record Health(float points) {
    static final Component<Health> TYPE = Component.of(Health.class);
    static final FloatColumn POINTS = TYPE.float32("points");
}
