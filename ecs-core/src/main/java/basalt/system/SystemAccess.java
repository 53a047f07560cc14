package basalt.system;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.storage.AccessCheck;
import java.util.Set;

/** Strict mode's answers to what a system may touch, from what it has declared. */
final class SystemAccess implements AccessCheck {
    private final String system;
    private final DeclaredAccess declared;
    private final Set<Component<?>> writes;
    private final Set<Component<?>> seen;
    private final boolean isSplittable;

    SystemAccess(SystemSpec spec) {
        this.system = spec.name();
        this.declared = spec.access();
        this.writes = declared.components(AccessKind.WRITES);
        this.seen = spec.seen();
        this.isSplittable = spec.isSplittable();
    }

    @Override
    public String system() {
        return system;
    }

    @Override
    public boolean isSplittable() {
        return isSplittable;
    }

    @Override
    public void checkOther(Component<?> component, long own, long other) {
        if (writes(component)) {
            String where = own == Entity.NULL ? "a span of rows" : "the row of entity " + Entity.toString(own);
            throw dividedKernel(
                    "was given " + where + " and touched component " + component.name() + " of entity "
                            + Entity.toString(other) + ", which it " + writing(component),
                    component);
        }
    }

    @Override
    public void checkAll(Component<?> component) {
        if (writes(component)) {
            throw dividedKernel(
                    "read component " + component.name() + " in all rows of a query, which it " + writing(component),
                    component);
        }
    }

    @Override
    public void checkShared(String use) {
        throw dividedKernel("used " + use, null);
    }

    private String writing(Component<?> component) {
        return declared.assumesWrite(component) ? "is taken to write" : "writes";
    }

    private IllegalStateException dividedKernel(String did, Component<?> written) {
        String reads = written != null && declared.assumesWrite(written)
                ? "reads(...) if it does not write the component, or "
                : "";
        return new IllegalStateException(
                "the kernel of system '" + system + "' " + did + ", so its result would depend on"
                        + " how its rows are divided among workers; add " + reads + "touchesOthers() to the system");
    }

    @Override
    public void checkRead(Component<?> component) {
        if (!reads(component)) {
            throw undeclared("read component " + component.name(), "reads(...) or writes(...)");
        }
    }

    @Override
    public void checkSeen(Component<?> component) {
        if (!seen.contains(component)) {
            throw undeclared("asked who has component " + component.name(), "reads(...) or writes(...)");
        }
    }

    @Override
    public void checkWrite(Component<?> component) {
        if (!writes(component)) {
            throw undeclared("wrote component " + component.name(), "writes(...)");
        }
    }

    @Override
    public void checkChange(Component<?> component) {
        if (!changes(component)) {
            throw undeclared("recorded a change of component " + component.name(), "changes(...)");
        }
    }

    @Override
    public void checkHide() {
        if (!declared.changesAny()) {
            throw undeclared("recorded that an entity is enabled or disabled", "changes()");
        }
    }

    @Override
    public void checkCommandedWrite(Component<?> component) {
        if (!changes(component) && !declared.declares(AccessKind.SPAWNS)) {
            throw undeclared("recorded a value for component " + component.name(), "changes(...) or spawns()");
        }
    }

    @Override
    public void checkResource(Class<?> type) {
        if (!declared.resources(AccessKind.READS_RESOURCE).contains(type)
                && !declared.resources(AccessKind.WRITES_RESOURCE).contains(type)) {
            throw undeclared("used resource " + type.getName(), "readsResource(...) or writesResource(...)");
        }
    }

    @Override
    public void checkSend(Component<?> type) {
        if (!declared.components(AccessKind.SENDS).contains(type)) {
            throw undeclared("sent an event of type " + type.name(), "sends(...)");
        }
    }

    @Override
    public void checkReceive(Component<?> type) {
        if (!declared.components(AccessKind.RECEIVES).contains(type)) {
            throw undeclared("read events of type " + type.name(), "receives(...)");
        }
    }

    @Override
    public void checkSpawn() {
        if (!declared.declares(AccessKind.SPAWNS)) {
            throw undeclared("recorded the birth of an entity", "spawns()");
        }
    }

    @Override
    public void checkSpawned(Component<?> component) {
        if (!declared.concerns(AccessKind.SPAWNS, component)) {
            throw undeclared(
                    "recorded the birth of an entity with component " + component.name(),
                    "its template to spawns(...)");
        }
    }

    @Override
    public void checkDestroy() {
        if (!declared.declares(AccessKind.DESTROYS)) {
            throw undeclared("recorded the end of an entity", "destroys()");
        }
    }

    @Override
    public void checkDestroyed(Component<?> component) {
        if (!declared.concerns(AccessKind.DESTROYS, component)) {
            throw undeclared(
                    "recorded the end of an entity with component " + component.name(),
                    "all components of such entities to destroys(...)");
        }
    }

    @Override
    public boolean reads(Component<?> component) {
        return declared.components(AccessKind.READS).contains(component) || writes(component);
    }

    @Override
    public boolean writes(Component<?> component) {
        return writes.contains(component);
    }

    private boolean changes(Component<?> component) {
        return declared.changesAny() || declared.components(AccessKind.CHANGES).contains(component);
    }

    private IllegalStateException undeclared(String what, String remedy) {
        return new IllegalStateException(
                "system '" + system + "' " + what + " without having declared it; add " + remedy + " to the system");
    }
}
