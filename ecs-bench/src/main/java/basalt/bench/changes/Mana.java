package basalt.bench.changes;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** What an entity can spend on spells. */
record Mana(float points) {
    static final Component<Mana> TYPE = Component.of(Mana.class);
    static final FloatColumn POINTS = TYPE.float32("points");
}
