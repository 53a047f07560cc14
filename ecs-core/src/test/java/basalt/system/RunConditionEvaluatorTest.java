package basalt.system;

import static basalt.system.Rejection.assertRejects;
import static basalt.system.RunCondition.every;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.once;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.HeapBytes;
import basalt.storage.SavedSystem;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunConditionEvaluatorTest {
    private static RunConditionEvaluator evaluator(RunCondition... conditions) {
        return new RunConditionEvaluator(RunConditions.of("think", List.of(conditions)));
    }

    /** One letter a tick: x where it runs, a dot where it does not. */
    private static String runs(RunConditionEvaluator evaluator, int ticks, float deltaSeconds) {
        StringBuilder runs = new StringBuilder();
        for (int tick = 0; tick < ticks; tick++) {
            boolean isOpen = evaluator.shouldRun(deltaSeconds);
            if (isOpen) {
                evaluator.beginRun();
            }
            runs.append(isOpen ? 'x' : '.');
        }
        return runs.toString();
    }

    @Test
    void shouldRunInEachTickWithoutConditions() {
        assertEquals("xxxx", runs(evaluator(), 4, 0));
    }

    @Test
    void shouldRunInEachNthTick() {
        assertEquals("..x..x..x.", runs(evaluator(everyTicks(3)), 10, 0));
        assertEquals("xxx", runs(evaluator(everyTicks(1)), 3, 0));
    }

    @Test
    void shouldRunOncePerInterval() {
        assertEquals(".x.x.x", runs(evaluator(every(0.5f)), 6, 0.25f));
        assertEquals("..x.x..x.x", runs(evaluator(every(0.5f)), 10, 0.2f), "late runs do not delay those that follow");
    }

    @Test
    void shouldNotRunWhileTimeIsStopped() {
        assertEquals("....", runs(evaluator(every(0.5f)), 4, 0));
    }

    @Test
    void shouldRunOnceForSeveralIntervalsInOneTick() {
        RunConditionEvaluator evaluator = evaluator(every(0.5f));
        assertTrue(evaluator.shouldRun(10.25f));
        assertFalse(evaluator.shouldRun(0.125f));
        assertTrue(evaluator.shouldRun(0.125f), "the rhythm is kept");
    }

    @ParameterizedTest
    @CsvSource({"0.1, 0.3, 3", "0.1, 1, 10", "0.01, 10, 1000", "0.016666668, 1, 60", "0.2, 0.6, 3", "0.7, 2.1, 3"})
    void shouldTolerateRoundedSeconds(float deltaSeconds, float interval, int ticks) {
        RunConditionEvaluator evaluator = evaluator(every(interval));
        for (int run = 0; run < 5; run++) {
            assertEquals(".".repeat(ticks - 1) + "x", runs(evaluator, ticks, deltaSeconds));
        }
    }

    @Test
    void shouldNotDrift() {
        RunConditionEvaluator evaluator = evaluator(every(0.75f));
        int runs = 0;
        for (int tick = 0; tick < 3_000_000; tick++) {
            runs += evaluator.shouldRun(0.5f) ? 1 : 0;
        }
        assertEquals(2_000_000, runs);
    }

    /** A file may say so, and so may rounding. */
    @Test
    void shouldHaveNoNegativeTimeStep() {
        RunConditionEvaluator evaluator = evaluator(everyTicks(1));
        evaluator.load(new SavedSystem("system", true, false, -1, -1, Integer.MAX_VALUE));
        float sum = 0;
        for (int i = 0; i < 10; i++) {
            assertTrue(evaluator.shouldRun(0.25f));
            assertTrue(evaluator.deltaSeconds(0.25f) >= 0);
            sum += evaluator.deltaSeconds(0.25f);
            evaluator.beginRun();
        }
        assertEquals(1.5f, sum);
    }

    @Test
    void shouldRunOnce() {
        assertEquals("x....", runs(evaluator(once()), 5, 1));
        assertEquals("..x....", runs(evaluator(everyTicks(3), once()), 7, 1));
        AtomicInteger tick = new AtomicInteger();
        assertEquals("..x....", runs(evaluator(once(), when(() -> tick.incrementAndGet() == 3)), 7, 1));
        assertEquals(3, tick.get(), "asked no more afterwards");
    }

    @Test
    void shouldRunWhileAllConditionsHold() {
        boolean[] holds = {true, true};
        RunConditionEvaluator evaluator = evaluator(when(() -> holds[0]), when(() -> holds[1]));
        assertTrue(evaluator.shouldRun(1));
        holds[1] = false;
        assertFalse(evaluator.shouldRun(1));
        holds[0] = false;
        holds[1] = true;
        assertFalse(evaluator.shouldRun(1));
        holds[0] = true;
        assertTrue(evaluator.shouldRun(1));
    }

    @Test
    void shouldSkipTheRunThatAConditionRefuses() {
        AtomicInteger asked = new AtomicInteger();
        RunConditionEvaluator evaluator = evaluator(everyTicks(2), when(() -> asked.incrementAndGet() != 2));
        assertEquals(".x...x.x", runs(evaluator, 8, 0));
        assertEquals(4, asked.get(), "asked when the interval is over");
    }

    @Test
    void shouldPassOnErrorsOfConditions() {
        IllegalStateException thrown = new IllegalStateException("no menu");
        RunConditionEvaluator evaluator = evaluator(once(), when(() -> {
            throw thrown;
        }));
        assertEquals(thrown, assertThrows(IllegalStateException.class, () -> evaluator.shouldRun(0)));
    }

    @Test
    void shouldRejectContradictingConditions() {
        assertRejects(() -> evaluator(every(1), everyTicks(2)), "\"think\"", "every(1.0) and everyTicks(2)");
        assertRejects(() -> evaluator(every(1), every(1)), "every(1.0) and every(1.0)");
        assertRejects(() -> evaluator(once(), once()), "\"think\" has once() twice");
    }

    @Test
    void shouldPrintConditionsAsInSource() {
        assertEquals("", RunConditions.of("think", List.of()).toString());
        assertEquals(
                "every(0.5), when(...), once()",
                RunConditions.of("think", List.of(when(() -> true), once(), every(0.5f)))
                        .toString());
        assertEquals(
                "everyTicks(4)",
                RunConditions.of("think", List.of(everyTicks(4))).toString());
    }

    @Test
    void shouldMakeNoGarbage() {
        RunConditionEvaluator evaluator = evaluator(every(0.5f), when(() -> true));
        HeapBytes.assertNone(10_000, rounds -> {
            for (int i = 0; i < rounds; i++) {
                evaluator.shouldRun(0.3f);
            }
        });
    }
}
