package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CountingMemoryTest extends MemorySourceContract {
    @Override
    protected MemorySource createSource() {
        return new CountingMemory(MemorySource.direct());
    }

    @Test
    void shouldRejectWrongFree() {
        CountingMemory memory = new CountingMemory(MemorySource.direct());
        long address = memory.allocate(64, 8);
        assertTrue(memory.owns(address, 64));
        assertFalse(memory.owns(address + 1, 64));
        assertThrows(IllegalArgumentException.class, () -> memory.free(address, 63));
        assertThrows(IllegalArgumentException.class, () -> memory.free(address + 8, 64));
        memory.free(address, 64);
        assertThrows(IllegalArgumentException.class, () -> memory.free(address, 64));
        assertEquals(0, memory.outstanding());
        assertEquals(64, memory.peakBytes());
    }
}
