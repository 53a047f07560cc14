package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED;
import static basalt.component.layout.BlockLayout.DISABLED_SUMMARY;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.storage.access.Store;
import basalt.world.World;
import java.lang.reflect.Field;

/** Invariants of every world without a running iteration. */
public final class StoreInvariants {
    private static final long[] NONE = new long[WORDS];

    private final Store store;
    private final int mostClaimed;
    private int alive;

    private StoreInvariants(Store store, int mostClaimed) {
        this.store = store;
        this.mostClaimed = mostClaimed;
    }

    /**
     * Fails unless the bits, summaries, generations and free rows of a world are consistent, and nothing
     * observes changes.
     */
    public static void check(World world) {
        check(world, 1);
    }

    /** As {@link #check}, of a world from a damaged file, which may have rows that are claimed for ever. */
    public static void checkLoaded(World world) {
        check(world, WORDS);
    }

    private static void check(World world, int mostClaimed) {
        StoreInvariants invariants = new StoreInvariants(storeOf(world), mostClaimed);
        invariants.store.pools().presence().summariseEmptied(); // all other summaries must be exact
        for (int block = 0; block < invariants.store.blocks().count(); block++) {
            invariants.checkBlock(block);
        }
        assertEquals(invariants.store.entities().count(), invariants.alive, "count of the entity pool");
        ListInvariants.check(invariants.store.rows());
    }

    static Store storeOf(World world) {
        try {
            Field field = World.class.getSuperclass().getDeclaredField("store");
            field.setAccessible(true);
            return (Store) field.get(world);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("World keeps its Store in another field now: adapt this test", e);
        }
    }

    private void checkBlock(int block) {
        long base = store.blocks().base(block);
        assertEquals(block, Blocks.index(base), "number of the block");
        long[] living = words(base + Blocks.area(base, ALIVE_ID) + PRESENT_SUMMARY, base + Blocks.area(base, ALIVE_ID));
        checkGenerations(block, base, living);
        checkIndices(block, base);
        checkFree(block, base, living, mostClaimed);
        for (int id = 0; id < MAX_COMPONENTS; id++) {
            checkComponent(block, base, id, living);
        }
    }

    private void checkGenerations(int block, long base, long[] living) {
        for (int row = 0; row < ROWS; row++) {
            boolean lives = (living[row >>> 6] >>> row & 1) != 0;
            alive += lives ? 1 : 0;
            int generation = ColumnMemory.getInt(base, row, GENERATIONS);
            if (lives != ((generation & 1) != 0)) {
                throw new AssertionError("row " + row + " of block " + block + ": alive " + lives + ", " + generation);
            }
        }
    }

    /** Each row has an index, and the index has that row. */
    private void checkIndices(int block, long base) {
        boolean hasMoved = store.entities().permutation().hasMoved(block);
        for (int row = 0; row < ROWS; row++) {
            int index = Permutation.index(base, row);
            if (!hasMoved && index != block * ROWS + row || store.entities().place(index) != Place.of(base, row)) {
                throw new AssertionError("row " + row + " of block " + block + " has index " + index);
            }
        }
    }

    /** Rows that are neither alive nor free are claimed by the block's allocator, and all in one word. */
    private static void checkFree(int block, long base, long[] living, int most) {
        long[] free = words(base + FREE_SUMMARY, base + FREE);
        int claimedWords = 0;
        for (int word = 0; word < WORDS; word++) {
            assertEquals(0, free[word] & living[word], () -> "rows of block " + block + " both alive and free");
            claimedWords += (free[word] | living[word]) != -1L ? 1 : 0;
        }
        int words = claimedWords;
        assertTrue(words <= most, () -> "words of block " + block + " with rows neither alive nor free: " + words);
    }

    private void checkComponent(int block, long base, int id, long[] living) {
        long[] has = words(base + Blocks.area(base, id) + PRESENT_SUMMARY, base + Blocks.area(base, id));
        long[] off = words(base + Blocks.area(base, id) + DISABLED_SUMMARY, base + Blocks.area(base, id) + DISABLED);
        boolean any = false;
        for (int word = 0; (has != NONE || off != NONE) && word < WORDS; word++) {
            assertEquals(0, has[word] & ~living[word], () -> "dead rows with component " + id);
            assertEquals(0, off[word] & ~has[word], () -> "disabled rows without component " + id);
            any |= has[word] != 0;
        }
        assertEquals(any, Blocks.isPopulated(base, id), () -> "block " + block + " populated by component " + id);
        long[] with = store.blocks().blocksWith(id);
        assertEquals(
                any, block >>> 6 < with.length && (with[block >>> 6] >>> block & 1) != 0, () -> "blocks with " + id);
        ColumnSet set = store.pools().sets()[id];
        if (set != null) {
            for (int slot : set.referenceSlots()) {
                checkReferences(block, slot, has);
            }
        }
    }

    private void checkReferences(int block, int slot, long[] has) {
        for (int row = 0; row < ROWS; row++) {
            if ((has[row >>> 6] >>> row & 1) == 0) {
                assertNull(store.references().get(slot, block, row), "reference of a row without its component");
            }
        }
    }

    /** All words of a set, checked against its summaries. */
    private static long[] words(long summary, long words) {
        if (isBlank(summary)) {
            return NONE;
        }
        long[] all = new long[WORDS];
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long any = RowBits.any(summary, group);
            long full = RowBits.full(summary, group);
            for (int bit = 0; bit < Long.SIZE; bit++) {
                int word = (group << 6) + bit;
                long rows = RowBits.word(summary, words, word);
                all[word] = rows;
                if ((rows != 0) != ((any >>> bit & 1) != 0) || (rows == -1L) != ((full >>> bit & 1) != 0)) {
                    throw new AssertionError("summary of word " + word);
                }
            }
        }
        return all;
    }

    private static boolean isBlank(long summary) {
        long bits = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            bits |= RowBits.any(summary, group) | RowBits.full(summary, group);
        }
        return bits == 0;
    }
}
