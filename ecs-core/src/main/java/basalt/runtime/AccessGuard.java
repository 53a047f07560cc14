package basalt.runtime;

import static basalt.component.BlockLayout.ALIVE_ID;

import basalt.component.Component;
import basalt.component.MissingComponentException;
import basalt.storage.AccessCheck;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.Visitor;
import java.util.Collection;
import java.util.List;

/**
 * Strict mode's check of row access: the thread is the run's, neither the run nor the call that was given the row has ended, the
 * query and the system have declared the component, and the row has it. One for each run.
 */
final class AccessGuard {
    private final List<Component<?>> declared;
    private final AccessCheck system;
    private final Visitor visitor;
    private final Thread thread = Thread.currentThread();
    private boolean pure;
    private boolean deadRowsAllowed;
    private boolean open = true;

    /** Whether this guards the rows that the kernel of a system is given, rather than those that it finds for itself. */
    private boolean isKernel;

    /** Guards a run of a query that declared these components; null allows all of them. */
    AccessGuard(Collection<Component<?>> declared) {
        this(declared, null);
    }

    /** Guards a run of a query on behalf of a system, unless that is null. */
    AccessGuard(Collection<Component<?>> declared, Visitor visitor) {
        this.declared = declared == null ? null : List.copyOf(declared);
        this.visitor = visitor;
        this.system = visitor == null ? null : visitor.access();
    }

    /** This guards the rows of a kernel: if it is the one that its system runs, those that it is given. */
    void beginKernel() {
        isKernel = visitor != null && visitor.beginKernel();
    }

    /** The body of a kernel is given a row, or, at no block, a span. */
    void standOn(long base, int row) {
        if (isKernel) {
            visitor.standOn(base, row);
        }
    }

    /** This is a run of a pure kernel; on a copy it may touch rows without an entity. */
    void pure(boolean deadRows) {
        pure = true;
        deadRowsAllowed = deadRows;
    }

    void checkNotPure(Component<?> component) {
        if (pure) {
            throw new IllegalStateException("a pure kernel touched a reference of component " + component.name()
                    + "; references outlive the row, so use kernel() instead of pureKernel()");
        }
    }

    void close() {
        open = false;
        if (isKernel) {
            visitor.endKernel();
        }
    }

    void checkOpen(long base) {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("the row belongs to an iteration of thread '" + thread.getName()
                    + "' but was used by thread '" + Thread.currentThread().getName() + "'; use it there");
        }
        if (!open) {
            throw new IllegalStateException(
                    "row or span used after its run had ended; keep the entities' handles instead");
        }
        if (base == RowContext.NO_BLOCK) {
            throw new IllegalStateException(
                    "row or span used after the call of the body that it was given to; keep the entities' handles instead");
        }
    }

    void checkSeen(long base, Component<?> component) {
        checkOpen(base);
        if (system != null) {
            system.checkSeen(component);
        }
    }

    void check(long base, int row, Component<?> component) {
        checkOpen(base);
        if (system != null) {
            system.checkRead(component);
            checkOther(base, row, component);
        }
        checkPresent(base, row, component);
    }

    void checkWrite(long base, int row, Component<?> component) {
        checkOpen(base);
        if (system != null) {
            system.checkWrite(component);
            checkOther(base, row, component);
        }
        checkPresent(base, row, component);
    }

    private void checkOther(long base, int row, Component<?> component) {
        if (!isKernel) {
            visitor.checkOther(Entities.handle(base, row), component);
        }
    }

    private void checkPresent(long base, int row, Component<?> component) {
        checkDeclared(declared, component);
        if (Pools.has(base, row, component.id()) || deadRowsAllowed && !Pools.has(base, row, ALIVE_ID)) {
            return;
        }
        throw new MissingComponentException(Entities.handle(base, row), component);
    }

    /** Throws unless a query has declared a component; null stands for all. */
    static void checkDeclared(List<Component<?>> declared, Component<?> component) {
        if (declared != null && !declared.contains(component)) {
            throw new IllegalStateException("component " + component.name()
                    + " is not declared by the query, which has "
                    + declared.stream().map(Component::name).toList() + "; add it with all(), any() or optional()");
        }
    }
}
