package basalt.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails each test, and each test class, that leaves more native memory allocated than it found.
 *
 * <p>Registered for all tests of the module by the service file and {@code junit-platform.properties}. Compares {@link
 * MemorySource#allocatedBytes()} of {@link MemorySource#direct()} before and after, so tests must run one at a time in
 * their JVM. Memory that a pool keeps on purpose is not a leak: such a pool registers with {@link #beforeMeasure}.
 */
public final class LeakCheck implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final Namespace NAMESPACE = Namespace.create(LeakCheck.class);
    private static final List<Runnable> TRIMS = new CopyOnWriteArrayList<>();

    /** The bytes already reported: a test's leak is not reported again for its class. */
    private static final AtomicLong REPORTED_BYTES = new AtomicLong();

    /** Runs {@code trim} before each measurement from now on, to give back memory that is retained on purpose. */
    public static void beforeMeasure(Runnable trim) {
        TRIMS.add(trim);
    }

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
            return; // the first measurement failed and was reported
        }
        long leakedBytes = unreportedBytes() - before;
        if (leakedBytes > 0) {
            REPORTED_BYTES.addAndGet(leakedBytes);
            throw new AssertionError(
                    "native memory left behind: leakedBytes=" + leakedBytes + " by " + context.getDisplayName());
        }
    }

    private static long unreportedBytes() {
        TRIMS.forEach(Runnable::run);
        return MemorySource.direct().allocatedBytes() - REPORTED_BYTES.get();
    }
}
