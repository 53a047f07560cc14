package basalt.examples.showcase.particles.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RampTest {
    private static final Colour BLACK = new Colour(0, 0, 0);
    private static final Colour RED = new Colour(1, 0, 0);
    private static final Colour YELLOW = new Colour(1, 0.5f, 0);

    private static Ramp.Stop stop(float at, Colour colour) {
        return new Ramp.Stop(at, colour);
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
    void shouldRefuseInvalidStops() {
        for (List<Ramp.Stop> wrong : List.of(
                List.<Ramp.Stop>of(),
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
        assertEquals(new Colour(1, 0, 1), Colour.ofScreen(0xff00ff));
        Colour grey = Colour.ofScreen(0x808080);
        assertTrue(grey.red() > 0.2f && grey.red() < 0.23f, grey::toString);
        assertEquals(grey.red(), grey.blue());
        assertEquals(new Colour(grey.red(), 0, 1), Colour.ofScreen(0x8000ff));
    }
}
