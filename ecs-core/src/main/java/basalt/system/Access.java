package basalt.system;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.EventType;
import basalt.query.SpatialGrid;
import basalt.storage.access.Store;
import basalt.storage.change.EventPages.EventColumns;
import basalt.world.Prefab;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The data that a system uses. Systems whose declarations do not conflict may run at the same time. Strict mode checks
 * that a system uses nothing that it has not declared, and lists at the end of a tick what all systems lack. An
 * undeclared command is rejected in either mode, since other systems would see its effect too late. Made for static
 * import:
 *
 * <pre>{@code
 * import static basalt.system.Access.*;
 *
 * Schedule.builder(world)
 *         .add("turn", () -> turnAll(), reads(Target.class), writes(Velocity.class))
 *         .add("burn", burn, restructures(Burning.class), destroys(), sends(Burnt.class));
 * }</pre>
 *
 * <p>A kernel over records ({@link basalt.query.RecordQuery}) says itself what it reads and writes, and spawns by the
 * templates that its body has captured. So does a kernel over rows, column by column, if its bytecode shows it: see
 * {@link ScheduleBuilder#add(String, basalt.query.Kernel, SystemOption...)}. {@link
 * ScheduleBuilder#recordAccess()} finds out what a body uses.
 *
 * <p>Each factory throws an {@link IllegalArgumentException} if what it names is null, or if there is none and at least
 * one is needed.
 */
public final class Access implements SystemOption {
    private static final String CONSTANT_HINT = "; is its constant initialised?";
    private static final String TYPE_HINT = "; is its TYPE constant initialised?";

    private final Kind kind;
    private final List<?> named;
    private final Set<Set<Component<?>>> entityKinds;
    private final boolean isAssumed;

    private Access(Kind kind, List<?> named) {
        this(kind, named, Set.of(), false);
    }

    private Access(Kind kind, List<?> named, Set<Set<Component<?>>> entityKinds, boolean isAssumed) {
        this.kind = kind;
        this.named = named;
        this.entityKinds = entityKinds;
        this.isAssumed = isAssumed;
    }

    /**
     * Reads values of these components, or checks which entities have them.
     *
     * @param components the components, at least one
     */
    public static Access reads(Component<?>... components) {
        return ofComponents(Kind.READS, true, components);
    }

    /** As {@link #reads(Component...)}, by the records' classes. */
    @SafeVarargs
    public static Access reads(Class<? extends Record>... types) {
        return reads(Store.components(types));
    }

    /**
     * Reads these columns, and no others of their components unless another option declares them. Systems that use
     * different columns of a component do not conflict.
     *
     * @param columns the columns, at least one
     */
    public static Access reads(Column... columns) {
        return ofColumns(Kind.READS, columns);
    }

    /**
     * Writes values of these components in their rows, and may read them. Writing by commands needs {@link
     * #restructures}.
     *
     * @param components the components, at least one
     * @throws IllegalArgumentException if there is none, or one is null or holds the links of a tree
     */
    public static Access writes(Component<?>... components) {
        Access access = ofComponents(Kind.WRITES, true, components);
        List.of(components).forEach(Access::requireNoLink);
        return access;
    }

    /** As {@link #writes(Component...)}, by the records' classes. */
    @SafeVarargs
    public static Access writes(Class<? extends Record>... types) {
        return writes(Store.components(types));
    }

    /**
     * Writes these columns, and may read them, but no others of their components unless another option declares them.
     * Systems that use different columns of a component do not conflict. A change query finds the component changed
     * when any of its columns was written, so a system with a change query reads the whole component.
     *
     * @param columns the columns, at least one
     * @throws IllegalArgumentException if there is none, or one is null or holds links of a tree
     */
    public static Access writes(Column... columns) {
        Access access = ofColumns(Kind.WRITES, columns);
        List.of(columns).forEach(column -> requireNoLink(column.component()));
        return access;
    }

    /**
     * Records commands that add, remove, enable or disable these components, or write them: {@code commands.set(entity,
     * column, value)} needs this, as {@link #writes} covers rows only, which are written at once. {@link #spawns}
     * covers the values of entities that the same system spawns, and {@link #sends} those of events that it sends.
     *
     * <p>Commands that attach and detach entities need both components of the tree: {@code restructures(ChildOf.TYPE,
     * TreeNode.TYPE)}, or {@code childOf()} and {@code node()} of another {@link basalt.component.TreeType}.
     *
     * @param components the components; none means all components, and also enabling and disabling whole entities
     */
    public static Access restructures(Component<?>... components) {
        return ofComponents(Kind.RESTRUCTURES, false, components);
    }

    /** As {@link #restructures(Component...)}, by the records' classes. */
    @SafeVarargs
    public static Access restructures(Class<? extends Record>... types) {
        return restructures(Store.components(types));
    }

    /** As {@link #restructures(Component...)} without components: of all, and enables and disables whole entities. */
    public static Access restructures() {
        return restructures(new Component<?>[0]);
    }

    /**
     * Records commands that spawn entities. The system has their handles at once. Such a system runs as one piece, and
     * never at the same time as another system that spawns, so that handles do not depend on the number of workers.
     *
     * <p>With templates named, or prefabs, the system spawns entities with exactly their components. Only systems that
     * may look at such entities wait for the spawns:
     *
     * <ul>
     *   <li>a kernel, if its query, or that of its partners, matches the entities of a template. A query that requires
     *       a component which the template lacks, or excludes one which it has, does not match;
     *   <li>a body, and a kernel that {@link #touchesOthers()} or has a change query, if it uses a component of a
     *       template.
     * </ul>
     *
     * <p>So a kernel that looks for new entities by another query in its body declares {@link #touchesOthers()} or an
     * order; strict mode reports one that does not. A system that only calls {@code isAlive} or {@code entityCount}, or
     * that reads the handle of a new entity from a column, has no declaration that shows it: order it by {@link
     * Order#after}. Several such options count as one.
     *
     * @param templates the templates; none, or only templates without components, means any entities
     */
    public static Access spawns(Template... templates) {
        return ofTemplates(Kind.SPAWNS, named(Kind.SPAWNS, "template", "", false, templates));
    }

    /**
     * Records commands that spawn instances of these prefabs, whose parts count like entities of templates. See {@link
     * #spawns(Template...)}, which may be declared as well.
     */
    public static Access spawns(Prefab prefab, Prefab... more) {
        return ofPrefabs(Kind.SPAWNS, together(Kind.SPAWNS, "prefab", prefab, more));
    }

    /**
     * Records commands that spawn entities with exactly these components, as {@code commands.spawn(records)} does. See
     * {@link #spawns(Template...)}, which may be declared as well.
     */
    public static Access spawns(Component<?> first, Component<?>... more) {
        List<Component<?>> components = together(Kind.SPAWNS, "component", first, more);
        components.forEach(Store::requireComponent);
        return ofKinds(Kind.SPAWNS, List.of(components));
    }

    /** As {@link #spawns(Component, Component...)}, by the records' classes. */
    @SafeVarargs
    public static Access spawns(Class<? extends Record> first, Class<? extends Record>... more) {
        List<Class<? extends Record>> types = together(Kind.SPAWNS, "record class", first, more);
        return ofKinds(
                Kind.SPAWNS,
                List.of(types.stream().<Component<?>>map(Component::of).toList()));
    }

    /**
     * Records commands that destroy entities.
     *
     * <p>With components named, the entities have no other components when the command is recorded, which strict mode
     * checks. Only systems that use one of these components wait for the destroys, and those that use what may change
     * in other entities: the component of a relation that was made before the schedule, unless it keeps dead targets,
     * and the parents in trees whose {@code node()} is named. For a kernel this does not depend on
     * its query, since its body may look at any living entity by its handle. Systems that spawn wait too, since spawns
     * take the rows of destroyed entities. A system that only calls {@code isAlive} or {@code entityCount} has no
     * declaration that shows it: order it by {@link Order#after}. Several such options count as one.
     *
     * @param components all components that such an entity may have; none means any entities
     */
    public static Access destroys(Component<?>... components) {
        return ofComponents(Kind.DESTROYS, false, components);
    }

    /** As {@link #destroys(Component...)}, by the records' classes. */
    @SafeVarargs
    public static Access destroys(Class<? extends Record>... types) {
        return destroys(Store.components(types));
    }

    /** As {@link #destroys(Component...)} without components: any entities. */
    public static Access destroys() {
        return destroys(new Component<?>[0]);
    }

    /**
     * Records commands that destroy entities which have no other components than those of these templates. If none of
     * the templates has components, it may be any entities.
     */
    public static Access destroys(Template template, Template... more) {
        return ofTemplates(Kind.DESTROYS, together(Kind.DESTROYS, "template", template, more));
    }

    /**
     * Records commands that destroy entities which have no other components than those of the parts of these prefabs.
     */
    public static Access destroys(Prefab prefab, Prefab... more) {
        return ofPrefabs(Kind.DESTROYS, together(Kind.DESTROYS, "prefab", prefab, more));
    }

    private static Access ofPrefabs(Kind kind, List<Prefab> prefabs) {
        List<List<Component<?>>> kinds = new ArrayList<>();
        for (Prefab prefab : prefabs) {
            for (int part = 0; part < prefab.partCount(); part++) {
                kinds.add(prefab.components(part));
            }
        }
        return ofKinds(kind, kinds);
    }

    private static Access ofTemplates(Kind kind, List<Template> templates) {
        return ofKinds(kind, templates.stream().map(Template::components).toList());
    }

    private static Access ofKinds(Kind kind, List<List<Component<?>>> kinds) {
        Set<Component<?>> components = new LinkedHashSet<>();
        Set<Set<Component<?>>> entityKinds = new LinkedHashSet<>();
        for (List<Component<?>> one : kinds) {
            components.addAll(one);
            entityKinds.add(Set.copyOf(one));
        }
        return new Access(kind, List.copyOf(components), entityKinds, false);
    }

    /**
     * Reads these resources.
     *
     * @param resources their classes, at least one
     */
    public static Access readsResource(Class<?>... resources) {
        return new Access(Kind.READS_RESOURCE, named(Kind.READS_RESOURCE, "class", "", true, resources));
    }

    /**
     * Replaces or changes these resources, and may read them. A kernel that does so is not shared among workers.
     *
     * @param resources their classes, at least one
     */
    public static Access writesResource(Class<?>... resources) {
        return new Access(Kind.WRITES_RESOURCE, named(Kind.WRITES_RESOURCE, "class", "", true, resources));
    }

    /**
     * Asks these grids, in a body that has not captured them as local variables, which declare it.
     *
     * @param grids at least one
     */
    public static Access reads(SpatialGrid... grids) {
        return new Access(Kind.READS_RESOURCE, firstLayers(Kind.READS, grids));
    }

    /**
     * Rebuilds these grids, and may ask them.
     *
     * @param grids at least one
     */
    public static Access writes(SpatialGrid... grids) {
        return new Access(Kind.WRITES_RESOURCE, firstLayers(Kind.WRITES, grids));
    }

    /** The layers of a grid are one resource. */
    private static List<SpatialGrid> firstLayers(Kind kind, SpatialGrid... grids) {
        return named(kind, "grid", "", true, grids).stream()
                .map(grid -> grid.layers().get(0))
                .distinct()
                .toList();
    }

    /**
     * Sends events.
     *
     * @param eventTypes the types, at least one
     */
    public static Access sends(EventType<?>... eventTypes) {
        return ofEvents(Kind.SENDS, eventTypes);
    }

    /** As {@link #sends(EventType...)}, by the records' classes. */
    @SafeVarargs
    public static Access sends(Class<? extends Record>... types) {
        return sends(eventTypes(types));
    }

    /**
     * Reads events. A kernel that does so is not shared among workers.
     *
     * <p>Events live for the tick in which they are sent and the next one. A system with an interval ({@link
     * RunCondition#every}, {@link RunCondition#everyTicks}), or one that a condition keeps from running, misses events
     * that come and go between two of its runs; {@link basalt.world.EventReader#missed()} counts them. Let a system
     * that runs in each tick keep the data that the other one needs. The text of the graph names systems that receive
     * events and have an interval.
     *
     * @param eventTypes the types, at least one
     */
    public static Access receives(EventType<?>... eventTypes) {
        return ofEvents(Kind.RECEIVES, eventTypes);
    }

    /** As {@link #receives(EventType...)}, by the records' classes. */
    @SafeVarargs
    public static Access receives(Class<? extends Record>... types) {
        return receives(eventTypes(types));
    }

    /**
     * Keeps a kernel on one thread, since its body depends on other rows than the one it is given. A kernel needs this
     * if its body
     *
     * <ul>
     *   <li>writes components of other entities, or reads components of other entities that the kernel writes: by
     *       handle, by the row of another entity, by a cursor, a selection, a reduction or another query;
     *   <li>uses change queries or readers of removals;
     *   <li>looks by another query for entities that are spawned in the same tick ({@link #spawns});
     *   <li>changes variables that it has captured.
     * </ul>
     *
     * <p>Such a kernel is not divided among workers, since its result would depend on how its rows are divided. It may
     * run beside other systems. Without this option a body may read components of any entity that the kernel does not
     * write.
     *
     * <p>Strict mode reports a kernel that needs this option and lacks it, with one worker too. Otherwise nothing
     * checks it, and the result of such a kernel is not defined. A system that is a body, not a kernel, is one piece
     * anyway.
     */
    public static Access touchesOthers() {
        return new Access(Kind.TOUCHES_OTHERS, List.of());
    }

    /**
     * Runs on the world's thread, which is the one that ticks. For systems that use objects of that thread: an
     * allocator that was made there, a window, a graphics context. Other systems run beside it on helper threads. A
     * kernel is not divided among workers then. Two systems that declare this run in the order in which they were
     * added, so objects of the thread need no further declaration.
     *
     * <p>The world's thread takes such a system as soon as the system is ready and the thread is free. Exclusive
     * systems and conditions run there anyway.
     */
    public static Access worldThread() {
        return new Access(Kind.WORLD_THREAD, List.of());
    }

    /**
     * Runs alone: no other system runs meanwhile, and it may do everything directly, structural changes of the world
     * included. No other access can be declared beside it.
     */
    public static Access exclusive() {
        return new Access(Kind.EXCLUSIVE, List.of());
    }

    /** Access of a kind, not checked. */
    static Access of(Kind kind, List<?> named, Set<Set<Component<?>>> entityKinds) {
        return new Access(kind, named, entityKinds, false);
    }

    /** Access to a component or column that a schedule assumes, since the system has not declared it. */
    static Access assumed(Kind kind, Object one) {
        return new Access(kind, List.of(one), Set.of(), true);
    }

    Kind kind() {
        return kind;
    }

    /** Whether the schedule has assumed it, since the declaration lacks it. */
    boolean isAssumed() {
        return isAssumed;
    }

    /** The components, event types, columns or classes of resources. */
    List<?> named() {
        return named;
    }

    /** The components of each named template. */
    Set<Set<Component<?>>> entityKinds() {
        return entityKinds;
    }

    /** As in source, without packages. A column's name differs from that in source by capital letters. */
    static String shortName(Object named) {
        if (named instanceof Component<?> component) {
            return component.shortName();
        }
        return named instanceof Column column
                ? column.component().shortName() + "." + column.field()
                : named instanceof Class<?> type ? type.getSimpleName() : named.toString();
    }

    private static Access ofColumns(Kind kind, Column... columns) {
        List<Column> named = named(kind, "column", CONSTANT_HINT, true, columns);
        named.forEach(column -> Store.requireComponent(column.component()));
        return new Access(kind, named);
    }

    private static Access ofComponents(Kind kind, boolean isNeeded, Component<?>... components) {
        List<Component<?>> named = named(kind, "component", TYPE_HINT, isNeeded && components != null, components);
        named.forEach(Store::requireComponent);
        return new Access(kind, named);
    }

    private static Access ofEvents(Kind kind, EventType<?>... types) {
        List<EventType<?>> named = named(kind, "event type", TYPE_HINT, true, types);
        return new Access(kind, named.stream().map(EventColumns::of).toList());
    }

    private static EventType<?>[] eventTypes(Class<? extends Record>[] types) {
        return types == null
                ? null
                : Stream.of(types).map(type -> EventType.of(type)).toArray(EventType<?>[]::new);
    }

    private static <T> List<T> together(Kind kind, String what, T first, T[] more) {
        List<T> all = new ArrayList<>(named(kind, what, "", false, more));
        if (first == null) {
            throw new IllegalArgumentException(kind.label() + "() got a null " + what);
        }
        all.add(0, first);
        return all;
    }

    /** What is named. Throws if one is null, or if there is none and one is needed. */
    private static <T> List<T> named(Kind kind, String what, String hint, boolean isNeeded, T[] named) {
        if (isNeeded && (named == null || named.length == 0)) {
            throw new IllegalArgumentException(
                    kind.label() + "() needs at least one " + what + "; leave it out for none");
        }
        if (named == null) {
            throw new IllegalArgumentException(kind.label() + "() got null instead of " + what + "s");
        }
        if (Arrays.asList(named).contains(null)) {
            throw new IllegalArgumentException(kind.label() + "() got a null " + what + hint);
        }
        return List.of(named);
    }

    /** The option as it is written, with the names of components, columns and classes without their packages. */
    @Override
    public String toString() {
        return text(kind, named);
    }

    static String text(Kind kind, Collection<?> named) {
        return named.stream().map(Access::shortName).collect(Collectors.joining(", ", kind.label() + "(", ")"));
    }

    /** The kinds of access, as messages list them. */
    enum Kind {
        READS("reads"),
        WRITES("writes"),
        RESTRUCTURES("restructures"),
        SPAWNS("spawns"),
        DESTROYS("destroys"),
        READS_RESOURCE("readsResource"),
        WRITES_RESOURCE("writesResource"),
        SENDS("sends"),
        RECEIVES("receives"),
        TOUCHES_OTHERS("touchesOthers"),
        WORLD_THREAD("worldThread"),
        EXCLUSIVE("exclusive");

        /** What a system may declare that runs each frame. */
        static final Set<Kind> FOR_FRAMES =
                EnumSet.of(READS, READS_RESOURCE, WRITES_RESOURCE, RECEIVES, TOUCHES_OTHERS, WORLD_THREAD);

        /** What is kept as declared while access is recorded. */
        static final Set<Kind> KEPT =
                EnumSet.of(READS_RESOURCE, WRITES_RESOURCE, TOUCHES_OTHERS, WORLD_THREAD, EXCLUSIVE);

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** The name of the factory in {@link Access}. */
        String label() {
            return label;
        }
    }

    private static void requireNoLink(ComponentInfo component) {
        if (component.isLink()) {
            throw new IllegalArgumentException("writes() got component " + component.name() + ", which holds the links"
                    + " of a tree, and only its hierarchy writes: declare reads(...) to read them, and"
                    + " restructures(...) of both components of the tree for the commands attach and detach");
        }
    }
}
