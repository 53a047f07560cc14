package basalt.feed;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.ListColumn;
import basalt.feed.ShownRows.Walk;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.storage.Elements;
import basalt.storage.Place;
import basalt.storage.access.Store;
import basalt.world.Template;
import basalt.world.World;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;

/**
 * The entities of a client's world that stand for those of the server, by the server's indices. Brings them in line
 * with a state, or with the way between two. For the world's thread.
 */
final class MirrorRows {
    private final World world;
    private final Store store;
    private final FeedSchema schema;
    private final Frames frames;
    private final boolean hasEntities;
    private final Walk walk = new Walk();

    /** The entities; {@link Entity#NULL} where there is none. */
    private long[] locals = new long[64];

    private int[] generations = new int[64];

    /** By chunk, the stamp of the values that all its entities have; 0 for others. */
    private long[] stamps = new long[1];

    /** The indices of the entities. */
    private final IndexSet shown = new IndexSet();

    /** The indices of those that were spawned and have no values yet. */
    private final IndexSet isNew = new IndexSet();

    /** The indices of those that the program had destroyed before others were removed. */
    private final IndexSet dead = new IndexSet();

    /** Whether entities have come or gone since all values that are entities were written. */
    private boolean isChanged;

    /** What the current chunk's stamp becomes when all its entities are written. */
    private long stamp;

    private final Template template;
    private final RowCursor mirrored;

    /** How often the rows of the world had been replaced when its entities were taken over. */
    private int replacements = -1;

    /** No entities. */
    MirrorRows(World world, Store store, FeedSchema schema, Frames frames) {
        this.world = world;
        this.store = store;
        this.schema = schema;
        this.frames = frames;
        template = world.template().with(Mirrored.TYPE).build();
        Query all = world.query().all(Mirrored.TYPE).includeDisabled().build();
        mirrored = all.closedCursor();
        hasEntities = schema.components().stream()
                .flatMap(component -> component.columns().stream())
                .anyMatch(column -> (column instanceof EntityColumn || column instanceof ListColumn.OfEntity)
                        && schema.find(column) != null);
    }

    /**
     * Takes over the entities that are in the world, if its rows were replaced. Those that no packet can name are
     * destroyed, as others that the server does not show.
     */
    void adopt(int newReplacements, int mostIndex) {
        if (replacements == newReplacements) {
            return;
        }
        clear();
        LongArrayList others = new LongArrayList();
        mirrored.open();
        try {
            while (mirrored.next()) {
                long entity = mirrored.entity();
                int index = world.get(entity, Mirrored.INDEX);
                if (index >= 0 && index <= mostIndex && !has(index)) {
                    put(index, world.get(entity, Mirrored.GENERATION), entity);
                } else {
                    others.addLong(entity);
                }
            }
        } finally {
            mirrored.close();
        }
        for (int i = 0; i < others.size(); i++) {
            world.tryDestroy(others.getLong(i));
        }
        dead.clear();
        removeDestroyed();
        replacements = newReplacements;
    }

    private void clear() {
        Arrays.fill(locals, Entity.NULL);
        Arrays.fill(stamps, 0);
        shown.clear();
        isNew.clear();
    }

    private void put(int index, int generation, long local) {
        reserve(index);
        locals[index] = local;
        generations[index] = generation;
        shown.add(index);
    }

    private boolean has(int index) {
        return index < locals.length && locals[index] != Entity.NULL;
    }

    private void reserve(int index) {
        if (index >= locals.length) {
            int length = Math.max(index + 1, 2 * locals.length);
            locals = Arrays.copyOf(locals, length);
            generations = Arrays.copyOf(generations, length);
        }
        if (Frames.chunk(index) >= stamps.length) {
            stamps = Arrays.copyOf(stamps, Math.max(Frames.chunk(index) + 1, 2 * stamps.length));
        }
    }

    /** The entity that stands for one of the server; {@link Entity#NULL} if there is none. */
    long local(long serverEntity) {
        int index = Entity.index(serverEntity);
        return index >= 0
                        && index < locals.length
                        && locals[index] != Entity.NULL
                        && generations[index] == Entity.generation(serverEntity)
                ? locals[index]
                : Entity.NULL;
    }

    /** Whether a local entity is the one that stands for one of the server, or, if none does, is dead. */
    boolean isShownAs(long local, long serverEntity) {
        long shownEntity = local(serverEntity);
        return local == shownEntity || shownEntity == Entity.NULL && !world.isAlive(local);
    }

    /** Destroys and spawns entities so that they are those of a state, and writes the values. */
    void show(ShownRows state, int to, double part, LongHashSet left) {
        removeOthers(state);
        spawnMissing(state);
        if (isChanged && hasEntities) {
            Arrays.fill(stamps, 0); // values that are entities may be others now
        }
        isChanged = false;
        int from = state.frame();
        int chunk = -1;
        boolean isWritten = false;
        walk.begin(state);
        while (walk.next()) {
            int index = walk.index();
            if (Frames.chunk(index) != chunk) {
                endChunk(chunk);
                chunk = Frames.chunk(index);
                isWritten = beginChunk(from, to, index);
            }
            boolean isOwn = isLeft(left, index);
            if (isOwn) {
                stamp = 0;
            }
            if (!isWritten && !isOwn || isNew.contains(index)) {
                write(from, to, part, index);
            }
        }
        endChunk(chunk);
        isNew.clear();
    }

    private boolean isLeft(LongHashSet left, int index) {
        return !left.isEmpty() && left.contains(Entity.of(index, generations[index]));
    }

    /** Whether the entities of a chunk have their values already. */
    private boolean beginChunk(int from, int to, int index) {
        stamp = frames.stamp(from, index);
        boolean isStill = stamp == frames.stamp(to, index);
        boolean isWritten = isStill && stamps[Frames.chunk(index)] == stamp;
        stamps[Frames.chunk(index)] = 0; // until all are written
        stamp = isStill ? stamp : 0;
        return isWritten;
    }

    private void endChunk(int chunk) {
        if (chunk >= 0) {
            stamps[chunk] = stamp;
        }
    }

    /** Destroys the entities that a state does not have. If there is no memory for that, the next call goes on. */
    private void removeOthers(ShownRows state) {
        boolean isFirst = true;
        int at = 0;
        try {
            for (int word = 0; word < shown.words(); word++) {
                while (at < state.words() && state.number(at) < word) {
                    at++;
                }
                long kept = at < state.words() && state.number(at) == word ? state.word(at) : 0;
                for (long rest = shown.word(word); rest != 0; rest &= rest - 1) {
                    int index = (word << 6) + Long.numberOfTrailingZeros(rest);
                    boolean stays =
                            (kept >>> index & 1) != 0 && frames.generation(state.frame(), index) == generations[index];
                    if (!stays) {
                        if (isFirst) {
                            findDead();
                            isFirst = false;
                        }
                        isChanged = true;
                        world.tryDestroy(locals[index]);
                        remove(index);
                    }
                }
            }
        } finally {
            if (!isFirst) {
                removeDestroyed();
            }
        }
    }

    private void remove(int index) {
        shown.remove(index);
        locals[index] = Entity.NULL;
    }

    private void findDead() {
        dead.clear();
        for (int word = 0; word < shown.words(); word++) {
            for (long rest = shown.word(word); rest != 0; rest &= rest - 1) {
                int index = (word << 6) + Long.numberOfTrailingZeros(rest);
                if (!world.isAlive(locals[index])) {
                    dead.add(index);
                }
            }
        }
    }

    /** Removes those that went with others, such as edges with their ends: they are spawned again while they stay. */
    private void removeDestroyed() {
        for (int word = 0; word < shown.words(); word++) {
            for (long rest = shown.word(word) & ~dead.word(word); rest != 0; rest &= rest - 1) {
                int index = (word << 6) + Long.numberOfTrailingZeros(rest);
                if (!world.isAlive(locals[index])) {
                    remove(index);
                }
            }
        }
    }

    private void spawnMissing(ShownRows state) {
        walk.begin(state);
        while (walk.next()) {
            int index = walk.index();
            reserve(index);
            if (locals[index] == Entity.NULL) {
                isChanged = true;
                int generation = frames.generation(state.frame(), index);
                long local = template.spawn();
                put(index, generation, local);
                stamps[Frames.chunk(index)] = 0;
                isNew.add(index);
                world.set(local, Mirrored.INDEX, index); // may throw, since observers of it are called
                world.set(local, Mirrored.GENERATION, generation);
            }
        }
    }

    private void write(int from, int to, double part, int index) {
        long local = locals[index];
        if (!world.isAlive(local)) {
            return; // the program has destroyed it; another one comes when the server's does
        }
        int place = Frames.place(index);
        int[] early = frames.values(from, index);
        int[] late = frames.values(to, index);
        boolean isBlended = part > 0 && late != null && late != early && late[place] == early[place];
        List<Component<?>> components = schema.components();
        for (int i = 0; i < components.size(); i++) {
            boolean has = FeedSchema.has(early, place, i);
            Component<?> component = components.get(i);
            if (has != world.has(local, component)) {
                if (has) {
                    world.add(local, component);
                } else {
                    world.remove(local, component);
                }
            }
            if (has) {
                boolean isDivided = isBlended && FeedSchema.has(late, place, i);
                write(early, isDivided ? late : null, place, part, local, schema.columns(i));
            }
        }
    }

    /** Writes columns of a component, all of them or, if there is no memory for lists, none. */
    private void write(int[] early, int[] late, int place, double part, long local, List<ColumnFields> columns) {
        boolean isMore = false;
        for (int i = 0; i < columns.size(); i++) {
            isMore |= columns.get(i).need(early, place, elements());
        }
        if (isMore) {
            elements().reserve();
        }
        if (!columns.isEmpty()) {
            Column first = columns.get(0).column;
            long at = store.locateWritable(local, first.component(), first);
            for (int i = 0; i < columns.size(); i++) {
                columns.get(i).write(early, late, place, part, Place.base(at), Place.row(at), this);
            }
            store.structure().written(local, at, first.component());
        }
    }

    /** The elements of the lists of the client's world. */
    Elements elements() {
        return store.references().elements();
    }

    /** Writes the values of one entity. */
    void write(int frame, int index) {
        write(frame, frame, 0, index);
    }
}
