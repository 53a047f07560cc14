package basalt.bench.published.japes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.bench.engine.Scene;
import basalt.bench.published.Library;
import basalt.bench.published.japes.Japes.Case;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All engines compute the same, as far as they have a case. */
class JapesTest {
    private static final int ENTITIES = 300;
    private static final List<Library> LIBRARIES =
            List.of(Library.TUNED, Library.ARTEMIS, Library.DOMINION, Library.ASHLEY, Library.ARRAYS);
    /** Each particle dies, each entity is replaced, prey are caught. */
    private static final int TICKS = 110;
    /** Each entity is changed, some twice. */
    private static final int FEW_TICKS = 5;

    @ParameterizedTest
    @EnumSource
    void shouldComputeTheSame(Case workload) {
        int ticks = switch (workload) {
            case PARTICLES, UNIFIED_DELTA, PREDATOR_PREY -> TICKS;
            default -> FEW_TICKS;
        };
        float[] wanted = valuesOf(Library.PLAIN, workload, ticks);
        for (Library library : LIBRARIES) {
            if (has(library, workload)) {
                assertArrayEquals(wanted, valuesOf(library, workload, ticks), library.name());
            } else {
                assertThrows(UnsupportedOperationException.class, () -> Japes.scene(library, workload, ENTITIES));
            }
        }
    }

    @Test
    void shouldSeeAllThatEntersChangesAndLeaves() {
        float[] first = valuesOf(Library.PLAIN, Case.UNIFIED_DELTA, 0);
        assertArrayEquals(new float[] {ENTITIES, ENTITIES, 0}, Arrays.copyOf(first, 3));
        float[] counts = valuesOf(Library.PLAIN, Case.UNIFIED_DELTA, TICKS);
        // each tick 3 are spawned and destroyed, 6 lose mana and get it back in the next one
        assertTrue(counts[0] > ENTITIES + 8 * TICKS && counts[0] <= ENTITIES + 9 * TICKS, "entered: " + counts[0]);
        assertTrue(counts[2] > 8 * TICKS && counts[2] <= 9 * TICKS, "left: " + counts[2]);
    }

    @Test
    void shouldCatchPrey() {
        float[] values = valuesOf(Library.PLAIN, Case.PREDATOR_PREY, TICKS);
        assertTrue(values[0] > 20, "catches: " + values[0]);
    }

    private static boolean has(Library library, Case workload) {
        return switch (workload) {
            case READ_ONE, READ_TWO, WRITE, NBODY -> true;
            case SPARSE_DELTA, REALISTIC_TICK, PARTICLES -> library != Library.ARRAYS;
            case UNIFIED_DELTA, PREDATOR_PREY -> library == Library.TUNED || library == Library.ARRAYS;
        };
    }

    private static float[] valuesOf(Library library, Case workload, int ticks) {
        try (Scene scene = Japes.scene(library, workload, ENTITIES)) {
            for (int tick = 0; tick < ticks; tick++) {
                scene.run();
            }
            return scene.values();
        }
    }
}
