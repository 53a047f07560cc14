package basalt.model;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.DISABLED_SUMMARY;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.POPULATED;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.ChildOf;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.storage.Blocks;
import basalt.storage.RowBits;
import basalt.storage.access.Store;
import basalt.world.World;
import java.lang.reflect.Field;
import org.agrona.UnsafeApi;

/** Compares a world's blocks with the model: owners, rows, bits, summaries, populated masks and free rows. */
final class StorageInvariants {
    private static final int PARTS = Part.ALL.size();
    private static final int SETS = PARTS + 4;

    private final ModelPair pair;
    private final Blocks blocks;

    /** By block, component and word: the rows that should have the component, then those that have it disabled. */
    private final long[][][] present;

    private final long[][][] disabled;

    /** By block and word: the rows reserved by pending spawn commands. */
    private final long[][] reserved;

    /** Words with rows that are neither alive nor free. */
    private int claimedWords;

    private StorageInvariants(ModelPair pair, Store store) {
        this.pair = pair;
        this.blocks = store.blocks();
        present = new long[blocks.count()][SETS][WORDS];
        disabled = new long[blocks.count()][SETS][WORDS];
        reserved = new long[blocks.count()][WORDS];
        pair.commands().reserved().forEach(handle -> {
            int row = pair.model().rows().row(Entity.index(handle));
            reserved[row >>> ROW_BITS][(row & ROW_MASK) >>> 6] |= 1L << row;
        });
    }

    static void check(ModelPair pair) {
        Store store = storeOf(pair.world());
        store.columnBytes(); // clears the "any" bit of the last word that became empty
        StorageInvariants invariants = new StorageInvariants(pair, store);
        pair.model().entities().forEach(invariants::expect);
        Check.same(pair.model().size(), store.entities().count(), () -> "count of the entity pool");
        Check.same(0, store.entities().retiredRows(), () -> "retired rows");
        int known = pair.model().rows().blocks();
        Check.that(
                known == store.blocks().count()
                        || pair.memoryMayFail() && known < store.blocks().count(),
                () -> "blocks: expected " + known + " but was " + store.blocks().count());
        for (int block = 0; block < store.blocks().count(); block++) {
            invariants.checkBlock(block);
        }
        invariants.checkClaimed();
        invariants.checkRows();
    }

    private static Store storeOf(World world) {
        try {
            Field field = World.class.getDeclaredField("store");
            field.setAccessible(true);
            return (Store) field.get(world);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("World keeps its Store in another field now: adapt this test", e);
        }
    }

    private void expect(ModelEntity entity) {
        int row = entity.row;
        int block = row >>> ROW_BITS;
        int word = (row & ROW_MASK) >>> 6;
        long bit = 1L << row;
        Check.same(row, pair.places().row(entity.index), () -> "row of " + Entity.toString(entity.handle));
        for (Part part : Part.ALL) {
            if (entity.has(part)) {
                present[block][part.ordinal()][word] |= bit;
            }
            if (part.isIn(entity.disabledParts)) {
                disabled[block][part.ordinal()][word] |= bit;
            }
        }
        present[block][PARTS][word] |= bit;
        if (entity.disabled) {
            present[block][PARTS + 1][word] |= bit;
        }
        if (entity.parent != Entity.NULL) {
            present[block][PARTS + 2][word] |= bit;
        }
        if (entity.isInTree) {
            present[block][PARTS + 3][word] |= bit;
        }
        Check.same(
                Entity.generation(entity.handle),
                UnsafeApi.getInt(null, blocks.base(block) + GENERATIONS + 4L * (row & ROW_MASK)),
                () -> "generation of row " + row);
    }

    private void checkBlock(int block) {
        long base = blocks.base(block);
        Check.same(block, Blocks.index(base), () -> "number of block " + block);
        Integer population = pair.population(pair.places().owner(block));
        Check.that(
                pair.memoryMayFail() || population.equals(pair.model().rows().population(block)),
                () -> "block " + block + " belongs to population " + population + ", not "
                        + pair.model().rows().population(block));
        long[] populated = new long[MAX_COMPONENTS / Long.SIZE];
        for (int set = 0; set < SETS; set++) {
            int id = id(set);
            checkBits(
                    "present, component " + id,
                    base + Blocks.area(base, id) + PRESENT_SUMMARY,
                    base + Blocks.area(base, id),
                    present[block][set]);
            checkBits(
                    "disabled, component " + id,
                    base + Blocks.area(base, id) + DISABLED_SUMMARY,
                    base + Blocks.area(base, id) + DISABLED,
                    disabled[block][set]);
            boolean any = !isEmpty(present[block][set]);
            if (any) {
                populated[id >>> 6] |= 1L << id;
            }
            checkBlocksWith(id, block, any);
        }
        for (int i = 0; i < populated.length; i++) {
            long actual = UnsafeApi.getLong(null, base + POPULATED + 8L * i);
            Check.same(populated[i], actual, () -> "populated components of block " + block);
        }
        checkFree(block, base);
    }

    /** Checks that no entity is in a free row. Rows that a population has claimed are neither free nor alive. */
    private void checkFree(int block, long base) {
        long[] free = new long[WORDS];
        for (int word = 0; word < WORDS; word++) {
            free[word] = RowBits.word(base + FREE_SUMMARY, base + FREE, word);
            long alive = present[block][PARTS][word];
            long pending = reserved[block][word];
            Check.same(0, free[word] & alive, () -> "rows that are both alive and free, in block " + block);
            Check.same(0, (free[word] | alive) & pending, () -> "reserved rows that are free or alive: block " + block);
            claimedWords += (free[word] | alive | pending) != -1L ? 1 : 0;
        }
        checkBits("free", base + FREE_SUMMARY, base + FREE, free);
    }

    private void checkClaimed() {
        int populations = TemplateSpec.ALL.size() + 1;
        Check.that(
                claimedWords <= populations, () -> "words with rows that are neither alive nor free: " + claimedWords);
    }

    /** Checks which row each index has, if that may have changed since it was checked last. */
    private void checkRows() {
        if (pair.mayHaveMoved()) {
            int[] rows = pair.places().rows();
            for (int index = 0; index < rows.length; index++) {
                int each = index;
                Check.same(pair.model().rows().row(index), rows[index], () -> "row of index " + each);
            }
        }
    }

    private void checkBits(String name, long summary, long words, long[] expected) {
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long any = 0;
            long full = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                int word = (group << 6) + bit;
                long rows = expected[word];
                if (rows != 0) {
                    any |= 1L << bit;
                    full |= rows == -1L ? 1L << bit : 0;
                    Check.same(rows, RowBits.word(summary, words, word), () -> name + ", word " + word);
                }
            }
            Check.same(any, RowBits.any(summary, group), () -> "any summary of " + name);
            Check.same(full, RowBits.full(summary, group), () -> "full summary of " + name);
        }
    }

    private void checkBlocksWith(int id, int block, boolean expected) {
        long[] with = blocks.blocksWith(id);
        boolean actual = block >>> 6 < with.length && (with[block >>> 6] >>> block & 1) != 0;
        Check.same(expected, actual, () -> "block " + block + " is among those with component " + id);
    }

    private static int id(int set) {
        return switch (set - PARTS) {
            case 0 -> ALIVE_ID;
            case 1 -> DISABLED_ID;
            case 2 -> ChildOf.TYPE.id();
            case 3 -> TreeNode.TYPE.id();
            default -> Part.ALL.get(set).component().id();
        };
    }

    private static boolean isEmpty(long[] words) {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }
}
