package basalt.feed.wire;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.feed.wire.ShownRows.Walk;
import basalt.world.World;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.LongHashSet;

/**
 * The entities of a client's world that stand for those of the server, by the server's indices. Brings them in line
 * with a state, or with the way between two. For the world's thread.
 */
public final class MirrorRows implements ColumnFields.Handles {
    private final World world;
    private final FieldLayout layout;
    private final Frames frames;
    private final boolean hasEntities;
    private final Walk walk = new Walk();

    /** The entities; {@link Entity#NULL} where there is none. */
    private long[] locals = new long[64];

    private int[] generations = new int[64];

    /** By chunk, the stamp of the values that all its entities have; 0 for others. */
    private long[] stamps = new long[1];

    /** The indices of the entities. */
    private IndexSet shown = new IndexSet();

    private IndexSet next = new IndexSet();

    /** Called around the life of an entity. */
    public interface Births {
        /**
         * Makes an entity.
         *
         * @param index the index of the server's entity
         * @param generation its generation
         * @return the new entity
         */
        long spawn(int index, int generation);
    }

    private final Births births;

    /**
     * No entities.
     *
     * @param world the client's world
     * @param layout the fields
     * @param frames the client's frames
     * @param births makes entities
     */
    public MirrorRows(World world, FieldLayout layout, Frames frames, Births births) {
        this.world = world;
        this.layout = layout;
        this.frames = frames;
        this.births = births;
        hasEntities = layout.components().stream()
                .flatMap(component -> component.columns().stream())
                .anyMatch(column -> column instanceof EntityColumn && layout.field(column) >= 0);
    }

    /** Forgets all entities. */
    public void clear() {
        Arrays.fill(locals, Entity.NULL);
        Arrays.fill(stamps, 0);
        shown.clear();
    }

    /**
     * Takes an entity that is in the world already.
     *
     * @param index the index of the server's entity
     * @param generation its generation
     * @param local the entity
     */
    public void put(int index, int generation, long local) {
        reserve(index);
        locals[index] = local;
        generations[index] = generation;
        shown.add(index);
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

    @Override
    public long local(int index, int generation) {
        return index >= 0 && index < locals.length && locals[index] != Entity.NULL && generations[index] == generation
                ? locals[index]
                : Entity.NULL;
    }

    /** {@return the indices of the server's entities that are shown} */
    public IndexSet indices() {
        return shown;
    }

    /**
     * Destroys and spawns entities so that they are those of a state, and writes the values.
     *
     * @param state the earlier or only state
     * @param to the frame of the later state; the same one if there is none
     * @param part how far it is from the earlier to the later state, 0 to 1
     * @param left the server's entities whose values are not written, unless they are spawned
     */
    public void show(ShownRows state, int to, double part, LongHashSet left) {
        if (setEntities(state, left) && hasEntities) {
            Arrays.fill(stamps, 0); // values that are entities may be others now
        }
        int from = state.frame();
        int chunk = -1;
        boolean isWritten = false;
        walk.begin(state);
        while (walk.next()) {
            int index = walk.index();
            if (Frames.chunk(index) != chunk) {
                chunk = Frames.chunk(index);
                isWritten = beginChunk(from, to, index);
            }
            if (isLeft(left, index)) {
                stamps[chunk] = 0;
            } else if (!isWritten) {
                write(from, to, part, index);
            }
        }
    }

    private boolean isLeft(LongHashSet left, int index) {
        return !left.isEmpty() && left.contains(Entity.of(index, generations[index]));
    }

    /** Whether the entities of a chunk have their values already. */
    private boolean beginChunk(int from, int to, int index) {
        long stamp = frames.stamp(from, index);
        boolean isStill = stamp == frames.stamp(to, index);
        boolean isWritten = isStill && stamps[Frames.chunk(index)] == stamp;
        stamps[Frames.chunk(index)] = isStill ? stamp : 0;
        return isWritten;
    }

    /** Returns whether entities came or went. */
    private boolean setEntities(ShownRows state, LongHashSet left) {
        boolean isChanged = false;
        next.clear();
        walk.begin(state);
        while (walk.next()) {
            int index = walk.index();
            next.add(index);
            reserve(index);
            int generation = frames.get(state.frame(), index, FieldLayout.GENERATION);
            if (locals[index] != Entity.NULL && generations[index] != generation) {
                world.tryDestroy(locals[index]);
                locals[index] = Entity.NULL;
            }
            if (locals[index] == Entity.NULL) {
                locals[index] = births.spawn(index, generation);
                generations[index] = generation;
                stamps[Frames.chunk(index)] = 0;
                isChanged = true;
                if (isLeft(left, index)) {
                    write(state.frame(), index);
                }
            }
        }
        for (int word = 0; word < shown.words(); word++) {
            for (long rest = shown.word(word) & ~next.word(word); rest != 0; rest &= rest - 1) {
                int index = (word << 6) + Long.numberOfTrailingZeros(rest);
                world.tryDestroy(locals[index]);
                locals[index] = Entity.NULL;
                isChanged = true;
            }
        }
        IndexSet old = shown;
        shown = next;
        next = old;
        return isChanged;
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
        List<Component<?>> components = layout.components();
        for (int i = 0; i < components.size(); i++) {
            boolean has = FieldLayout.has(early, place, i);
            Component<?> component = components.get(i);
            if (has != world.has(local, component)) {
                if (has) {
                    world.add(local, component);
                } else {
                    world.remove(local, component);
                }
            }
            if (has) {
                write(
                        layout.columns(i),
                        early,
                        isBlended && FieldLayout.has(late, place, i) ? late : null,
                        place,
                        part,
                        local);
            }
        }
    }

    private void write(List<ColumnFields> columns, int[] early, int[] late, int place, double part, long local) {
        for (int i = 0; i < columns.size(); i++) {
            if (late == null) {
                columns.get(i).write(early, place, world, local, this);
            } else {
                columns.get(i).blend(early, late, place, part, world, local, this);
            }
        }
    }

    /**
     * Writes the values of one entity.
     *
     * @param frame the frame
     * @param index the index of the server's entity
     */
    public void write(int frame, int index) {
        write(frame, frame, 0, index);
    }
}
