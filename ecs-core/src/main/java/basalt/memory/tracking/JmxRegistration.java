package basalt.memory.tracking;

import basalt.memory.block.BackingMemory;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The registration of a {@link MemoryTracker} as an MBean, until it is closed. Thread-safe.
 *
 * <p>Until then the platform's MBean server keeps the tracker reachable.
 */
public final class JmxRegistration implements AutoCloseable {
    private static final String PREFIX = "basalt.memory:type=MemoryTracker,name=";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ObjectName objectName;

    /** See {@link MemoryTracker#register(String)}. */
    JmxRegistration(MemoryTracker tracker, String name) {
        objectName = objectName(name);
        try {
            server.registerMBean(new Bean(tracker), objectName);
        } catch (InstanceAlreadyExistsException e) {
            throw new IllegalStateException(
                    objectName + " is registered already: close that registration first, or use another name", e);
        } catch (JMException e) {
            throw new IllegalStateException("the platform's MBean server rejects " + objectName, e);
        }
    }

    private static ObjectName objectName(String name) {
        BackingMemory.requireName(name);
        try {
            ObjectName objectName = new ObjectName(PREFIX + name);
            if (!objectName.isPattern() && name.equals(objectName.getKeyProperty("name"))) {
                return objectName;
            }
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(badCharacters(name), e);
        }
        throw new IllegalArgumentException(badCharacters(name));
    }

    private static String badCharacters(String name) {
        return "name must not contain any of , = : * ? or a line feed, nor start with a quote: name=" + name;
    }

    /** {@return the name of the MBean, such as {@code basalt.memory:type=MemoryTracker,name=game}} */
    public String objectName() {
        return objectName.toString();
    }

    /**
     * Removes the MBean. Further calls do nothing, and neither does a call after the MBean was removed through the
     * server.
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        try {
            server.unregisterMBean(objectName);
        } catch (InstanceNotFoundException e) {
            // It was already unregistered through the server.
        } catch (JMException e) {
            throw new IllegalStateException("the platform's MBean server cannot unregister " + objectName, e);
        }
    }

    @Override
    public String toString() {
        return "JmxRegistration[" + objectName + (closed.get() ? ", closed]" : "]");
    }

    /** The MXBean of a tracker. */
    private record Bean(MemoryTracker tracker) implements MemoryTrackerMXBean {
        @Override
        public long getAllocatedBytes() {
            return tracker.snapshot().allocatedBytes();
        }

        @Override
        public long getPeakBytes() {
            return tracker.snapshot().peakBytes();
        }

        @Override
        public long getLiveAllocations() {
            return tracker.snapshot().liveAllocations();
        }

        @Override
        public long getDenials() {
            return sum(tracker.snapshot(), MemorySnapshot::denials);
        }

        @Override
        public long getSoftCrossings() {
            return sum(tracker.snapshot(), MemorySnapshot::softCrossings);
        }

        @Override
        public String snapshotJson() {
            return tracker.snapshot().toJson();
        }

        private static long sum(MemorySnapshot tag, ToLongFunction<MemorySnapshot> figure) {
            return figure.applyAsLong(tag)
                    + tag.children().stream()
                            .mapToLong(child -> sum(child, figure))
                            .sum();
        }
    }

    /**
     * The figures of a {@link MemoryTracker} for JMX, as {@link MemoryTracker#register(String)} publishes them.
     *
     * <p>Attributes are read one by one; {@link #snapshotJson()} returns consistent figures.
     */
    public interface MemoryTrackerMXBean {
        /** {@return the bytes allocated now under all tags} */
        long getAllocatedBytes();

        /** {@return the most bytes ever allocated at once under all tags} */
        long getPeakBytes();

        /** {@return the number of live allocations under all tags} */
        long getLiveAllocations();

        /** {@return the number of requests that a hard budget has refused} */
        long getDenials();

        /** {@return the number of times that a soft budget was crossed} */
        long getSoftCrossings();

        /** {@return {@link MemorySnapshot#toJson()} of the root} */
        String snapshotJson();
    }
}
