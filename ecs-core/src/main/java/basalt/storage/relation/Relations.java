package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.OnTargetDestroy;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.Rows;
import basalt.storage.change.DestroyWaves.DestroyRule;
import basalt.storage.change.DestroyWaves.DestroyWave;
import basalt.storage.change.Structure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;

/** The relations of a store, by their columns. For the store's thread. */
public final class Relations {
    private final Rows rows;
    private final Structure structure;
    private final List<RelationIndex> made = new ArrayList<>();
    private final List<RelationIndex> all = Collections.unmodifiableList(made);
    private final List<EdgeIndex> edges = new ArrayList<>();
    private final List<RelationIndex> following = new ArrayList<>();
    private final List<RelationIndex> followers = Collections.unmodifiableList(following);
    private IntPredicate mayStillWrite = id -> false;

    public Relations(Rows rows, Structure structure) {
        this.rows = rows;
        this.structure = structure;
    }

    /** Sets how relations know that values are still being written, in rows that count as changed already. */
    public void mayStillWrite(IntPredicate test) {
        mayStillWrite = test;
    }

    /** The relation over a column. From the first call on, entities are destroyed by its policy. */
    public RelationIndex of(EntityColumn column, OnTargetDestroy policy) {
        if (column == null || policy == null) {
            throw new IllegalArgumentException("a relation needs a column and a policy: column=" + column
                    + ", onTargetDestroy=" + policy + "; is the column's constant initialised?");
        }
        RelationIndex known = known(column, policy);
        if (known == null) {
            require(column);
            return make(column, policy);
        }
        return known;
    }

    /** The relation over a column; null if there is none. Throws if it has another policy. */
    public RelationIndex known(EntityColumn column, OnTargetDestroy policy) {
        RelationIndex known = made.stream()
                .filter(index -> index.column().equals(column))
                .findFirst()
                .orElse(null);
        if (known != null && known.policy() != policy) {
            throw new IllegalArgumentException("the relation over " + name(column) + " exists with the policy "
                    + known.policy() + ", not " + policy + ": make it once, and pass the object on");
        }
        return known;
    }

    private static void require(EntityColumn column) {
        Pools.requireNoLink(column.component());
        if (column.component().isEvent()) {
            throw new IllegalArgumentException(
                    name(column) + " is a column of events; a relation needs one of a component");
        }
        if (column.length() != 1) {
            throw new IllegalArgumentException(name(column) + " is a vector of length " + column.length()
                    + "; a relation needs a scalar, so give the record a field for each target");
        }
    }

    static String name(EntityColumn column) {
        return column.component().name() + "." + column.field();
    }

    private RelationIndex make(EntityColumn column, OnTargetDestroy policy) {
        int id = column.component().id();
        RelationIndex index = new RelationIndex(column, policy, rows, structure, () -> mayStillWrite.test(id));
        if (policy != OnTargetDestroy.KEEP) {
            following.add(index);
            structure.waves().add(new RelationRule(index, rows, structure));
        }
        made.add(index);
        return index;
    }

    /** Whether entities point at others by a component, so that the destruction of one may change or remove it. */
    public boolean isLink(ComponentInfo component) {
        boolean isLink = component.isLink();
        for (int i = 0; !isLink && i < following.size(); i++) {
            isLink = following.get(i).component() == component;
        }
        return isLink;
    }

    /**
     * Whether entities point at others by a component, each of which has at most one that points at it. Returns true
     * for a component with an exclusive relation.
     */
    public boolean isExclusive(ComponentInfo component) {
        boolean isExclusive = false;
        for (int i = 0; !isExclusive && i < made.size(); i++) {
            isExclusive = made.get(i).component() == component && made.get(i).isExclusive();
        }
        return isExclusive;
    }

    /** Makes the relation of many to many whose edges have the component of two relations, of sources and targets. */
    public EdgeIndex makeEdges(RelationIndex bySource, RelationIndex byTarget) {
        EdgeIndex index = new EdgeIndex(bySource, byTarget, rows, structure);
        edges.add(index);
        return index;
    }

    /** {@return all relations of many to many, in the order in which they were made} */
    List<EdgeIndex> edges() {
        return edges;
    }

    /** The relation of many to many whose edges have a component; null if there is none. */
    public EdgeIndex edges(ComponentInfo component) {
        for (int i = 0; i < edges.size(); i++) {
            if (edges.get(i).component() == component) {
                return edges.get(i);
            }
        }
        return null;
    }

    /** As {@link #edges}, for a query; throws if there is none. */
    public EdgeIndex requireEdges(ComponentInfo component) {
        EdgeIndex found = edges(component);
        if (found == null) {
            throw new IllegalArgumentException("no relation of many to many over " + component.name()
                    + " was made in this world; call world.manyToMany(...) before the query");
        }
        return found;
    }

    /** The relation over a column, for a query; throws if there is none. */
    public RelationIndex get(EntityColumn column) {
        for (int i = 0; i < made.size(); i++) {
            if (made.get(i).column().equals(column)) {
                return made.get(i);
            }
        }
        throw new IllegalArgumentException("no relation over " + name(column)
                + " was made in this world; call world.relation(...) or world.manyToMany(...) before the query");
    }

    /** {@return all relations that were made, in this order; a view} */
    public List<RelationIndex> all() {
        return all;
    }

    /** {@return the relations whose sources are changed or destroyed when their target is destroyed; a view} */
    public List<RelationIndex> followers() {
        return followers;
    }

    public long reservedBytes() {
        long bytes = 0;
        for (int i = 0; i < made.size(); i++) {
            bytes += made.get(i).reservedBytes();
        }
        return bytes;
    }

    /** Frees all memory. The store's readers of changes are closed by their owner. */
    public void close() {
        made.forEach(RelationIndex::close);
    }

    /**
     * What happens to the entities that point at one that is destroyed, by the policy of their relation. They are
     * changed, or added to the wave, in ascending order of rows.
     */
    static final class RelationRule implements DestroyRule {
        private final RelationIndex index;
        private final OnTargetDestroy policy;
        private final int id;
        private final Blocks blocks;
        private final Entities entities;
        private final Structure structure;

        /** The rows of the world of entities that stay and point at some of the wave. */
        private int[] sources = new int[16];

        private int count;

        RelationRule(RelationIndex index, Rows rows, Structure structure) {
            this.index = index;
            this.structure = structure;
            policy = index.policy();
            id = index.component().id();
            blocks = rows.blocks();
            entities = rows.entities();
        }

        @Override
        public void update() {
            index.update();
            count = 0;
        }

        @Override
        public long linked(long base, int word, long rows) {
            return index.targets(base, word, rows);
        }

        @Override
        public boolean isDependent(DestroyWave wave, long place) {
            return policy == OnTargetDestroy.DESTROY && pointsInto(wave, place);
        }

        private boolean pointsInto(DestroyWave wave, long place) {
            long target = above(place);
            return target != 0 && target != place && wave.contains(target);
        }

        @Override
        public long above(long place) {
            return entities.tryLocate(index.target(place));
        }

        @Override
        public void expand(DestroyWave wave, long place) {
            if (policy != OnTargetDestroy.DESTROY) {
                return;
            }
            int found = index.find(Entities.handle(place));
            for (int i = 0; i < found; i++) {
                wave.add(place(index.found(i)));
            }
        }

        @Override
        public void prepare(DestroyWave wave) {
            for (int i = 0; policy != OnTargetDestroy.DESTROY && i < wave.size(); i++) {
                prepare(wave, wave.place(i));
            }
        }

        private void prepare(DestroyWave wave, long place) {
            long entity = Entities.handle(place);
            for (int source = index.first(entity); source >= 0; source = index.next(source, entity)) {
                long sourcePlace = entities.place(source);
                if (!wave.contains(sourcePlace)) {
                    add(Place.rowOfWorld(sourcePlace));
                    if (policy == OnTargetDestroy.REMOVE) {
                        wave.willRemove(id);
                    }
                }
            }
        }

        private void add(int row) {
            if (count == sources.length) {
                sources = Arrays.copyOf(sources, 2 * count);
            }
            sources[count++] = row;
        }

        @Override
        public void release(DestroyWave wave) {
            RelationIndex.sort(sources, count);
            for (int i = 0; i < count; i++) {
                long source = place(sources[i]);
                if (pointsInto(wave, source) && !wave.contains(source)) {
                    release(source);
                }
            }
        }

        @Override
        public void settle(DestroyWave dead, LongConsumer dying) {
            count = 0;
            index.forEachOrphan(dead, this::add);
            for (int i = 0; i < count; i++) {
                long source = place(sources[i]);
                if (index.isOrphan(dead, source)) {
                    if (policy == OnTargetDestroy.DESTROY) {
                        dying.accept(Entities.handle(source));
                    } else {
                        release(source);
                    }
                }
            }
        }

        private void release(long source) {
            long base = Place.base(source);
            int row = Place.row(source);
            if (policy == OnTargetDestroy.REMOVE) {
                structure.remove(base, row, index.component());
            } else {
                ColumnMemory.putLong(base, row, index.column().offset(), Entity.NULL);
                structure.written(Entities.handle(base, row), source, index.component());
            }
        }

        private long place(int row) {
            return Place.of(blocks.base(row >>> ROW_BITS), row & ROW_MASK);
        }

        @Override
        public void forEachDependent(long place, LongConsumer each) {
            if (policy == OnTargetDestroy.DESTROY) {
                index.forEachLinked(Entities.handle(place), each);
            }
        }
    }
}
