package basalt.world;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.internal.NoState;
import basalt.memory.frame.FrameLongList;
import basalt.query.Commands;
import basalt.query.Condition;
import basalt.runtime.IterationContext;
import basalt.runtime.WorldRuntime;
import basalt.storage.RecordPrototypes.RecordPrototype;
import basalt.storage.access.Store;
import basalt.storage.relation.EdgeIndex;

/**
 * A relation of many entities to many. Each edge is an entity with one component, whose first two handles are the
 * edge's ends, and whose other fields are its data.
 *
 * <pre>{@code
 * record Route(@EntityHandle long from, @EntityHandle long to, float volume) {}
 *
 * ManyToMany<Route> routes = world.manyToMany(Route.class);
 * routes.relate(new Route(mine, harbour, 3));
 * try (EdgeCursor harbours = routes.targets(mine)) { ... }
 * world.query(Route.class).forEach(route -> ...);                   // over all edges
 * }</pre>
 *
 * <p>Edges are entities in all respects: they count in {@code world.entityCount()}, are in files, snapshots and the
 * state hash, and have handles. They may get other components. If an end is destroyed, its edges are destroyed before
 * it, in the same change. The indexes by source and target are {@linkplain Relation relations} over both columns, with
 * {@link basalt.component.OnTargetDestroy#DESTROY}: they are brought up to date when they are used, in a time
 * proportional to the edges that were written since, and take up to 40 bytes off heap for an edge.
 *
 * <p>{@link #relate} is what checks: that ends are alive, that a pair has one edge, and what was declared by {@link
 * #exclusive}, {@link #symmetric} and {@link #acyclic}. Edges that are spawned, or whose ends are written, otherwise,
 * as by {@code world.spawn(new Route(...))}, kernels and merges, are found like others and not checked. If a pair has
 * several edges, calls about its edge take the one in the lowest row. An entity may be related to itself.
 *
 * <p>The declarations are part of the program and in no file or snapshot: a program makes them again after it has
 * loaded a world.
 *
 * <p>{@link #has}, {@link #edge}, {@link #relate} and {@link #unrelate} take O(edges of the end that has fewer), and
 * counts and loops O(answer). Look-ups are for the world's thread, and for systems that declare {@code
 * reads(component)}. Changes are for the world's thread; systems record them by {@link #relate(Commands, long, long)},
 * and declare {@code restructures(component)}. An entity that is dead is a {@link
 * basalt.component.DeadEntityException}; on a wrong thread and after close, each method throws {@link
 * IllegalStateException}. If there is not enough memory, which is a {@link basalt.memory.NativeMemoryException},
 * nothing has changed.
 *
 * @param <E> the record of an edge
 */
@NoState
public final class ManyToMany<E extends Record> {
    private final WorldRuntime runtime;
    private final Store store;
    private final EdgeIndex edges;
    private final Relation bySource;
    private final Relation byTarget;

    ManyToMany(WorldRuntime runtime, EdgeIndex edges, Relation bySource, Relation byTarget) {
        this.runtime = runtime;
        this.edges = edges;
        this.bySource = bySource;
        this.byTarget = byTarget;
        store = runtime.store();
    }

    /** {@return the component of edges} */
    @SuppressWarnings("unchecked") // made of the component of this record
    public Component<E> component() {
        return (Component<E>) edges.component();
    }

    /**
     * {@return the column of an edge's source: {@code query.pairs(routes.sourceColumn(), mines)} joins edges with their
     * sources}
     */
    public EntityColumn sourceColumn() {
        return bySource.column();
    }

    /** {@return the column of an edge's target} */
    public EntityColumn targetColumn() {
        return byTarget.column();
    }

    /**
     * Lets a source have one target from now on: {@link #relate} replaces its edge. The edge stays the same entity,
     * with another target and record. In a symmetric relation, an entity has one edge, and what both had are replaced.
     */
    public ManyToMany<E> exclusive() {
        checkDeclaration();
        edges.makeExclusive();
        return this;
    }

    /**
     * Lets each edge lead both ways from now on: source and target are the same to look-ups. A pair has one edge, and
     * its record has the ends in the order in which they were related.
     *
     * @throws IllegalStateException if the relation is acyclic
     */
    public ManyToMany<E> symmetric() {
        checkDeclaration();
        edges.makeSymmetric();
        return this;
    }

    /**
     * Lets {@link #relate} refuse from now on what would lead from an entity back to itself, by an {@link
     * IllegalArgumentException} that names both ends. Each new edge then takes O(what is reached from its target).
     *
     * @throws IllegalStateException if the relation is symmetric
     */
    public ManyToMany<E> acyclic() {
        checkDeclaration();
        edges.makeAcyclic();
        return this;
    }

    /** Lets the targets of an entity be destroyed with it from now on, and theirs, in the same change. */
    public ManyToMany<E> cascadeToTargets() {
        checkDeclaration();
        edges.takeTargets();
        return this;
    }

    /** Lets the sources of an entity be destroyed with it from now on, and theirs, in the same change. */
    public ManyToMany<E> cascadeToSources() {
        checkDeclaration();
        edges.takeSources();
        return this;
    }

    private void checkDeclaration() {
        store.checkOwner("a declaration of a relation", "declare it before the tick");
        store.hookScope().requireOutside();
    }

    /**
     * Relates two entities. If they are related, nothing changes; otherwise the other fields of the edge are zero.
     *
     * @return the edge
     */
    public long relate(long source, long target) {
        checkRelate();
        return edges.relate(source, target);
    }

    /**
     * Relates the first two handles of a record by an edge with that record. If they are related, it replaces the
     * record of their edge.
     *
     * @return the edge
     */
    public long relate(E edge) {
        checkRelate();
        RecordPrototype values = store.recordPrototypes().fill(edge);
        try {
            checkRelate(); // again: an accessor may have closed the world
            return edges.relate(values);
        } finally {
            values.release();
        }
    }

    /** Destroys the edge of two entities. Returns false if they are not related. */
    public boolean unrelate(long source, long target) {
        checkRelate();
        return edges.unrelate(source, target);
    }

    private void checkRelate() {
        store.checkOwner(
                "manyToMany.relate(...)",
                "record it by relate(commands, ...) or unrelate(commands, ...), or declare the system exclusive()");
    }

    /**
     * Records {@link #relate(long, long)}. When the commands are applied, it is dropped if an end is not alive, or if
     * the relation refuses it, which is thrown when all others are applied.
     *
     * @param commands commands of the relation's world
     */
    public void relate(Commands commands, long source, long target) {
        Template.queueOf(commands).relate(edges, source, target);
    }

    /** As {@link #relate(Commands, long, long)}, of {@link #relate(Record)}. */
    public void relate(Commands commands, E edge) {
        Template.queueOf(commands).relate(edges, edge);
    }

    /** As {@link #relate(Commands, long, long)}, of {@link #unrelate}. */
    public void unrelate(Commands commands, long source, long target) {
        Template.queueOf(commands).unrelate(edges, source, target);
    }

    /** Whether an entity is related to another one. */
    public boolean has(long source, long target) {
        return edge(source, target) != Entity.NULL;
    }

    /** The edge of two entities; {@link Entity#NULL} if they are not related. */
    public long edge(long source, long target) {
        begin(source);
        store.entities().require(target);
        return edges.find(source, target);
    }

    /** Counts the edges that lead from an entity. */
    public int countTargets(long source) {
        begin(source);
        return edges.countTargets(source);
    }

    /** Counts the edges that lead to an entity. */
    public int countSources(long target) {
        begin(target);
        return edges.countSources(target);
    }

    /** Opens a loop over the targets of an entity, and their edges; close the cursor. */
    public EdgeCursor targets(long source) {
        return closedTargets().open(source);
    }

    /** Opens a loop over the sources of an entity, and their edges; close the cursor. */
    public EdgeCursor sources(long target) {
        return closedSources().open(target);
    }

    /** A closed cursor over targets. Keep it and open it for each loop, so that loops make no garbage. */
    public EdgeCursor closedTargets() {
        return new EdgeCursor(edges, bySource, byTarget);
    }

    /** A closed cursor over sources, as {@link #closedTargets()}. */
    public EdgeCursor closedSources() {
        return new EdgeCursor(edges, byTarget, bySource);
    }

    /**
     * Appends the entities that can be reached from one by edges, breadth-first: by the number of edges, and then in
     * the order of the edges' rows. Each comes once, and the one itself does not. O(their edges).
     *
     * <pre>{@code
     * FrameLongList reached = FrameLongList.in(world.frame(), 1000);
     * routes.reach(mine, reached);
     * }</pre>
     *
     * @param into gets as many as it has room for
     * @return how many there are
     */
    public int reach(long from, FrameLongList into) {
        begin(from);
        if (into == null) {
            throw new IllegalArgumentException(
                    "the list must not be null: make one by FrameLongList.in(world.frame(), capacity)");
        }
        return edges.reach(from, into);
    }

    /** A condition on entities: that they have a target. {@code world.query(Mine.class).where(routes.hasTarget())}. */
    public Condition hasTarget() {
        return related(bySource);
    }

    /** A condition on entities: that they have a source. */
    public Condition hasSource() {
        return related(byTarget);
    }

    /**
     * A condition on entities: that they have this target. The entity may die later: then none matches. For one loop
     * over them, {@link #sources} is faster.
     */
    public Condition hasTarget(long target) {
        return related(bySource, target);
    }

    /** As {@link #hasTarget(long)}, that they have this source. */
    public Condition hasSource(long source) {
        return related(byTarget, source);
    }

    private Condition related(Relation relation) {
        store.checkAccess();
        return edges.isSymmetric()
                ? Condition.anyOf(Condition.related(bySource), Condition.related(byTarget))
                : Condition.related(relation);
    }

    private Condition related(Relation relation, long other) {
        store.checkAccess();
        store.entities().require(other);
        return edges.isSymmetric()
                ? Condition.anyOf(Condition.related(bySource, other), Condition.related(byTarget, other))
                : Condition.related(relation, other);
    }

    private void begin(long entity) {
        IterationContext here = bySource.begin(entity);
        here.checkRead(byTarget.column());
    }
}
