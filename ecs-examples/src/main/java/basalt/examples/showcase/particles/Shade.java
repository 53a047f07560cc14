package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Glow.BRIGHTNESS;
import static basalt.examples.showcase.particles.Origin.RAMP;
import static basalt.examples.showcase.particles.Tint.BLUE;
import static basalt.examples.showcase.particles.Tint.GREEN;
import static basalt.examples.showcase.particles.Tint.RED;

import basalt.query.Row;
import basalt.query.RowBody;

/**
 * Gives a particle the colour of its age, of its emitter's ramp.
 *
 * <p>Looks colours up in a table, which costs the loop its vector instructions, and is still far less work than to mix
 * colours for each particle.
 *
 * @param table that of {@link Ramps}
 */
record Shade(float[] table) implements RowBody {
    @Override
    public void accept(Row row) {
        float over = 1 - row.get(BRIGHTNESS); // which part of the life is, as Age has worked it out
        int at = row.get(RAMP) + (int) (over * (Ramps.STEPS - 1) + 0.5f) * Ramps.CHANNELS;
        row.set(RED, table[at]);
        row.set(GREEN, table[at + 1]);
        row.set(BLUE, table[at + 2]);
    }
}
