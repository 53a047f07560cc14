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

    /** The bytes of the values, minus a tolerance for memory that is collected meanwhile. */
    private static final double BYTES_OF_VALUES = 6 * Float.BYTES - 0.5;

    @ParameterizedTest
    @EnumSource
    void shouldCountAtLeastTheValues(EngineKind kind) {
        MemoryPerEntity memory = MemoryPerEntity.measure(kind.engine(), ENTITIES);
        double bytes = memory.heapBytes() + memory.nativeBytes();
        assertTrue(bytes >= BYTES_OF_VALUES, kind + ": " + memory);
        assertTrue(bytes < 2000, kind + ": " + memory);
        boolean isOwn = Role.of(kind.label()) == Role.OWN;
        assertEquals(isOwn, memory.nativeBytes() > 0, kind + ": " + memory);
        assertEquals(isOwn, memory.reservedBytes() > memory.nativeBytes(), kind + ": " + memory);
    }

    @Test
    void shouldReadNumbersAfterWarnings() throws IOException {
        assertEquals(new MemoryPerEntity(60.5, 0, 8), MemoryPerEntity.read("VM warning: 1 of 2\n60.5 0.0 8.0\n"));
        IOException failure = assertThrows(IOException.class, () -> MemoryPerEntity.read("60.5 0.0 8.0\nVM warning\n"));
        assertTrue(failure.getMessage().contains("VM warning"), failure.getMessage());
    }
}
