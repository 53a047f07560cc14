package basalt.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.agrona.LangUtil;

/**
 * For tests: runs work on other threads and waits for them. Throws the first exception of the work, with the others
 * suppressed.
 */
public final class Elsewhere {
    private Elsewhere() {}

    /** Runs work on a thread with a name. */
    public static void run(String thread, Runnable work) {
        all(thread, work);
    }

    /** Runs each work on its own thread, all at the same time. */
    public static void together(Runnable... works) {
        all("together", works);
    }

    /** Runs work on several threads at the same time, which pass their number, from 0. */
    public static void together(int threads, IntConsumer work) {
        Runnable[] works = new Runnable[threads];
        for (int i = 0; i < threads; i++) {
            int number = i;
            works[i] = () -> work.accept(number);
        }
        together(works);
    }

    private static void all(String name, Runnable... works) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CyclicBarrier start = new CyclicBarrier(works.length);
        List<Thread> threads = new ArrayList<>();
        for (Runnable work : works) {
            threads.add(new Thread(() -> run(work, start, failure), name));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            join(thread);
        }
        if (failure.get() != null) {
            LangUtil.rethrowUnchecked(failure.get());
        }
    }

    private static void run(Runnable work, CyclicBarrier start, AtomicReference<Throwable> failure) {
        try {
            start.await();
            work.run();
        } catch (Throwable e) {
            if (!failure.compareAndSet(null, e)) {
                failure.get().addSuppressed(e);
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while it waited for " + thread.getName(), e);
        }
    }
}
