package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.frame.FrameLongList;
import basalt.storage.ColumnSet;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Prototype;
import basalt.storage.RecordPrototypes;
import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.Rows;
import basalt.storage.change.DestroyWaves.DestroyRule;
import basalt.storage.change.DestroyWaves.DestroyWave;
import basalt.storage.change.Structure;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.agrona.collections.LongArrayList;

/**
 * A relation of many entities to many. Each edge is an entity with one component, whose first two columns of handles
 * are the edge's source and target. Two {@link RelationIndex}es find the edges of an entity, by either column; they
 * destroy edges with their ends.
 *
 * <p>Look-ups lock both indexes, in one order, if several workers may look up at the same time. Changes are for the
 * store's thread.
 */
public final class EdgeIndex {
    private static final int NONE = Integer.MAX_VALUE;

    private final RelationIndex bySource;
    private final RelationIndex byTarget;
    private final Component<?> component;
    private final Class<?>[] types;
    private final int sourceLane;
    private final int targetLane;
    private final Rows rows;
    private final Entities entities;
    private final Structure structure;
    private final RecordPrototypes prototypes;
    private final RowAllocator allocator;

    /** The entities of a search, in the order in which they were found. */
    private final DestroyWave reached;

    private final LongArrayList others = new LongArrayList();
    private boolean isExclusive;
    private boolean isSymmetric;
    private boolean isAcyclic;
    private boolean takesSources;
    private boolean takesTargets;

    EdgeIndex(RelationIndex bySource, RelationIndex byTarget, Rows rows, Structure structure) {
        this.bySource = bySource;
        this.byTarget = byTarget;
        this.rows = rows;
        this.structure = structure;
        component = bySource.component();
        types = new Class<?>[] {component.type()};
        sourceLane = ColumnSet.place(component, bySource.column());
        targetLane = ColumnSet.place(component, byTarget.column());
        entities = rows.entities();
        prototypes = new RecordPrototypes(rows);
        allocator = new RowAllocator(rows, new Prototype(List.of(RowImage.zero(component)), rows.pools()), true);
        reached = new DestroyWave(rows.blocks());
    }

    public Component<?> component() {
        return component;
    }

    /** The columns of both ends. */
    public List<Column> columns() {
        return List.of(bySource.column(), byTarget.column());
    }

    public int sourceLane() {
        return sourceLane;
    }

    public int targetLane() {
        return targetLane;
    }

    /** Lets a source have one target only, which a new one replaces. */
    public void makeExclusive() {
        isExclusive = true;
    }

    /** Lets an edge lead both ways. */
    public void makeSymmetric() {
        requireNoBoth(isAcyclic);
        isSymmetric = true;
        if (takesSources || takesTargets) {
            addRules(true, true);
        }
    }

    public void makeAcyclic() {
        requireNoBoth(isSymmetric);
        isAcyclic = true;
    }

    private void requireNoBoth(boolean isOther) {
        if (isOther) {
            throw new IllegalStateException("the relation of " + component.name()
                    + " cannot be symmetric and acyclic: each edge would be a cycle; declare one of both");
        }
    }

    public boolean isSymmetric() {
        return isSymmetric;
    }

    /** Destroys the sources of an entity that is destroyed, too. */
    public void takeSources() {
        addRules(true, isSymmetric);
    }

    /** Destroys the targets of an entity that is destroyed, too. */
    public void takeTargets() {
        addRules(isSymmetric, true);
    }

    private void addRules(boolean ofSources, boolean ofTargets) {
        if (ofSources && !takesSources) {
            takesSources = true;
            structure.waves().add(new CascadeRule(byTarget, bySource));
        }
        if (ofTargets && !takesTargets) {
            takesTargets = true;
            structure.waves().add(new CascadeRule(bySource, byTarget));
        }
    }

    /** The values of an edge, to be filled; the caller releases them. */
    public RecordPrototype values() {
        return prototypes.take(types);
    }

    /** Relates two entities by an edge without other values, unless they are related. */
    public long relate(long source, long target) {
        long edge = prepare(source, target);
        if (edge != Entity.NULL && isBetween(edge, source, target)) {
            return edge;
        }
        RecordPrototype values = values();
        try {
            RowImage image = values.images()[0];
            image.clearValues();
            image.value(sourceLane, source);
            image.value(targetLane, target);
            return put(edge, source, target, values);
        } finally {
            values.release();
        }
    }

    /** Relates the ends of an edge with its values, which the caller releases, or writes these to the edge there. */
    public long relate(RecordPrototype values) {
        values.requireIn(allocator);
        RowImage image = values.images()[0];
        long source = image.value(sourceLane);
        long target = image.value(targetLane);
        return put(prepare(source, target), source, target, values);
    }

    private long put(long edge, long source, long target, RecordPrototype values) {
        if (edge == Entity.NULL) {
            boolean isKnown = bySource.isCurrent()
                    && byTarget.isCurrent()
                    && !structure.hooks().isActive();
            long added = structure.spawn(allocator, values);
            if (isKnown) {
                int row = Place.rowOfWorld(entities.require(added));
                bySource.update(row);
                byTarget.update(row);
            }
            return added;
        }
        bySource.requireOnly(edge, source);
        byTarget.requireOnly(edge, target);
        long place = entities.require(edge);
        rows.pools().reserve(values.images()[0], 1);
        values.write(place);
        structure.written(edge, place, component);
        return edge;
    }

    /** The edge that gets the values of a new one, if there is one. */
    private long prepare(long source, long target) {
        entities.require(source);
        entities.require(target);
        long edge = find(source, target);
        if (edge == Entity.NULL && isAcyclic && reaches(target, source)) {
            throw new IllegalArgumentException("the relation of " + component.name() + " is acyclic, and "
                    + Entity.toString(source) + " is reached from " + Entity.toString(target)
                    + ", so it cannot have it as a target; unrelate entities between them first");
        }
        return isExclusive ? only(source, target, edge) : edge;
    }

    /** Destroys the edges that the one of a pair replaces, except for one, which is returned. */
    private long only(long source, long target, long edge) {
        others.clear();
        addEdges(bySource, source);
        if (isSymmetric) {
            addEdges(byTarget, source);
            addEdges(bySource, target);
            addEdges(byTarget, target);
        }
        long kept = edge != Entity.NULL || others.isEmpty() ? edge : others.getLong(0);
        DestroyWave replaced = structure.waves().begin();
        for (int i = 0; i < others.size(); i++) {
            if (others.getLong(i) != kept) {
                replaced.add(entities.require(others.getLong(i)));
            }
        }
        if (replaced.size() > 0) {
            structure.waves().run();
        }
        return kept;
    }

    private void addEdges(RelationIndex edges, long entity) {
        int count = edges.find(entity);
        for (int i = 0; i < count; i++) {
            others.addLong(handle(edges.found(i)));
        }
    }

    private boolean isBetween(long edge, long source, long target) {
        return bySource.isSource(edge, source) && byTarget.isSource(edge, target)
                || isSymmetric && bySource.isSource(edge, target) && byTarget.isSource(edge, source);
    }

    /** Destroys the edge of a pair; false if there is none. */
    public boolean unrelate(long source, long target) {
        entities.require(source);
        entities.require(target);
        long edge = find(source, target);
        if (edge != Entity.NULL) {
            destroy(edge);
        }
        return edge != Entity.NULL;
    }

    private void destroy(long edge) {
        long place = entities.require(edge);
        structure.destroy(Place.base(place), Place.row(place));
    }

    /** The edge of a pair, the one in the lowest row if there are several; NULL if there is none. */
    public long find(long source, long target) {
        if (!structure.changeTracker().isShared()) {
            return findAlone(source, target);
        }
        synchronized (bySource) {
            synchronized (byTarget) {
                return findAlone(source, target);
            }
        }
    }

    private long findAlone(long source, long target) {
        bySource.update();
        byTarget.update();
        int row = lowest(source, target);
        if (isSymmetric) {
            row = Math.min(row, lowest(target, source));
        }
        return row == NONE ? Entity.NULL : handle(row);
    }

    /** The lowest row of an edge. Visits the edges of both ends in turn, until those of one have ended. */
    private int lowest(long source, long target) {
        int ofSource = NONE;
        int ofTarget = NONE;
        int from = bySource.first(source);
        int to = byTarget.first(target);
        while (from >= 0 && to >= 0) {
            if (byTarget.isLinked(from, target)) {
                ofSource = Math.min(ofSource, row(from));
            }
            if (bySource.isLinked(to, source)) {
                ofTarget = Math.min(ofTarget, row(to));
            }
            from = bySource.next(from, source);
            to = byTarget.next(to, target);
        }
        return from < 0 ? ofSource : ofTarget;
    }

    /** The edges from an entity, in the order of rows. */
    long[] edgesFrom(long source) {
        bySource.update();
        return IntStream.range(0, bySource.find(source))
                .mapToLong(i -> handle(bySource.found(i)))
                .toArray();
    }

    long target(long edge) {
        return byTarget.target(entities.require(edge));
    }

    /** Which entities of some rows of a word have an edge to or from another one, by the index that finds theirs. */
    public long related(RelationIndex near, long other, long base, int word, long rows) {
        if (!structure.changeTracker().isShared()) {
            return relatedAlone(near, other, base, word, rows);
        }
        synchronized (bySource) {
            synchronized (byTarget) {
                return relatedAlone(near, other, base, word, rows);
            }
        }
    }

    private long relatedAlone(RelationIndex near, long other, long base, int word, long rows) {
        bySource.update();
        byTarget.update();
        long found = 0;
        for (long rest = near.targets(base, word, rows); rest != 0; rest &= rest - 1) {
            long entity = Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(rest));
            int edge = near == bySource ? lowest(entity, other) : lowest(other, entity);
            found |= edge == NONE ? 0 : rest & -rest;
        }
        return found;
    }

    private int row(int index) {
        return Place.rowOfWorld(entities.place(index));
    }

    private long place(int row) {
        return Place.of(rows.blocks().base(row >>> ROW_BITS), row & ROW_MASK);
    }

    private long handle(int row) {
        return Entities.handle(place(row));
    }

    public int countTargets(long source) {
        return count(bySource, byTarget, source);
    }

    public int countSources(long target) {
        return count(byTarget, bySource, target);
    }

    private int count(RelationIndex edges, RelationIndex ends, long entity) {
        synchronized (bySource) {
            synchronized (byTarget) {
                int count = edges.count(entity);
                if (isSymmetric) {
                    ends.update();
                    for (int edge = ends.first(entity); edge >= 0; edge = ends.next(edge, entity)) {
                        count += edges.isSource(edge, entity) ? 0 : 1; // from itself to itself
                    }
                }
                return count;
            }
        }
    }

    /** Appends the entities that edges lead to, by distance and then by row of the edge, as long as there is room. */
    public synchronized int reach(long from, FrameLongList into) {
        spread(from, 0);
        int count = reached.size() - 1;
        for (int i = 1; i <= count && !into.isFull(); i++) {
            into.add(Entities.handle(reached.place(i)));
        }
        reached.clear();
        return count;
    }

    private boolean reaches(long from, long goal) {
        long place = entities.require(goal);
        spread(from, place);
        boolean reaches = reached.contains(place);
        reached.clear();
        return reaches;
    }

    /** Searches breadth-first, until a place is reached; 0 for none. */
    private void spread(long from, long goal) {
        synchronized (bySource) {
            synchronized (byTarget) {
                bySource.update();
                byTarget.update();
                reached.clear(); // the last search may have failed
                reached.add(entities.require(from));
                for (int i = 0; i < reached.size() && !(goal != 0 && reached.contains(goal)); i++) {
                    long entity = Entities.handle(reached.place(i));
                    addEnds(bySource, byTarget, entity);
                    if (isSymmetric) {
                        addEnds(byTarget, bySource, entity);
                    }
                }
            }
        }
    }

    private void addEnds(RelationIndex edges, RelationIndex ends, long entity) {
        int count = edges.find(entity);
        for (int i = 0; i < count; i++) {
            long end = end(ends, edges.found(i));
            if (end != 0) {
                reached.add(end);
            }
        }
    }

    /** The place at one end of the edge in a row; 0 if that is dead. */
    private long end(RelationIndex ends, int row) {
        return entities.tryLocate(ends.target(place(row)));
    }

    /** Destroys the entities at the other ends of the edges of one that is destroyed, too. */
    private final class CascadeRule implements DestroyRule {
        private final RelationIndex edges;
        private final RelationIndex ends;

        CascadeRule(RelationIndex edges, RelationIndex ends) {
            this.edges = edges;
            this.ends = ends;
        }

        /** None: those with edges are linked by the rules of the indexes. */
        @Override
        public long linked(long base, int word, long some) {
            return 0;
        }

        @Override
        public boolean isDependent(DestroyWave wave, long place) {
            return false;
        }

        @Override
        public void expand(DestroyWave wave, long place) {
            int count = edges.find(Entities.handle(place));
            for (int i = 0; i < count; i++) {
                long end = end(ends, edges.found(i));
                if (end != 0) {
                    wave.add(end);
                }
            }
        }

        @Override
        public void prepare(DestroyWave wave) {}

        @Override
        public void release(DestroyWave wave) {}

        @Override
        public long above(long place) {
            return 0;
        }

        @Override
        public void settle(DestroyWave dead, LongConsumer dying) {
            edges.forEachOrphan(dead, row -> accept(end(ends, row), dying));
        }

        @Override
        public void forEachDependent(long place, LongConsumer each) {
            edges.forEachLinked(
                    Entities.handle(place), edge -> accept(end(ends, Place.rowOfWorld(entities.require(edge))), each));
        }

        private void accept(long place, LongConsumer each) {
            if (place != 0) {
                each.accept(Entities.handle(place));
            }
        }
    }
}
