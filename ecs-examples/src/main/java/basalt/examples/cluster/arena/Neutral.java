package basalt.examples.cluster.arena;

import basalt.component.Component;

/** A tag of the bullets of nobody, whose number stays the same. */
record Neutral() {
    static final Component<Neutral> TYPE = Component.of(Neutral.class);
}
