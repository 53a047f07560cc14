package basalt.system;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.internal.Strict;
import basalt.match.Filter;
import basalt.memory.MemorySource;
import basalt.query.Kernel;
import basalt.query.SpatialGrid;
import basalt.runtime.CapturedState;
import basalt.runtime.GridBuild;
import basalt.runtime.KernelRun;
import basalt.runtime.KernelWork;
import basalt.runtime.RowQuery;
import basalt.runtime.Worker;
import basalt.runtime.WorldRuntime;
import basalt.storage.relation.RelationIndex;
import basalt.world.ManyToMany;
import basalt.world.Prefab;
import basalt.world.Template;
import basalt.world.ValueIndex;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Builds a {@link Schedule}: its systems, their order and its workers. For the world's thread. An argument that is null
 * or out of range is rejected by an {@link IllegalArgumentException}.
 */
public final class ScheduleBuilder {
    private static final int MOST_WORKERS = 256;

    /** The work of a system. */
    private record Plan(SystemSpec spec, Object work) {}

    private final World world;
    private final List<Plan> plans = new ArrayList<>();
    private final Set<String> sets = new LinkedHashSet<>();
    private final List<List<String>> chains = new ArrayList<>();
    private int workers = processors();
    private Executor executor;
    private IntFunction<? extends MemorySource> memory;
    private long frameCapBytes = Long.MAX_VALUE;
    private StageRunner.Thresholds thresholds = StageRunner.Thresholds.DEFAULT;

    /** The options of the sets that the calls of {@link #set} are in. */
    private List<SystemOption> ofSets = List.of();

    private boolean isRecording;

    ScheduleBuilder(World world) {
        this.world = world;
        MemorySource direct = Internals.of(world).directMemory();
        this.memory = worker -> direct;
    }

    /**
     * Adds a system that runs a kernel. A kernel whose body takes records says what it reads and writes. Of a body of
     * single rows, the bytecode says it, column by column: the columns that it gets and sets in its row, the components
     * that it asks for, and the columns of conditions on values count as declared. They are found if each column and
     * component is a {@code static final} constant, a captured local variable or a final field of a captured object,
     * and if the row is passed on only to methods of the program that cannot be overridden there. So are what a body,
     * also one of records, or such a method reads of other entities by {@code world.get(entity, ...)}, and the
     * components for which it asks. What it uses in other rows otherwise, such as by other queries or by methods
     * without the row, is declared.
     *
     * <p>A kernel whose access is known so spawns by the templates and prefabs that its body has captured, as local
     * variables, and need not declare them; in a named module, the package is open to this one. All other commands,
     * resources and events are declared; without that, a command is refused by a message that names the declaration.
     *
     * <p>Where it is not known, as of a kernel over rows and their partners, or in a Java runtime that does not show
     * the code of a lambda, a component that the query names, except by {@code none()}, counts as written unless the
     * system declares to read it. So a missing declaration costs parallelism and nothing else. The text of the
     * {@linkplain Schedule#graph() graph} names these components, and what was found.
     *
     * <p>The kernel may be divided among workers. If its body touches other entities than that of its row, see {@link
     * Access#touchesOthers()}. The parents in the tree of a cascade count as read. The rows of a level are divided,
     * level by level, but not neighbouring rows with one parent; a cascade from children to parents is not divided.
     *
     * @param name its name, unique in the schedule
     * @param kernel a kernel of this world; a cascade is in no other system of the schedule
     * @param options the data it uses ({@link Access}), its place ({@link Order}), and when it runs ({@link
     *     RunCondition})
     * @throws IllegalArgumentException if the name or an option is null or contradictory, such as {@code reads(...)} of
     *     what the kernel is known to write, or the kernel is null or of another world
     */
    public ScheduleBuilder add(String name, Kernel kernel, SystemOption... options) {
        requireWork(name, kernel);
        KernelWork work = Internals.of(kernel);
        List<Object> grids = new ArrayList<>(work.captured(SpatialGrid.class));
        if (work.grid() != null) {
            grids.add(work.grid());
        }
        plans.add(new Plan(spec(name, work, withGrids(grids, withSets(name, options))), work));
        return this;
    }

    /**
     * Adds a system that runs a body. The body uses the world, its queries and kernels as usual, but records structural
     * changes in {@link World#commands()}. Only declared data counts as read or written.
     *
     * @param name as of a kernel\'s system
     * @param options as of a kernel\'s system
     * @throws IllegalArgumentException if the name or an option is null or contradictory, or the body is null
     */
    public ScheduleBuilder add(String name, Runnable body, SystemOption... options) {
        requireWork(name, body);
        CapturedState captured = new CapturedState(body);
        SystemOption[] all = withGrids(captured.values(SpatialGrid.class), withSets(name, options));
        all = withReads(lookedUp(captured.values(ValueIndex.class), captured.values(ManyToMany.class)), name, all);
        plans.add(new Plan(SystemSpec.of(name, plans.size(), Set.of(), false, all), body));
        return this;
    }

    /**
     * Adds a system that rebuilds a grid. It reads the columns of the positions, and the systems that use the grid wait
     * for it: kernels over its neighbours, and bodies and kernels that have captured it as a local variable, or that
     * declare it by {@link Access#reads(SpatialGrid...)}.
     *
     * @param name as of a kernel's system
     * @param grid a grid of this world
     * @param options as of a kernel's system
     * @throws IllegalArgumentException if the name or an option is null or contradictory, or the grid is null or of
     *     another world
     */
    public ScheduleBuilder add(String name, SpatialGrid grid, SystemOption... options) {
        requireWork(name, grid);
        RowQuery query = Internals.of(grid.query());
        requireOfThisWorld(name, query);
        SystemOption[] given = withSets(name, options);
        boolean isSplittable =
                SystemSpec.of(name, plans.size(), Set.of(), true, given).isSplittable(); // rejects those that are null
        List<SystemOption> all = new ArrayList<>(List.of(given));
        all.add(Access.reads(grid.columns().toArray(new Column[0])));
        all.add(Access.writes(grid));
        List<RowQuery> layers =
                grid.layers().stream().map(layer -> Internals.of(layer.query())).toList();
        Set<Component<?>> selectors = new LinkedHashSet<>();
        layers.forEach(layer -> selectors.addAll(layer.selectors()));
        List<Filter> filters = layers.stream()
                .map(RowQuery::filter)
                .sorted(Comparator.comparing(
                        filter -> filter.values() == null)) // the first decides when rows are found
                .toList();
        SystemOption[] declared = withReads(links(filters), name, all.toArray(new SystemOption[0]));
        SystemSpec spec = SystemSpec.of(name, plans.size(), selectors, false, declared);
        plans.add(new Plan(spec.ofGrid(filters, isSplittable), Internals.of(grid)));
        return this;
    }

    /** The options, and the grids that they lack. */
    private static SystemOption[] withGrids(List<?> grids, SystemOption... options) {
        if (grids.isEmpty() || options == null) {
            return options;
        }
        List<SystemOption> all = new ArrayList<>(Arrays.asList(options));
        grids.stream()
                .map(grid -> ((SpatialGrid) grid).layers().get(0))
                .distinct()
                .filter(grid -> all.stream()
                        .noneMatch(option -> option instanceof Access access
                                && access.named().contains(grid)))
                .forEach(grid -> all.add(Access.reads(grid)));
        return all.toArray(new SystemOption[0]);
    }

    /** The columns that look-ups read, by the indexes and relations that a body has captured. */
    private static List<Column> lookedUp(List<ValueIndex> indexes, List<?> relations) {
        List<Column> columns = new ArrayList<>();
        indexes.forEach(index -> columns.add(index.column()));
        for (Object one : relations) {
            ManyToMany<?> relation = (ManyToMany<?>) one;
            columns.addAll(List.of(relation.sourceColumn(), relation.targetColumn()));
        }
        return columns;
    }

    /** The options, and reads of columns that they lack. */
    private SystemOption[] withReads(List<Column> columns, String name, SystemOption... options) {
        if (columns.isEmpty() || options == null) {
            return options;
        }
        DeclaredAccess declared =
                SystemSpec.of(name, plans.size(), Set.of(), true, options).access();
        List<SystemOption> all = new ArrayList<>(Arrays.asList(options));
        columns.stream()
                .distinct()
                .filter(column ->
                        !declared.declares(Access.Kind.EXCLUSIVE) && !declared.reads(column.component(), column))
                .forEach(column -> all.add(Access.reads(column)));
        return all.toArray(new SystemOption[0]);
    }

    /**
     * Adds a set: systems with a common name and common options.
     *
     * <pre>{@code
     * Schedule schedule = Schedule.builder(world)
     *         .add("input", input)
     *         .set("sim", sim -> sim.add("steer", steer).add("move", move), after("input"))
     *         .add("score", score, after("sim"))
     *         .build();
     * schedule.disable("sim");                    // a pause: neither steers nor moves
     * }</pre>
     *
     * <p>The name stands for all systems of the set: in {@link Order#before}, {@link Order#after}, {@link #chain},
     * {@link Schedule#enable} and {@link Schedule#disable}. The order within a set is as without it. Further calls with
     * the name add to the set, with their own options. A set in the body of another one is in that one too. A body may
     * add nothing, such as in a game without a window: what is in order with an empty set is not in order by it.
     *
     * @param name its name, not that of a system, not even of the only one in it
     * @param systems adds the systems to the builder that it gets, which is this one
     * @param options of each of the systems that are added here, besides its own
     * @throws IllegalArgumentException if the name is null or blank, or the body or an option is null
     */
    public ScheduleBuilder set(String name, Consumer<ScheduleBuilder> systems, SystemOption... options) {
        Order set = Order.inSet(name);
        if (systems == null || options == null) {
            throw new IllegalArgumentException("set(\"" + name + "\") got null: give a body that adds its systems");
        }
        List<SystemOption> outside = ofSets;
        List<SystemOption> inside = new ArrayList<>(outside);
        inside.add(set);
        inside.addAll(Arrays.asList(options));
        ofSets = inside;
        try {
            systems.accept(this);
        } finally {
            ofSets = outside;
        }
        sets.add(name);
        return this;
    }

    private SystemOption[] withSets(String name, SystemOption... options) {
        if (ofSets.isEmpty() || options == null) {
            return options;
        }
        List<SystemOption> all = new ArrayList<>(ofSets);
        all.addAll(Arrays.asList(options));
        return all.toArray(new SystemOption[0]);
    }

    /** The declarations of a kernel's system, with what its queries imply. */
    private SystemSpec spec(String name, KernelWork kernel, SystemOption... options) {
        RowQuery query = kernel.query();
        RowQuery partners = kernel.partners();
        requireOfThisWorld(name, query);
        Set<Component<?>> selectors = new LinkedHashSet<>(query.selectors());
        Set<Component<?>> components = new LinkedHashSet<>(query.declared());
        if (partners != null) {
            selectors.addAll(partners.selectors());
            components.addAll(partners.declared());
        }
        SystemSpec declared = SystemSpec.of(name, plans.size(), selectors, true, options);
        if (declared.access().declares(Access.Kind.EXCLUSIVE)) {
            throw new IllegalArgumentException("system \"" + name
                    + "\" runs a kernel, which cannot be exclusive(); run the kernel from a body that is");
        }
        Set<Component<?>> watched = new LinkedHashSet<>(query.declared());
        watched.removeIf(
                component -> kernel.changes() == null || !kernel.changes().looksForWrites(component.id()));
        for (Component<?> component : watched) {
            if (!declared.access().mayLookForChanges(component)) {
                throw new IllegalArgumentException(
                        "the kernel of system \"" + name + "\" looks for changes of component " + component.name()
                                + ", which belong to all of its columns; add reads(...) of the component");
            }
        }
        requireReads(declared, kernel);
        Set<Component<?>> implied = new LinkedHashSet<>(kernel.links());
        implied.addAll(watched);
        SystemOption[] all = kernel.isKnown()
                ? withKnown(declared, kernel, implied, options)
                : withAssumed(declared, components, implied, options);
        List<Column> lookedUp = lookedUp(kernel.captured(ValueIndex.class), kernel.captured(ManyToMany.class));
        lookedUp.addAll(links(kernel.filters()));
        all = withReads(lookedUp, name, all);
        SystemSpec spec = SystemSpec.of(name, plans.size(), selectors, kernel.isDivisible(), all);
        boolean writesPartners = partners != null
                && !Collections.disjoint(partners.declared(), spec.access().components(Access.Kind.WRITES));
        return spec.over(kernel.filters(), writesPartners, kernel.changes() != null);
    }

    /** The columns by which conditions find rows that others point at. */
    private static List<Column> links(List<Filter> filters) {
        return filters.stream()
                .filter(filter -> filter.values() != null)
                .flatMap(filter -> filter.values().links().stream())
                .toList();
    }

    private void requireOfThisWorld(String name, RowQuery query) {
        if (query.runtime() != Internals.of(world)) {
            throw new IllegalArgumentException(
                    "the kernel or grid of system \"" + name + "\" is of another world than the schedule");
        }
    }

    /** Throws if a query looks at the values of a column of which the system has declared only other columns. */
    private static void requireReads(SystemSpec declared, KernelWork kernel) {
        for (Filter rows : kernel.filters()) {
            for (Column column :
                    rows.values() == null ? List.<Column>of() : rows.values().columns()) {
                boolean isKnown = kernel.isKnown() && kernel.reads().contains(column);
                if (!isKnown
                        && declared.access().isPartial(column.component())
                        && !declared.access().reads(column.component(), column)) {
                    throw new IllegalArgumentException(
                            "the kernel of system \"" + declared.name() + "\" has a condition on the values of column "
                                    + column.field() + " of component "
                                    + column.component().name() + "; add reads(...) of the column");
                }
            }
        }
    }

    /**
     * The options, with access that the kernel's queries use and the options lack: as written, or as read if the
     * component has no columns, or those of a tree.
     */
    private static SystemOption[] withAssumed(
            SystemSpec declared, Set<Component<?>> components, Set<Component<?>> implied, SystemOption... options) {
        Set<Component<?>> missing = new LinkedHashSet<>(components);
        missing.addAll(implied);
        missing.removeAll(declared.access().components(Access.Kind.READS));
        missing.removeAll(declared.access().components(Access.Kind.WRITES));
        List<SystemOption> all = new ArrayList<>(List.of(options));
        for (Component<?> component : missing) {
            boolean isRead = component.columns().isEmpty() || component.isLink() || declared.isEachFrame();
            Access.Kind kind = isRead ? Access.Kind.READS : Access.Kind.WRITES;
            all.add(Access.assumed(kind, component));
        }
        return all.toArray(new SystemOption[0]);
    }

    /**
     * The options, with the access that the kernel is known to need and the options lack.
     *
     * @param implied what it reads besides: links of a tree, and components whose changes it looks for
     */
    private static SystemOption[] withKnown(
            SystemSpec declared, KernelWork kernel, Set<Component<?>> implied, SystemOption... options) {
        DeclaredAccess access = declared.access();
        List<SystemOption> all = new ArrayList<>(List.of(options));
        for (Object written : kernel.writes()) {
            if (!access.writes(componentOf(written), columnOf(written))) {
                requireNotRead(declared, written);
                all.add(Access.of(Access.Kind.WRITES, List.of(written), Set.of()));
            }
        }
        Set<Object> reads = new LinkedHashSet<>(kernel.reads());
        reads.addAll(implied);
        reads.removeAll(kernel.writes());
        reads.removeIf(one -> one instanceof Column column && implied.contains(column.component())
                || access.reads(componentOf(one), columnOf(one)));
        reads.forEach(one -> all.add(Access.of(Access.Kind.READS, List.of(one), Set.of())));
        if (!declared.isEachFrame()) {
            all.addAll(spawns(kernel, declared.access()));
        }
        return all.toArray(new SystemOption[0]);
    }

    /** Throws if a system has declared to read a component or column that its kernel writes. */
    private static void requireNotRead(SystemSpec declared, Object written) {
        for (Object read : List.of(written, componentOf(written))) {
            if (declared.access().declares(Access.Kind.READS, read)) {
                throw new IllegalArgumentException("system \"" + declared.name() + "\" declares "
                        + DeclaredAccess.text(Access.Kind.READS, read) + ", but its kernel writes "
                        + (read == written ? "it" : Access.shortName(written))
                        + "; drop that, since the kernel says it itself");
            }
        }
    }

    private static ComponentInfo componentOf(Object one) {
        return one instanceof Column column ? column.component() : (ComponentInfo) one;
    }

    /** Null if it is a whole component. */
    private static Column columnOf(Object one) {
        return one instanceof Column column ? column : null;
    }

    /** What a kernel spawns by the templates and prefabs that its body has captured, beside what it declares. */
    static List<Access> spawns(KernelWork kernel, DeclaredAccess declared) {
        List<Access> spawns = new ArrayList<>();
        kernel.captured(Template.class).forEach(template -> spawns.add(Access.spawns(template)));
        kernel.captured(Prefab.class).forEach(prefab -> spawns.add(Access.spawns(prefab)));
        boolean isAny = spawns.stream().anyMatch(kind -> kind.named().isEmpty());
        if (declared.namesNothing(Access.Kind.SPAWNS) || isAny && declared.declares(Access.Kind.SPAWNS)) {
            return List.of();
        }
        return isAny ? List.of(Access.spawns()) : spawns;
    }

    /**
     * Puts systems in order: each ends before the next one starts, as with {@link Order#before}. The systems may be
     * added before or after this call.
     *
     * @param names systems, or sets of systems, first to last; at least two, each once
     * @throws IllegalArgumentException if there are fewer than two, or one is null, blank or given twice
     */
    public ScheduleBuilder chain(String... names) {
        chains.add(Order.requireChain(names));
        return this;
    }

    /**
     * Sets the number of workers, the world's thread included. The default is the number of processors. Results do not
     * depend on it.
     *
     * @param count 1 to 256
     */
    public ScheduleBuilder workers(int count) {
        if (count < 1 || count > MOST_WORKERS) {
            throw new IllegalArgumentException("workers must be from 1 to " + MOST_WORKERS + ": workers=" + count);
        }
        workers = count;
        return this;
    }

    /**
     * Sets the executor of the helpers of the world's thread. It gets at most {@code workers - 1} tasks at a time, and
     * a task may run until the tick ends. If the executor has fewer threads, or drops tasks, there are fewer helpers,
     * and all work is still done. The default is a set of daemon threads that all schedules of the process share. They
     * are started when they are needed, and end after an idle time.
     *
     * @param newExecutor stays open at least as long as the schedule
     */
    public ScheduleBuilder executor(Executor newExecutor) {
        if (newExecutor == null) {
            throw new IllegalArgumentException(
                    "executor must not be null; leave executor() out for threads of the library");
        }
        executor = newExecutor;
        return this;
    }

    /**
     * Sets the memory source of the workers' frame arenas and commands. The default is direct memory.
     *
     * @param source thread-safe; a {@link basalt.memory.tracking.MemoryTag} bounds and counts it; it must not use
     *     the world
     */
    public ScheduleBuilder memory(MemorySource source) {
        if (source == null) {
            throw new IllegalArgumentException("memory source must not be null; leave memory() out for direct memory");
        }
        return memory(worker -> source);
    }

    /**
     * Sets a memory source for each worker's frame arena and commands, for example a tag of a {@link
     * basalt.memory.tracking.MemoryTracker} for each.
     *
     * @param source the source of a worker, 0 to workers - 1; 0 is the world's thread
     */
    public ScheduleBuilder memory(IntFunction<? extends MemorySource> source) {
        if (source == null) {
            throw new IllegalArgumentException("memory source must not be null; leave memory() out for direct memory");
        }
        memory = source;
        return this;
    }

    /**
     * Limits the size of each worker's frame arena. The default is no limit.
     *
     * @param bytes at least 1
     */
    public ScheduleBuilder frameCapBytes(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("frameCapBytes must be > 0: frameCapBytes=" + bytes);
        }
        frameCapBytes = bytes;
        return this;
    }

    /**
     * Makes a schedule that finds out what its systems use, and writes their declarations:
     *
     * <pre>{@code
     * try (Schedule recorder = Schedule.builder(world).add("move", move).add("hit", hit).recordAccess().build()) {
     *     for (int tick = 0; tick < 600; tick++) {
     *         recorder.tick(1 / 60f);
     *     }
     *     String text = recorder.recordedAccess(); // "hit": reads(Position.class), writes(Health.class)
     * }
     * }</pre>
     *
     * <p>Let everything happen in these ticks that the game can do. Declared access is ignored, the systems run one
     * after the other on the world's thread, each followed by its commands, and nothing is refused because it was not
     * declared. Order, sets and conditions hold; so do {@code exclusive()}, {@code worldThread()}, {@code
     * touchesOthers()} and resources, which are kept as declared.
     *
     * @throws IllegalStateException outside of strict mode, which sees each access
     */
    public ScheduleBuilder recordAccess() {
        if (!Strict.ON) {
            throw new IllegalStateException(
                    "recordAccess() sees each access by the checks of strict mode; run with -Dbasalt.strict=true");
        }
        isRecording = true;
        return this;
    }

    /** For tests: the thresholds for sharing the work of a stage. */
    ScheduleBuilder thresholds(long worthHelpNanos, long pieceNanos) {
        thresholds = new StageRunner.Thresholds(worthHelpNanos, pieceNanos);
        return this;
    }

    /**
     * Computes the order and makes the schedule. A world has one open schedule at a time; when it is closed, a further
     * call makes another one.
     *
     * @return the schedule; close it before the world
     * @throws IllegalArgumentException if names clash or belong to no system, the order has a cycle, or two systems run
     *     the same cascade, or kernels that share a change query, since each would miss changes that the other one has
     *     seen. Bodies are not checked: give each body its own change query
     * @throws IllegalStateException on the wrong thread, after the world was closed, if another schedule of the world
     *     is open, or if a query is closed that a kernel runs over or finds partners by
     */
    public Schedule build() {
        for (Plan plan : plans) {
            if (plan.work() instanceof KernelWork kernel) {
                requireOpen(plan.spec().name(), kernel);
            }
        }
        rejectShared(
                KernelWork::changes,
                "share a query for changes, so each would miss what the other one has seen; build a query for each");
        rejectShared( // it has one order of rows, and two systems may run at the same time
                kernel -> kernel instanceof KernelWork.Loop || kernel instanceof GridBuild ? null : kernel,
                "run the same cascade or kernel over neighbours; make another kernel of its query for each");
        if (!ofSets.isEmpty()) {
            throw new IllegalArgumentException(
                    "build() was called in the body of a set; call it when set(...) has returned");
        }
        List<RelationIndex> relations = Internals.of(world).store().relations().followers();
        plans.replaceAll(plan -> new Plan(
                isRecording
                        ? plan.spec().recording(written(plan.work()))
                        : plan.spec().among(relations),
                plan.work()));
        List<SystemSpec> specs = plans.stream().map(Plan::spec).toList();
        ScheduleGraph graph =
                isRecording ? ScheduleGraph.serial(specs, sets, chains) : ScheduleGraph.of(specs, sets, chains);
        SystemNode[] nodes = plans.stream().map(plan -> node(plan, graph)).toArray(SystemNode[]::new);
        List<MemorySource> sources = IntStream.range(0, isRecording ? 1 : workers)
                .mapToObj(this::sourceOf)
                .toList();
        WorldRuntime runtime = Internals.of(world);
        runtime.openSchedule(plans.stream().map(plan -> plan.spec().name()).toList());
        try {
            Worker[] pool = sources.stream()
                    .map(source -> runtime.worker(source, frameCapBytes))
                    .toArray(Worker[]::new);
            return new Schedule(world, graph, nodes, new WorkerPool(pool, executor), thresholds, isRecording);
        } catch (RuntimeException | Error e) {
            runtime.closeSchedule();
            throw e;
        }
    }

    private static void requireOpen(String name, KernelWork kernel) {
        try {
            kernel.requireOpen();
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    "a query of the kernel of system \"" + name
                            + "\" is closed; build another one with world.query(), and a kernel of it",
                    e);
        }
    }

    /** Throws if the kernels of two systems share an object, of which a kernel may have none. */
    private void rejectShared(Function<KernelWork, Object> used, String text) {
        Map<Object, String> systems = new IdentityHashMap<>();
        for (Plan plan : plans) {
            Object object = plan.work() instanceof KernelWork kernel ? used.apply(kernel) : null;
            String other = object == null
                    ? null
                    : systems.putIfAbsent(object, plan.spec().name());
            if (other != null) {
                throw new IllegalArgumentException(
                        "systems \"" + other + "\" and \"" + plan.spec().name() + "\" " + text);
            }
        }
    }

    private SystemNode node(Plan plan, ScheduleGraph graph) {
        SystemAccess access = isRecording
                ? SystemAccess.recording(plan.spec())
                : new SystemAccess(plan.spec(), graph.ignoredSpawns(plan.spec().index()));
        KernelRun run = plan.work() instanceof KernelWork kernel ? kernel.newRun() : null;
        return new SystemNode(plan.spec(), access, plan.work(), run);
    }

    /** The components and columns that a kernel may write. */
    private static Set<?> written(Object work) {
        return work instanceof KernelWork kernel
                ? kernel.isKnown() ? kernel.writes() : UndeclaredAccess.components(kernel)
                : Set.of();
    }

    private static int processors() {
        return Math.min(Runtime.getRuntime().availableProcessors(), MOST_WORKERS);
    }

    private MemorySource sourceOf(int worker) {
        MemorySource source = memory.apply(worker);
        if (source == null) {
            throw new IllegalArgumentException("the memory source of worker " + worker + " is null");
        }
        return source;
    }

    private static void requireWork(String name, Object work) {
        if (work == null) {
            throw new IllegalArgumentException("system \"" + name + "\" has nothing to run: give a kernel or a body");
        }
    }
}
