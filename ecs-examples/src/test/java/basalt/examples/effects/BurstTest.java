package basalt.examples.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BurstTest {
    @Test
    void shouldBeOnAgainAndAgain() {
        Burst burst = new Burst(4, 1, 0.5f);
        for (float time : new float[] {1, 1.25f, 5, 5.25f, 41.25f}) {
            assertTrue(burst.isOn(time), "at " + time);
        }
        for (float time : new float[] {0, 0.75f, 1.5f, 2, 4.75f, 5.5f, 40}) {
            assertFalse(burst.isOn(time), "at " + time);
        }
        assertEquals(0.125f, burst.share());
    }

    @Test
    void shouldCountTheTimeBeforeTheFirstAsIfThereHadBeenOthers() {
        assertTrue(new Burst(4, 3, 2).isOn(0));
        assertFalse(new Burst(4, 3, 2).isOn(1));
    }

    @Test
    void shouldNeverEndIfItLastsLongEnough() {
        Burst burst = new Burst(0.5f, 0.1f, 0.5f);
        for (int i = 0; i < 1_000; i++) {
            assertTrue(burst.isOn(i / 60f), "tick " + i);
        }
        assertEquals(1, burst.share());
        assertEquals(1, new Burst(1, 0, 60).share());
    }
}
