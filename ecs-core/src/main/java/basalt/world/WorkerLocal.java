package basalt.world;

import basalt.runtime.WorldRuntime;
import basalt.storage.access.Store;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One object for each worker: scratch memory that a kernel or a body uses without sharing it between threads.
 *
 * <pre>{@code
 * WorkerLocal<int[]> scratch = world.workerLocal(() -> new int[256]);      // once
 * RowKernel near = query.kernel(row -> {
 *     int[] found = scratch.get();
 *     ...
 * });
 * }</pre>
 *
 * <p>An object is made when its worker first calls {@link #get()}, and kept. Which worker runs which rows is not
 * defined, so the result for a row must not depend on what other rows have left in the object. Results that do not
 * depend on the order, such as sums, can be combined by {@link #forEach}. The world's thread is the first worker of
 * every schedule, and has the same object outside of systems.
 *
 * <p>Objects that are {@link AutoCloseable} are closed with the world, or by {@link #close()}, always on the world's
 * thread.
 *
 * @param <T> the type of the objects
 */
public final class WorkerLocal<T> implements AutoCloseable {
    /** The most workers that a schedule may have. */
    private static final int MOST_WORKERS = 256;

    private final Store store;
    private final Supplier<? extends T> maker;

    /** All worker-local objects of the world. Also the lock under which objects are made and closed. */
    private final Set<WorkerLocal<?>> open;

    private final Object[] own = new Object[MOST_WORKERS];
    private boolean isMaking;
    private boolean isClosed;

    private WorkerLocal(Store store, Supplier<? extends T> maker, Set<WorkerLocal<?>> open) {
        this.store = store;
        this.maker = maker;
        this.open = open;
    }

    /** A new one, which is in a set until it is closed. */
    static <T> WorkerLocal<T> make(Store store, Supplier<? extends T> maker, Set<WorkerLocal<?>> open) {
        if (maker == null) {
            throw new IllegalArgumentException("maker must not be null; give a constructor, such as Scratch::new");
        }
        WorkerLocal<T> made = new WorkerLocal<>(store, maker, open);
        open.add(made);
        return made;
    }

    /** Closes the objects of all, the last made first, when the world closes. */
    static void closeAll(Set<WorkerLocal<?>> open) {
        List<WorkerLocal<?>> locals = new ArrayList<>(open);
        Collections.reverse(locals);
        WorldRuntime.doAll(
                locals.stream().<Runnable>map(local -> local::closeObjects).toList());
    }

    /**
     * The object of the calling worker.
     *
     * @return always the same for one worker
     * @throws IllegalStateException on a thread that neither owns the world nor runs a system, after this or the world
     *     was closed, or if the supplier has returned null or has called this method itself. An exception of the
     *     supplier reaches the caller
     */
    public T get() {
        int worker = Math.max(0, store.workerIndex());
        @SuppressWarnings("unchecked") // made by a Supplier of T
        T mine = (T) own[worker];
        return mine != null ? mine : make(worker);
    }

    /**
     * Makes objects of a world one at a time: suppliers need not be thread-safe, and may use other worker-local
     * objects.
     */
    private T make(int worker) {
        synchronized (open) {
            if (isMaking) { // this thread is inside the supplier
                throw new IllegalStateException(
                        "the supplier of a worker-local object has called get() of the same WorkerLocal;"
                                + " make the object without it, or use another WorkerLocal");
            }
            isMaking = true;
            try {
                return makeAlone(worker);
            } finally {
                isMaking = false;
            }
        }
    }

    private T makeAlone(int worker) {
        if (isClosed) {
            throw closed();
        }
        T made = maker.get();
        if (made == null) {
            throw new IllegalStateException(
                    "the supplier of a worker-local object has returned null; return an object");
        }
        if (isClosed) { // the supplier has closed it
            throw closing(made, closed());
        }
        own[worker] = made;
        return made;
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the worker-local object is closed; make another one by world.workerLocal()");
    }

    /**
     * Calls an action with the objects of all workers so far, in the workers' order. For the world's thread, while no
     * systems run.
     *
     * @param action gets each object
     * @throws IllegalStateException on the wrong thread, or after the world was closed
     */
    public void forEach(Consumer<? super T> action) {
        if (action == null) {
            throw new IllegalArgumentException("action must not be null");
        }
        store.checkOwner("workerLocal.forEach(...)", "call it after the tick, or declare the system exclusive()");
        for (Object one : own) {
            if (one != null) {
                @SuppressWarnings("unchecked") // made by a Supplier of T
                T object = (T) one;
                action.accept(object);
            }
        }
    }

    /**
     * Closes the objects that are {@link AutoCloseable}, and drops all. Further calls do nothing. All are closed; the
     * first failure is thrown, with the others suppressed.
     *
     * @throws IllegalStateException on the wrong thread, or if an object cannot be closed
     */
    @Override
    public void close() {
        if (!isClosed) {
            store.checkOwner("workerLocal.close()", "close it after the tick");
            open.remove(this);
            closeObjects();
        }
    }

    private void closeObjects() {
        synchronized (open) {
            closeObjectsAlone();
        }
    }

    private void closeObjectsAlone() {
        isClosed = true;
        IllegalStateException failure = null;
        for (int worker = 0; worker < own.length; worker++) {
            Object object = own[worker];
            own[worker] = null;
            failure = closing(object, failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Closes an object if it is closeable. Returns the exception to throw at the end. */
    private static IllegalStateException closing(Object object, IllegalStateException failure) {
        if (object instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Throwable e) { // the others are still closed
                if (failure == null) {
                    return new IllegalStateException("a worker-local object could not be closed: " + object, e);
                }
                failure.addSuppressed(e);
            }
        }
        return failure;
    }
}
