package basalt.bench.field.own;

import basalt.component.Component;

/** How long a particle may live; nothing reads it. */
record Life(int ticks) {
    static final Component<Life> TYPE = Component.of(Life.class);
}
