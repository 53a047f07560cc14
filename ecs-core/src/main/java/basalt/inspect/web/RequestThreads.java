package basalt.inspect.web;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a server: their number is limited, and so is the number of requests that wait for them. */
final class RequestThreads implements Executor, AutoCloseable {
    private static final int MOST_THREADS = 32;
    private static final int MOST_WAITING = 128;
    private static final int KEPT_SECONDS = 30;
    private static final long CHECK_MILLIS = 100;

    private final Set<RequestThread> threads = ConcurrentHashMap.newKeySet();
    private final AtomicInteger number = new AtomicInteger();
    private final Thread watch = new Thread(this::watch, "basalt-inspector-watch");
    private final ThreadPoolExecutor pool;
    private final int readMillis;

    /** Threads that wait so long for a request. */
    RequestThreads(int readMillis) {
        this.readMillis = readMillis;
        pool = new ThreadPoolExecutor(
                MOST_THREADS,
                MOST_THREADS,
                KEPT_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                body -> new RequestThread(() -> run(body), "basalt-inspector-" + number.incrementAndGet()));
        pool.allowCoreThreadTimeOut(true);
        watch.setDaemon(true);
        watch.start();
    }

    private void run(Runnable body) {
        RequestThread thread = (RequestThread) Thread.currentThread();
        threads.add(thread);
        try {
            body.run();
        } finally {
            threads.remove(thread);
        }
    }

    /** Runs the reading, answering and writing of a request. */
    @Override
    public void execute(Runnable request) {
        pool.execute(() -> {
            RequestThread.allow(readMillis);
            try {
                request.run();
            } finally {
                RequestThread.allow(0);
            }
        });
    }

    private void watch() {
        while (!pool.isShutdown()) {
            try {
                Thread.sleep(CHECK_MILLIS);
            } catch (InterruptedException e) {
                return; // closed
            }
            long now = System.nanoTime();
            threads.forEach(thread -> thread.check(now));
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
        watch.interrupt();
    }
}
