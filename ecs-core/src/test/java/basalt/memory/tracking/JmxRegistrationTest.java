package basalt.memory.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.ChildJvm;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.frame.FrameArena;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.JMX;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class JmxRegistrationTest {
    private static final String NAME = "basalt.memory:type=MemoryTracker,name=test";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final MemoryTracker tracker = new MemoryTracker(MemorySource.direct());

    @Test
    void shouldShowTheStats() throws Exception {
        ObjectName name = new ObjectName(NAME);
        MemoryTag first = tracker.tag("first").budget(10, 100);
        MemoryTag second = tracker.tag("second").budget(10, 100);
        first.free(first.allocate(50, 8), 50);
        long address = second.allocate(20, 8);
        assertThrows(NativeMemoryException.class, () -> second.allocate(81, 8));
        assertThrows(NativeMemoryException.class, () -> first.allocate(101, 8));
        assertThrows(NativeMemoryException.class, () -> first.allocate(102, 8));

        try (JmxRegistration registration = tracker.register("test")) {
            assertEquals(NAME, registration.objectName());
            assertEquals(
                    Set.of(
                            new Attribute("AllocatedBytes", 20L),
                            new Attribute("PeakBytes", 50L),
                            new Attribute("LiveAllocations", 1L),
                            new Attribute("Denials", 3L),
                            new Attribute("SoftCrossings", 2L)),
                    Set.copyOf(server.getAttributes(name, attributes(name)).asList()));
            assertEquals(tracker.snapshot().toJson(), server.invoke(name, "snapshotJson", null, null));
            JmxRegistration.MemoryTrackerMXBean bean =
                    JMX.newMXBeanProxy(server, name, JmxRegistration.MemoryTrackerMXBean.class);
            second.free(address, 20);
            assertEquals(0, bean.getAllocatedBytes());
        }
        assertFalse(server.isRegistered(name));
    }

    private String[] attributes(ObjectName name) throws Exception {
        return Arrays.stream(server.getMBeanInfo(name).getAttributes())
                .map(MBeanFeatureInfo::getName)
                .toArray(String[]::new);
    }

    @Test
    void shouldRejectNameInUse() throws Exception {
        ObjectName name = new ObjectName(NAME);
        try (JmxRegistration registration = tracker.register("test")) {
            var rejection = assertThrows(IllegalStateException.class, () -> tracker.register("test"));

            assertTrue(rejection.getMessage().contains("is registered already: close"), rejection.getMessage());
            assertTrue(server.isRegistered(name), registration::toString);
        }
        tracker.register("test").close();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "a,b", "a=b", "a,b=c", "a,*", "a:b", "\"a", "a*", "a?", "a\nb"})
    void shouldRejectInvalidNames(String name) {
        assertThrows(IllegalArgumentException.class, () -> tracker.register(name));
    }

    @Test
    void shouldCloseOnceAndNotALaterRegistration() throws Exception {
        ObjectName name = new ObjectName(NAME);
        JmxRegistration first = tracker.register("test");
        first.close();
        try (JmxRegistration second = tracker.register("test")) {
            first.close();

            assertTrue(server.isRegistered(name));
            assertEquals("JmxRegistration[" + second.objectName() + "]", second.toString());
        }
        assertEquals("JmxRegistration[" + first.objectName() + ", closed]", first.toString());
    }

    @Test
    void shouldCloseWhatWasUnregisteredElsewhere() throws Exception {
        JmxRegistration registration = tracker.register("test");
        server.unregisterMBean(new ObjectName(NAME));

        registration.close();
    }

    @Test
    void shouldWorkWithoutJmxUntilRegistered() {
        ChildJvm child = ChildJvm.run(
                List.of(
                        "--limit-modules",
                        "java.base,jdk.jfr,jdk.unsupported",
                        "--add-opens",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        ChildJvm.pathOf(MemoryTracker.class, WithoutJmx.class, UnsafeApi.class)),
                WithoutJmx.class);

        assertEquals(
                List.of(
                        "allocatedBytes=0",
                        "java.lang.IllegalStateException: this Java runtime has no JMX: start it with --add-modules"
                                + " java.management"),
                child.output().lines().collect(Collectors.toList()));
    }

    /** Uses a tracker, and then registers it with JMX. */
    static final class WithoutJmx {
        public static void main(String[] arguments) {
            MemoryTracker tracker = new MemoryTracker(MemorySource.direct());
            try (FrameArena arena = new FrameArena(tracker.tag("frame"))) {
                arena.allocate(64, 8);
            }
            System.out.println("allocatedBytes=" + tracker.snapshot().allocatedBytes());
            try {
                tracker.register("test");
            } catch (IllegalStateException e) {
                System.out.println(e);
            }
        }
    }
}
