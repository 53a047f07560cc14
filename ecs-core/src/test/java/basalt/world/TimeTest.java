package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.RowKernel;
import basalt.storage.fixture.Position;
import java.math.BigDecimal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTest {
    private final World world = World.create();
    private final Time time = world.time();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldBeginAtZero() {
        assertTime(0, 0, 0);
        assertEquals(0, time.alpha());
        assertSame(time, world.time());
    }

    @Test
    void shouldAdvance() {
        time.advance(0.25f);
        assertTime(1, 0.25f, 0.25);
        time.advance(0.5);
        assertTime(2, 0.5f, 0.75);
        time.advance(0);
        assertTime(3, 0, 0.75);
        assertEquals("tick 3 of 0.0 s, 0.75 s elapsed", time.toString());
    }

    @Test
    void shouldAcceptTheLongestAndTheShortestTick() {
        time.advance(Float.MAX_VALUE);
        assertTime(1, Float.MAX_VALUE, Float.MAX_VALUE);
        time.advance(Float.MIN_VALUE);
        assertTime(2, Float.MIN_VALUE, Float.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                -Double.MIN_VALUE,
                -1,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                2.0 * Float.MAX_VALUE
            })
    void shouldRejectInvalidLengths(double seconds) {
        time.advance(2);
        var rejection = assertThrows(IllegalArgumentException.class, () -> time.advance(seconds));

        assertTrue(rejection.getMessage().contains("seconds=" + seconds), rejection::getMessage);
        assertTime(1, 2, 2);
    }

    @Test
    void shouldNotDriftOverMillionsOfTicks() {
        double step = 1 / 60.0;
        int ticks = 5_000_000;
        double plain = 0;
        for (int i = 0; i < ticks; i++) {
            time.advance(step);
            plain += step;
        }
        double exact = new BigDecimal(step).multiply(BigDecimal.valueOf(ticks)).doubleValue();

        assertEquals(exact, time.elapsedSeconds(), Math.ulp(exact));
        assertNotEquals(exact, plain, 100 * Math.ulp(exact), "the plain sum would do");
        assertEquals(ticks, time.tick());
        assertEquals((float) step, time.deltaSeconds());
    }

    @Test
    void shouldKeepAlpha() {
        time.interpolate(0.75f);
        time.advance(1);
        assertEquals(0.75f, time.alpha());
        time.interpolate(1);
        assertEquals(1, time.alpha());
        time.interpolate(0);
        assertEquals(0, time.alpha());
    }

    @ParameterizedTest
    @ValueSource(floats = {-Float.MIN_VALUE, 1.0000001f, Float.NaN, Float.POSITIVE_INFINITY})
    void shouldRejectInvalidAlpha(float alpha) {
        time.interpolate(0.5f);
        var rejection = assertThrows(IllegalArgumentException.class, () -> time.interpolate(alpha));

        assertTrue(rejection.getMessage().contains("alpha=" + alpha), rejection::getMessage);
        assertEquals(0.5f, time.alpha());
    }

    @Test
    void shouldBeReadByKernels() {
        long entity = world.spawn(new Position(1, 0));
        Time local = world.time();
        RowKernel move = world.query()
                .all(Position.TYPE)
                .build()
                .kernel(row -> row.set(Position.X, row.get(Position.X) + local.deltaSeconds()));
        time.advance(0.5);
        move.run();
        time.advance(0.25);
        move.run();

        assertEquals(1.75f, world.get(entity, Position.X));
    }

    @Test
    void shouldBeReadableAfterClose() {
        time.advance(0.5);
        world.close();
        assertTime(1, 0.5f, 0.5);
    }

    private void assertTime(long tick, float deltaSeconds, double elapsedSeconds) {
        assertEquals(tick, time.tick());
        assertEquals(deltaSeconds, time.deltaSeconds());
        assertEquals(elapsedSeconds, time.elapsedSeconds());
    }
}
