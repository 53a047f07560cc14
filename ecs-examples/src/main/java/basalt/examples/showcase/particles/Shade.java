package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Glow.BRIGHTNESS;
import static basalt.examples.showcase.particles.Origin.RAMP;
import static basalt.examples.showcase.particles.Tint.BLUE;
import static basalt.examples.showcase.particles.Tint.GREEN;
import static basalt.examples.showcase.particles.Tint.RED;

import basalt.query.Row;
import basalt.query.RowBody;

/**
 * Sets the colour of a particle by its age, from its emitter's ramp.
 *
 * <p>The table lookup prevents vectorisation, but is still much cheaper than mixing colours for each particle.
 *
 * @param table the table of {@link RampTable}
 */
record Shade(float[] table) implements RowBody {
    @Override
    public void accept(Row row) {
        float over = 1 - row.get(BRIGHTNESS); // elapsed part of the lifetime, computed by Age
        int at = row.get(RAMP) + (int) (over * (RampTable.STEPS - 1) + 0.5f) * RampTable.CHANNELS;
        row.set(RED, table[at]);
        row.set(GREEN, table[at + 1]);
        row.set(BLUE, table[at + 2]);
    }
}
