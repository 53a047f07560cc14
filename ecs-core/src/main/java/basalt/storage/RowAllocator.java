package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.storage.Blocks.FreeBlocks;
import basalt.storage.Entities.RowMask;
import basalt.storage.OwnerState.OwnerKey;
import basalt.storage.Pools.Presence;
import basalt.storage.RecordPrototypes.RecordPrototype;
import java.util.ArrayList;
import java.util.List;
import org.agrona.UnsafeApi;

/**
 * Allocates rows for entities of one kind. Its entities are in blocks of their own, where single spawns claim all free
 * rows of a word at a time, so that most spawns do not access the free bits. While they are few, they may be in {@link
 * SharedRows}.
 *
 * <p>A row is free, then claimed by its allocator, then alive; with commands it is reserved, with its handle, between
 * claimed and alive. This class notifies nothing: spawns of a world go through {@code storage.change.Structure}.
 */
public final class RowAllocator {
    private final Rows rows;
    private final Pools pools;
    private final Entities entities;
    private final Prototype prototype;
    private final FreeBlocks ownBlocks;
    private final boolean sharesBlocks;
    private final RowMask claimed = new RowMask();
    /** The claims in shared blocks; null as soon as this allocator has too many entities for that. */
    private SharedRows sharing;

    /** Whether the claimed rows are prepared: {@link #presence} is set, and the columns have the prototype's values. */
    private boolean isPrepared;

    /** What is made of a reserved entity; null for the entity alone. */
    private PromisedSpawn promised;

    /** The addresses of the claimed word of "alive" and of the components. */
    private final long[] presence;

    /** {@link Presence#clearedWords} when {@link #presence} was set. */
    private int clearedWords;

    /** {@link Presence#moves} when the columns were written: a block moves without those that no entity has. */
    private int moves;

    public RowAllocator(Rows rows, Prototype prototype, boolean sharesBlocks) {
        this(rows, prototype, OwnerKey.first(sharesBlocks, prototype.ids()), true);
    }

    RowAllocator(Rows rows, Prototype prototype, OwnerKey key, boolean isFirst) {
        this.rows = rows;
        this.pools = rows.pools();
        this.entities = rows.entities();
        this.prototype = prototype;
        this.sharesBlocks = key.sharesBlocks();
        this.presence = new long[2 + prototype.ids().length];
        this.sharing = sharesBlocks ? new SharedRows(entities) : null;
        RowAllocator waiting = isFirst ? rows.takeWaiting(key) : null;
        if (waiting != null) {
            this.ownBlocks = waiting.ownBlocks;
            takeOver(waiting);
            rows.replaceOwner(waiting, this);
        } else {
            this.ownBlocks = isFirst ? rows.newOwner(this, key) : rows.newOwnerOf(this, key);
        }
    }

    private void takeOver(RowAllocator waiting) {
        sharing = waiting.sharing;
        claimed.block = waiting.claimed.block;
        claimed.word = waiting.claimed.word;
        claimed.rows = waiting.claimed.rows;
    }

    /** What the allocator is known by in files. */
    public OwnerKey key() {
        return ownBlocks.key;
    }

    OwnerState state() {
        return new OwnerState(
                ownBlocks.key, claimed.block, claimed.word, claimed.rows, sharing == null ? null : sharing.toArray());
    }

    void state(OwnerState saved) {
        isPrepared = false;
        claimed.block = saved.claimedBlock();
        claimed.word = saved.claimedWord();
        claimed.rows = saved.claimedRows();
        sharing = saved.claims() == null ? null : new SharedRows(entities, saved.claims());
    }

    public boolean belongsTo(Entities other) {
        return entities == other;
    }

    public Prototype prototype() {
        return prototype;
    }

    /** The components of each entity that a spawn makes: one, or one for each part of a prefab, the root first. */
    public List<List<Component<?>>> kinds() {
        return promised == null
                ? List.of(components())
                : promised.allocators().stream().map(RowAllocator::components).toList();
    }

    public List<Component<?>> components() {
        List<Component<?>> components = new ArrayList<>();
        for (int id : prototype.ids()) {
            components.add(pools.component(id));
        }
        return components;
    }

    /** Lets the reserved entities of this allocator become more than entities. */
    public void promises(PromisedSpawn spawn) {
        promised = spawn;
    }

    /** What is made of a reserved entity. Returns null for the entity alone, by {@link #activate}. */
    public PromisedSpawn promised() {
        return promised;
    }

    /** Claims rows, and makes room for a spawn in their block, which may move. */
    public void prepare(Prototype values, int limit) {
        claim(values, limit);
        claimed.base = pools.makeRoom(claimed.base, values.blockSize(), values.ids());
    }

    /** The number of rows that are claimed. */
    public int claimed() {
        return Long.bitCount(claimed.rows);
    }

    private void claim(Prototype values, int limit) {
        if (claimed.rows == 0) {
            freeBlocks(limit).require(values.blockSize());
            if (sharing != null) {
                sharing.claim(rows.sharedBlocks(), limit, claimed);
            } else {
                entities.claim(ownBlocks, claimed, Long.SIZE);
            }
            isPrepared = false;
        } else {
            claimed.base = entities.baseOf(claimed.block); // the block may have moved
        }
    }

    /** The blocks for the next entities. From the first time on that they are too many, the own ones. */
    private FreeBlocks freeBlocks(int more) {
        if (sharing != null && more > SharedRows.MOST - sharing.count()) {
            sharing.keepUsed();
            int used = sharing.count();
            if (more > SharedRows.MOST - used || used > SharedRows.MOST / 2) { // else this would be done often
                sharing = null;
            }
        }
        return sharing != null ? rows.sharedBlocks() : ownBlocks;
    }

    /**
     * Prepares the claimed rows, so that {@link #spawn()} only needs to set their presence bits. Called after {@link
     * #prepare}, and not while the store is lent, because kernels of other workers may run over the rows.
     */
    public boolean prepareWord() {
        if (prototype.hasSeparate()) {
            return false;
        }
        definePresence();
        if (!isPrepared || moves != pools.presence().moves()) {
            prototype.writeColumns(claimed.base, claimed.word, claimed.rows);
            moves = pools.presence().moves();
            isPrepared = true;
        }
        return true;
    }

    private void definePresence() {
        presence[0] = pools.presence().define(claimed.base, claimed.word, ALIVE_ID);
        int[] ids = prototype.ids();
        for (int i = 0; i < ids.length; i++) {
            presence[i + 1] = pools.presence().define(claimed.base, claimed.word, ids[i]);
        }
        clearedWords = pools.presence().clearedWords();
    }

    /** Whether {@link #spawn()} may be called. */
    public boolean isPrepared() {
        return isPrepared
                && claimed.rows != 0
                && clearedWords == pools.presence().clearedWords();
    }

    public long spawn() {
        long rows = claimed.rows;
        long row = rows & -rows;
        long address = presence[0];
        for (int i = 1; address != 0; i++) { // not a counted loop, whose start would cost more than its few iterations
            UnsafeApi.putLong(null, address, UnsafeApi.getLong(null, address) | row); // SAFETY: from definePresence
            address = presence[i];
        }
        claimed.rows = rows ^ row;
        long entity = entities.activate(claimed.base, (claimed.word << 6) + Long.numberOfTrailingZeros(row));
        if (rows == row) {
            settle();
        }
        return entity;
    }

    /** Sets the "full" bits of the claimed word, after its last row was spawned. */
    private void settle() {
        Presence.settle(claimed.base, claimed.word, ALIVE_ID);
        for (int id : prototype.ids()) {
            Presence.settle(claimed.base, claimed.word, id);
        }
    }

    /** Spawns one entity, after {@link #prepare}. */
    public long spawn(Prototype values) {
        long base = claimed.base;
        int word = claimed.word;
        long row = Long.lowestOneBit(claimed.rows);
        entities.activate(base, word, row);
        claimed.rows ^= row;
        values.write(base, word, row, pools);
        return Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(row));
    }

    /** Spawns up to {@code limit} entities in rows that share a word, after {@link #prepare}. */
    public void spawnInWord(Prototype values, int limit, RowMask spawned) {
        long rows = Entities.lowestBits(claimed.rows, limit);
        long base = claimed.base;
        int word = claimed.word;
        entities.activate(base, word, rows);
        claimed.rows ^= rows;
        values.write(base, word, rows, pools);
        spawned.base = base;
        spawned.word = word;
        spawned.rows = rows;
    }

    /**
     * Reserves the handle of an entity that {@link #activate} will spawn. Until then it is not alive. While the store
     * is lent, one worker at a time may call this.
     */
    public long reserve() {
        claim(prototype, 1);
        long row = Long.lowestOneBit(claimed.rows);
        claimed.rows ^= row;
        return Entities.nextHandle(claimed.base, (claimed.word << 6) + Long.numberOfTrailingZeros(row));
    }

    /** Spawns the entity of a reserved handle. */
    public void activate(long entity, Prototype values) {
        long place = entities.place(Entity.index(entity));
        long base;
        try {
            base = pools.makeRoom(Place.base(place), values.blockSize(), values.ids());
        } catch (RuntimeException e) {
            cancelReservation(entity);
            throw e;
        }
        entities.activate(base, Place.word(place), Place.bit(place));
        values.write(base, Place.word(place), Place.bit(place), pools);
    }

    /** Cancels a reservation. The row is free again, and the handle is never used. */
    public void cancelReservation(long entity) {
        entities.skip(entity);
    }

    /**
     * Frees the claimed rows that were not used. The next spawns then start at the lowest free row, so that the rows of
     * a bulk spawn are in ascending order.
     */
    public void releaseClaimed() {
        if (claimed.rows != 0) {
            entities.free(entities.baseOf(claimed.block), claimed.word, claimed.rows);
            if (sharing != null) {
                sharing.removeLast(Long.bitCount(claimed.rows)); // the lowest rows of a claim are used first
            }
            claimed.rows = 0;
        }
    }

    FreeBlocks ownBlocks() {
        return ownBlocks;
    }

    /** Writes what decides which rows are allocated next, besides the contents of the blocks. */
    void save(StateBuffer to) {
        to.putLong(ownBlocks.number);
        to.putLong(claimed.rows);
        to.putLong((long) claimed.block << Integer.SIZE | claimed.word);
        to.putLong(sharing != null ? 1 : 0);
        if (sharing != null) {
            sharing.save(to);
        }
    }

    /** Reads what was written by {@link #save}, after the number. */
    void restore(StateBuffer from) {
        isPrepared = false;
        claimed.rows = from.getLong();
        long place = from.getLong();
        claimed.block = (int) (place >>> Integer.SIZE);
        claimed.word = (int) place;
        if (from.getLong() == 0) {
            sharing = null;
            return;
        }
        if (sharing == null) {
            sharing = new SharedRows(entities);
        }
        sharing.restore(from);
    }

    /** Passes over what was written by {@link #save}, after the number. */
    static void skip(StateBuffer from) {
        from.skip(2L * Long.BYTES);
        if (from.getLong() != 0) {
            from.skip(from.getLong() * Long.BYTES);
        }
    }

    /** Makes this as it was before its first entity. Its blocks are gone. */
    void restoreUnused() {
        isPrepared = false;
        claimed.rows = 0;
        sharing = sharesBlocks ? new SharedRows(entities) : null;
    }

    /** Adds the blocks that are needed for a number of spawns. */
    public void reserveRows(int count) {
        FreeBlocks freeBlocks = freeBlocks(count);
        freeBlocks.require(prototype.blockSize());
        rows.reserve(freeBlocks, count);
    }

    /** The number of blocks with a free row, after {@link #reserveRows}. */
    public int blocksWithFreeRow() {
        return (sharing != null ? rows.sharedBlocks() : ownBlocks).count();
    }

    /**
     * What is made of a reserved entity if that is more than the entity: an instance of a prefab, whose root it is. See
     * {@link RowAllocator#promises}. For the store's thread.
     */
    public interface PromisedSpawn {
        /** Spawns the entity and all that belongs to it, with values of its own or null, and calls their hooks. */
        void activate(long entity, RecordPrototype values);

        List<RowAllocator> allocators();
    }
}
