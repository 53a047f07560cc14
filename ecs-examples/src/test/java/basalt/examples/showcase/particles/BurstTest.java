package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.particles.Effect.Burst;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BurstTest {
    private static final float DT = 1 / 60f;

    @Test
    void shouldRepeat() {
        Burst burst = new Burst(4, 1, 0.5f);
        for (float time : new float[] {1, 1.25f, 5, 5.25f, 41.25f}) {
            assertTrue(isOn(burst, time), "at " + time);
        }
        for (float time : new float[] {0, 0.75f, 1.5f, 2, 4.75f, 5.5f, 40}) {
            assertFalse(isOn(burst, time), "at " + time);
        }
        assertEquals(0.125f, burst.share(0.25f));
    }

    @Test
    void shouldHaveBurstsBeforeTheFirst() {
        assertTrue(isOn(new Burst(4, 3, 2), 0));
        assertFalse(isOn(new Burst(4, 3, 2), 1));
    }

    /** With ticks of a quarter of a second, which floats represent exactly. */
    private static boolean isOn(Burst burst, float time) {
        return burst.isOn((long) (4 * time), 0.25f);
    }

    /**
     * Times that are whole numbers of ticks, except for rounding. The last columns are {@code every}, {@code at} and
     * {@code lasts} in ticks.
     */
    @ParameterizedTest
    @CsvSource({
        "60, 2.1, 0.3, 0.3, 126, 18, 18",
        "60, 2.1, 1.8, 0.3, 126, 108, 18",
        "60, 1, 0, 0.05, 60, 0, 3",
        "60, 60, 0.1, 59.9, 3600, 6, 3594",
        "100, 0.3, 0.1, 0.07, 30, 10, 7",
        "100, 1, 0.01, 0.01, 100, 1, 1",
        "10, 0.7, 0.6, 0.1, 7, 6, 1",
        "10, 0.2, 1.3, 0.1, 2, 13, 1",
        "1000, 0.017, 0.003, 0.013, 17, 3, 13",
    })
    void shouldBeOnInExactlyThoseTicks(
            float rate, float every, float at, float lasts, long period, long begin, long length) {
        Burst burst = new Burst(every, at, lasts);
        float dt = 1 / rate;
        for (long start : new long[] {0, 16_777_216, 1_000_000_000_000L}) { // at once, after days, after centuries
            int on = 0;
            for (long tick = start; tick < start + 100 * period; tick++) {
                assertEquals(Math.floorMod(tick - begin, period) < length, burst.isOn(tick, dt), "tick " + tick);
                on += burst.isOn(tick, dt) ? 1 : 0;
            }
            assertEquals(100 * length, on);
        }
    }

    /** Other times are not rounded to whole numbers of ticks. */
    @ParameterizedTest
    @CsvSource({"0.07, 0.03", "0.111, 0.05", "1.2345, 0.1", "0.025, 0.0125"})
    void shouldKeepItsShareBetweenTicks(float every, float lasts) {
        Burst burst = new Burst(every, 0.01f, lasts);
        double least = Math.max(lasts, DT) / every;
        long on = 0;
        long ticks = 1_000_000;
        for (long tick = 0; tick < ticks; tick++) {
            on += burst.isOn(tick, DT) ? 1 : 0;
        }
        assertEquals(least, (double) on / ticks, 1e-4);
        assertEquals(least, burst.share(DT), 1e-6);
    }

    @Test
    void shouldLastAtLeastOneTick() {
        Burst spark = new Burst(1, 0.51f, 0.01f);
        int on = 0;
        for (long tick = 0; tick < 1_000; tick++) {
            on += spark.isOn(tick, 0.1f) ? 1 : 0;
        }
        assertEquals(100, on);
        assertEquals(0.1f, spark.share(0.1f));
        assertEquals(1, new Burst(0.02f, 0, 0.01f).share(0.1f));
        assertTrue(new Burst(0.02f, 0, 0.01f).isOn(7, 0.1f), "on again within each tick");
    }

    @Test
    void shouldNeverEndIfItLastsLongEnough() {
        for (Burst burst :
                new Burst[] {new Burst(0.5f, 0.1f, 0.5f), new Burst(0.07f, 0.013f, 0.07f), new Burst(0.07f, 60, 60)}) {
            for (long tick = 0; tick < 100_000; tick++) {
                assertTrue(burst.isOn(tick, DT), "tick " + tick);
                assertTrue(burst.isOn(tick + 1_000_000_000_000L, DT), "tick " + tick);
            }
            assertEquals(1, burst.share(DT));
        }
    }
}
