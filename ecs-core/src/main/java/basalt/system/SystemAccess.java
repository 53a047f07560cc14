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
import basalt.storage.access.AccessCheck;
import basalt.storage.access.AccessCheck.CommandAccess;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The access that a system has at run time, from its declarations: the commands that it may record, and the checks of
 * strict mode.
 */
final class SystemAccess implements AccessCheck {
    private final String system;
    private final DeclaredAccess declared;
    private final Set<Component<?>> writes;
    private final Set<Column> writtenColumns = new HashSet<>();
    private final Set<Component<?>> seen;
    private final Set<Component<?>> followers;
    private final boolean isSplittable;
    private final CommandAccess commands;
    private final List<ScheduleGraph.UnorderedSpawns> ignoredSpawns;
    private volatile boolean isScheduleClosed;

    SystemAccess(SystemSpec spec, List<ScheduleGraph.UnorderedSpawns> ignoredSpawns) {
        this.system = spec.name();
        this.declared = spec.access();
        this.writes = declared.components(Access.Kind.WRITES);
        this.writtenColumns.addAll(declared.columns(Access.Kind.WRITES));
        declared.whole(Access.Kind.WRITES).forEach(component -> writtenColumns.addAll(component.columns()));
        this.seen = spec.seen();
        this.followers = spec.followers();
        this.isSplittable = spec.isSplittable();
        this.commands = commands(declared);
        this.ignoredSpawns = ignoredSpawns;
    }

    @Override
    public String system() {
        return system;
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
        return isSplittable;
    }

    @Override
    public void checkOther(ComponentInfo component, Column column, long own, long other) {
        if (writesSome(component, column)) {
            String where = own == Entity.NULL ? "a span of rows" : "the row of entity " + Entity.toString(own);
            throw dividedKernel(
                    "was given " + where + " and touched component " + component.name() + " of entity "
                            + Entity.toString(other) + ", which it " + writing(component),
                    component);
        }
    }

    private boolean writesSome(ComponentInfo component, Column column) {
        return column != null ? writes(component, column) : writes(component);
    }

    @Override
    public void checkAll(Column column) {
        ComponentInfo component = column.component();
        if (writes(component, column)) {
            throw dividedKernel(
                    "read component " + component.name() + " in all rows of a query, which it " + writing(component),
                    component);
        }
    }

    @Override
    public void checkShared(String use) {
        throw dividedKernel("used " + use, null);
    }

    /** Throws: variables that the body of the kernel has captured have changed while it ran. */
    void rejectCaptured(String what) {
        throw new IllegalStateException(
                "the kernel of system '" + system + "' must not change what it has captured, but "
                        + what
                        + " changed while it ran, by the kernel or by a system beside it, so the result would depend"
                        + " on how its rows are divided"
                        + " among workers; keep what each worker has in a world.workerLocal(...), take sums by"
                        + " reduce(), or add"
                        + " writesResource(...) or touchesOthers() to the system, which keeps its kernel on one"
                        + " thread");
    }

    private String writing(ComponentInfo component) {
        return declared.assumesWrite(component) ? "is taken to write" : "writes";
    }

    private IllegalStateException dividedKernel(String did, ComponentInfo written) {
        String reads = written != null && declared.assumesWrite(written)
                ? "reads(...) if it does not write the component, or "
                : "";
        return new IllegalStateException(
                "the kernel of system '" + system + "' " + did + ", so its result would depend on"
                        + " how its rows are divided among workers; add " + reads + "touchesOthers() to the system");
    }

    @Override
    public void checkRead(ComponentInfo component, Column column) {
        if (!reads(component, column)) {
            throw undeclared("read " + text(component, column), "reads(...) or writes(...)");
        }
    }

    @Override
    public void checkChanges(Component<?> component) {
        if (!declared.mayLookForChanges(component)) {
            throw undeclared(
                    "looked for changes of component " + component.name() + ", which belong to all of its columns,",
                    "reads(...) of the component");
        }
    }

    /** The component, or the column if the system has declared columns of it. */
    private String text(ComponentInfo component, Column column) {
        return column != null && declared.isPartial(component)
                ? "column " + column.field() + " of component " + component.name()
                : "component " + component.name();
    }

    @Override
    public void checkPresence(ComponentInfo component) {
        if (!seen.contains(component)) {
            throw undeclared("checked which entities have component " + component.name(), "reads(...) or writes(...)");
        }
    }

    @Override
    public void checkWrite(ComponentInfo component, Column column) {
        if (!writes(component, column)) {
            throw undeclared("wrote " + text(component, column), "writes(...)");
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

    @Override
    public IllegalStateException undeclared(int command, ComponentInfo component) {
        return switch (command) {
            case RESTRUCTURE -> undeclaredChange(component);
            case SET -> undeclaredValue(component);
            case SEND -> undeclared("sent an event of type " + component.name(), "sends(...)");
            case DESTROY -> undeclared("recorded the destruction of an entity", "destroys()");
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }

    private IllegalStateException undeclaredChange(ComponentInfo component) {
        if (component == null) {
            return undeclared("recorded that an entity is enabled or disabled", "restructures()");
        }
        return undeclared(
                "recorded a change of component " + component.name(),
                component.isLink() ? "restructures(...) of both components of the tree" : "restructures(...)");
    }

    private IllegalStateException undeclaredValue(ComponentInfo component) {
        boolean makesSuch = declared.declares(Access.Kind.SPAWNS, component);
        return undeclared(
                "recorded a value for component " + component.name() + (makesSuch ? " of a living entity" : ""),
                "restructures(...) or spawns()",
                makesSuch
                        ? "; writes(...) covers rows only, and spawns(...) new entities"
                        : "; writes(...) covers rows only");
    }

    @Override
    public IllegalStateException undeclaredSpawn(Collection<Component<?>> components) {
        if (!declared.declares(Access.Kind.SPAWNS)) {
            return undeclared("recorded the spawn of an entity", "spawns()");
        }
        String kind = components.isEmpty()
                ? "without components"
                : "with the components "
                        + components.stream().map(Component::name).collect(Collectors.joining(", "));
        return undeclared(
                "recorded the spawn of an entity " + kind,
                components.isEmpty() ? "spawns() without templates" : "its template or prefab to spawns(...)");
    }

    @Override
    public void checkResource(Class<?> type) {
        if (!declared.declares(Access.Kind.READS_RESOURCE, type)
                && !declared.declares(Access.Kind.WRITES_RESOURCE, type)) {
            throw undeclared("used resource " + type.getName(), "readsResource(...) or writesResource(...)");
        }
    }

    @Override
    public void checkReceive(Component<?> type) {
        if (!declared.declares(Access.Kind.RECEIVES, type)) {
            throw undeclared("read events of type " + type.name(), "receives(...)");
        }
    }

    @Override
    public void checkSpawns(Predicate<BitSet> matches) {
        for (ScheduleGraph.UnorderedSpawns spawns : ignoredSpawns) {
            if (matches.test(spawns.kind())) {
                throw new IllegalStateException("the kernel of system '" + system
                        + "' used another query than its own, which finds entities that system '" + spawns.system()
                        + "' spawns, and does not wait for them; add touchesOthers() or "
                        + (spawns.isBefore() ? "after" : "before") + "(\"" + spawns.system() + "\") to the system");
            }
        }
    }

    @Override
    public void checkDestroyed(Component<?> component) {
        if (!declared.concerns(Access.Kind.DESTROYS, component)) {
            throw undeclared(
                    "recorded the destruction of an entity with component " + component.name(),
                    "all components of such entities to destroys(...)");
        }
    }

    @Override
    public void checkChanged(Component<?> component) {
        if (!followers.contains(component) && !declared.concerns(Access.Kind.DESTROYS, component)) {
            throw new IllegalStateException("system '" + system + "' recorded the destruction of an entity to which"
                    + " others point by component " + component.name() + ", by a relation that was made after the"
                    + " schedule; make the relation first, or add the component to destroys(...) of the system");
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

    private IllegalStateException undeclared(String what, String remedy) {
        return undeclared(what, remedy, "");
    }

    private IllegalStateException undeclared(String what, String remedy, String note) {
        return new IllegalStateException("system '" + system + "' " + what + " without having declared it; add "
                + remedy + " to the system" + note);
    }
}
