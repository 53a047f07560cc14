package basalt.storage.file;

import basalt.storage.SavedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The blocks of a world: for each its owner, and the components that some of its rows have.
 *
 * <pre>
 *   int number of equal blocks, int owner or -1 for spare blocks, int components, int number of each, ascending;
 *   again ...
 * </pre>
 */
final class BlocksChunk {
    private static final int FIXED_BYTES = 3 * Integer.BYTES;

    private BlocksChunk() {}

    static void encode(ChunkBuffer to, SavedRows rows, int[][] components) throws IOException {
        to.begin(FileFormat.BLOCKS);
        int end;
        for (int block = 0; block < components.length; block = end) {
            int owner = rows.owner(block);
            end = block + 1;
            while (end < components.length
                    && rows.owner(end) == owner
                    && Arrays.equals(components[end], components[block])) {
                end++;
            }
            to.require(FIXED_BYTES + Integer.BYTES * components[block].length);
            to.putInt(end - block);
            to.putInt(owner);
            to.putInt(components[block].length);
            for (int number : components[block]) {
                to.putInt(number);
            }
        }
        to.end();
    }

    /** Blocks that are equal. */
    private record Run(int count, int owner, int[] numbers, int[] ids) {}

    /** Reads the blocks, and adds them to a world; returns the numbers of the components of each. */
    static int[][] decode(
            ChunkReader file,
            WorldChunk world,
            List<SavedComponent> components,
            SavedRows rows,
            int[] owners,
            Loading loading)
            throws IOException {
        List<Run> runs = new ArrayList<>();
        int count = 0;
        while (count < world.blocks()) {
            ChunkCursor from = file.entry(FileFormat.BLOCKS);
            Run run = decode(from, world, components, file.hasMoved());
            from.require(run.count() <= world.blocks() - count, "there are more blocks than the world has");
            count += run.count();
            loading.take(from, run.count() * SavedRows.blockBytes(run.ids()));
            runs.add(run);
        }
        int[][] numbers = new int[count][];
        int block = 0;
        for (Run run : runs) {
            for (int i = 0; i < run.count(); i++) {
                numbers[block] = run.numbers();
                owners[block++] = run.owner();
                rows.addBlock(run.owner(), run.ids());
            }
        }
        return numbers;
    }

    private static Run decode(ChunkCursor from, WorldChunk world, List<SavedComponent> components, boolean hasMoved) {
        int count = from.getInt(Integer.MAX_VALUE, "the number of equal blocks");
        from.require(count > 0, "there are no equal blocks");
        int owner = from.getInt();
        boolean isSpare = hasMoved && owner == SavedRows.SPARE;
        from.require(isSpare || owner >= 0 && owner <= world.owners(), "the owner of a block is out of range");
        int[] numbers = new int[from.getInt(isSpare ? 0 : components.size(), "the components of a block")];
        int[] ids = new int[numbers.length];
        int known = 0;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = from.getInt(components.size(), "the number of a component");
            from.require(numbers[i] > (i == 0 ? 0 : numbers[i - 1]), "the components of a block are not ascending");
            int id = components.get(numbers[i] - 1).id();
            if (id >= 0) {
                ids[known++] = id;
            }
        }
        return new Run(count, owner, numbers, Arrays.copyOf(ids, known));
    }
}
