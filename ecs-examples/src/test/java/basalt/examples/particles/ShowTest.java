package basalt.examples.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShowTest {
    private static final float STAGE_WIDTH = 30;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 12, 100})
    void shouldHaveAsManyEmittersAsAskedFor(int emitters) {
        assertEquals(emitters, new Show(STAGE_WIDTH, emitters).size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 12, 100})
    void shouldPlaceEmittersOnTheStage(int emitters) {
        Show show = new Show(STAGE_WIDTH, emitters);
        for (int i = 0; i < emitters; i++) {
            Emitter emitter = show.emitter(i);
            assertTrue(Math.abs(emitter.x()) <= STAGE_WIDTH / 2, emitter::toString);
            assertTrue(emitter.y() >= 0 && emitter.y() <= Show.HEIGHT, emitter::toString);
            assertTrue(emitter.lifetime() <= show.longestLifetime(), emitter::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 12, 100})
    void shouldShareOutEveryBirth(int emitters) {
        Show show = new Show(STAGE_WIDTH, emitters);
        for (int births : new int[] {0, 1, 2, 3, 7, 64, 1_000, 999_999, 50_000_000}) {
            for (float time = 0; time < 5; time += 0.1f) {
                int shared = 0;
                int meanShared = 0;
                for (int i = 0; i < emitters; i++) {
                    assertTrue(show.share(i, births, time) >= 0);
                    shared += show.share(i, births, time);
                    meanShared += show.meanShare(i, births);
                }
                assertEquals(births, shared);
                assertEquals(births, meanShared);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 12})
    void shouldGiveEachFireworkItsTurn(int emitters) {
        Show show = new Show(STAGE_WIDTH, emitters);
        int[] births = new int[emitters];
        for (int tick = 0; tick < 1_000; tick++) {
            for (int i = 0; i < emitters; i++) {
                births[i] += show.share(i, 1_000, tick / 60f);
            }
        }
        for (int i = 0; i < emitters; i++) {
            assertTrue(births[i] > 0, "emitter " + i);
        }
    }
}
