package basalt.storage.change;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.Rows;
import basalt.storage.change.DestroyWaves.DestroyRule;
import basalt.storage.change.Hooks.HookScope;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.agrona.collections.ArrayUtil;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.LongArrayList;

/**
 * Destroys entities with links, together with those that {@linkplain DestroyRule rules} add, in waves:
 *
 * <pre>{@code
 * waves.begin().add(place);
 * waves.run();
 * }</pre>
 *
 * <p>A wave is one change: it is refused as a whole, and its memory is taken before anything changes. Observers are
 * called for children before their parents in each tree, and for sources before their targets in each relation; in a
 * circle over several of them, in some order that depends on the links only. For the store's thread.
 */
public final class DestroyWaves {
    private final Structure structure;
    private final DestroyWave wave;
    private final Entities entities;
    private final LongArrayList late = new LongArrayList();
    private final LongConsumer addLate = late::addLong;
    private final Runnable whenLinked;
    private final LongPredicate isDependent = this::isDependent;
    private DestroyRule[] rules = {};

    DestroyWaves(Structure structure, Rows rows, Runnable whenLinked) {
        this.structure = structure;
        this.whenLinked = whenLinked;
        entities = rows.entities();
        wave = new DestroyWave(rows.blocks());
    }

    public void add(DestroyRule rule) {
        rules = ArrayUtil.add(rules, rule);
        whenLinked.run();
    }

    /** Whether there is a rule, so that entities can have links. */
    public boolean isLinked() {
        return rules.length > 0;
    }

    /** Updates the rules, before {@link #linked}. */
    public void update() {
        for (DestroyRule rule : rules) {
            rule.update();
        }
    }

    /** The rows whose entities have links, after {@link #update}. */
    public long linked(long base, int word, long rows) {
        long linked = 0;
        for (DestroyRule rule : rules) {
            linked |= rule.linked(base, word, rows);
        }
        return linked;
    }

    /** The entities that would be destroyed with another one, directly. For any thread that may read. */
    public void forEachDependent(long place, LongConsumer each) {
        for (DestroyRule rule : rules) {
            rule.forEachDependent(place, each);
        }
    }

    boolean tryDestroy(long base, int word, long rows) {
        structure.hookScope().requireOutside();
        update();
        if (linked(base, word, rows) == 0) {
            return false;
        }
        begin().add(base, word, rows);
        run();
        return true;
    }

    public DestroyWave begin() {
        wave.clear();
        return wave;
    }

    public int run() {
        HookScope scope = structure.hookScope();
        int count = 0;
        scope.begin();
        try {
            boolean isObserved = structure.hooks().isActive();
            do {
                prepare();
                count += wave.size();
                if (isObserved) {
                    destroyOneByOne();
                } else {
                    destroyByWords();
                }
            } while (isObserved && settle());
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        } finally {
            wave.clear();
        }
        scope.end();
        return count;
    }

    /** Called before entities without links are destroyed. */
    void dying(long base, int word, long rows) {
        if (isLinked() && structure.hooks().isActive()) {
            begin().addDead(base, word, rows);
        }
    }

    /** Called after entities without links were destroyed. Observers may have linked others to them meanwhile. */
    void destroyed() {
        if (isLinked() && structure.hooks().isActive() && settle()) {
            run();
        }
    }

    /** Makes the next wave, of entities that observers have linked to the last one; false if there are none. */
    private boolean settle() {
        late.clear(); // the last time may have failed
        wave.sortDead();
        for (DestroyRule rule : rules) {
            rule.settle(wave, addLate);
        }
        wave.clear();
        for (int i = 0; i < late.size(); i++) {
            wave.add(entities.require(late.getLong(i)));
        }
        return wave.size() > 0;
    }

    private void prepare() {
        update();
        wave.removeIf(isDependent); // expand() adds them again, behind those that take them along
        int given = wave.size();
        for (int i = 0; i < wave.size(); i++) {
            for (DestroyRule rule : rules) {
                rule.expand(wave, wave.place(i));
            }
        }
        wave.uncertain(rules.length == 1 ? given : wave.size());
        for (DestroyRule rule : rules) {
            rule.prepare(wave);
        }
        structure.removals().reserveDestroyed(wave);
        for (DestroyRule rule : rules) {
            rule.release(wave);
        }
    }

    private boolean isDependent(long place) {
        for (DestroyRule rule : rules) {
            if (rule.isDependent(wave, place)) {
                return true;
            }
        }
        return false;
    }

    /** Destroys children before their parents, sources before their targets; else in the reverse order of the wave. */
    private void destroyOneByOne() {
        wave.sort(rules);
        for (int i = wave.size() - 1; i >= 0; i--) {
            long place = wave.place(i);
            structure.hooks().destroying(Place.base(place), Place.word(place), Place.bit(place));
            for (DestroyRule rule : rules) {
                rule.unlink(wave, wave.place(i));
            }
            place = wave.place(i); // again: observers may take memory, which may move blocks
            wave.addDead(Place.base(place), Place.word(place), Place.bit(place));
            structure.destroyReserved(Place.base(place), Place.word(place), Place.bit(place), true);
        }
    }

    private void destroyByWords() {
        for (DestroyRule rule : rules) {
            rule.unlinkAll(wave);
        }
        while (wave.size() > 0) {
            long place = wave.place(wave.size() - 1);
            long rows = wave.takeWord();
            if (rows != 0) {
                structure.destroyReserved(Place.base(place), Place.word(place), rows, true);
            }
        }
    }

    /**
     * What links between entities mean for their destruction: which entities are destroyed with others, and what
     * happens to those that stay. Called for each {@link DestroyWave}, on the store's thread, in the order of these
     * methods.
     */
    public interface DestroyRule {
        /**
         * Called before {@link #linked}, and before the first entity of a wave is passed to the other methods. May take
         * memory.
         */
        default void update() {}

        long linked(long base, int word, long rows);

        /**
         * Whether {@link #expand} adds an entity to the wave because of another one, so that it comes after that one.
         */
        boolean isDependent(DestroyWave wave, long place);

        /**
         * Adds the entities that are destroyed with one of the wave to the wave. They are passed to this method too.
         */
        void expand(DestroyWave wave, long place);

        /**
         * Refuses the wave, or counts the components that {@link #release} will remove, by {@link
         * DestroyWave#willRemove}.
         */
        void prepare(DestroyWave wave);

        /**
         * Changes the entities that stay and have links to some of the wave, which are all still alive. Structural
         * changes of the entities that stay are allowed.
         */
        void release(DestroyWave wave);

        /**
         * The entity whose destruction follows that of another one, where observers are called. Returns the place of
         * its parent or target; 0 if there is none.
         */
        long above(long place);

        /** Removes an entity from the links of others. Called before each is destroyed, if observers are called. */
        default void unlink(DestroyWave wave, long place) {}

        /** Removes all entities of a wave from the links of those that stay. Called instead of {@link #unlink}. */
        default void unlinkAll(DestroyWave wave) {}

        /**
         * Changes the entities that observers have linked to some of the wave meanwhile. Called after all of it are
         * dead, if observers were called. What observers of these changes link to the dead stays.
         */
        default void settle(DestroyWave dead, LongConsumer dying) {}

        /**
         * Lists the entities that would be destroyed with another one by this rule, directly. For any thread that may
         * read.
         */
        void forEachDependent(long place, LongConsumer each);
    }

    /**
     * The entities that are destroyed together: those that the program destroys, and those that {@linkplain DestroyRule
     * rules} add to them. A list of rows, in the order in which they were added, and one bit for each row that is in
     * it. Rows do not move while a wave is in use. The memory is on the heap and kept. For the store's thread.
     */
    public static final class DestroyWave {
        private static final long[] NONE = {};

        private final Blocks blocks;
        private int[] rows = new int[64];

        private int size;

        /** The handles of those that were destroyed one by one. */
        private long[] dead = new long[64];

        private int deadCount;

        /** For each block, the bits of its rows; empty for blocks without rows in a wave. */
        private long[][] marks = {};

        private int uncertain;

        private int[] sorted = {};

        private int[] path = new int[64];

        /** How many entities that stay will lose a component, by its id. */
        private final Int2IntCounterMap removals = new Int2IntCounterMap(0);

        public DestroyWave(Blocks blocks) {
            this.blocks = blocks;
        }

        public void add(long place) {
            int row = Place.rowOfWorld(place);
            long[] words = words(row >>> ROW_BITS);
            int word = Place.word(place);
            long bit = Place.bit(place);
            if ((words[word] & bit) == 0) {
                if (size == rows.length) {
                    rows = Arrays.copyOf(rows, 2 * size);
                }
                rows[size++] = row;
                words[word] |= bit;
            }
        }

        public void add(long base, int word, long added) {
            for (long rest = added; rest != 0; rest &= rest - 1) {
                add(Place.of(base, (word << 6) + Long.numberOfTrailingZeros(rest)));
            }
        }

        /** Keeps the handles of entities that are destroyed next. */
        void addDead(long base, int word, long rows) {
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                if (deadCount == dead.length) {
                    dead = Arrays.copyOf(dead, 2 * deadCount);
                }
                dead[deadCount++] = Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(rest));
            }
        }

        void sortDead() {
            Arrays.sort(dead, 0, deadCount);
        }

        /** Whether an entity was destroyed with this wave, for {@link DestroyRule#settle}. */
        public boolean hasDead(long entity) {
            return Arrays.binarySearch(dead, 0, deadCount, entity) >= 0;
        }

        public boolean contains(long place) {
            int block = Blocks.index(Place.base(place));
            return block < marks.length
                    && marks[block].length > 0
                    && (marks[block][Place.word(place)] & Place.bit(place)) != 0;
        }

        /** Counts an entity that stays and will lose a component for this wave, so that there is memory to log that. */
        public void willRemove(int id) {
            removals.incrementAndGet(id);
        }

        int removals(int id) {
            return removals.get(id);
        }

        int count(int id) {
            int count = 0;
            for (int i = 0; i < size; i++) {
                count += Pools.has(Place.base(place(i)), Place.row(place(i)), id) ? 1 : 0;
            }
            return count;
        }

        /** Removes entities from the list, in its order; each is out of the wave when the next one is tested. */
        void removeIf(LongPredicate isRemoved) {
            int kept = 0;
            for (int i = 0; i < size; i++) {
                int row = rows[i];
                long place = place(i);
                if (isRemoved.test(place)) {
                    marks[row >>> ROW_BITS][Place.word(place)] &= ~Place.bit(place);
                } else {
                    rows[kept++] = row;
                }
            }
            size = kept;
        }

        /**
         * Sorts the entities so that each comes after those above it, and otherwise stays in its order. In a circle,
         * which several rules can form, the first one that is met comes last.
         */
        void sort(DestroyRule[] rules) {
            if (sorted.length < size) {
                sorted = new int[rows.length];
            }
            int count = 0;
            for (int i = 0; i < size; i++) {
                int depth = 0;
                for (long place = take(place(i)); depth > 0 || place != 0; ) {
                    if (place != 0) {
                        if (depth == path.length) {
                            path = Arrays.copyOf(path, 2 * depth);
                        }
                        path[depth++] = Place.rowOfWorld(place);
                    }
                    place = takeAbove(path[depth - 1], rules);
                    if (place == 0) {
                        sorted[count++] = path[--depth];
                    }
                }
            }
            int[] before = rows;
            rows = sorted;
            sorted = before;
            for (int i = 0; i < size; i++) {
                marks[rows[i] >>> ROW_BITS][(rows[i] & ROW_MASK) >>> 6] |= 1L << rows[i];
            }
        }

        /** Takes an entity above that of a row out of the wave; 0 if none is left. */
        private long takeAbove(int row, DestroyRule[] rules) {
            for (DestroyRule rule : rules) {
                long above = rule.above(placeOf(row));
                long taken = above == 0 ? 0 : take(above);
                if (taken != 0) {
                    return taken;
                }
            }
            return 0;
        }

        private long take(long place) {
            if (!contains(place)) {
                return 0;
            }
            marks[Blocks.index(Place.base(place))][Place.word(place)] &= ~Place.bit(place);
            return place;
        }

        private long[] words(int block) {
            if (block >= marks.length) {
                int before = marks.length;
                marks = Arrays.copyOf(marks, Math.max(blocks.count(), block + 1));
                Arrays.fill(marks, before, marks.length, NONE);
            }
            if (marks[block].length == 0) {
                marks[block] = new long[WORDS];
            }
            return marks[block];
        }

        public int size() {
            return size;
        }

        /**
         * {@return how many of the first entities may be in the wave without those that take them along; all others
         * were added by the only rule}
         */
        public int uncertain() {
            return uncertain;
        }

        void uncertain(int count) {
            uncertain = count;
        }

        /**
         * Removes the entities in the word of the last one from the wave; returns them, or 0 if that was done before.
         */
        long takeWord() {
            int row = rows[--size];
            long[] words = marks[row >>> ROW_BITS];
            int word = (row & ROW_MASK) >>> 6;
            long taken = words[word];
            words[word] = 0;
            return taken;
        }

        public long place(int index) {
            return placeOf(rows[index]);
        }

        private long placeOf(int row) {
            return Place.of(blocks.base(row >>> ROW_BITS), row & ROW_MASK);
        }

        public void clear() {
            for (int i = 0; i < size; i++) {
                int row = rows[i];
                marks[row >>> ROW_BITS][(row & ROW_MASK) >>> 6] = 0;
            }
            size = 0;
            deadCount = 0;
            removals.clear();
        }
    }
}
