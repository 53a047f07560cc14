package basalt.system;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.storage.access.AccessCheck.CommandAccess.DESTROY;
import static basalt.storage.access.AccessCheck.CommandAccess.RESTRUCTURE;
import static basalt.storage.access.AccessCheck.CommandAccess.SEND;
import static basalt.storage.access.AccessCheck.CommandAccess.SET;
import static basalt.storage.access.AccessCheck.CommandAccess.SET_NEW;
import static basalt.storage.access.AccessCheck.CommandAccess.SPAWN;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.storage.access.AccessCheck;
import basalt.storage.access.AccessCheck.CommandAccess;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The access that a system has at run time, from its declarations: the commands that it may record, and the checks of
 * strict mode. In strict mode a use that was not declared takes place nevertheless, and is recorded, so that all of
 * them are found; then the system has failed. Exceptions are what could damage data that other threads use: spawns
 * beside those of another system, and the readers of a divided kernel. These throw at once.
 */
final class SystemAccess implements AccessCheck {
    private final SystemSpec spec;
    private final DeclaredAccess declared;
    private final boolean isRecording;
    private final AccessRecord undeclared = new AccessRecord();
    private final Set<Component<?>> writes;
    private final Set<Column> writtenColumns = new HashSet<>();
    private final Set<Component<?>> seen;
    private final CommandAccess commands;
    private final List<ScheduleGraph.UnorderedSpawns> ignoredSpawns;
    private volatile boolean isScheduleClosed;

    SystemAccess(SystemSpec spec, List<ScheduleGraph.UnorderedSpawns> ignoredSpawns) {
        this(spec, spec.access(), ignoredSpawns, false);
    }

    /**
     * The access of a system in a schedule that records what its systems use: it may do everything, and what is not
     * declared is recorded.
     */
    static SystemAccess recording(SystemSpec spec) {
        return new SystemAccess(spec, spec.access().keptWhileRecording(spec.name()), List.of(), true);
    }

    private SystemAccess(
            SystemSpec spec,
            DeclaredAccess declared,
            List<ScheduleGraph.UnorderedSpawns> ignoredSpawns,
            boolean isRecording) {
        this.spec = spec;
        this.declared = declared;
        this.isRecording = isRecording;
        this.writes = declared.components(Access.Kind.WRITES);
        this.writtenColumns.addAll(declared.columns(Access.Kind.WRITES));
        declared.whole(Access.Kind.WRITES).forEach(component -> writtenColumns.addAll(component.columns()));
        this.seen = isRecording ? spec.filters() : spec.seen();
        this.commands = commands(declared);
        this.ignoredSpawns = ignoredSpawns;
    }

    @Override
    public String system() {
        return spec.name();
    }

    @Override
    public boolean isScheduleClosed() {
        return isScheduleClosed;
    }

    /** Called when the schedule was closed. */
    void end() {
        isScheduleClosed = true;
    }

    @Override
    public boolean isSplittable() {
        return spec.isSplittable();
    }

    /** Whether the system has used what it has not declared, and so has failed. For any thread, after its run. */
    boolean hasUndeclared() {
        return Strict.ON && !isRecording && !undeclared.isEmpty();
    }

    /** What the system has used without having declared it. */
    AccessRecord undeclared() {
        return undeclared;
    }

    /** Forgets the undeclared uses of the last tick, unless they are being recorded. */
    void beginTick() {
        if (Strict.ON && !isRecording) {
            undeclared.clear();
        }
    }

    /** The undeclared uses as text, with the declarations to add. */
    String report() {
        List<Access> lacking = undeclared.declarations(Set.of(), declared);
        String remedy =
                spec.isEachFrame() && !lacking.stream().map(Access::kind).allMatch(Access.Kind.FOR_FRAMES::contains)
                        ? "; a system with eachFrame() only reads: do it in a system of the tick"
                        : "; add " + AccessSource.of(lacking) + " to the system" + insteadOf(lacking);
        return "system '" + spec.name() + "' " + undeclared.texts() + " without having declared it" + remedy
                + undeclared.notes();
    }

    /** The declarations that those to add replace, since they would be refused beside them; empty if there are none. */
    private String insteadOf(List<Access> lacking) {
        List<String> replaced = new ArrayList<>();
        for (Access access : lacking) {
            if (access.named().isEmpty() && declared.declares(access.kind())) {
                replaced.add(access.kind().label() + "(...)");
            }
            List<Access> included = declared.includedIn(access);
            if (!included.isEmpty()) {
                replaced.add(AccessSource.of(included));
            }
        }
        return replaced.isEmpty() ? "" : " instead of " + String.join(", ", replaced);
    }

    @Override
    public void checkOther(ComponentInfo component, Column column, long own, long other) {
        if (isDisturbing(component, column)) {
            addOther(
                    component,
                    () -> "was given the row of entity " + Entity.toString(own) + " and touched component "
                            + component.name() + " of entity " + Entity.toString(other));
        }
    }

    @Override
    public void checkAll(Column column) {
        ComponentInfo component = column.component();
        if (isDisturbing(component, column)) {
            addOther(component, () -> "read component " + component.name() + " in all rows of a query");
        }
    }

    /** Whether a use of other rows is not declared, and must be. */
    private boolean isDisturbing(ComponentInfo component, Column column) {
        if (isRecording) {
            undeclared.addOther(column != null ? column : component);
            return false;
        }
        return column != null ? writes(component, column) : writes(component);
    }

    private void addOther(ComponentInfo component, Supplier<String> did) {
        boolean isAssumed = declared.assumesWrite(component);
        undeclared.add(
                Access.Kind.TOUCHES_OTHERS,
                () -> divided(did.get() + ", which it " + (isAssumed ? "is taken to write" : "writes")));
        if (isAssumed) {
            Access read = Access.of(Access.Kind.READS, List.of(component), Set.of());
            undeclared.addNote("; or " + AccessSource.of(List.of(read)) + " if it does not write the component");
        }
    }

    private static String divided(String did) {
        return did + ", so that its result would depend on how its rows are divided among workers,";
    }

    @Override
    public void checkShared(String use) {
        if (isRecording) {
            undeclared.add(Access.Kind.TOUCHES_OTHERS, () -> use);
            return;
        }
        undeclared.add(Access.Kind.TOUCHES_OTHERS, () -> divided("used " + use));
        throw new UndeclaredException(report());
    }

    /** Throws: variables that the body of the kernel has captured have changed while it ran. */
    void rejectCaptured(String what) {
        if (isRecording) {
            undeclared.add(Access.Kind.TOUCHES_OTHERS, () -> what);
            return;
        }
        throw new IllegalStateException(
                "the kernel of system '" + spec.name() + "' must not change what it has captured, but "
                        + what
                        + " changed while it ran, by the kernel or by a system beside it, so the result would depend"
                        + " on how its rows are divided"
                        + " among workers; keep what each worker has in a world.workerLocal(...), take sums by"
                        + " reduce(), or add"
                        + " writesResource(...) or touchesOthers() to the system, which keeps its kernel on one"
                        + " thread");
    }

    @Override
    public void checkRead(ComponentInfo component, Column column) {
        if (!reads(component, column)) {
            undeclared.add(Access.Kind.READS, used(component, column), () -> "read " + text(component, column));
        }
    }

    @Override
    public void checkChanges(Component<?> component) {
        if (!declared.mayLookForChanges(component)) {
            undeclared.add(
                    Access.Kind.READS,
                    component,
                    () -> "looked for changes of component " + component.name()
                            + ", which belong to all of its columns,");
        }
    }

    /** The component, or the column if the system has declared columns of it. */
    private Object used(ComponentInfo component, Column column) {
        return column != null && declared.isPartial(component) ? column : component;
    }

    private String text(ComponentInfo component, Column column) {
        return column != null && declared.isPartial(component)
                ? "column " + column.field() + " of component " + component.name()
                : "component " + component.name();
    }

    @Override
    public void checkPresence(ComponentInfo component) {
        if (!seen.contains(component)) {
            undeclared.add(
                    Access.Kind.READS, component, () -> "checked which entities have component " + component.name());
        }
    }

    @Override
    public void checkWrite(ComponentInfo component, Column column) {
        if (!writes(component, column)) {
            undeclared.add(Access.Kind.WRITES, used(component, column), () -> "wrote " + text(component, column));
            if (spec.isEachFrame()) {
                refuse(true);
            }
        }
    }

    @Override
    public CommandAccess commands() {
        return commands;
    }

    private static CommandAccess commands(DeclaredAccess declared) {
        CommandAccess commands = new CommandAccess();
        if (declared.namesNothing(Access.Kind.RESTRUCTURES)) {
            commands.allowForAll(RESTRUCTURE | SET);
        }
        commands.allow(RESTRUCTURE | SET, declared.components(Access.Kind.RESTRUCTURES));
        commands.allow(SEND, declared.components(Access.Kind.SENDS));
        if (declared.declares(Access.Kind.DESTROYS)) {
            commands.allow(DESTROY, ALIVE_ID);
        }
        if (declared.declares(Access.Kind.SPAWNS)) {
            commands.allow(SPAWN, ALIVE_ID).allow(SET_NEW, declared.components(Access.Kind.SPAWNS));
            declared.spawned().forEach(commands::allowSpawn);
        }
        if (declared.namesNothing(Access.Kind.SPAWNS)) {
            commands.allowForAll(SET).allowAnySpawn();
        }
        return commands;
    }

    /** Records an undeclared command, or throws in fast mode. */
    @Override
    public void undeclared(int command, ComponentInfo component) {
        switch (command) {
            case RESTRUCTURE -> addChange(component);
            case SET -> {
                undeclared.add(Access.Kind.RESTRUCTURES, component, () -> value(component));
                undeclared.addNote("; writes(...) covers rows only, and spawns(...) new entities");
            }
            case SET_NEW -> {
                undeclared.addNewValue((Component<?>) component, () -> value(component));
                undeclared.addNote("; writes(...) covers rows only");
            }
            case SEND ->
                undeclared.add(Access.Kind.SENDS, component, () -> "sent an event of type " + component.name());
            case DESTROY -> undeclared.add(Access.Kind.DESTROYS, () -> "recorded the destruction of an entity");
            default -> throw new IllegalArgumentException("no such command: " + command);
        }
        refuse(false);
    }

    private void addChange(ComponentInfo component) {
        if (component == null) {
            undeclared.addRestructuresAll(() -> "recorded that an entity is enabled or disabled");
        } else {
            undeclared.add(
                    Access.Kind.RESTRUCTURES, component, () -> "recorded a change of component " + component.name());
            if (component.isLink()) {
                undeclared.addNote("; attaching and detaching need both components of the tree");
            }
        }
    }

    private String value(ComponentInfo component) {
        boolean makesSuch = declared.declares(Access.Kind.SPAWNS, component);
        return "recorded a value for component " + component.name() + (makesSuch ? " of a living entity" : "");
    }

    /** Throws in fast mode, in a frame, or if the system must not go on. */
    private void refuse(boolean always) {
        if (!Strict.ON || always || spec.isEachFrame()) {
            String report = report();
            if (!Strict.ON) {
                undeclared.clear();
            }
            throw new UndeclaredException(report);
        }
    }

    @Override
    public void undeclaredSpawn(List<List<Component<?>>> kinds) {
        List<Set<Component<?>>> sets =
                kinds.stream().<Set<Component<?>>>map(Set::copyOf).toList();
        boolean isAlone = declared.declares(Access.Kind.SPAWNS);
        undeclared.addSpawn(sets, () -> "recorded the spawn of an entity" + (isAlone ? kind(kinds.get(0)) : ""));
        refuse(!isAlone && !isRecording);
    }

    private static String kind(List<Component<?>> components) {
        return components.isEmpty()
                ? " without components"
                : " with the components "
                        + components.stream().map(Component::name).collect(Collectors.joining(", "));
    }

    @Override
    public void mayWrite(ComponentInfo component) {
        if (isRecording && !writes(component)) {
            undeclared.add(Access.Kind.WRITES, component, () -> "wrote " + text(component, null));
        }
    }

    @Override
    public void checkResource(Object resource) {
        if (!declared.declares(Access.Kind.READS_RESOURCE, resource)
                && !declared.declares(Access.Kind.WRITES_RESOURCE, resource)) {
            boolean isValue =
                    !(resource instanceof Class<?> type) || type.isRecord() || type.isEnum() || type == String.class;
            undeclared.add(
                    isValue || !isRecording ? Access.Kind.READS_RESOURCE : Access.Kind.WRITES_RESOURCE,
                    resource,
                    () -> "used resource " + (resource instanceof Class<?> type ? type.getName() : resource));
            if (!isValue) {
                undeclared.addNote("; writesResource(...) if it changes the object");
            }
        }
    }

    @Override
    public void checkReceive(Component<?> type) {
        if (!declared.declares(Access.Kind.RECEIVES, type)) {
            undeclared.add(Access.Kind.RECEIVES, type, () -> "read events of type " + type.name());
        }
    }

    @Override
    public void checkSpawns(Predicate<BitSet> matches) {
        if (isRecording) {
            undeclared.addOtherQuery();
        }
        for (ScheduleGraph.UnorderedSpawns spawns : ignoredSpawns) {
            if (matches.test(spawns.kind())) {
                undeclared.add(
                        Access.Kind.TOUCHES_OTHERS,
                        () -> "used another query than its own, which finds entities that system '" + spawns.system()
                                + "' spawns, and does not wait for them,");
                undeclared.addNote(
                        "; " + (spawns.isBefore() ? "after" : "before") + "(\"" + spawns.system() + "\") does too");
            }
        }
    }

    @Override
    public void checkDestroyed(Component<?> component) {
        if (!declared.concerns(Access.Kind.DESTROYS, component)) {
            undeclared.add(
                    Access.Kind.DESTROYS,
                    component,
                    () -> "recorded the destruction of an entity with component " + component.name());
        }
    }

    @Override
    public void checkChanged(Component<?> component) {
        if (!isRecording
                && !spec.followers().contains(component)
                && !declared.concerns(Access.Kind.DESTROYS, component)) {
            undeclared.add(
                    Access.Kind.DESTROYS,
                    component,
                    () -> "recorded the destruction of an entity to which others point by component " + component.name()
                            + ", by a relation that was made after the schedule,");
            undeclared.addNote("; or make the relation first");
        }
    }

    @Override
    public boolean reads(ComponentInfo component, Column column) {
        return declared.reads(component, column);
    }

    @Override
    public boolean writes(ComponentInfo component, Column column) {
        return column != null ? writtenColumns.contains(column) : declared.writes(component, null);
    }

    @Override
    public boolean writes(ComponentInfo component) {
        return writes.contains(component);
    }

    /** Whether a failure of a system says no more than its record. */
    static boolean isOnlyUndeclared(Throwable failure) {
        return failure instanceof UndeclaredException
                && Stream.of(failure.getSuppressed()).allMatch(UndeclaredException.class::isInstance);
    }

    /** Undeclared access that cannot take place. The record of the system has it too. */
    static final class UndeclaredException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        UndeclaredException(String message) {
            super(message);
        }
    }
}
