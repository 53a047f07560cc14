package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LongestTickTest {
    private final GameService.LongestTick longest = new GameService.LongestTick();

    @Test
    void shouldRememberTheLongestTimeForSomeHundredTicks() {
        long now = -5_000;
        assertEquals(0, longest.add(now), "one tick has no length");
        assertEquals(33, longest.add(now += 33));
        assertEquals(90, longest.add(now += 90));
        long last = 0;
        for (int tick = 0; tick < 300; tick++) {
            last = longest.add(now += 33);
        }
        assertEquals(90, last);
        for (int tick = 0; tick < 300; tick++) {
            last = longest.add(now += 33);
        }
        assertEquals(33, last, "the long one is too old");
    }
}
