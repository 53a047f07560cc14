package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowFieldTest {
    private static final int GOAL = Level.cell(72, 72);

    private final GameMemory memory = TestMemory.guarded(MemorySource.direct());
    private final FlowField field = new FlowField(memory.fields[0]);
    private final Level level = new Level(memory.resources, "level", 3);

    @AfterEach
    void close() {
        memory.check();
        memory.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 2_048, Level.CELLS})
    void shouldComputeDistancesInStepsOfAnySize(int cells) {
        field.begin(level, GOAL);
        boolean ready = false;
        for (int i = 0; i < Level.CELLS && !ready; i++) {
            ready = field.advance(cells);
        }
        assertTrue(ready);
        assertFalse(field.advance(cells), "ready once");
        int[] expected = BreadthFirst.distances(level, GOAL);
        for (int cell = 0; cell < Level.CELLS; cell++) {
            assertEquals(expected[cell], field.distance(cell), "cell " + cell);
        }
    }

    @Test
    void shouldLeadDownToTheGoal() {
        field.begin(level, GOAL);
        field.advance(Level.CELLS);
        assertEquals(GOAL, field.next(GOAL));
        for (int cell = 0; cell < Level.CELLS; cell++) {
            if (field.distance(cell) > 0) {
                assertEquals(field.distance(cell) - 1, field.distance(field.next(cell)));
                assertEquals(1, Level.distance(cell, field.next(cell)));
            }
        }
    }

    @Test
    void shouldReuseItsMemory() {
        field.begin(level, GOAL);
        field.advance(Level.CELLS);
        long reservedBytes = memory.fields[0].reservedBytes();
        for (int i = 0; i < 5; i++) {
            field.begin(level, Level.cell(8, 8 + 16 * i));
            field.advance(100);
        }
        assertEquals(FlowField.SCRATCH_BYTES, memory.fields[0].usedBytes());
        assertEquals(reservedBytes, memory.fields[0].reservedBytes());
        assertEquals(6, memory.fields[0].epoch());
    }

    @Test
    void shouldRefuseUseAfterForget() {
        field.begin(level, GOAL);
        field.forget();
        assertEquals(0, memory.fields[0].usedBytes());
        assertFalse(field.advance(1));
        assertThrows(IllegalStateException.class, () -> field.distance(GOAL));
    }
}
