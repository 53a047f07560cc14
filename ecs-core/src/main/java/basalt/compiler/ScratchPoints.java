package basalt.compiler;

import static basalt.component.layout.BlockLayout.HEADER_BYTES;

import basalt.memory.MemorySource;
import basalt.storage.space.CellTable;
import basalt.storage.space.NeighbourPass;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * Points for runs of a loop of vectors over neighbours outside of a world, with rows in a {@link ScratchBlock}.
 *
 * <p>SAFETY: there are fewer points than rows in a block; their coordinates are behind a header.
 */
final class ScratchPoints implements AutoCloseable {
    private static final int POINTS = 1024;
    private static final int ALIGNMENT = 64;
    private static final float SIDE = 12;

    /** Those of the warm-up, which is in one thread. */
    private static volatile NeighbourPass current;

    private final Buffers memory = new Buffers();
    private final CellTable table;
    private final NeighbourPass pass;

    ScratchPoints(NeighbourForm form, ScratchBlock rows) {
        long bytes = HEADER_BYTES + 3L * POINTS * Float.BYTES;
        long block = UnsafeApi.allocateMemory(bytes);
        UnsafeApi.setMemory(block, bytes, (byte) 0);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 3 * POINTS; i++) {
            UnsafeApi.putFloat(null, block + HEADER_BYTES + 4L * i, (float) (random.nextDouble() * SIDE));
        }
        int[] offsets = {HEADER_BYTES, HEADER_BYTES + POINTS * Float.BYTES, HEADER_BYTES + 2 * POINTS * Float.BYTES};
        boolean isFlat = form.pass().table().isFlat();
        table = new CellTable(memory, isFlat ? new int[] {offsets[0], offsets[1]} : offsets, 1);
        table.begin(POINTS, POINTS, 1);
        table.beginPart(0);
        table.find(0, 0, block, 0, POINTS);
        table.sum(0);
        table.put(0, 0, block, 0, POINTS);
        table.group(0, new long[] {block});
        table.end(0);
        UnsafeApi.freeMemory(block);
        pass = new NeighbourPass(table, table, rows.base(), 1);
        pass.want(form.lanes());
        long needed = Math.max(ALIGNMENT, pass.bytes(POINTS));
        long lanes = memory.allocate(needed, ALIGNMENT);
        UnsafeApi.setMemory(lanes, needed, (byte) 0);
        pass.open(lanes, needed, POINTS);
    }

    /** Loops without a context go through these points from now on, until they are closed. */
    void use() {
        current = pass;
    }

    static NeighbourPass current() {
        return current;
    }

    /** Memory that the garbage collector frees, and that no user's count contains. */
    private static final class Buffers implements MemorySource {
        private final List<ByteBuffer> buffers = new ArrayList<>();

        @Override
        public long allocate(long bytes, int alignment) {
            ByteBuffer buffer = ByteBuffer.allocateDirect((int) bytes + alignment);
            buffers.add(buffer);
            return BitUtil.align(BufferUtil.address(buffer), alignment);
        }

        @Override
        public void free(long address, long bytes) {}

        @Override
        public long allocatedBytes() {
            return 0;
        }
    }

    @Override
    public void close() {
        current = null;
        table.close();
    }
}
