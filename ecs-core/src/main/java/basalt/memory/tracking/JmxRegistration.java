package basalt.memory.tracking;

import basalt.memory.chunk.AllocatorName;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The MBean of a {@link MemoryTracker}, until this is closed. Thread-safe.
 *
 * <p>The platform's MBean server keeps the tracker reachable meanwhile.
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
            server.registerMBean(new MemoryTrackerBean(tracker), objectName);
        } catch (InstanceAlreadyExistsException e) {
            throw new IllegalStateException(
                    objectName + " is registered already: close that registration first, or take another name", e);
        } catch (JMException e) {
            throw new IllegalStateException("the platform's MBean server does not take " + objectName, e);
        }
    }

    private static ObjectName objectName(String name) {
        AllocatorName.require(name);
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

    /**
     * Under which name it is registered.
     *
     * @return the object name, such as {@code basalt.memory:type=MemoryTracker,name=game}
     */
    public String objectName() {
        return objectName.toString();
    }

    /** Removes the MBean. Further calls do nothing, nor does one after the MBean was removed through the server. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        try {
            server.unregisterMBean(objectName);
        } catch (InstanceNotFoundException e) {
            // It was unregistered through the server, which is what was wanted.
        } catch (JMException e) {
            throw new IllegalStateException("the platform's MBean server does not let go of " + objectName, e);
        }
    }

    @Override
    public String toString() {
        return "JmxRegistration[" + objectName + (closed.get() ? ", closed]" : "]");
    }
}
