package basalt.system;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * The daemon threads that help the threads of worlds: one pool for all schedules of the process. There are as many as
 * are busy at the same time; a thread ends after ten idle seconds. The thread that was busy last is the first to be
 * used again. Using a thread makes no garbage.
 *
 * <p>The JDK's pools do not fit: a {@code ForkJoinPool} of JDK 17 does not wake a thread for each task, and the queues
 * of others make garbage. Thread-safe.
 */
final class WorkerThreads implements Executor {
    static final WorkerThreads SHARED = new WorkerThreads(10_000_000_000L);

    private final long keepAliveNanos;
    private final ArrayDeque<WorkerThread> idle = new ArrayDeque<>();
    private int started;

    /** The idle time after which a thread ends. */
    WorkerThreads(long keepAliveNanos) {
        this.keepAliveNanos = keepAliveNanos;
    }

    @Override
    public void execute(Runnable task) {
        WorkerThread thread;
        synchronized (this) {
            thread = idle.pollLast();
            if (thread == null) {
                started++;
            }
        }
        if (thread == null) {
            new WorkerThread(task, started).start();
        } else {
            thread.give(task);
        }
    }

    /** Threads that wait for a task. */
    synchronized int idle() {
        return idle.size();
    }

    private synchronized void add(WorkerThread thread) {
        idle.addLast(thread);
    }

    private synchronized boolean remove(WorkerThread thread) {
        return idle.remove(thread);
    }

    private final class WorkerThread extends Thread {
        private volatile Runnable task;

        WorkerThread(Runnable first, int number) {
            super(null, null, "basalt-worker-" + number, 0, false);
            task = first;
            setDaemon(true);
            setContextClassLoader(ClassLoader.getSystemClassLoader());
        }

        void give(Runnable next) {
            task = next;
            LockSupport.unpark(this);
        }

        @Override
        public void run() {
            do {
                task.run();
                task = null;
                Thread.interrupted(); // an interrupt of one schedule's system must not reach the next schedule
                WorkerThreads.this.add(this);
            } while (isGivenAnother());
        }

        /** Waits for another task. Returns false when the idle time is over. */
        private boolean isGivenAnother() {
            long start = System.nanoTime();
            while (task == null) {
                long left = keepAliveNanos - (System.nanoTime() - start);
                if (left > 0) {
                    LockSupport.parkNanos(WorkerThreads.this, left);
                } else if (remove(this)) {
                    return false;
                }
            }
            return true;
        }
    }
}
