package basalt.examples.particles;

/**
 * What a tick does to every particle. A record, because the JIT takes the fields of a record that a kernel captures as
 * constants; what changes from tick to tick would be an ordinary object with a field instead.
 *
 * @param dt length of the tick in seconds
 * @param fall change of the upward velocity by gravity
 * @param keep factor of the velocity that drag leaves
 */
record Step(float dt, float fall, float keep) {
    private static final float GRAVITY = -7f;
    private static final float DRAG = 0.7f;

    static Step of(float dt) {
        return new Step(dt, GRAVITY * dt, 1 / (1 + DRAG * dt));
    }
}
