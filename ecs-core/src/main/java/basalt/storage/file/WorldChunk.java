package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROW_BITS;

import basalt.storage.Blocks;
import basalt.storage.SavedTime;
import java.io.IOException;

/**
 * The counts of a world, and its time.
 *
 * <pre>
 *   int log2 of the rows of a block (14), int blocks, int entities, int components, int owners, int first generation,
 *   int retired rows, long tick, double elapsed seconds, double their error, double length of the tick, double alpha
 * </pre>
 */
record WorldChunk(
        int blocks, int entities, int components, int owners, int firstGeneration, int retired, SavedTime time) {
    private static final int BYTES = 7 * Integer.BYTES + 5 * Long.BYTES;

    /** The low bits of a first generation, which are 0. */
    private static final int GENERATION_MASK = (1 << 24) - 1;

    void encode(ChunkBuffer to) throws IOException {
        to.begin(FileFormat.WORLD);
        to.require(BYTES);
        to.putInt(ROW_BITS);
        to.putInt(blocks);
        to.putInt(entities);
        to.putInt(components);
        to.putInt(owners);
        to.putInt(firstGeneration);
        to.putInt(retired);
        to.putLong(time.tick());
        to.putDouble(time.elapsedSeconds());
        to.putDouble(time.excessSeconds());
        to.putDouble(time.deltaSeconds());
        to.putDouble(time.alpha());
        to.end();
    }

    static WorldChunk decode(ChunkReader file, Loading loading) throws IOException {
        ChunkCursor from = file.entry(FileFormat.WORLD);
        from.require(from.getInt() == ROW_BITS, "blocks of another number of rows than 16384 are not known");
        int blocks = from.getInt();
        from.require(
                blocks >= 0 && (long) blocks << ROW_BITS <= loading.maxRows,
                "the world has more rows than the limit of " + loading.maxRows + ", LoadOptions.maxRows(...): rows="
                        + (Integer.toUnsignedLong(blocks) << ROW_BITS));
        from.require(blocks <= Blocks.MAX_BLOCKS, "the world has more blocks than a world can have: blocks=" + blocks);
        int entities = from.getInt(blocks << ROW_BITS, "entities");
        int components = from.getInt();
        from.require(
                components >= 0 && components <= loading.maxComponents,
                "the world has more components than the limit of " + loading.maxComponents
                        + ", LoadOptions.maxComponents(...): components=" + Integer.toUnsignedLong(components));
        int owners = from.getInt();
        from.require(
                owners >= 0 && owners <= loading.maxTemplates,
                "the world has more templates than the limit of " + loading.maxTemplates
                        + ", LoadOptions.maxTemplates(...): templates=" + Integer.toUnsignedLong(owners));
        int firstGeneration = from.getInt();
        from.require((firstGeneration & GENERATION_MASK) == 0, "the first generation is not known");
        int retired = from.getInt((blocks << ROW_BITS) - entities, "the number of retired rows");
        SavedTime time =
                new SavedTime(from.getLong(), from.getDouble(), from.getDouble(), from.getDouble(), from.getDouble());
        from.require(time.isValid(), "the time is out of range");
        return new WorldChunk(blocks, entities, components, owners, firstGeneration, retired, time);
    }
}
