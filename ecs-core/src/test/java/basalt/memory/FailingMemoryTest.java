package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FailingMemoryTest extends MemorySourceContract {
    @Override
    protected MemorySource createSource() {
        return new FailingMemory(MemorySource.direct());
    }

    @Test
    void shouldFailTheNthAllocationOnly() {
        FailingMemory memory = new FailingMemory(MemorySource.direct(), 2);
        long first = memory.allocate(64, 8);
        assertFalse(memory.hasFailed());
        var e = assertThrows(NativeMemoryException.class, () -> memory.allocate(128, 8));
        assertEquals(128, e.requestedBytes());
        assertTrue(memory.hasFailed());
        long third = memory.allocate(64, 8);
        assertEquals(3, memory.allocations());
        memory.free(first, 64);
        memory.free(third, 64);
    }

    @Test
    void shouldFailSeveralInARow() {
        FailingMemory memory = new FailingMemory(MemorySource.direct(), 2, 2);
        memory.free(memory.allocate(64, 8), 64);
        assertThrows(NativeMemoryException.class, () -> memory.allocate(64, 8));
        assertThrows(NativeMemoryException.class, () -> memory.allocate(64, 8));
        memory.free(memory.allocate(64, 8), 64);
    }

    @Test
    void shouldFailTheNextAllocationOnRequest() {
        FailingMemory memory = new FailingMemory(MemorySource.direct());
        memory.free(memory.allocate(64, 8), 64);
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> memory.allocate(64, 8));
        memory.free(memory.allocate(64, 8), 64);
    }
}
