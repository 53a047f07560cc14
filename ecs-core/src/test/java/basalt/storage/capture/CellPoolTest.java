package basalt.storage.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellPoolTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);
    private CellPool pool = new CellPool(failing, 2048);

    @AfterEach
    void close() {
        assertEquals(memory.allocatedBytes(), pool.reservedBytes());
        pool.close();
        assertEquals(0, pool.reservedBytes());
        assertEquals(0, memory.outstanding());
    }

    private List<Long> allocate(int count) {
        List<Long> cells = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            cells.add(pool.allocate());
        }
        return cells;
    }

    /** A world with hundreds of components of different sizes has a pool for each size. */
    @ParameterizedTest
    @ValueSource(longs = {8, 512, 2048, 8 << 10, 69_632, 1 << 20, 3 << 20})
    void shouldReserveLittleForItsFirstCell(long cellBytes) {
        pool = new CellPool(failing, cellBytes);
        allocate(1);
        assertEquals(Math.max(cellBytes, 8 << 10), pool.reservedBytes());
    }

    @Test
    void shouldReserveAtMostTwiceWhatItNeeds() {
        for (int cells = 1; cells < 10_000; cells++) {
            allocate(1);
            long needed = Math.max(8 << 10, cells * 2048L);
            assertTrue(pool.reservedBytes() < needed + Math.min(needed, 1 << 20) + 2048, "cells=" + cells);
        }
        assertTrue(memory.outstanding() < 40, "slabs=" + memory.outstanding());
    }

    @Test
    void shouldUseFreeCellsFirst() {
        List<Long> cells = allocate(1000);
        long reserved = pool.reservedBytes();
        Set<Long> different = new HashSet<>(cells);
        assertEquals(1000, different.size());
        cells.forEach(pool::free);
        different.addAll(allocate(1000));
        assertEquals(1000, different.size());
        assertEquals(reserved, pool.reservedBytes());
    }

    @Test
    void shouldStayUsableWithoutMemory() {
        allocate(4);
        failing.failNext();
        assertThrows(NativeMemoryException.class, pool::allocate);
        assertEquals(8 << 10, pool.reservedBytes());
        allocate(100);
    }
}
