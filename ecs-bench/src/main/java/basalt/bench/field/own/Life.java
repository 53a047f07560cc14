package basalt.bench.field.own;

import basalt.component.Component;

/** Lifetime of a particle; nothing reads it. */
record Life(int ticks) {
    static final Component<Life> TYPE = Component.of(Life.class);
}
