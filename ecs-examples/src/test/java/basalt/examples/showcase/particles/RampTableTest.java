package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.examples.showcase.particles.effects.Colour;
import basalt.examples.showcase.particles.effects.Effect;
import basalt.examples.showcase.particles.effects.Ramp;
import basalt.examples.showcase.particles.effects.ShippedEffects;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RampTableTest {
    @Test
    void shouldHaveTheColoursOfEachEmitter() throws IOException {
        Effect effect = ShippedEffects.read("galaxy");
        float[] table = new RampTable(effect).table();
        assertEquals(4 * 128 * 3, table.length);
        for (int i = 0; i < 4; i++) {
            Ramp ramp = effect.emitters().get(i).ramp();
            assertColour(ramp.stops().get(0).colour(), table, RampTable.start(i));
            assertColour(ramp.at(50 / 127f), table, RampTable.start(i) + 150);
            Ramp.Stop last = ramp.stops().get(ramp.stops().size() - 1);
            assertColour(last.colour(), table, RampTable.start(i) + 127 * 3);
        }
    }

    private static void assertColour(Colour expected, float[] table, int at) {
        assertEquals(expected, new Colour(table[at], table[at + 1], table[at + 2]));
    }
}
