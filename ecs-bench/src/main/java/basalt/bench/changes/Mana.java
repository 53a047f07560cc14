package basalt.bench.changes;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** Mana of an entity. */
record Mana(float points) {
    static final Component<Mana> TYPE = Component.of(Mana.class);
    static final FloatColumn POINTS = TYPE.float32("points");
}
