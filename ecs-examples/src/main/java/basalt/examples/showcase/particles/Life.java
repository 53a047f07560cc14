package basalt.examples.showcase.particles;

import basalt.component.Component;
import basalt.component.FloatColumn;

/**
 * The age of a particle, and its lifetime.
 *
 * @param age seconds since its birth
 * @param lifetime seconds from birth to death
 */
record Life(float age, float lifetime) {
    static final Component<Life> TYPE = Component.of(Life.class);
    static final FloatColumn AGE = TYPE.float32("age");
    static final FloatColumn LIFETIME = TYPE.float32("lifetime");
}
