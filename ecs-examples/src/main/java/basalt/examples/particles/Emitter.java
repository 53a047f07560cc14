package basalt.examples.particles;

/**
 * Where particles come from, and how they set out: with the velocity (dx, dy), and that of one of the rays on top.
 *
 * @param x where, to the right
 * @param y where, up
 * @param dx mean velocity to the right
 * @param dy mean velocity up
 * @param rays the directions in which it shoots
 * @param speed velocity of the fastest particles along their ray
 * @param slower by which part of that others may be slower
 * @param lifetime longest life of a particle in seconds
 * @param tint the particles' colour
 */
record Emitter(float x, float y, float dx, float dy, Rays rays, float speed, float slower, float lifetime, Tint tint) {
    private static final Rays JETS = new Rays(48);
    private static final Rays STARS = new Rays(160);

    /** Jets from the ground. */
    static Emitter fountain(float x, float dy, Tint tint) {
        return new Emitter(x, 0, 0, dy, JETS, 2.4f, 0.12f, 4, tint);
    }

    /** A shell that bursts in the sky. */
    static Emitter firework(float x, float y, Tint tint) {
        return new Emitter(x, y, 0, 1.5f, STARS, 7, 0.45f, 2.8f, tint);
    }
}
