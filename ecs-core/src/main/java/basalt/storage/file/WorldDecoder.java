package basalt.storage.file;

import basalt.component.Column;
import basalt.component.SaveFormatException;
import basalt.storage.Blocks;
import basalt.storage.OwnerState;
import basalt.storage.References;
import basalt.storage.Rows;
import basalt.storage.SavedRecord;
import basalt.storage.SavedRows;
import basalt.storage.SavedTime;
import basalt.storage.file.EntitiesChunk.RowsChunk;
import basalt.storage.file.IndicesChunk.GivenChunk;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.collections.Long2LongHashMap;

/**
 * Loads a file into a world without rows. After an exception the world is to be closed. For the world's thread.
 *
 * <p>There is one order in which a {@link WorldEncoder} writes, and any other is damage, so that nothing can be there
 * twice or be missing. Entries of which there is any number have distinct names or numbers.
 */
public final class WorldDecoder {
    private final SavedRows saved;
    private final Blocks blocks;
    private final References references;
    private final Loading loading;
    private WorldChunk world;
    private PartsChunk parts;
    private List<SavedComponent> components;

    private int[] ownerOfBlock;

    /** For each block the numbers of the components that its rows have. */
    private int[][] numbersOfBlock;

    /** For each component and block with rows of it, how many they are. */
    private final Long2LongHashMap rowsOf = new Long2LongHashMap(0);

    public WorldDecoder(Rows rows, Loading loading) {
        this.saved = new SavedRows(rows);
        this.blocks = rows.blocks();
        this.references = rows.references();
        this.loading = loading;
    }

    public SavedTime decode(FileFormat.ByteSource source) throws IOException {
        try (ChunkReader file = new ChunkReader(source)) {
            file.open();
            SavedInfo.tryDecode(file);
            world = WorldChunk.decode(file, loading);
            saved.begin(world.firstGeneration());
            components = SchemaChunk.decode(file, world.components(), loading);
            for (SavedComponent component : components) {
                if (component.component() != null) {
                    saved.use(component.component());
                }
            }
            List<OwnerState> owners = OwnersChunk.decode(file, world, components, saved, loading);
            ownerOfBlock = new int[world.blocks()];
            numbersOfBlock = BlocksChunk.decode(file, world, components, saved, ownerOfBlock, loading);
            decodeEntities(file);
            IndicesChunk.decode(file, saved, world.blocks(), loading);
            GivenChunk.decode(file, saved, loading);
            decodeRows(file);
            decodeColumns(file);
            decodeReferences(file);
            decodeLists(file);
            parts = PartsChunk.decode(file, world.blocks(), loading);
            ChunkCursor end = file.end();
            end.require(end.getInt() == world.entities(), "the file has another number of entities");
            OwnersChunk.check(end, owners, ownerOfBlock, saved, file.hasMoved());
            for (int i = 0; i < owners.size(); i++) {
                saved.claims(i + 1, owners.get(i));
            }
            file.requireEnd();
            saved.end(world.retired());
            return world.time();
        }
    }

    private void decodeEntities(ChunkReader file) throws IOException {
        EntitiesChunk chunk = new EntitiesChunk();
        long entities = 0;
        for (int block = 0; block < world.blocks(); block++) {
            ChunkCursor from = file.entry(FileFormat.ENTITIES);
            int count = chunk.decode(from, saved, block, blocks.base(block));
            from.require(count == 0 || ownerOfBlock[block] != SavedRows.SPARE, "a spare block has entities");
            entities += count;
            from.require(entities <= world.entities(), "there are more entities than the world has");
        }
        if (entities != world.entities()) {
            throw file.damage("there are fewer entities than the world has", null);
        }
    }

    private void decodeRows(ChunkReader file) throws IOException {
        RowsChunk chunk = new RowsChunk();
        for (int number = 1; number <= components.size(); number++) {
            for (int block : blocksWith(number, numbersOfBlock)) {
                ChunkCursor from = file.entry(FileFormat.ROWS);
                SavedComponent component = components.get(number - 1);
                int count = chunk.decode(from, saved, block, blocks.base(block), component, loading);
                rowsOf.put(place(number, block), count);
            }
        }
    }

    private void decodeColumns(ChunkReader file) throws IOException {
        ColumnsChunk chunk = new ColumnsChunk();
        for (int number = 1; number <= components.size(); number++) {
            SavedComponent component = components.get(number - 1);
            for (int block : component.rowBytes() > 0 ? blocksWith(number, numbersOfBlock) : new int[0]) {
                int count = (int) rowsOf.get(place(number, block));
                chunk.decode(file, blocks.base(block), block, number, component, count);
            }
        }
    }

    private void decodeReferences(ChunkReader file) throws IOException {
        ReferencesChunk chunk = new ReferencesChunk(references);
        for (int number = 1; number <= components.size(); number++) {
            for (Column column : components.get(number - 1).references()) {
                for (int block : blocksWith(number, numbersOfBlock)) {
                    if (column != null) {
                        chunk.decode(file, blocks.base(block), block, column, loading);
                    } else {
                        ReferencesChunk.skip(file, (int) rowsOf.get(place(number, block)), loading);
                    }
                }
            }
        }
    }

    private void decodeLists(ChunkReader file) throws IOException {
        ListsChunk chunk = new ListsChunk(references.elements());
        for (int number = 1; number <= components.size(); number++) {
            for (SavedComponent.Field list : components.get(number - 1).lists()) {
                for (int block : blocksWith(number, numbersOfBlock)) {
                    if (list.column() != null) {
                        chunk.decode(file, blocks.base(block), list, loading);
                    } else {
                        ListsChunk.skip(file, (int) rowsOf.get(place(number, block)));
                    }
                }
            }
        }
    }

    private static long place(int number, int block) {
        return (long) number << Integer.SIZE | block;
    }

    /** The blocks that have rows with a component, by the numbers of components that each block has. */
    static int[] blocksWith(int number, int[][] numbersOfBlock) {
        return IntStream.range(0, numbersOfBlock.length)
                .filter(block -> Arrays.binarySearch(numbersOfBlock[block], number) >= 0)
                .toArray();
    }

    /** {@return the other parts of the world, after {@link #decode}} */
    public List<SavedRecord> parts() {
        return parts.records();
    }

    public SaveFormatException damage(int part, IllegalArgumentException cause) {
        return parts.damage(part, cause);
    }
}
