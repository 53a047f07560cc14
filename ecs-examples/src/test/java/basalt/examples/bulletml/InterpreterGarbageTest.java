package basalt.examples.bulletml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InterpreterGarbageTest {
    static Iterable<String> names() {
        return ShippedPatterns.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldComeToTicksWithoutGarbage(String name) throws IOException {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        threads.getThreadAllocatedBytes(thread);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        try (Swarm swarm = new Swarm(ShippedPatterns.read(name), 5_000, 0.5f)) {
            long bytes;
            do { // until the JIT has compiled it all
                long before = threads.getThreadAllocatedBytes(thread);
                for (int tick = 0; tick < 300; tick++) {
                    swarm.tick();
                }
                bytes = threads.getThreadAllocatedBytes(thread) - before;
            } while (bytes > 0 && System.nanoTime() < deadline);
            assertEquals(0, bytes);
        }
    }
}
