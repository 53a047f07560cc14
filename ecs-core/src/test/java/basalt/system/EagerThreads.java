package basalt.system;

import basalt.memory.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An executor whose threads have begun with a task when it has been handed over, if one of them is free: so that
 * helpers are there even for the smallest stage.
 */
final class EagerThreads implements Executor, AutoCloseable {
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

    EagerThreads(int count) {
        for (int i = 0; i < count; i++) {
            threads.add(new Helper(this::work, i));
            threads.get(i).start();
        }
    }

    /** For systems to call: remembers whether it was such a thread that ran them. */
    static void note() {
        if (Thread.currentThread() instanceof Helper) {
            NOTED.incrementAndGet();
        }
    }

    /** How often such a thread has run a system that takes note. */
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

    /** How many tasks were handed over. */
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
