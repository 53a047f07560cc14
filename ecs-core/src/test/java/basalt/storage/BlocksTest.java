package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED;
import static basalt.component.layout.BlockLayout.HEADER_BYTES;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.component.layout.BlockLayout;
import basalt.memory.Elsewhere;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemorySource;
import basalt.storage.BlockPool.BlockSize;
import basalt.storage.Blocks.FreeBlocks;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

class BlocksTest {
    private static final BlockSize SIZE = BlockSize.of(Position.TYPE.id());
    private static final long GARBAGE = 0xA5A5_A5A5_A5A5_A5A5L;

    @Test
    void shouldWriteOnlyTheHeaderOfANewBlock() {
        Blocks blocks = new Blocks(new BlockPool(new DirtyMemory(0xA5), 0));
        try {
            long base = blocks.base(blocks.add(blocks.take(SIZE), new FreeBlocks(1)));

            assertEquals(Set.of(), changedAreas(base));
            assertEquals(0, Blocks.index(base));
            assertEquals(0, Blocks.populated(base, 0));
        } finally {
            blocks.close();
        }
    }

    @Test
    void shouldWriteOnlyMemoryThatAnEntityUses() {
        assumeFalse(MovingBlocks.ALWAYS, "a block that moves has the areas of all components that it has room for");
        try (Store store = new Store(new BlockPool(new DirtyMemory(0xA5), 0))) {
            long base = new StoreSpawner(store).many(1);
            store.structure().add(base, 0, 1L, Position.TYPE);

            Set<Long> expected = new TreeSet<>();
            for (int at = PRESENT_SUMMARY; at < DISABLED; at += Long.BYTES) { // zeroed for the first row
                expected.add((long) Blocks.area(base, ALIVE_ID) + at);
                expected.add((long) Blocks.area(base, Position.TYPE.id()) + at);
            }
            expected.add(Position.X.offset() & -8L);
            expected.add(Position.Y.offset() & -8L);
            assertEquals(expected, changedAreas(base));
        }
    }

    @Test
    void shouldNumberBlocksAndKnowWhichHaveAComponent() {
        Blocks blocks = new Blocks(new BlockPool(MemorySource.direct(), 0));
        try {
            for (int i = 0; i < 130; i++) {
                assertEquals(i, blocks.add(blocks.take(SIZE), new FreeBlocks(1)));
                assertEquals(i, Blocks.index(blocks.base(i)));
            }
            int id = Position.TYPE.id();
            List<Integer> populated = List.of(0, 1, 63, 64, 65, 127, 128, 129);
            for (int i = populated.size() - 1; i >= 0; i--) {
                blocks.populate(blocks.base(populated.get(i)), id);
            }
            assertEquals(populated, blocksWith(blocks, id));
            assertTrue(Blocks.isPopulated(blocks.base(64), id));
            assertEquals(1L << id, Blocks.populated(blocks.base(64), id >>> 6));

            blocks.depopulate(blocks.base(64), id);
            blocks.depopulate(blocks.base(129), id);

            assertEquals(List.of(0, 1, 63, 65, 127, 128), blocksWith(blocks, id));
            assertEquals(0, Blocks.populated(blocks.base(64), id >>> 6));
            assertEquals(List.of(), blocksWith(blocks, id + 1));
        } finally {
            blocks.close();
        }
        assertEquals(0, blocks.count());
    }

    /**
     * Threads look up handles while another thread adds blocks: they find only complete blocks, which stay. Reordering
     * by the processor can show only on other processors than x86; this test checks the order in the program.
     */
    @Test
    void shouldShowOtherThreadsWholeBlocksOnly() {
        for (int round = 0; round < 20; round++) {
            Blocks blocks = new Blocks(new BlockPool(new DirtyHeaders(), 0));
            AtomicBoolean isDone = new AtomicBoolean();
            try {
                Elsewhere.together(
                        () -> {
                            try {
                                for (int i = 0; i < 200; i++) {
                                    blocks.add(blocks.take(SIZE), new FreeBlocks(1));
                                }
                            } finally {
                                isDone.set(true);
                            }
                        },
                        () -> lookUp(blocks, isDone));
            } finally {
                blocks.close();
            }
            assertEquals(0, blocks.baseOrZero(0), "there is no block after close()");
            assertEquals(0, blocks.baseOrZero(1 << 20));
        }
    }

    private static void lookUp(Blocks blocks, AtomicBoolean isDone) {
        long[] seen = new long[201];
        int next = 0;
        do {
            for (int block = 0; block <= next; block++) {
                long base = blocks.baseOrZero(block);
                if (base != 0) {
                    assertEquals(block, Blocks.index(base), "the number is in its header");
                    assertEquals(
                            -1L,
                            UnsafeApi.getLong(null, base + BlockLayout.POPULATED - Long.BYTES),
                            "all rows are free");
                    next = Math.max(next, Math.min(block + 1, 200));
                }
                assertTrue(seen[block] == 0 || seen[block] == base, "a block has disappeared");
                seen[block] = base;
            }
        } while (!isDone.get());
    }

    /** Memory that contains garbage where a block has its header. */
    private static final class DirtyHeaders extends ForwardingMemory {
        DirtyHeaders() {
            super(MemorySource.direct());
        }

        @Override
        public long allocate(long bytes, int alignment) {
            long address = super.allocate(bytes, alignment);
            UnsafeApi.setMemory(address, HEADER_BYTES, (byte) 0xA5);
            return address;
        }
    }

    private static List<Integer> blocksWith(Blocks blocks, int id) {
        List<Integer> result = new ArrayList<>();
        long[] words = blocks.blocksWith(id);
        for (int block = 0; block < words.length * 64; block++) {
            if ((words[block >>> 6] >>> block & 1) != 0) {
                result.add(block);
            }
        }
        return result;
    }

    /** Offsets after the header at which 8 bytes have changed. */
    private static Set<Long> changedAreas(long base) {
        Set<Long> changed = new TreeSet<>();
        for (long offset = HEADER_BYTES; offset < BlockPool.size(base).bytesAbove(); offset += Long.BYTES) {
            if (UnsafeApi.getLong(null, base + offset) != GARBAGE) {
                changed.add(offset);
            }
        }
        return changed;
    }
}
