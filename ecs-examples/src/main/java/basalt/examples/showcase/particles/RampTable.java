package basalt.examples.showcase.particles;

import basalt.examples.showcase.particles.effects.Colour;
import basalt.examples.showcase.particles.effects.Effect;
import basalt.examples.showcase.particles.effects.Ramp;

/** A table of the colours of all emitters' particles over their lives, computed once. A resource of the world. */
final class RampTable {
    /** Colours per ramp in the table. */
    static final int STEPS = 128;

    static final int CHANNELS = 3;

    private final float[] table;

    RampTable(Effect effect) {
        table = new float[effect.emitters().size() * STEPS * CHANNELS];
        for (int i = 0; i < effect.emitters().size(); i++) {
            Ramp ramp = effect.emitters().get(i).ramp();
            for (int step = 0; step < STEPS; step++) {
                put(start(i) + step * CHANNELS, ramp.at(step / (STEPS - 1f)));
            }
        }
    }

    private void put(int at, Colour colour) {
        table[at] = colour.red();
        table[at + 1] = colour.green();
        table[at + 2] = colour.blue();
    }

    /** Index of the first colour of an emitter's ramp. The colours from birth to death follow, as red, green, blue. */
    static int start(int emitter) {
        return emitter * STEPS * CHANNELS;
    }

    /** The table; read only. */
    float[] table() {
        return table;
    }
}
