package basalt.storage;

import static basalt.component.layout.BlockLayout.BLOCK_ALIGNMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.storage.BlockPool.AlignedMemory;
import org.agrona.UnsafeApi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlignedMemoryTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());

    /** Memory whose addresses are 4096 times this number behind a multiple of the alignment. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldAlignWhateverTheSourceGives(int pages) {
        long bytes = 5_000;
        long outer = MemorySource.allocateFrom(memory, 3 * BLOCK_ALIGNMENT + bytes, 4096);
        long start = (outer + BLOCK_ALIGNMENT & -BLOCK_ALIGNMENT) + pages * 4096L;
        boolean[] isFreed = {false};
        MemorySource source = new ForwardingMemory(memory) {
            @Override
            public long allocate(long wanted, int alignment) {
                assertEquals(AlignedMemory.reserved(bytes), wanted);
                return start;
            }

            @Override
            public void free(long address, long freed) {
                assertEquals(start, address);
                assertEquals(AlignedMemory.reserved(bytes), freed);
                isFreed[0] = true;
            }
        };
        long address = AlignedMemory.allocate(source, bytes);
        assertEquals(0, address % BLOCK_ALIGNMENT);
        assertTrue(address >= start && address + bytes + Long.BYTES <= start + AlignedMemory.reserved(bytes));
        UnsafeApi.setMemory(address, bytes, (byte) 0xFF);
        AlignedMemory.free(source, address, bytes);
        assertTrue(isFreed[0]);
        memory.free(outer, 3 * BLOCK_ALIGNMENT + bytes);
        assertEquals(0, memory.outstanding());
    }
}
