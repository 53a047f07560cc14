package basalt.system;

import static basalt.system.Rejection.assertRejects;
import static basalt.system.RunCondition.every;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.once;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunConditionTest {
    @Test
    void shouldPrintItselfAsInSource() {
        assertEquals("when(...)", when(() -> true).toString());
        assertEquals("every(0.5)", every(0.5f).toString());
        assertEquals("everyTicks(3)", everyTicks(3).toString());
        assertEquals("once()", once().toString());
    }

    @Test
    void shouldRejectNullCondition() {
        assertRejects(() -> when(null), "when() needs a condition");
    }

    @ParameterizedTest
    @ValueSource(floats = {0, -0f, -1, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void shouldRejectInvalidIntervals(float seconds) {
        assertRejects(() -> every(seconds), "every() needs seconds > 0: seconds=" + seconds);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void shouldRejectInvalidTicks(int ticks) {
        assertRejects(() -> everyTicks(ticks), "everyTicks() needs ticks > 0: ticks=" + ticks);
    }
}
