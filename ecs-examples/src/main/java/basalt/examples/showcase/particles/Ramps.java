package basalt.examples.showcase.particles;

/**
 * The colours of all emitters' particles over their lives, computed once. A resource of the world.
 *
 * @param table red, green and blue of each step of each ramp; read only
 */
record Ramps(float[] table) {
    /** Colours per ramp in the table. */
    static final int STEPS = 128;

    static final int CHANNELS = 3;

    static Ramps of(Effect effect) {
        float[] table = new float[effect.emitters().size() * STEPS * CHANNELS];
        for (int i = 0; i < effect.emitters().size(); i++) {
            for (int step = 0; step < STEPS; step++) {
                Effect.Colour colour = effect.emitters().get(i).ramp().at(step / (STEPS - 1f));
                int at = start(i) + step * CHANNELS;
                table[at] = colour.red();
                table[at + 1] = colour.green();
                table[at + 2] = colour.blue();
            }
        }
        return new Ramps(table);
    }

    /** Index of the first colour of an emitter's ramp. The colours from birth to death follow. */
    static int start(int emitter) {
        return emitter * STEPS * CHANNELS;
    }
}
