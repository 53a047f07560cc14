package basalt.examples;

import basalt.memory.MemorySource;
import basalt.world.World;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails each test, and each test class, that leaves native memory allocated, usually a world that was not closed.
 *
 * <p>Registered for all tests of the module by the service file and {@code junit-platform.properties}. Tests must run
 * one at a time in their JVM. The core checks its own tests in the same way. This check uses only the public API of the
 * core, because its test classes are not available when only main code is compiled.
 */
public final class LeakCheck implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final Namespace NAMESPACE = Namespace.create(LeakCheck.class);

    /** Bytes already reported, so a test's leak is not reported again for its class. */
    private static final AtomicLong REPORTED_BYTES = new AtomicLong();

    @Override
    public void beforeAll(ExtensionContext context) {
        remember(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        remember(context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        compare(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        compare(context);
    }

    private static void remember(ExtensionContext context) {
        context.getStore(NAMESPACE).put(context.getUniqueId(), unreportedBytes());
    }

    private static void compare(ExtensionContext context) {
        Long before = context.getStore(NAMESPACE).remove(context.getUniqueId(), Long.class);
        if (before == null) {
            return; // the first measurement has failed already
        }
        long leakedBytes = unreportedBytes() - before;
        if (leakedBytes > 0) {
            REPORTED_BYTES.addAndGet(leakedBytes);
            throw new AssertionError(
                    "native memory left behind: leakedBytes=" + leakedBytes + " by " + context.getDisplayName());
        }
    }

    private static long unreportedBytes() {
        World.trimRetainedMemory(); // memory retained for the next world is not a leak
        return MemorySource.direct().allocatedBytes() - REPORTED_BYTES.get();
    }
}
