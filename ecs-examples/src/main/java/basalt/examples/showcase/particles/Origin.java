package basalt.examples.showcase.particles;

import basalt.component.Component;
import basalt.component.IntColumn;

/**
 * What a particle keeps of its emitter.
 *
 * @param ramp where its colours begin in the table of {@link Ramps}
 */
record Origin(int ramp) {
    static final Component<Origin> TYPE = Component.of(Origin.class);
    static final IntColumn RAMP = TYPE.int32("ramp");
}
