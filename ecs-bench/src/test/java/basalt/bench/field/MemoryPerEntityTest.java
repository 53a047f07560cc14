package basalt.bench.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MemoryPerEntityTest {
    private static final int ENTITIES = 50_000;

    /** The values' own, but for what may have been collected meanwhile. */
    private static final double BYTES_OF_VALUES = 6 * Float.BYTES - 0.5;

    @ParameterizedTest
    @EnumSource
    void shouldCountAtLeastTheValues(Contestant contestant) {
        MemoryPerEntity memory = MemoryPerEntity.measure(contestant.engine(), ENTITIES);
        double bytes = memory.heapBytes() + memory.nativeBytes();
        assertTrue(bytes >= BYTES_OF_VALUES, contestant + ": " + memory);
        assertTrue(bytes < 2000, contestant + ": " + memory);
        boolean isOwn = Role.of(contestant.label()) == Role.OWN;
        assertEquals(isOwn, memory.nativeBytes() > 0, contestant + ": " + memory);
        assertEquals(isOwn, memory.reservedBytes() > memory.nativeBytes(), contestant + ": " + memory);
    }

    @Test
    void shouldFindTheFiguresBelowWarnings() throws IOException {
        assertEquals(new MemoryPerEntity(60.5, 0, 8), MemoryPerEntity.read("VM warning: 1 of 2\n60.5 0.0 8.0\n"));
        IOException failure = assertThrows(IOException.class, () -> MemoryPerEntity.read("60.5 0.0 8.0\nVM warning\n"));
        assertTrue(failure.getMessage().contains("VM warning"), failure.getMessage());
    }
}
