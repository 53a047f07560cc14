package basalt.runtime;

import static basalt.component.BlockLayout.ALIVE_ID;
import static basalt.component.BlockLayout.MAX_COMPONENTS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.snapshot.Filter;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.access.AccessCheck;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import java.util.Collection;
import java.util.List;

/**
 * Strict mode's check of row access: the thread is the run's, neither the run nor the call that was given the row has
 * ended, the query and the system have declared the component, and the row has it. One for each run.
 *
 * <p>When the run begins, what query and system have declared is put into a table, so that an access looks up one byte,
 * the thread, and whether the row has the component; not even that of components which the query requires, while the
 * structure is the same. All of that is small, so that the JIT makes it part of a kernel's body, and moves most of it
 * out of the loop; what is wrong with an access is found out in code of its own.
 */
final class AccessGuard {
    /** In place of a block's address: there is no row to use. */
    static final long NO_BLOCK = 0;

    private static final byte READ = 1;
    private static final byte WRITE = 2;
    private static final byte SEE = 4;
    private static final byte REQUIRED = 8;

    private final Store store;
    private final List<Component<?>> declared;
    private final AccessCheck system;
    private final WorkerAccess worker;
    private final Thread thread = Thread.currentThread();

    /**
     * What is known of each component, by id: that query and system have declared it, and that all rows of the run have
     * it as long as the structure is this one.
     */
    private final byte[] known = new byte[MAX_COMPONENTS];

    private final long structure;
    private boolean pure;
    private boolean deadRowsAllowed;

    /**
     * Whether this guards the rows that the kernel of a system is given, rather than those that it finds for itself.
     */
    private boolean isKernel;

    /** The worker, unless the rows are those that its kernel is given; null outside of systems. */
    private WorkerAccess finder;

    /** The thread; null when the run has ended. */
    private Thread user = thread;

    /**
     * Guards a run.
     *
     * @param store the world's rows
     * @param declared the components that may be accessed; null for all
     * @param filter what all rows of the run match, now and until structure changes; null if that is not known
     * @param worker on whose behalf; null outside of systems
     */
    AccessGuard(Store store, Collection<Component<?>> declared, Filter filter, WorkerAccess worker) {
        this.store = store;
        this.declared = declared == null ? null : List.copyOf(declared);
        this.worker = worker;
        this.finder = worker;
        this.system = worker == null ? null : worker.access();
        this.structure = store.structureVersion();
        if (declared != null) {
            for (Component<?> component : declared) {
                know(component, filter != null && filter.requires(component.id()));
            }
        }
    }

    private void know(Component<?> component, boolean required) {
        known[component.id()] = (byte) ((system == null || system.reads(component, null) ? READ : 0)
                | (system == null || system.writes(component, null) ? WRITE : 0)
                | (required ? REQUIRED : 0));
    }

    /** This guards the rows of a kernel: if it is the one that its system runs, those that it is given. */
    void beginKernel() {
        isKernel = worker != null && worker.beginKernel();
        finder = isKernel ? null : worker;
    }

    /** The body of a kernel is given a row, or, at no block, a span. */
    void standOn(long base, int row) {
        if (isKernel) {
            worker.standOn(base, row);
        }
    }

    /** This is a run of a pure kernel; on a copy it may touch rows without an entity. */
    void pure(boolean deadRows) {
        pure = true;
        deadRowsAllowed = deadRows;
    }

    void checkNotPure(ComponentInfo component) {
        if (pure) {
            throw new IllegalStateException("a pure kernel touched a reference of component " + component.name()
                    + "; references outlive the row, so use kernel() instead of pureKernel()");
        }
    }

    void close() {
        user = null;
        if (isKernel) {
            worker.endKernel();
        }
    }

    private boolean isUsable(long base) {
        return Thread.currentThread() == user && base != NO_BLOCK;
    }

    void checkOpen(long base) {
        if (!isUsable(base)) {
            rejectUse(base);
        }
    }

    private void rejectUse(long base) {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("the row belongs to an iteration of thread '" + thread.getName()
                    + "' but was used by thread '" + Thread.currentThread().getName() + "'; use it there");
        }
        if (user == null) {
            throw new IllegalStateException(
                    "row or span used after its run had ended; keep the entities' handles instead");
        }
        throw new IllegalStateException(
                "row or span used after the call of the body that it was given to; keep the entities' handles instead");
    }

    void checkSeen(long base, ComponentInfo component) {
        if (!isUsable(base) || (known[component.id()] & SEE) == 0) {
            rejectUnseen(base, component);
        }
    }

    void check(long base, int row, ComponentInfo component, Column column) {
        int id = component.id();
        int what = known[id];
        if (!isUsable(base) || (what & READ) == 0 || findsRows() || !(isRequired(what) || Pools.has(base, row, id))) {
            reject(base, row, component, column, READ);
        }
    }

    void checkWrite(long base, int row, ComponentInfo component, Column column) {
        int id = component.id();
        int what = known[id];
        if (!isUsable(base) || (what & WRITE) == 0 || findsRows() || !(isRequired(what) || Pools.has(base, row, id))) {
            reject(base, row, component, column, WRITE);
        }
    }

    private boolean isRequired(int what) {
        return (what & REQUIRED) != 0 && structure == store.structureVersion();
    }

    /** Whether the rows are those that a kernel finds for itself, which must not be others than its own. */
    private boolean findsRows() {
        return finder != null && finder.isInKernel();
    }

    private void rejectUnseen(long base, ComponentInfo component) {
        checkOpen(base);
        Store.requireComponent(component);
        if (system != null) {
            system.checkSeen(component);
        }
        known[component.id()] |= SEE;
    }

    /** Says what is wrong, unless the component may be touched, but was not until now. */
    private void reject(long base, int row, ComponentInfo component, Column column, byte access) {
        checkOpen(base);
        if (system != null && access == WRITE) {
            system.checkWrite(component, column);
        } else if (system != null) {
            system.checkRead(component, column);
        }
        if (finder != null) {
            finder.checkOther(Entities.handle(base, row), component, column);
        }
        checkDeclared(declared, component);
        int id = component.id();
        if (system == null || (access == WRITE ? system.writes(component, null) : system.reads(component, null))) {
            known[id] |= access; // of all columns
        }
        if (!Pools.has(base, row, id) && !(deadRowsAllowed && !Pools.has(base, row, ALIVE_ID))) {
            throw Store.missing(Entities.handle(base, row), component);
        }
    }

    /** Throws unless a query has declared a component; null stands for all. */
    static void checkDeclared(List<Component<?>> declared, ComponentInfo component) {
        if (declared != null && !declared.contains(component)) {
            Store.requireComponent(component);
            throw new IllegalStateException("component " + component.name()
                    + " is not declared by the query, which has "
                    + declared.stream().map(Component::name).toList() + "; add it with all(), any() or optional()");
        }
    }
}
