package basalt.system;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.EventType;
import basalt.storage.access.Store;
import basalt.storage.event.EventColumns;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a system uses. Systems that do not get into each other's way by what they declare may run at the same time;
 * strict mode checks that a system uses nothing else. A command that is not declared is refused in either mode, since
 * others would see too late what it does. Made for static import:
 *
 * <pre>{@code
 * import static basalt.system.Access.*;
 *
 * Schedule.builder(world)
 *         .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE))
 *         .add("burn", burn, writes(Burning.TYPE), restructures(Burning.TYPE), destroys(), sends(Burnt.TYPE));
 * }</pre>
 */
public final class Access implements SystemOption {
    private final AccessKind kind;
    private final List<Component<?>> components;
    private final List<Class<?>> resources;
    private final List<Column> columns;
    private final List<Set<Component<?>>> entityKinds;
    private final boolean isAssumed;

    private Access(AccessKind kind, List<Component<?>> components, List<Class<?>> resources) {
        this(kind, components, resources, List.of(), List.of(), false);
    }

    private Access(
            AccessKind kind,
            List<Component<?>> components,
            List<Class<?>> resources,
            List<Column> columns,
            List<Set<Component<?>>> entityKinds,
            boolean isAssumed) {
        this.kind = kind;
        this.components = components;
        this.resources = resources;
        this.columns = columns;
        this.entityKinds = entityKinds;
        this.isAssumed = isAssumed;
    }

    /**
     * Reads values of these components, or asks which entities have them.
     *
     * @param components which, at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null
     */
    public static Access reads(Component<?>... components) {
        return ofComponents(AccessKind.READS, requireSome(AccessKind.READS, components));
    }

    /**
     * Reads these columns, and no others of their components unless something else declares that. Systems that use different columns
     * of a component do not get into each other's way.
     *
     * @param columns which, at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null
     */
    public static Access reads(Column... columns) {
        return ofColumns(AccessKind.READS, columns);
    }

    /**
     * Writes values of these components in their rows, and may read them. To write them by commands is to {@link
     * #restructures restructure} them.
     *
     * @param components which, at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null
     */
    public static Access writes(Component<?>... components) {
        return ofComponents(AccessKind.WRITES, requireSome(AccessKind.WRITES, components));
    }

    /**
     * Writes these columns, and may read them, but no others of their components unless something else declares that. Systems that
     * use different columns of a component do not get into each other's way. Queries for changes find the component changed, whichever
     * column was written; to use one is to read all of the component.
     *
     * @param columns which, at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null
     */
    public static Access writes(Column... columns) {
        return ofColumns(AccessKind.WRITES, columns);
    }

    /**
     * Records commands that add, remove, enable or disable these components, or write them: {@code
     * commands.set(entity, column, value)} needs this, as {@link #writes} covers rows only, which are written at once.
     * Values of entities that the same system makes are covered by {@link #spawns}, and those of events that it sends
     * by {@link #sends}.
     *
     * @param components which; with none named, it may be any, and whole entities may be enabled and disabled
     * @return the option
     * @throws IllegalArgumentException if one is null
     */
    public static Access restructures(Component<?>... components) {
        return ofComponents(AccessKind.RESTRUCTURES, components);
    }

    /**
     * Records commands that make entities, whose ids it has at once. Such a system runs as one piece, and never while
     * another one that spawns runs: so ids do not depend on how many workers there are.
     *
     * <p>With templates named, it makes entities with exactly their components, so only systems that may look at such
     * have to wait for the births:
     *
     * <ul>
     *   <li>a kernel if its query, or that of its partners, matches what a template makes: one that requires a
     *       component which the template lacks, or excludes one that it has, does not wait;
     *   <li>a body, and a kernel that {@link #touchesOthers()} or whose query looks for changes, if it uses a component
     *       of a template.
     * </ul>
     *
     * <p>So a kernel that looks for new entities by another query in its body declares {@link #touchesOthers()}, or an
     * order; strict mode finds one that does not. A system that only asks {@code isAlive} or {@code entityCount}, or
     * that finds the handle of an entity before its birth in what this one has written, declares nothing that tells so:
     * order it by {@link Order#after}. Several such options count as one.
     *
     * @param templates which; with none named, or none that has components, it may be any
     * @return the option
     * @throws IllegalArgumentException if one is null
     */
    public static Access spawns(Template... templates) {
        return ofTemplates(AccessKind.SPAWNS, templates);
    }

    /**
     * Records commands that destroy entities.
     *
     * <p>With components named, the entities have no others than these when it records that, which strict mode checks.
     * So only systems that use one of these have to wait for the deaths: whatever a kernel's query selects, since its
     * body may look at any living entity by its handle. Systems that make entities wait too, as these get the rows of
     * the dead. One that only asks {@code isAlive} or {@code entityCount} declares nothing that tells so: order it by
     * {@link Order#after}. Several such options count as one.
     *
     * @param components all that such an entity may have; with none named, it may be any
     * @return the option
     * @throws IllegalArgumentException if one is null
     */
    public static Access destroys(Component<?>... components) {
        return ofComponents(AccessKind.DESTROYS, components);
    }

    /**
     * Records commands that destroy entities which have no other components than those of these templates; any entities if none of
     * them has components.
     *
     * @param template a template
     * @param more others
     * @return the option
     * @throws IllegalArgumentException if one is null
     */
    public static Access destroys(Template template, Template... more) {
        if (more == null) {
            throw new IllegalArgumentException("destroys() got null instead of templates");
        }
        Template[] all = Arrays.copyOf(more, more.length + 1);
        all[more.length] = template;
        return ofTemplates(AccessKind.DESTROYS, all);
    }

    private static Access ofTemplates(AccessKind kind, Template... templates) {
        if (templates == null) {
            throw new IllegalArgumentException(kind.label() + "() got null instead of templates");
        }
        Set<Component<?>> components = new LinkedHashSet<>();
        List<Set<Component<?>>> entityKinds = new ArrayList<>();
        for (Template template : templates) {
            if (template == null) {
                throw new IllegalArgumentException(kind.label() + "() got a null template");
            }
            components.addAll(template.components());
            entityKinds.add(Set.copyOf(template.components()));
        }
        return new Access(kind, List.copyOf(components), List.of(), List.of(), List.copyOf(entityKinds), false);
    }

    /**
     * Reads these resources.
     *
     * @param resources their classes, at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null
     */
    public static Access readsResource(Class<?>... resources) {
        return ofResources(AccessKind.READS_RESOURCE, resources);
    }

    /**
     * Replaces or changes these resources, and may read them. A kernel that does so is not shared among workers.
     *
     * @param resources their classes, at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null
     */
    public static Access writesResource(Class<?>... resources) {
        return ofResources(AccessKind.WRITES_RESOURCE, resources);
    }

    /**
     * Sends events.
     *
     * @param eventTypes of which types, at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null
     */
    public static Access sends(EventType<?>... eventTypes) {
        return ofEvents(AccessKind.SENDS, eventTypes);
    }

    /**
     * Reads events. A kernel that does so is not shared among workers.
     *
     * <p>Events stay for the tick in which they are sent and the next one. A system with an interval ({@link
     * RunCondition#every}, {@link RunCondition#everyTicks}), or one that a condition keeps from running, misses those that have
     * come and gone between two of its runs; {@link basalt.world.EventReader#missed()} counts them. Have a system
     * that runs in each tick keep what the other one needs. The text of the graph names systems that receive and have
     * an interval.
     *
     * @param eventTypes of which types, at least one
     * @return the option
     * @throws IllegalArgumentException if there is none, or one is null
     */
    public static Access receives(EventType<?>... eventTypes) {
        return ofEvents(AccessKind.RECEIVES, eventTypes);
    }

    /**
     * The body of a kernel reads components that the kernel writes, or writes components, of other entities than the one whose row it
     * is given: by handle, by the row of another entity, by a cursor, a selection, a reduction or another query. It also uses
     * queries for changes or readers of removals, or looks by another query for entities that are made in the same tick
     * ({@link #spawns}). A kernel that does so is not shared among workers, since the result would depend on how its
     * rows are divided; beside other systems it may run. What it does not write it may read of any entity without this.
     * Likewise a span kernel whose result depends on where spans begin and end, and a kernel that changes what its body
     * has captured.
     *
     * <p>Strict mode reports a kernel that does so without having said it, however many workers there are, but for the
     * ends of spans. Otherwise nothing checks it, and the result of such a kernel is not defined. A body is one piece
     * anyway.
     *
     * @return the option
     */
    public static Access touchesOthers() {
        return new Access(AccessKind.TOUCHES_OTHERS, List.of(), List.of());
    }

    /**
     * Runs on the world's thread, which is the one that ticks, because it uses what belongs to that thread: an
     * allocator that was made there, a window, a graphics context. Other systems run beside it on helper threads. A
     * kernel is not shared among workers then. Two systems that declare this run in the order in which they were added,
     * so what belongs to the thread needs no further declaration.
     *
     * <p>The world's thread takes such a system as soon as it is ready and the thread has ended what it runs. An
     * exclusive system, and a condition, run there anyway.
     *
     * @return the option
     */
    public static Access worldThread() {
        return new Access(AccessKind.WORLD_THREAD, List.of(), List.of());
    }

    /**
     * Has the world for itself: no other system runs meanwhile, and it may do everything, structural changes of the
     * world included, directly. Says all there is to say; nothing else can be declared beside it.
     *
     * @return the option
     */
    public static Access exclusive() {
        return new Access(AccessKind.EXCLUSIVE, List.of(), List.of());
    }

    /** What a schedule takes a system to use that has not said so. */
    static Access assumed(AccessKind kind, List<Component<?>> components) {
        return new Access(kind, List.copyOf(components), List.of(), List.of(), List.of(), true);
    }

    AccessKind kind() {
        return kind;
    }

    /** Whether the system's declaration lacks it. */
    boolean isAssumed() {
        return isAssumed;
    }

    /** The components or event types that were named. */
    List<Component<?>> components() {
        return components;
    }

    List<Class<?>> resources() {
        return resources;
    }

    /** The columns that were named, beside no component. */
    List<Column> columns() {
        return columns;
    }

    /** The components of each template that was named. */
    List<Set<Component<?>>> entityKinds() {
        return entityKinds;
    }

    /** A component's name without its package, as it stands in source. */
    static String nameOf(ComponentInfo component) {
        return component.name().substring(component.name().lastIndexOf('.') + 1);
    }

    /** A column's name as it stands in source, but for capital letters. */
    static String nameOf(Column column) {
        return nameOf(column.component()) + "." + column.field();
    }

    private static Access ofColumns(AccessKind kind, Column... columns) {
        if (columns == null || columns.length == 0) {
            throw new IllegalArgumentException(kind.label() + "() needs at least one column; leave it out for none");
        }
        for (Column column : columns) {
            if (column == null) {
                throw new IllegalArgumentException(kind.label() + "() got a null column; is its constant initialised?");
            }
            Store.requireComponent(column.component());
        }
        return new Access(kind, List.of(), List.of(), List.of(columns), List.of(), false);
    }

    private static Access ofEvents(AccessKind kind, EventType<?>... types) {
        if (types == null || types.length == 0) {
            throw new IllegalArgumentException(
                    kind.label() + "() needs at least one event type; leave it out for none");
        }
        List<Component<?>> columns = new ArrayList<>(types.length);
        for (EventType<?> type : types) {
            if (type == null) {
                throw new IllegalArgumentException(
                        kind.label() + "() got a null event type; is its TYPE constant initialised?");
            }
            columns.add(EventColumns.of(type));
        }
        return new Access(kind, List.copyOf(columns), List.of());
    }

    private static Access ofComponents(AccessKind kind, Component<?>[] components) {
        if (components == null) {
            throw new IllegalArgumentException(kind.label() + "() got null instead of components");
        }
        for (Component<?> component : components) {
            if (component == null) {
                throw new IllegalArgumentException(
                        kind.label() + "() got a null component; is its TYPE constant initialised?");
            }
            Store.requireComponent(component);
        }
        return new Access(kind, List.of(components), List.of());
    }

    private static Component<?>[] requireSome(AccessKind kind, Component<?>... components) {
        if (components != null && components.length == 0) {
            throw new IllegalArgumentException(kind.label() + "() needs at least one component; leave it out for none");
        }
        return components;
    }

    private static Access ofResources(AccessKind kind, Class<?>... resources) {
        if (resources == null || resources.length == 0) {
            throw new IllegalArgumentException(kind.label() + "() needs at least one class; leave it out for none");
        }
        for (Class<?> resource : resources) {
            if (resource == null) {
                throw new IllegalArgumentException(kind.label() + "() got a null class");
            }
        }
        return new Access(kind, List.of(), List.of(resources));
    }

    /**
     * The option as it is written, with the names of components, columns and classes without their packages.
     *
     * @return one line
     */
    @Override
    public String toString() {
        Stream<String> names = Stream.of(
                        components.stream().map(Access::nameOf),
                        resources.stream().map(Class::getSimpleName),
                        columns.stream().map(Access::nameOf))
                .flatMap(all -> all);
        return names.collect(Collectors.joining(", ", kind.label() + "(", ")"));
    }
}
