package basalt.component;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityTest {
    @ParameterizedTest
    @CsvSource({"0, 1", "12, 3", "2147483647, 2147483647", "-1, 1", "-2147483648, -2147483648", "7, -1", "-1, -1"})
    void shouldDecodeWhatItEncodes(int index, int generation) {
        long entity = Entity.of(index, generation);

        assertEquals(index, Entity.index(entity));
        assertEquals(generation, Entity.generation(entity));
    }

    @Test
    void shouldKeepGenerationHighAndIndexLow() {
        assertEquals(0x0000_0003_0000_000CL, Entity.of(12, 3));
        assertEquals(0xFFFF_FFFF_0000_0000L, Entity.of(0, Entity.LAST_GENERATION));
        assertEquals(0x0000_0001_FFFF_FFFFL, Entity.of(-1, 1));
    }

    @Test
    void shouldHaveAnOddLastGeneration() {
        assertEquals(1, Entity.LAST_GENERATION & 1);
        assertEquals(0, Entity.LAST_GENERATION + 1);
    }

    @Test
    void shouldHaveANullHandleOfADeadGeneration() {
        assertEquals(0, Entity.NULL);
        assertEquals(0, Entity.generation(Entity.NULL) & 1);
    }

    @Test
    void shouldPrintBothPartsUnsigned() {
        assertEquals("12v3", Entity.toString(Entity.of(12, 3)));
        assertEquals("0v1", Entity.toString(Entity.of(0, 1)));
        assertEquals("4294967295v4294967295", Entity.toString(Entity.of(-1, Entity.LAST_GENERATION)));
        assertEquals("NULL", Entity.toString(Entity.NULL));
    }
}
