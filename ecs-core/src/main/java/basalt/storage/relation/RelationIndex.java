package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.OnTargetDestroy;
import basalt.memory.block.ArenaAccess;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.Prototype;
import basalt.storage.Rows;
import basalt.storage.change.ChangeTracker;
import basalt.storage.change.DestroyWaves.DestroyWave;
import basalt.storage.change.RowSet;
import basalt.storage.change.Structure;
import basalt.storage.relation.SourceLists.SourceList;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/**
 * Finds the entities that point at an entity by one column: its sources.
 *
 * <p>The column is the truth, and {@link SourceLists} a derived index. The index may have too many links, never too
 * few: a link counts only if the source still has the component, with that target in the column, and a link that does
 * not is removed when it is met. So it is enough to add the links of rows in which the component was gained or written,
 * which a reader of changes records. They are added before an answer, in {@link #update}, at a cost that is
 * proportional to their number. After rows were replaced, by a restored snapshot, all rows are visited.
 *
 * <p>Answers are in ascending order of rows, so they do not depend on when the index was updated.
 *
 * <p>The lock is for the workers of a schedule, which may look up at the same time.
 */
public final class RelationIndex implements ChangeTracker.Unsaved {
    private final EntityColumn column;
    private final OnTargetDestroy policy;
    private final int id;
    private final Rows rows;
    private final Structure structure;
    private final Blocks blocks;
    private final Entities entities;
    private final SourceLists lists;
    private final RowSet changed;
    private final BooleanSupplier mayStillWrite;
    private final IntConsumer linking = this::link;

    /** Whether all rows have been visited since {@link #replacements}. */
    private boolean isComplete;

    /** The value of {@link Rows#replacements} at the last complete visit. */
    private int replacements;

    private boolean isExclusive;

    /** The rows of the world that {@link #find} has found, ascending. */
    private int[] found = {};

    /** A target that had several sources when it was visited, although that is not allowed; NULL for none. */
    private long crowded = Entity.NULL;

    RelationIndex(
            EntityColumn column,
            OnTargetDestroy policy,
            Rows rows,
            Structure structure,
            BooleanSupplier mayStillWrite) {
        this.column = column;
        this.policy = policy;
        this.rows = rows;
        this.structure = structure;
        this.mayStillWrite = mayStillWrite;
        id = column.component().id();
        blocks = rows.blocks();
        entities = rows.entities();
        lists = new SourceLists(rows.blockPool().source());
        changed = structure.changeTracker().trackChanged(id, this);
    }

    public EntityColumn column() {
        return column;
    }

    public Component<?> component() {
        return (Component<?>) column.component();
    }

    public OnTargetDestroy policy() {
        return policy;
    }

    public synchronized boolean isExclusive() {
        return isExclusive;
    }

    public synchronized void makeExclusive() {
        if (isExclusive) {
            return;
        }
        isExclusive = true;
        isComplete = false; // visits all rows again
        try {
            update();
            requireExclusive();
        } catch (RuntimeException e) {
            isExclusive = false;
            crowded = Entity.NULL;
            throw e;
        }
        structure.checkSpawns(this::requireSpawn);
    }

    /** Refuses to spawn what would be a second source of a target. */
    private synchronized void requireSpawn(Prototype values, int count) {
        long target = values.entity(column);
        if (target == Entity.NULL || isOver(target)) {
            return;
        }
        update();
        int source = first(target);
        if (source >= 0 || count > 1) {
            throw new IllegalStateException("the relation over " + Relations.name(column) + " is exclusive, and "
                    + (source >= 0 ? Entity.toString(handle(source)) : "each of " + count + " new entities")
                    + " would point at " + Entity.toString(target)
                    + " beside another one; spawn with NULL in the column, and give each a target of its own");
        }
    }

    public synchronized void update() {
        if (isComplete && replacements == rows.replacements() && changed.isEmpty()) {
            return;
        }
        int now = rows.replacements();
        if (!isComplete || replacements != now) {
            visitAll();
        } else {
            visitChanged(linking);
        }
        isComplete = true;
        replacements = now;
        if (!mayStillWrite.getAsBoolean()) {
            changed.clear();
        }
    }

    private void visitAll() {
        for (int block = 0; block < blocks.count(); block++) {
            for (int word = 0; word < WORDS && Pools.hasHad(blocks.base(block), id); word++) {
                visit(block, word, -1L, linking);
            }
        }
    }

    private void visitChanged(IntConsumer visit) {
        for (int group = 0; group << 6 < blocks.count(); group++) {
            for (long rest = changed.blocks(group); rest != 0; rest &= rest - 1) {
                int block = (group << 6) + Long.numberOfTrailingZeros(rest);
                if (block >= blocks.count()) {
                    break; // it was removed by a restored snapshot
                }
                for (int word = changed.nextWord(block, 0); word < WORDS; word = changed.nextWord(block, word + 1)) {
                    visit(block, word, changed.word(block, word), visit);
                }
            }
        }
    }

    /** Visits some rows of a word that have the component, as rows of the world. */
    private void visit(int block, int word, long some, IntConsumer visit) {
        for (long rest = some & Pools.presentWord(blocks.base(block), word, id); rest != 0; rest &= rest - 1) {
            visit.accept((block << ROW_BITS) + (word << 6) + Long.numberOfTrailingZeros(rest));
        }
    }

    private void link(int rowOfWorld) {
        int block = rowOfWorld >>> ROW_BITS;
        int row = rowOfWorld & ROW_MASK;
        int source = entities.index(block, row);
        long target = ColumnMemory.getLong(blocks.base(block), row, column.offset());
        if (lists.target(source) != target) {
            if (target == Entity.NULL || entities.place(Entity.index(target)) == 0) {
                lists.unlink(source);
                return;
            }
            lists.cover(source, Entity.index(target));
            lists.link(source, target);
        }
        if (isExclusive && crowded == Entity.NULL && hasSeveral(target)) {
            crowded = target;
        }
    }

    private boolean isSource(int index, long target) {
        long place = entities.place(index);
        return place != 0
                && Pools.has(Place.base(place), Place.row(place), id)
                && ColumnMemory.getLong(Place.base(place), Place.row(place), column.offset()) == target;
    }

    public boolean isSource(long entity, long target) {
        return entities.isAlive(entity) && isSource(Entity.index(entity), target);
    }

    public long target(long place) {
        return Pools.has(Place.base(place), Place.row(place), id)
                ? ColumnMemory.getLong(Place.base(place), Place.row(place), column.offset())
                : Entity.NULL;
    }

    /** The index of the first source in the list of a target; negative if there is none. */
    int first(long target) {
        return valid(lists.first(Entity.index(target)), target);
    }

    int next(int source, long target) {
        return valid(lists.next(source), target);
    }

    /** The first source of a target at or after an entry of a list. Removes links that do not count any more. */
    private int valid(int from, long target) {
        int index = from;
        while (index >= 0) {
            long linked = lists.target(index);
            boolean counts = isSource(index, linked);
            if (counts && linked == target) {
                return index;
            }
            int next = lists.next(index);
            if (!counts || isOver(linked)) {
                lists.unlink(index);
            }
            index = next;
        }
        return SourceLists.NONE;
    }

    /** Whether an entity is dead, and not one that commands have yet to spawn. */
    private boolean isOver(long target) {
        int index = Entity.index(target);
        return entities.place(index) == 0
                || Integer.compareUnsigned(Entity.generation(handle(index)), Entity.generation(target)) > 0;
    }

    public synchronized int count(long target) {
        update();
        requireExclusive();
        int count = 0;
        for (int source = first(target); source >= 0; source = next(source, target)) {
            count++;
        }
        return count;
    }

    public synchronized long collect(long target, ArenaAccess arena) {
        update();
        requireExclusive();
        int count = find(target);
        long list = arena.allocateUnchecked(SourceList.bytes(count), Long.BYTES);
        SourceList.count(list, count);
        for (int i = 0; i < count; i++) {
            SourceList.put(list, i, Entities.handle(blocks.base(found[i] >>> ROW_BITS), found[i] & ROW_MASK));
        }
        return list;
    }

    /** Finds the sources of an entity, for {@link #found}; returns their number. The links are up to date. */
    int find(long target) {
        int count = 0;
        for (int source = first(target); source >= 0; source = next(source, target)) {
            if (count == found.length) {
                found = Arrays.copyOf(found, Math.max(16, 2 * count));
            }
            found[count++] = Place.rowOfWorld(entities.place(source));
        }
        sort(found, count);
        return count;
    }

    /** Shellsort: makes no garbage, as Arrays.sort may. */
    static void sort(int[] rows, int count) {
        for (int gap = count / 2; gap > 0; gap = gap == 2 ? 1 : (int) (gap / 2.2)) {
            for (int i = gap; i < count; i++) {
                int row = rows[i];
                int at = i;
                for (; at >= gap && rows[at - gap] > row; at -= gap) {
                    rows[at] = rows[at - gap];
                }
                rows[at] = row;
            }
        }
    }

    int found(int i) {
        return found[i];
    }

    /** Reads the first sources of an entity, in the order of the index. */
    public synchronized int sources(long target, long[] to) {
        update();
        int count = 0;
        for (int source = first(target); source >= 0; source = next(source, target)) {
            if (count < to.length) {
                to[count] = handle(source);
            }
            count++;
        }
        return count;
    }

    private long handle(int index) {
        long place = entities.place(index);
        return Entities.handle(Place.base(place), Place.row(place));
    }

    /** Throws if the relation is exclusive, and another entity points at a target. */
    public synchronized void requireOnly(long source, long target) {
        if (isExclusive) {
            update();
            for (int other = first(target); other >= 0; other = next(other, target)) {
                if (other != Entity.index(source)) {
                    throw crowded(target, handle(other), source);
                }
            }
        }
    }

    private boolean hasSeveral(long target) {
        int first = first(target);
        return first >= 0 && next(first, target) >= 0;
    }

    private void requireExclusive() {
        while (crowded != Entity.NULL) {
            if (hasSeveral(crowded)) {
                int first = first(crowded);
                int second = next(first, crowded);
                throw crowded(crowded, handle(Math.min(first, second)), handle(Math.max(first, second)));
            }
            crowded = Entity.NULL;
            isComplete = false; // there may be others
            update();
        }
    }

    private IllegalStateException crowded(long target, long first, long second) {
        return new IllegalStateException("the relation over " + Relations.name(column)
                + " is exclusive, and both " + Entity.toString(first) + " and " + Entity.toString(second)
                + " point at " + Entity.toString(target) + "; write another target, or NULL, into one of them");
    }

    /** Lists the sources that are linked now. For any thread that may read; does not add links. */
    public synchronized void forEachLinked(long target, LongConsumer each) {
        for (int source = first(target); source >= 0; source = next(source, target)) {
            each.accept(handle(source));
        }
    }

    /** Lists the rows that were written since the last update, and point at the dead of a wave, ascending. */
    void forEachOrphan(DestroyWave dead, IntConsumer each) {
        if (!changed.isEmpty()) {
            visitChanged(row -> {
                if (isOrphan(dead, Place.of(blocks.base(row >>> ROW_BITS), row & ROW_MASK))) {
                    each.accept(row);
                }
            });
        }
    }

    boolean isOrphan(DestroyWave dead, long source) {
        return dead.hasDead(target(source));
    }

    /** Which entities of some rows of a word have sources. The links are up to date. */
    long targets(long base, int word, long rows) {
        int firstIndex = Entities.firstIndex(base);
        long rest = firstIndex >= 0 ? lists.any(firstIndex + (word << 6)) & rows : rows;
        long found = 0;
        for (; rest != 0; rest &= rest - 1) {
            int row = (word << 6) + Long.numberOfTrailingZeros(rest);
            if (lists.first(Entities.index(base, firstIndex, row)) >= 0
                    && first(Entities.handle(base, firstIndex, row)) >= 0) {
                found |= 1L << row;
            }
        }
        return found;
    }

    synchronized long reservedBytes() {
        return lists.reservedBytes();
    }

    void close() {
        lists.close();
    }
}
