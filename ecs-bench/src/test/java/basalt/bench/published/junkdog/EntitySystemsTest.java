package basalt.bench.published.junkdog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.bench.engine.Scene;
import basalt.bench.published.Library;
import basalt.bench.published.junkdog.EntitySystems.Case;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** All engines have the same positions, and as many matches. */
class EntitySystemsTest {
    private static final int ENTITIES = 256;
    /** Positions are not moved back by three systems, and entities were destroyed in two of these ticks. */
    private static final int TICKS = 211;
    /** All entities were replaced or changed, and changed back. */
    private static final int FEW_TICKS = 11;

    @ParameterizedTest
    @EnumSource
    void shouldComputeTheSame(Case workload) {
        int ticks = workload == Case.BASELINE || workload == Case.PLAIN ? TICKS : FEW_TICKS;
        float[] wanted = valuesOf(Library.PLAIN, workload, ticks);
        for (Library library : new Library[] {Library.TUNED, Library.ARTEMIS, Library.DOMINION, Library.ASHLEY}) {
            assertArrayEquals(wanted, valuesOf(library, workload, ticks), library.name());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 192", "2, 256", "3, 192", "10, 256"})
    void shouldDestroyAndMakeAQuarterInTurn(int ticks, int left) {
        float[] counts = valuesOf(Library.PLAIN, Case.INSERT_REMOVE, ticks);
        assertEquals(left, counts[5]);
        for (int system = 0; system < 5; system++) {
            assertTrue(counts[system] > 0 && counts[system] < left / 4f, "system " + system + ": " + counts[system]);
        }
    }

    private static float[] valuesOf(Library library, Case workload, int ticks) {
        try (Scene scene = EntitySystems.scene(library, workload, ENTITIES)) {
            for (int tick = 0; tick < ticks; tick++) {
                scene.run();
            }
            return scene.values();
        }
    }
}
