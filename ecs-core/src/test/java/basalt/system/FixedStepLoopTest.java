package basalt.system;

import static basalt.system.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.HeapBytes;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.agrona.concurrent.CachedNanoClock;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedStepLoopTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final List<Float> ticks = new ArrayList<>();
    private final List<Float> frames = new ArrayList<>();

    /** Steps of 10 ms, with a manual clock. */
    private FixedStepLoopBuilder builder() {
        return builder(frames::add);
    }

    private FixedStepLoopBuilder builder(Consumer<Float> frame) {
        return FixedStepLoop.builder(target(frame))
                .stepSeconds(0.01)
                .maxSteps(3)
                .clock(clock);
    }

    private Tickable target(Consumer<Float> frame) {
        return new Tickable() {
            @Override
            public void tick(float deltaSeconds) {
                ticks.add(deltaSeconds);
            }

            @Override
            public void frame(float alpha) {
                frame.accept(alpha);
            }
        };
    }

    private int frameAfter(FixedStepLoop loop, long nanos) {
        clock.advance(nanos);
        return loop.frame();
    }

    /** Advances the clock by a millisecond each time, so a run takes no real time. */
    private final class Passing implements IdleStrategy {
        private final List<Integer> made = new ArrayList<>();
        private int resets;
        private Runnable onIdle = () -> {};

        @Override
        public void idle(int workCount) {
            made.add(workCount);
            clock.advance(MILLI);
            onIdle.run();
        }

        @Override
        public void idle() {
            throw new AssertionError("the loop says what it has done");
        }

        @Override
        public void reset() {
            resets++;
        }
    }

    @Test
    void shouldSetAlphaOfTheScheduleBetweenTwoSteps() {
        List<Float> drawn = new ArrayList<>();
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world)
                        .add("draw", () -> drawn.add(world.time().alpha()), RunCondition.eachFrame())
                        .build()) {
            FixedStepLoop loop = FixedStepLoop.builder(schedule)
                    .stepSeconds(0.01)
                    .clock(clock)
                    .build();
            loop.frame();
            assertEquals(1, frameAfter(loop, 12_500_000));
            assertEquals(0, frameAfter(loop, 5_000_000));
            assertEquals(1, frameAfter(loop, 2_500_000));
            assertEquals(List.of(0f, 0.25f, 0.75f, 0f), drawn);
            assertEquals(2, world.time().tick());
        }
    }

    @Test
    void shouldShowFramesAfterTheWorldWasClosed() {
        World world = World.create();
        Schedule schedule = Schedule.builder(world).add("nothing", () -> {}).build();
        FixedStepLoop loop = FixedStepLoop.builder(schedule).clock(clock).build();
        loop.frame();
        schedule.close();
        loop.frame();
        world.close();
        loop.frame();
        assertEquals(0, loop.steps());
    }

    /** Turns as milliseconds:steps:alpha, and what happens between: +milliseconds, =scale, and calls. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "time counts from the first turn | 3 | 50:0:0 9.999999:0 0.000001:1:0 0:0 25:2:0.5 5:1:0 | 0",
                "alpha | 3 | 0:0:0 2.5:0:0.25 5:0:0.75 5:1:0.25 100:3:0.25 | 7",
                "the limit of steps | 4 | 0:0 40:4 50:4 | 1",
                "a clock that goes back has stopped, and goes on from there | 3 | 0:0 -30:0:0 10:1 | 0",
                "time scale | 3 | =0.5 0:0 10:0 10:1 +10 =2 5:1:0.5 =0 1000:0:0.5 =1 5:1 | 0",
                "time before and after a pause | 3 | 0:0 +12 pause 1000:0 1000:0 pause +1000 resume +8 0:2:0 | 0",
                "a pause without turns | 3 | 0:0 +5 pause +1000 resume resume 4:0:0.9 | 0",
                "single steps in a pause take no time | 3 | 0:0 5:0 pause step 1000:1 1000:0:0.5"
                        + " step step step step 0:3 0:1 step resume 0:0 pause 0:0 | 0"
            })
    void shouldMakeTheStepsThatAreDue(String what, int most, String events, int dropped) {
        FixedStepLoop loop = builder().maxSteps(most).build();
        int made = 0;
        int turns = 0;
        for (String event : events.split(" ")) {
            String[] turn = event.split(":");
            if (turn.length > 1) {
                int steps = frameAfter(loop, nanos(turn[0]));
                assertEquals(Integer.parseInt(turn[1]), steps, what + ", " + event);
                made += steps;
                turns++;
                assertEquals(turn.length > 2 ? Float.parseFloat(turn[2]) : loop.alpha(), loop.alpha(), event);
                assertEquals(loop.alpha(), frames.get(frames.size() - 1));
            } else {
                perform(loop, event);
            }
        }
        assertEquals(Collections.nCopies(made, 0.01f), ticks);
        assertEquals(made, loop.steps());
        assertEquals(turns, frames.size());
        assertEquals(dropped, loop.droppedSteps());
    }

    private static long nanos(String millis) {
        return Math.round(Double.parseDouble(millis) * MILLI);
    }

    private void perform(FixedStepLoop loop, String event) {
        switch (event) {
            case "pause" -> {
                loop.pause();
                assertTrue(loop.isPaused());
            }
            case "resume" -> {
                loop.resume();
                assertFalse(loop.isPaused());
            }
            case "step" -> loop.step();
            default -> {
                if (event.charAt(0) == '+') {
                    clock.advance(nanos(event.substring(1)));
                } else {
                    loop.timeScale(Double.parseDouble(event.substring(1)));
                    assertEquals(Double.parseDouble(event.substring(1)), loop.timeScale());
                }
            }
        }
    }

    @Test
    void shouldMakeSingleStepsInAPauseOnly() {
        FixedStepLoop loop = builder().build();
        assertEquals(0, loop.alpha());
        loop.frame();
        assertThrows(IllegalStateException.class, loop::step);
    }

    @Test
    void shouldDropStepsBeyondTheLimit() {
        FixedStepLoop loop = FixedStepLoop.builder(ticks::add)
                .clock(clock)
                .stepSeconds(1 / 60.0)
                .maxSteps(5)
                .build();
        loop.frame();
        assertEquals(5, frameAfter(loop, 10 * SECOND));
        long due = 10 * SECOND / 16_666_667;
        assertEquals(599, due);
        assertEquals(due - 5, loop.droppedSteps());
        assertEquals((float) ((10 * SECOND - due * 16_666_667) / 16_666_667.0), loop.alpha());
        assertEquals(0, frameAfter(loop, 0), "the stall is over");
        assertEquals(1, frameAfter(loop, 16_666_667));
        assertEquals(due - 5, loop.droppedSteps());
        assertEquals(5, frameAfter(loop, 10 * SECOND));
        assertEquals(594 + 595, loop.droppedSteps(), "the rest of the first one completes a step");
        assertEquals(11, ticks.size());
    }

    @Test
    void shouldSurviveTheLongestStall() {
        FixedStepLoop loop = builder().stepSeconds(1e-9).build();
        loop.timeScale(Double.MAX_VALUE);
        loop.frame();
        assertEquals(3, frameAfter(loop, Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE - 3, loop.droppedSteps());
        assertEquals(0, loop.alpha());
        loop.timeScale(0.5);
        assertEquals(1, frameAfter(loop, 2), "nothing of it is left");
    }

    @Test
    void shouldNotDrift() {
        FixedStepLoop loop = builder().stepSeconds(1 / 60.0).maxSteps(1000).build();
        loop.frame();
        Random random = new Random(3);
        long time = 0;
        for (int i = 0; i < 100_000; i++) {
            long nanos = random.nextInt(40_000_000);
            time += nanos;
            frameAfter(loop, nanos);
        }
        assertEquals(time / 16_666_667, loop.steps());
        assertEquals((float) (time % 16_666_667 / 16_666_667.0), loop.alpha());
    }

    @Test
    void shouldRoundStepsToNanoseconds() {
        assertEquals(16_666_667, builder().stepSeconds(1 / 60.0).stepNanos);
        assertEquals(1 / 60f, builder().stepSeconds(1 / 60.0).build().stepSeconds());
        assertEquals(16_666_668, builder().stepSeconds(1 / 60f).stepNanos, "a float is less exact");
        assertEquals(1, builder().stepSeconds(1.4e-9).stepNanos);
        assertEquals(1e-9f, builder().stepSeconds(1.4e-9).build().stepSeconds());
        assertEquals(1_000_000_000 * SECOND, builder().stepSeconds(1e9).stepNanos);
    }

    @Test
    void shouldHandleAClockThatWraps() {
        clock.update(Long.MAX_VALUE - 5 * MILLI);
        FixedStepLoop loop = builder().build();
        loop.frame();
        assertEquals(1, frameAfter(loop, 10 * MILLI));
    }

    @Test
    void shouldKeepFractionsOfNanosecondsOfScaledTime() {
        FixedStepLoop loop = builder().stepSeconds(1e-9).build();
        loop.timeScale(0.25);
        loop.frame();
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            made.append(frameAfter(loop, 1));
        }
        assertEquals("00010001", made.toString());
    }

    @Test
    void shouldRunUntilItIsStopped() {
        Passing passing = new Passing();
        FixedStepLoop loop = builder().idle(passing).build();
        passing.onIdle = () -> {
            if (loop.steps() == 2) {
                loop.stop();
            }
        };
        clock.advance(SECOND);
        loop.run();
        assertEquals(2, ticks.size());
        assertEquals(1, passing.resets);
        assertEquals(21, frames.size());
        assertEquals(List.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1), passing.made.subList(0, 11));
        clock.advance(SECOND);
        passing.onIdle = loop::stop;
        loop.run();
        assertEquals(22, frames.size());
        assertEquals(2, ticks.size(), "time between runs does not count");
        clock.advance(SECOND);
        assertEquals(0, loop.frame(), "nor does time since a run");
        assertEquals(1, frameAfter(loop, 10 * MILLI));
    }

    @Test
    void shouldEndTheRunAfterTheTurnInWhichItIsStopped() {
        Passing passing = new Passing();
        AtomicReference<FixedStepLoop> loop = new AtomicReference<>();
        loop.set(builder(alpha -> {
                    frames.add(alpha);
                    loop.get().stop();
                })
                .idle(passing)
                .build());
        loop.get().run();
        assertEquals(1, frames.size());
        assertEquals(List.of(), passing.made, "does not idle before it ends");
    }

    @Test
    void shouldNotRunIfItWasStoppedBefore() {
        FixedStepLoop loop = builder().build();
        loop.stop();
        loop.run();
        assertEquals(List.of(), frames);
        assertEquals(0, loop.frame(), "turns by hand are not stopped");
        assertEquals(1, frames.size());
    }

    @Test
    void shouldEndTheRunWhenInterrupted() {
        Passing passing = new Passing();
        passing.onIdle = Thread.currentThread()::interrupt;
        FixedStepLoop loop = builder().idle(passing).build();
        loop.run();
        assertEquals(1, frames.size());
        loop.run();
        assertEquals(1, frames.size());
        assertTrue(Thread.interrupted(), "the interrupt is left to the caller");
    }

    @Test
    void shouldBeStoppedByAnotherThread() throws InterruptedException {
        FixedStepLoop loop = builder().idle(new Passing()).build();
        Thread runner = new Thread(loop::run);
        runner.start();
        loop.stop();
        runner.join();
        assertEquals(0, loop.droppedSteps());
    }

    @Test
    void shouldPassOnErrorsOfSteps() {
        IllegalStateException thrown = new IllegalStateException("the second one fails");
        FixedStepLoop[] loop = new FixedStepLoop[1];
        Passing passing = new Passing();
        loop[0] = FixedStepLoop.builder(delta -> {
                    ticks.add(delta);
                    if (loop[0].steps() == 2) {
                        throw thrown;
                    }
                })
                .stepSeconds(0.01)
                .clock(clock)
                .idle(passing)
                .build();
        loop[0].frame();
        assertSame(thrown, assertThrows(IllegalStateException.class, () -> frameAfter(loop[0], 40 * MILLI)));
        assertEquals(2, ticks.size());
        assertEquals(2, loop[0].frame(), "the steps after it are still due");
        assertEquals(0, loop[0].alpha());
        assertEquals(4, loop[0].steps());
        assertEquals(0, loop[0].droppedSteps());
        passing.onIdle = loop[0]::stop;
        loop[0].run();
    }

    @Test
    void shouldEndTheRunWithAnErrorOfTheFrame() {
        RuntimeException thrown = new RuntimeException("no window");
        boolean[] fails = {true};
        Passing passing = new Passing();
        FixedStepLoop loop = builder(alpha -> {
                    if (fails[0]) {
                        throw thrown;
                    }
                })
                .idle(passing)
                .build();
        assertSame(thrown, assertThrows(RuntimeException.class, loop::run));
        fails[0] = false;
        passing.onIdle = loop::stop;
        loop.run();
        assertEquals(1, passing.made.size());
    }

    @Test
    void shouldClearAStopRequestWhenAnErrorEndsTheRun() {
        FixedStepLoop[] loop = new FixedStepLoop[1];
        Passing passing = new Passing();
        loop[0] = builder(alpha -> {
                    frames.add(alpha);
                    loop[0].stop();
                    if (frames.size() == 1) {
                        throw new IllegalArgumentException("no window");
                    }
                })
                .idle(passing)
                .build();
        assertThrows(IllegalArgumentException.class, loop[0]::run);
        loop[0].run();
        assertEquals(2, frames.size());
    }

    @Test
    void shouldNotNest() {
        FixedStepLoop[] loop = new FixedStepLoop[1];
        loop[0] = builder(alpha -> {
                    assertThrows(IllegalStateException.class, loop[0]::frame);
                    assertThrows(IllegalStateException.class, loop[0]::run);
                    frames.add(alpha);
                })
                .build();
        loop[0].frame();
        loop[0].frame();
        assertEquals(2, frames.size());
    }

    @Test
    void shouldHaveDefaults() {
        FixedStepLoopBuilder defaults = FixedStepLoop.builder(ticks::add);
        FixedStepLoop loop = defaults.build();
        assertEquals(16_666_667, defaults.stepNanos);
        assertEquals(5, defaults.maxSteps);
        assertEquals(1, loop.timeScale());
        assertSame(SystemNanoClock.INSTANCE, defaults.clock);
        assertEquals(0, loop.frame());
    }

    @Test
    void shouldRunWithItsOwnIdleStrategy() {
        FixedStepLoop[] loop = new FixedStepLoop[1];
        loop[0] =
                FixedStepLoop.builder(delta -> loop[0].stop()).stepSeconds(1e-6).build();
        loop[0].run();
        assertTrue(loop[0].steps() > 0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 0.9e-9, 1.1e9, Double.NaN, Double.POSITIVE_INFINITY})
    void shouldRejectInvalidSteps(double seconds) {
        assertRejects(() -> builder().stepSeconds(seconds), "stepSeconds must be from 1e-9 to 1e9", "=" + seconds);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void shouldRejectInvalidScales(double scale) {
        FixedStepLoop loop = builder().build();
        assertRejects(() -> loop.timeScale(scale), "timeScale must be >= 0", "timeScale=" + scale);
        assertEquals(1, loop.timeScale());
    }

    @Test
    void shouldRejectInvalidOptions() {
        assertRejects(() -> FixedStepLoop.builder(null), "target=null");
        assertRejects(() -> builder().maxSteps(0), "maxSteps must be > 0: maxSteps=0");
        assertRejects(() -> builder().clock(null), "clock must not be null");
        assertRejects(() -> builder().idle(null), "idle strategy must not be null");
    }

    @Test
    void shouldMakeNoGarbage() {
        float[] sum = {0};
        Tickable summing = new Tickable() {
            @Override
            public void tick(float deltaSeconds) {
                sum[0] += deltaSeconds;
            }

            @Override
            public void frame(float alpha) {
                sum[0] += alpha;
            }
        };
        FixedStepLoop loop = FixedStepLoop.builder(summing).clock(clock).build();
        loop.timeScale(1.5);
        HeapBytes.assertNone(10_000, rounds -> {
            for (int i = 0; i < rounds; i++) {
                frameAfter(loop, 20 * MILLI);
            }
        });
        assertTrue(sum[0] > 0);
    }
}
