package basalt.system;

import basalt.memory.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An executor that returns only when a free thread has started the task, so that helpers take part even in the smallest
 * stage.
 */
public final class EagerThreads implements Executor, AutoCloseable {
    private static final AtomicLong NOTED = new AtomicLong();
    private static final Runnable END = () -> {};

    private final LinkedTransferQueue<Runnable> tasks = new LinkedTransferQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger handedOver = new AtomicInteger();

    /** A thread of such an executor. */
    private static final class Helper extends Thread {
        Helper(Runnable work, int number) {
            super(work, "eager-" + number);
            setDaemon(true);
        }
    }

    /** As many threads. */
    public EagerThreads(int count) {
        for (int i = 0; i < count; i++) {
            threads.add(new Helper(this::work, i));
            threads.get(i).start();
        }
    }

    /** Called by systems: records whether a thread of this executor runs them. */
    static void note() {
        if (Thread.currentThread() instanceof Helper) {
            NOTED.incrementAndGet();
        }
    }

    /** How often a thread of this executor has run a system that calls {@code note}. */
    static long noted() {
        return NOTED.get();
    }

    private void work() {
        try {
            for (Runnable task = tasks.take(); task != END; task = tasks.take()) {
                busy.incrementAndGet();
                begun.incrementAndGet();
                task.run();
                busy.decrementAndGet();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        int inAll = handedOver.incrementAndGet();
        Deadline deadline = new Deadline("a free thread");
        while (begun.get() < inAll && busy.get() < threads.size()) {
            deadline.pause();
        }
    }

    /** The number of tasks. */
    int handedOver() {
        return handedOver.get();
    }

    @Override
    public void close() {
        threads.forEach(thread -> tasks.add(END));
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
