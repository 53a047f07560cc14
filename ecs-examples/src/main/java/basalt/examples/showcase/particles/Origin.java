package basalt.examples.showcase.particles;

import basalt.component.Component;
import basalt.component.IntColumn;

/**
 * The data of its emitter that a particle keeps.
 *
 * @param ramp index of its colours in the table of {@link RampTable}
 */
record Origin(int ramp) {
    static final Component<Origin> TYPE = Component.of(Origin.class);
    static final IntColumn RAMP = TYPE.int32("ramp");
}
