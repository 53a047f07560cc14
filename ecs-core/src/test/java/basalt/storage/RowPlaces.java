package basalt.storage;

import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.storage.Blocks.FreeBlocks;
import basalt.storage.access.Store;
import basalt.world.Arrangement;
import basalt.world.ManyToMany;
import basalt.world.Template;
import basalt.world.World;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Where the entities of a world are: rows, numbered through its blocks, and the owners of the blocks. For tests. */
public final class RowPlaces {
    /** The owner of blocks without entities that belong to nobody. */
    public static final int SPARE = FreeBlocks.SPARE;

    private final Store store;

    private RowPlaces(Store store) {
        this.store = store;
    }

    /** The places of a world, as they are at each call. */
    public static RowPlaces of(World world) {
        return new RowPlaces(StoreInvariants.storeOf(world));
    }

    /** The number of blocks. */
    public int blocks() {
        return store.blocks().count();
    }

    /** The row of an entity index. */
    public int row(int index) {
        return Place.rowOfWorld(store.entities().place(index));
    }

    /** The generation of an entity index. */
    public int generation(int index) {
        return Entity.generation(Entities.handle(store.entities().place(index)));
    }

    /** The entity index of a row. */
    public int index(int row) {
        return Permutation.index(store.blocks().base(row >>> ROW_BITS), row & ROW_MASK);
    }

    /** The row of each entity index. Fails unless each row has one index, and each index one row. */
    public int[] rows() {
        int[] rows = new int[blocks() << ROW_BITS];
        for (int block = 0; block < blocks(); block++) {
            boolean hasMoved = store.entities().permutation().hasMoved(block);
            if (hasMoved != Permutation.firstIndex(store.blocks().base(block)) < 0) {
                throw new AssertionError("rows of block " + block + " have moved: " + hasMoved);
            }
            for (int index = block * ROWS; index < (block + 1) * ROWS; index++) {
                rows[index] = hasMoved ? row(index) : index;
                if (hasMoved && index(rows[index]) != index) {
                    throw new AssertionError(
                            "index " + index + " has row " + rows[index] + ", which has index " + index(rows[index]));
                }
            }
        }
        return rows;
    }

    /** Adds the rows of a block that can be given to entities to a set; the rows that are claimed are among them. */
    public void addUnused(int block, BitSet rows) {
        addFree(block, rows);
        for (RowAllocator allocator : store.rows().allocators()) {
            OwnerState state = allocator.state();
            for (long rest = state.claimedRows(); rest != 0 && state.claimedBlock() == block; rest &= rest - 1) {
                rows.set(block * ROWS + state.claimedWord() * Long.SIZE + Long.numberOfTrailingZeros(rest));
            }
        }
    }

    private void addFree(int block, BitSet rows) {
        long base = store.blocks().base(block);
        for (int word = 0; word < WORDS; word++) {
            long free = RowBits.word(base + FREE_SUMMARY, base + FREE, word);
            for (long rest = free == -1L ? 0 : free; rest != 0; rest &= rest - 1) {
                rows.set(block * ROWS + word * Long.SIZE + Long.numberOfTrailingZeros(rest));
            }
            if (free == -1L) {
                rows.set(block * ROWS + word * Long.SIZE, block * ROWS + (word + 1) * Long.SIZE);
            }
        }
    }

    /** Whether all rows of a block can be given to entities. */
    public boolean isAllFree(int block) {
        long summary = store.blocks().base(block) + FREE_SUMMARY;
        return RowBits.endOfFull(summary, 0) == WORDS;
    }

    /** The number of the owner of a block. */
    public int owner(int block) {
        return store.blocks().freeBlocks(block).number;
    }

    /** The owner of the blocks that small templates share. */
    public int shared() {
        return store.rows().sharedBlocks().number;
    }

    /** The owner of the blocks of entities without a template. */
    public int withoutTemplate() {
        return store.rowAllocator().ownBlocks().number;
    }

    /** The owner of the blocks of a template. */
    public static int owner(Template template) {
        try {
            Object spawner = field(template, "spawner");
            Method allocator = spawner.getClass().getDeclaredMethod("rowAllocator");
            allocator.setAccessible(true);
            return ((RowAllocator) allocator.invoke(spawner)).ownBlocks().number;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("Template keeps its allocator elsewhere now: adapt this test", e);
        }
    }

    /** The owner of the blocks of edges. */
    public static int owner(ManyToMany<?> relation) {
        try {
            return ((RowAllocator) field(field(relation, "edges"), "allocator")).ownBlocks().number;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("ManyToMany keeps its allocator elsewhere now: adapt this test", e);
        }
    }

    /** The owner of the blocks of copies with some components. */
    public int ownerOfCopies(Component<?>... components) {
        List<Integer> ids = Stream.of(components).map(Component::id).sorted().toList();
        try {
            return ((RowAllocator) ((Map<?, ?>) field(store.trees(), "allocatorsOfCopies")).get(ids))
                    .ownBlocks()
                    .number;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("Trees keeps the allocators of copies elsewhere now: adapt this test", e);
        }
    }

    /** The owner of the blocks of an arrangement. */
    public static int owner(Arrangement arrangement) {
        try {
            return ((FreeBlocks) field(field(arrangement, "rows"), "own")).number;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("Arrangement keeps its blocks elsewhere now: adapt this test", e);
        }
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }
}
