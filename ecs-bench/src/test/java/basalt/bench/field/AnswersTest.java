package basalt.bench.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.bench.field.plain.FloatArrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All engines compute the same values as plain loops over arrays. */
class AnswersTest {
    private static final int SMALL = 150;

    @ParameterizedTest
    @EnumSource
    void shouldInsertTheSame(EngineKind kind) {
        try (Trial trial = kind.engine().insert(SMALL)) {
            Answers.check(trial, engine -> engine.insert(SMALL));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDoubleFragments(EngineKind kind) {
        try (Trial trial = kind.engine().fragments(3, false)) {
            Answers.check(trial, engine -> engine.fragments(3, false));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDoubleFragmentsWhileSpawningAndDestroying(EngineKind kind) {
        try (Trial trial = kind.engine().fragments(3, true)) {
            Answers.check(trial, engine -> engine.fragments(3, true));
            Answers.check(trial, engine -> engine.fragments(3, true));
            assertEquals(26 * 3 + 1, trial.run());
            float[] values = trial.values();
            assertEquals(2, values[0]);
            assertEquals(16, values[1]);
            assertEquals(16, values[26 * 3]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSwap(EngineKind kind) {
        try (Trial trial = kind.engine().swaps(SMALL)) {
            Answers.check(trial, engine -> engine.swaps(SMALL));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldInvertAndRotate(EngineKind kind) {
        try (Trial trial = kind.engine().heavy(SMALL)) {
            Answers.check(trial, engine -> engine.heavy(SMALL));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BASALT", "ARTEMIS", "FLEKS", "FLOAT_ARRAY", "OBJECTS"})
    void shouldSerialize(EngineKind kind) {
        try (Trial trial = kind.engine().serialize(SMALL)) {
            Answers.check(trial, engine -> engine.serialize(SMALL));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DOMINION", "ASHLEY", "ZAY_ES"})
    void shouldSayWhichEnginesDoNotSerialize(EngineKind kind) {
        Engine engine = kind.engine();
        assertThrows(UnsupportedOperationException.class, () -> engine.serialize(SMALL));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAddAndRemove(EngineKind kind) {
        try (Toggles toggles = kind.engine().toggles(SMALL)) {
            Answers.check(toggles, SMALL);
            Answers.check(toggles, SMALL);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReapAndRespawn(EngineKind kind) {
        try (Trial trial = kind.engine().particles(1000);
                Trial plain = new FloatArrays().particles(1000)) {
            Answers.check(trial, engine -> engine.particles(1000));
            plain.rewind();
            trial.rewind();
            for (int tick = 0; tick < 250; tick++) {
                assertEquals(plain.run(), trial.run());
            }
            assertArrayEquals(plain.values(), trial.values());
        }
    }

    /** Long enough for many catches, by several predators at once too. */
    @ParameterizedTest
    @EnumSource(names = {"BASALT", "ARTEMIS", "FLOAT_ARRAY", "OBJECTS"})
    void shouldHunt(EngineKind kind) {
        for (int prey : new int[] {1, 20, 2000}) {
            try (Trial trial = kind.engine().hunt(prey);
                    Trial plain = new FloatArrays().hunt(prey)) {
                Answers.check(trial, engine -> engine.hunt(prey));
                trial.rewind();
                float[] before = trial.values();
                for (int tick = 0; tick < 600; tick++) {
                    assertEquals(plain.run(), trial.run());
                    assertArrayEquals(plain.values(), trial.values());
                }
                assertEquals(before.length, trial.values().length);
                assertNotEquals(before[before.length - 1], trial.values()[before.length - 1]);
                Answers.check(trial, engine -> engine.hunt(prey));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DOMINION", "ASHLEY", "ZAY_ES", "FLEKS"})
    void shouldSayWhichEnginesDoNotHunt(EngineKind kind) {
        Engine engine = kind.engine();
        assertThrows(UnsupportedOperationException.class, () -> engine.hunt(SMALL));
    }

    @ParameterizedTest
    @EnumSource
    void shouldMove(EngineKind kind) {
        for (int percent : new int[] {100, 50, 1, 0}) {
            try (Bodies bodies = kind.engine().bodies(SMALL, percent)) {
                assertEquals(SMALL, bodies.create());
                Answers.checkFresh(bodies, SMALL, percent);
                Answers.checkMoves(bodies, SMALL, percent);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCreateAndDestroyRepeatedly(EngineKind kind) {
        try (Bodies bodies = kind.engine().bodies(SMALL, 100)) {
            for (int round = 0; round < 3; round++) {
                assertEquals(SMALL, bodies.create());
                Answers.checkFresh(bodies, SMALL, 100);
                assertEquals(0, bodies.destroy());
                assertEquals(0, bodies.count());
                assertEquals(0, bodies.moving());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAddAndRemoveVelocities(EngineKind kind) {
        try (Bodies bodies = kind.engine().bodies(SMALL, 0)) {
            bodies.create();
            for (int round = 0; round < 3; round++) {
                assertEquals(SMALL, bodies.add());
                Answers.checkFresh(bodies, SMALL, 100);
                assertEquals(0, bodies.remove());
                Answers.checkFresh(bodies, SMALL, 0);
            }
        }
    }

    @Test
    void shouldComputeExpectedValuesInPlainLoops() {
        try (Bodies bodies = new FloatArrays().bodies(3, 100);
                Trial fragments = new FloatArrays().fragments(1, false);
                Trial swaps = new FloatArrays().swaps(1);
                Trial particles = new FloatArrays().particles(2)) {
            bodies.create();
            bodies.move();
            bodies.move();
            assertEquals(4, bodies.value(2, 0));
            assertEquals(0.5f, bodies.value(2, 1));
            assertEquals(-1, bodies.value(2, 2));
            fragments.run();
            fragments.run();
            assertEquals(4, fragments.values()[25]);
            swaps.run();
            assertArrayEquals(new float[] {1, 0, 5, 4, 6, 9, 8, 11, 10, 13, 12, 15, 14}, swaps.values());
            particles.run();
            assertArrayEquals(new float[] {2, -1, 0.5f, 1, 2, 0, 0, 3}, particles.values());
        }
    }

    @Test
    void shouldFindDifferences() {
        try (Trial trial = new FloatArrays().fragments(2, false)) {
            assertThrows(IllegalStateException.class, () -> Answers.check(trial, engine -> engine.fragments(3, false)));
            assertThrows(IllegalStateException.class, () -> Answers.check(trial, engine -> engine.fragments(2, true)));
        }
    }
}
