package basalt.bench.published.junkdog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.bench.engine.Scene;
import basalt.bench.published.Library;
import basalt.bench.published.Published;
import basalt.bench.published.junkdog.EntitySystems.Case;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** All engines have the same positions, and as many matches. */
class EntitySystemsTest {
    private static final int ENTITIES = 256;
    private static final List<Library> LIBRARIES =
            List.of(Library.PLAIN, Library.TUNED, Library.ARTEMIS, Library.DOMINION, Library.ASHLEY);
    /** Positions are not moved back by three systems, and entities were destroyed in two of these ticks. */
    private static final int TICKS = 211;
    /** All entities were replaced or changed, and changed back. */
    private static final int FEW_TICKS = 11;

    @ParameterizedTest
    @EnumSource
    void shouldComputeTheSame(Case workload) {
        int ticks = workload == Case.BASELINE || workload == Case.PLAIN ? TICKS : FEW_TICKS;
        float[] wanted = valuesOf(Library.PLAIN, workload, ticks);
        for (Library library : LIBRARIES) {
            assertArrayEquals(wanted, valuesOf(library, workload, ticks), library.name());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldConsumeAllThatSystemsSee(Case workload) {
        for (Library library : LIBRARIES) {
            try (Scene scene = EntitySystems.scene(library, workload, ENTITIES)) {
                for (int tick = 1; tick <= 3; tick++) {
                    long before = Published.seen();
                    scene.run();
                    assertEquals(seen(workload, scene.values()), Published.seen() - before, library.name());
                }
            }
        }
    }

    /** Five systems see what they match; otherwise three see each position. */
    private static long seen(Case workload, float[] values) {
        if (workload == Case.INSERT_REMOVE) {
            return (long) (values[0] + values[1] + values[2] + values[3] + values[4]);
        }
        long positions = 0;
        for (int slot = 0; slot < ENTITIES; slot++) {
            positions += Float.isNaN(values[2 * slot]) ? 0 : 1;
        }
        assertEquals(workload == Case.EDIT, positions < ENTITIES);
        assertTrue(positions > 0);
        return 3 * positions;
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
