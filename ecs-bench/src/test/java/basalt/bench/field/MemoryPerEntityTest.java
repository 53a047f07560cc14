package basalt.bench.field;

import static org.junit.jupiter.api.Assertions.assertTrue;

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
    }
}
