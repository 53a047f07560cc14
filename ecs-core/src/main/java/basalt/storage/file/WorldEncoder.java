package basalt.storage.file;

import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ListColumn;
import basalt.component.VariableColumn;
import basalt.component.layout.ComponentAreas;
import basalt.memory.MemorySource;
import basalt.storage.Blocks;
import basalt.storage.ColumnSet;
import basalt.storage.OwnerState;
import basalt.storage.Pools;
import basalt.storage.Rows;
import basalt.storage.SavedRecord;
import basalt.storage.SavedRows;
import basalt.storage.SavedTime;
import basalt.storage.file.EntitiesChunk.RowsChunk;
import basalt.storage.file.IndicesChunk.GivenChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The first phase of saving: reads a world, and makes the contents of the chunks. For the world's thread.
 *
 * <pre>
 *   INFO note and picture, if there are any
 *   WRLD counts and time      SCHM components             OWNR owners of blocks
 *   BLKS blocks               ENTS entities of each block GIVN generations that are not given out again
 *   INDX indices of moved rows, if there are any          ROWS rows with components
 *   COLS values               REFS objects                LIST elements of lists
 *   PART other parts          END  counts
 * </pre>
 */
public final class WorldEncoder {
    private final Rows rows;
    private final Pools pools;
    private final Blocks blocks;
    private final SavedRows saved;
    private final SavedTime time;
    private final List<SavedRecord> parts;
    private final Set<Class<?>> excluded;
    private final SavedInfo info;
    private final List<Component<?>> components = new ArrayList<>();

    /** For each component its number in the file, or 0. */
    private final int[] numbers = new int[MAX_COMPONENTS];

    private final FileFormat.Kind kind;
    private List<OwnerState> owners;

    /** For each block the numbers of the components that its rows have. */
    private int[][] numbersOfBlock;

    public WorldEncoder(Rows rows, SavedTime time, List<SavedRecord> parts, Options options) {
        this.rows = rows;
        this.pools = rows.pools();
        this.blocks = rows.blocks();
        this.saved = new SavedRows(rows);
        this.time = time;
        this.parts = parts;
        this.excluded = options.excluded();
        this.info = options.info();
        this.kind = saved.hasMoved() ? FileFormat.Kind.MOVED_WORLD : FileFormat.Kind.WORLD;
    }

    /** {@return the kind of the file: its version depends on whether rows have moved} */
    public FileFormat.Kind kind() {
        return kind;
    }

    public void encode(MemorySource source, FileFormat.ChunkSink sink, Runnable afterChunk) throws IOException {
        try (ChunkBuffer to = new ChunkBuffer(source, sink, afterChunk)) {
            owners = saved.findOwners();
            findComponents();
            if (info != null) {
                new SavedInfo(info.millis(), time.tick(), info.note(), info.picture()).encode(to);
            }
            new WorldChunk(
                            blocks.count(),
                            rows.entities().count(),
                            components.size(),
                            owners.size(),
                            saved.firstGeneration(),
                            rows.entities().retiredRows(),
                            time)
                    .encode(to);
            SchemaChunk.encode(to, components, excluded);
            OwnersChunk.encode(to, owners, numbers);
            BlocksChunk.encode(to, saved, numbersOfBlock);
            encodeEntities(to);
            IndicesChunk.encode(to, saved, blocks.count());
            GivenChunk.encode(to, saved);
            encodeRows(to);
            encodeColumns(to);
            encodeReferences(to, afterChunk);
            encodeLists(to);
            PartsChunk.encode(to, parts);
            to.beginEnd();
            to.putInt(rows.entities().count());
            to.end();
        }
    }

    /** Gives numbers to the components that some row has, or that an owner has. */
    private void findComponents() {
        boolean[] isNeeded = new boolean[MAX_COMPONENTS];
        for (OwnerState owner : owners) {
            if (owner.key() != null) {
                owner.key().components().forEach(id -> isNeeded[id] = true);
            }
        }
        int count = ComponentAreas.process().count();
        int[][] idsOfBlock = new int[blocks.count()][];
        int[] ids = new int[count];
        for (int block = 0; block < blocks.count(); block++) {
            int found = 0;
            for (int id = 0; id < count; id++) {
                if (pools.component(id) != null && hasRows(blocks.base(block), id)) {
                    isNeeded[id] = true;
                    ids[found++] = id;
                }
            }
            idsOfBlock[block] = Arrays.copyOf(ids, found);
        }
        for (int id = 0; id < count; id++) {
            if (isNeeded[id]) {
                components.add(pools.component(id));
                numbers[id] = components.size();
            }
        }
        numbersOfBlock = new int[blocks.count()][];
        for (int block = 0; block < blocks.count(); block++) {
            numbersOfBlock[block] =
                    Arrays.stream(idsOfBlock[block]).map(id -> numbers[id]).toArray();
        }
    }

    private static boolean hasRows(long base, int id) {
        for (int word = 0; Blocks.isPopulated(base, id) && word < WORDS; word++) {
            if (Pools.presentWord(base, word, id) != 0) {
                return true;
            }
        }
        return false;
    }

    private void encodeEntities(ChunkBuffer to) throws IOException {
        EntitiesChunk chunk = new EntitiesChunk();
        to.begin(FileFormat.ENTITIES);
        for (int block = 0; block < blocks.count(); block++) {
            chunk.encode(to, blocks.base(block));
        }
        to.end();
    }

    private void encodeRows(ChunkBuffer to) throws IOException {
        RowsChunk chunk = new RowsChunk();
        to.begin(FileFormat.ROWS);
        for (Component<?> component : components) {
            for (int block : blocksWith(component)) {
                chunk.encode(to, blocks.base(block), component.id());
            }
        }
        to.end();
    }

    private void encodeColumns(ChunkBuffer to) throws IOException {
        ColumnsChunk chunk = new ColumnsChunk();
        for (Component<?> component : components) {
            for (int block : SchemaChunk.nativeColumns(component).isEmpty() ? new int[0] : blocksWith(component)) {
                chunk.encode(to, blocks.base(block), block, numbers[component.id()], component);
            }
        }
    }

    private void encodeReferences(ChunkBuffer to, Runnable afterCodecs) throws IOException {
        ReferencesChunk chunk = new ReferencesChunk(rows.references());
        to.begin(FileFormat.REFERENCES);
        for (Component<?> component : components) {
            for (Column column : SchemaChunk.references(component, excluded)) {
                for (int block : blocksWith(component)) {
                    chunk.encode(to, blocks.base(block), block, column);
                    afterCodecs.run();
                }
            }
        }
        to.end();
    }

    private void encodeLists(ChunkBuffer to) throws IOException {
        ListsChunk chunk = new ListsChunk(rows.references().elements());
        to.begin(FileFormat.LISTS);
        for (Component<?> component : components) {
            for (VariableColumn column : ColumnSet.of(component).lists()) {
                for (int block : column instanceof ListColumn ? blocksWith(component) : new int[0]) {
                    chunk.encode(to, blocks.base(block), (ListColumn) column);
                }
            }
        }
        to.end();
    }

    private int[] blocksWith(Component<?> component) {
        int number = numbers[component.id()];
        return WorldDecoder.blocksWith(number, numbersOfBlock);
    }

    /**
     * How a world is saved.
     *
     * @param info what lists show, of which the tick is set later; null for a file without
     */
    public record Options(Set<Class<?>> excluded, SavedInfo info, boolean compresses) {
        /** All of the world, and nothing else. */
        public static final Options DEFAULT = new Options(Set.of(), null, false);
    }
}
