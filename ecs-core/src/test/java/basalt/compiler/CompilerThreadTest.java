package basalt.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.Deadline;
import basalt.memory.Unreachable;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The queue of kernels that are to be compiled. */
class CompilerThreadTest {
    private final List<Object> done = new CopyOnWriteArrayList<>();

    @Test
    void shouldNotKeepAKernelThatWaits() {
        CountDownLatch free = new CountDownLatch(1);
        CompilerThread.execute(free, CompilerThreadTest::await);
        WeakReference<Object> dropped = new WeakReference<>(new Object());
        Object kept = "kept";
        CompilerThread.execute(dropped.get(), done::add);
        CompilerThread.execute(kept, done::add);
        Unreachable.await(dropped);
        free.countDown();

        Deadline deadline = new Deadline("for the kernel that is kept");
        while (done.isEmpty()) {
            deadline.pause();
        }
        assertEquals(List.of(kept), done);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
