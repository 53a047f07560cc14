package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.particles.Effect.Colour;
import basalt.examples.showcase.particles.Effect.Ramp;
import basalt.examples.showcase.particles.Effect.Stop;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RampTest {
    private static final Colour BLACK = new Colour(0, 0, 0);
    private static final Colour RED = new Colour(1, 0, 0);
    private static final Colour YELLOW = new Colour(1, 0.5f, 0);

    private static Stop stop(float at, Colour colour) {
        return new Stop(at, colour);
    }

    @Test
    void shouldHaveTheColoursOfItsStops() {
        Ramp ramp = new Ramp(List.of(stop(0, YELLOW), stop(0.25f, RED), stop(1, BLACK)));
        assertEquals(YELLOW, ramp.at(0));
        assertEquals(RED, ramp.at(0.25f));
        assertEquals(BLACK, ramp.at(1));
    }

    @Test
    void shouldMixBetweenStops() {
        Ramp ramp = new Ramp(List.of(stop(0, YELLOW), stop(0.25f, RED), stop(1, BLACK)));
        assertEquals(new Colour(1, 0.25f, 0), ramp.at(0.125f));
        assertEquals(new Colour(0.5f, 0, 0), ramp.at(0.625f));
    }

    @Test
    void shouldHaveATableOfEachEmitter() throws IOException {
        Effect effect = EffectReader.shipped("galaxy");
        float[] table = Ramps.of(effect).table();
        assertEquals(4 * 128 * 3, table.length);
        for (int i = 0; i < 4; i++) {
            Ramp ramp = effect.emitters().get(i).ramp();
            for (int step = 0; step < 128; step++) {
                int at = Ramps.start(i) + 3 * step;
                assertEquals(ramp.at(step / 127f), new Colour(table[at], table[at + 1], table[at + 2]));
            }
        }
    }

    @Test
    void shouldRefuseInvalidStops() {
        for (List<Stop> wrong : List.of(
                List.<Stop>of(),
                List.of(stop(0, RED)),
                List.of(stop(0.1f, RED), stop(1, BLACK)),
                List.of(stop(0, RED), stop(0.9f, BLACK)),
                List.of(stop(0, RED), stop(0, RED), stop(1, BLACK)),
                List.of(stop(0, RED), stop(0.6f, RED), stop(0.5f, RED), stop(1, BLACK)))) {
            assertThrows(IllegalArgumentException.class, () -> new Ramp(wrong), wrong::toString);
        }
    }

    @Test
    void shouldConvertScreenColours() {
        assertEquals(new Colour(1, 0, 1), Colour.of("#ff00ff"));
        Colour grey = Colour.of("#808080");
        assertTrue(grey.red() > 0.2f && grey.red() < 0.23f, grey::toString);
        assertEquals(grey.red(), grey.blue());
        assertEquals(new Colour(grey.red(), 0, 1), Colour.of("#8000FF"));
    }
}
