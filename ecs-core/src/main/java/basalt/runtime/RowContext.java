package basalt.runtime;

import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;

import basalt.command.CommandQueue;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.internal.Strict;
import basalt.match.ChangeFilter;
import basalt.match.Filter;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.References;
import basalt.storage.access.AccessCheck;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * The state that all rows of a run share: the world's references, the buffers that spans have wrapped, the queue of
 * commands, and strict mode's check of row access. Outside of strict mode a thread has one context for all its runs.
 *
 * <p>Strict mode has one object for each run. It checks that the thread is that of the run, that neither the run nor
 * the call that got the row has ended, that the query and the system have declared the component, and that the row has
 * it. The declarations are put into a table when the run begins, so an access checks one byte, the thread, and whether
 * the row has the component. It skips the last check for components that the query requires, as long as the structure
 * is unchanged. The checks are small, so that the JIT inlines them into the kernel's body and moves most of them out of
 * the loop. Separate code finds the reason of a failed check.
 */
public final class RowContext {
    /** The block address of a row or span before its run, and, in strict mode, after the call of the body. */
    public static final long NO_BLOCK = 0;

    private static final DirectBuffer[] NONE = {};
    private static final byte READ = 1;
    private static final byte WRITE = 2;
    private static final byte PRESENCE = 4;
    private static final byte REQUIRED = 8;

    private final References references;
    private final Store store;
    private final CommandQueue queue;
    private final List<Component<?>> declared;
    private final ChangeFilter ownChanges;
    private final AccessCheck system;
    private final WorkerAccess worker;
    private Thread thread = Thread.currentThread();

    /**
     * Strict mode: flags by component id: READ, WRITE and PRESENCE if the access was declared, REQUIRED if all rows of
     * the run have the component while the structure is unchanged.
     */
    private final byte[] allowed;

    private final long structure;

    /** Whether this is of the rows that a system's kernel is run over, not of rows that its body looks up. */
    private boolean isKernel;

    /** The worker whose system looks the rows up; null for the rows of its kernel, and outside of systems. */
    private WorkerAccess lookupWorker;

    /** The thread of the run; null after its end. */
    private Thread user = thread;

    private int random;
    private DirectBuffer[] wrapped = NONE;

    /** For each wrapped buffer, the address of its block, and its own address. */
    private long[] wrappedBases = {};

    private long[] wrappedAddresses = {};
    private int wrappedCount;
    private ReusableRows rows;

    /** The runs of a cascade, and the range of them that is visited now: they are of one batch. */
    private CascadeOrder.Runs runs;

    private int firstRun;
    private int endOfRuns;
    private long[] blocks;

    /** The range of the parents of the runs' level that are not yet in the thread's table, and their number. */
    private int firstParent;

    private int endOfParents;
    private int parents;

    /**
     * Creates a context.
     *
     * @param declared the components that may be accessed in strict mode; null for all
     * @param filter matched by all rows until the structure changes; null if not known
     * @param worker the worker that runs; null outside of systems
     */
    RowContext(Store store, Collection<Component<?>> declared, Filter filter, WorkerAccess worker, CommandQueue queue) {
        this.store = store;
        references = store.references();
        this.queue = queue;
        this.declared = declared == null ? null : List.copyOf(declared);
        this.ownChanges = filter == null ? null : filter.changeFilter();
        this.worker = worker;
        this.lookupWorker = worker;
        this.system = worker == null ? null : worker.access();
        this.structure = store.structureVersion();
        this.allowed = new byte[Strict.ON ? MAX_COMPONENTS : 0];
        if (Strict.ON && declared != null) {
            for (Component<?> component : declared) {
                allow(component, filter != null && filter.requires(component.id()));
            }
        }
    }

    /** A context of no world, for loops of cascades that are warmed up: it has the runs of a batch. */
    public RowContext(int[][] sample) {
        store = null;
        references = null;
        queue = null;
        declared = null;
        ownChanges = null;
        worker = null;
        system = null;
        structure = 0;
        allowed = new byte[0];
        runs = new CascadeOrder.Runs();
        for (int[] run : sample) {
            runs.add(0, run[0], run[1], run[2]);
        }
        runs.listAllParents();
        setRuns(runs, 0, runs.count(), new long[1]);
    }

    /**
     * The reusable rows of this context, which the query package stores here. Returns the stored object; null before
     * the first run.
     */
    public ReusableRows rows() {
        return rows;
    }

    public void rows(ReusableRows newRows) {
        rows = newRows;
    }

    /** Begins a batch of a cascade, or goes back to the one around it. */
    void setRuns(CascadeOrder.Runs newRuns, int first, int end, long[] addresses) {
        runs = newRuns;
        blocks = addresses;
        firstRun = first;
        endOfRuns = end;
    }

    /** Begins a level of a cascade. If no table of its parents is to be used, the range is empty. */
    public void setParents(int first, int end) {
        firstParent = first;
        endOfParents = end;
        parents = end - first;
    }

    /** The number of the level's parents, if a table of them is used; otherwise 0. */
    public int parents() {
        return parents;
    }

    /** The first parent that is to be put into the table. Afterwards there is none. */
    public int takeParents() {
        int first = firstParent;
        firstParent = endOfParents;
        return first;
    }

    public int endOfParents() {
        return endOfParents;
    }

    public CascadeOrder.Runs runs() {
        return runs;
    }

    /** The addresses of all blocks. */
    public long[] blocks() {
        return blocks;
    }

    public int firstRun() {
        return firstRun;
    }

    public int endOfRuns() {
        return endOfRuns;
    }

    public Store store() {
        return store;
    }

    public CommandQueue queue() {
        return queue;
    }

    /** A random number for the thread of this context. */
    public int nextRandom() {
        random = random * 1664525 + 1013904223; // Knuth, The Art of Computer Programming, volume 2, 3.3.4
        return random;
    }

    /** Whether a run is one of those that are measured: one of 64 at random. */
    public boolean isSampled() {
        return nextRandom() >>> 26 == 0;
    }

    /** The world's references. */
    public References references() {
        return references;
    }

    /**
     * Strict mode's check of a read. This and the next four methods are static, so that the JIT needs no null check of
     * the context.
     *
     * @param column the column; null for all
     */
    public static void check(RowContext context, long base, int row, ComponentInfo component, Column column) {
        if (Strict.ON) {
            context.check(base, row, component, column);
        }
    }

    /**
     * Strict mode's check of a write.
     *
     * @param column the column; null for all
     */
    public static void checkWrite(RowContext context, long base, int row, ComponentInfo component, Column column) {
        if (Strict.ON) {
            context.checkWrite(base, row, component, column);
        }
    }

    /** Strict mode's check that a row may be used. */
    public static void checkOpen(RowContext context, long base) {
        if (Strict.ON) {
            context.checkOpen(base);
        }
    }

    /** Strict mode's check of a query whether the row has a component. */
    public static void checkPresence(RowContext context, long base, ComponentInfo component) {
        if (Strict.ON) {
            context.checkPresence(base, component);
        }
    }

    public static long entity(RowContext context, long base, int row) {
        checkOpen(context, base);
        return Entities.handle(base, row);
    }

    /** Marks this as the context of a kernel's run. Strict mode then knows which rows the kernel runs over. */
    public RowContext ofKernel() {
        if (Strict.ON) {
            isKernel = worker != null && worker.beginKernel();
            lookupWorker = isKernel ? null : worker;
        }
        return this;
    }

    /** Strict mode: whether this is of a kernel's run that may be split among workers. */
    public boolean isSplittable() {
        return isKernel;
    }

    /** Strict mode: called before the body of a kernel gets a row. */
    public void setCurrentRow(long base, int row) {
        if (isKernel) {
            worker.setCurrentRow(base, row);
        }
    }

    /** Makes the calling thread the one that iterates. */
    void moveToCurrentThread() {
        thread = Thread.currentThread();
        user = thread;
    }

    /** Ends the run. In strict mode its rows cannot be used any more. */
    public void close() {
        if (Strict.ON) {
            user = null;
            if (isKernel) {
                worker.endKernel();
            }
        }
    }

    /** Registers a buffer that a span has wrapped, for {@link #unwrap} and {@link #blockMoved}. */
    public void wrapped(DirectBuffer buffer, long base, long address) {
        if (wrappedCount == wrapped.length) {
            int length = Math.max(4, 2 * wrappedCount);
            wrappedAddresses = Arrays.copyOf(wrappedAddresses, length);
            wrappedBases = Arrays.copyOf(wrappedBases, length);
            wrapped = Arrays.copyOf(wrapped, length); // last: a full heap fails above
        }
        wrappedAddresses[wrappedCount] = address;
        wrappedBases[wrappedCount] = base;
        wrapped[wrappedCount++] = buffer;
    }

    /** Sets the new address of a block in the rows, the spans and the buffers that spans have wrapped. */
    void blockMoved(long from, long to) {
        if (rows != null) {
            rows.blockMoved(from, to);
        }
        for (int i = 0; i < wrappedCount; i++) {
            DirectBuffer buffer = wrapped[i];
            if (wrappedBases[i] == from
                    && buffer.byteArray() == null
                    && buffer.addressOffset() == wrappedAddresses[i]) {
                buffer.wrap(wrappedAddresses[i] + (to - from), buffer.capacity()); // else the user has wrapped other
                wrappedBases[i] = to;
                wrappedAddresses[i] = buffer.addressOffset();
            }
        }
    }

    public int wrappedCount() {
        return wrappedCount;
    }

    /**
     * Empties the buffers that the last span wrapped, so that none is used after it. Buffers of enclosing spans keep
     * their memory.
     */
    public void unwrap(int countBefore) {
        while (wrappedCount > countBefore) {
            wrapped[--wrappedCount].wrap(0, 0);
            wrapped[wrappedCount] = null;
        }
    }

    private void allow(Component<?> component, boolean required) {
        allowed[component.id()] = (byte) ((system == null || system.reads(component, null) ? READ : 0)
                | (!component.isLink() && (system == null || system.writes(component, null)) ? WRITE : 0)
                | (required ? REQUIRED : 0));
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
                "row or span used after the call of the body that it was passed to; keep the entities' handles"
                        + " instead");
    }

    void checkPresence(long base, ComponentInfo component) {
        if (!isUsable(base) || (allowed[component.id()] & PRESENCE) == 0) {
            checkPresenceDeclared(base, component);
        }
    }

    void check(long base, int row, ComponentInfo component, Column column) {
        int id = component.id();
        int what = allowed[id];
        if (!isUsable(base)
                || (what & READ) == 0
                || needsLookupCheck()
                || !(isRequired(what) || Pools.has(base, row, id))) {
            reject(base, row, component, column, READ);
        }
    }

    void checkWrite(long base, int row, ComponentInfo component, Column column) {
        int id = component.id();
        int what = allowed[id];
        if (!isUsable(base)
                || (what & WRITE) == 0
                || needsLookupCheck()
                || !(isRequired(what) || Pools.has(base, row, id))) {
            reject(base, row, component, column, WRITE);
        }
    }

    private boolean isRequired(int what) {
        return (what & REQUIRED) != 0 && structure == store.structureVersion();
    }

    /** Whether a kernel's body accesses a row that it has looked up, which must be its own row. */
    private boolean needsLookupCheck() {
        return lookupWorker != null && lookupWorker.isInKernel();
    }

    private void checkPresenceDeclared(long base, ComponentInfo component) {
        checkOpen(base);
        Store.requireComponent(component);
        if (system != null) {
            system.checkPresence(component);
        }
        allowed[component.id()] |= PRESENCE;
    }

    /** Throws with the reason; returns if the access is allowed and was just not in the table yet. */
    private void reject(long base, int row, ComponentInfo component, Column column, byte access) {
        checkOpen(base);
        if (access == WRITE) {
            Store.requireChangeable(component);
        }
        if (system != null && access == WRITE) {
            system.checkWrite(component, column);
        } else if (system != null) {
            system.checkRead(component, column);
        }
        if (lookupWorker != null) {
            lookupWorker.checkOther(Entities.handle(base, row), component, column);
        }
        checkDeclared(declared, component);
        int id = component.id();
        if (system == null || (access == WRITE ? system.writes(component, null) : system.reads(component, null))) {
            allowed[id] |= access; // for all columns
        }
        if (!Pools.has(base, row, id)) {
            throw Store.missing(Entities.handle(base, row), component);
        }
        if (access == WRITE && system != null && !system.writes(component, column)) { // it will fail, but not now
            store.changeTracker().recordWritten(id, Blocks.index(base), row >>> 6, 1L << row, ownChanges);
        }
    }

    /** Called when a span gives access to a component that cannot be checked. */
    public void mayWrite(ComponentInfo component) {
        if (Strict.ON && system != null) {
            system.mayWrite(component);
        }
    }

    /** As {@link #mayWrite(ComponentInfo)}, for all components that the query declares. */
    public void mayWriteDeclared() {
        if (Strict.ON && declared != null) {
            declared.forEach(this::mayWrite);
        }
    }

    /** Throws unless the query has declared the component; null means that all are declared. */
    static void checkDeclared(List<Component<?>> declared, ComponentInfo component) {
        if (declared != null && !declared.contains(component)) {
            Store.requireComponent(component);
            throw new IllegalStateException("component " + component.name()
                    + " is not declared by the query, which has "
                    + declared.stream().map(Component::name).toList() + "; add it with all(), any() or optional()");
        }
    }

    /** The rows and spans that a {@link RowContext} reuses. */
    public interface ReusableRows {
        /** Sets the new address of a block that has moved. */
        void blockMoved(long from, long to);
    }
}
