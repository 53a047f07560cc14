package basalt.world;

import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.HeapBytes;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ResourcesTest extends WorldFixture {
    private interface Counter {
        int count();
    }

    private static final class Score implements Counter {
        private int points;

        @Override
        public int count() {
            return points;
        }
    }

    /** Logs that it was closed. */
    private final class Device implements Closeable {
        private final String name;

        Device(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            closed.add(name);
        }
    }

    private interface First extends Closeable {}

    private interface Second extends Closeable {}

    private interface Third extends Closeable {}

    private final List<String> closed = new ArrayList<>();
    private final Resources resources = world.resources();

    @Test
    void shouldFindAnObjectByExactlyTheTypeItWasPutUnder() {
        Counter score = new Score();
        assertNull(resources.put(score));
        assertSame(score, resources.get(Score.class));
        assertSame(score, resources.tryGet(Score.class));
        assertNull(resources.tryGet(Counter.class));
        assertSame(resources, world.resources());

        Score second = new Score();
        assertSame(score, resources.put(second));
        assertSame(second, resources.put(Score.class, new Score()));
        assertNotSame(second, resources.remove(Score.class));
        assertNull(resources.remove(Score.class));
        assertNull(resources.tryGet(Score.class));

        resources.put(Counter.class, second);
        assertSame(second, resources.get(Counter.class));
        assertNull(resources.tryGet(Score.class));
        resources.put(Counter.class, () -> 7);
        assertEquals(7, resources.get(Counter.class).count());
    }

    @Test
    void shouldNameTheRemedyForMissingResources() {
        assertIllegal(() -> resources.get(Score.class), Score.class.getName(), "put");
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // misuse by raw types
    void shouldRejectObjectsOfAnotherType() {
        resources.put("kept");
        assertRejected("java.lang.Integer", () -> resources.put((Class) String.class, 5));
        assertRejected("null", () -> resources.put(String.class, null));
        assertRejected("int", () -> resources.put(int.class, 5));
        assertRejected("null", () -> resources.own(Device.class, null));
        assertRejected("null", () -> resources.put(null));
        assertRejected("null", () -> resources.own((Device) null));
        assertRejected("null", () -> resources.put((Class<String>) null, "x"));
        assertRejected("null", () -> resources.get(null));
        assertRejected("null", () -> resources.tryGet(null));
        assertRejected("null", () -> resources.remove(null));
        assertEquals("kept", resources.get(String.class));
    }

    @Test
    void shouldRejectTypesThatCannotBeLookedUp() {
        Counter lambda = () -> 1;
        Counter anonymous = new Counter() {
            @Override
            public int count() {
                return 1;
            }
        };
        assertRejected("name its type", () -> resources.put(lambda));
        assertRejected("name its type", () -> resources.put(anonymous));
        assertRejected("name its type", () -> resources.put(Score.class));
        assertRejected("name its type", () -> resources.own(() -> {}));
        resources.put(Counter.class, lambda);
        assertSame(lambda, resources.get(Counter.class));
    }

    @Test
    void shouldNotCloseResourcesThatItDoesNotOwn() {
        resources.put(new Device("put"));
        world.close();
        assertEquals(List.of(), closed);
    }

    @Test
    void shouldCloseOwnedResourcesInReverseOrder() {
        resources.own(First.class, () -> closed.add("first"));
        resources.own(Second.class, () -> closed.add("second"));
        assertNull(resources.own(new Device("third")));
        world.close();
        world.close();
        assertEquals(List.of("third", "second", "first"), closed);
    }

    @Test
    void shouldNotCloseReplacedOrRemovedResources() throws Exception {
        resources.own(First.class, () -> closed.add("first"));
        resources.own(Second.class, () -> closed.add("second"));
        resources.own(Third.class, () -> closed.add("third"));
        First first = resources.put(First.class, () -> closed.add("never"));
        Second second = resources.remove(Second.class);
        Third third = resources.own(Third.class, () -> closed.add("fourth"));
        assertEquals(List.of(), closed);

        first.close();
        second.close();
        third.close();
        world.close();
        assertEquals(List.of("first", "second", "third", "fourth"), closed);
    }

    @Test
    void shouldCloseOwnedResourcesBeforeTheWorld() {
        resources.own(First.class, () -> closed.add(world.entityCount() + " entities"));
        world.spawn();
        world.close();
        assertEquals(List.of("1 entities"), closed);
    }

    @Test
    void shouldHandleAResourceThatClosesTheWorld() {
        resources.own(First.class, () -> closed.add("first"));
        resources.own(Second.class, world::close);
        world.close();
        assertEquals(List.of("first"), closed);
        assertClosed();
    }

    @Test
    void shouldCloseAllEvenIfOneThrowsAnError() {
        AssertionError error = new AssertionError("on purpose");
        resources.own(First.class, () -> closed.add("first"));
        resources.own(Second.class, () -> {
            closed.add("second");
            throw error;
        });
        resources.own(Third.class, () -> closed.add("third"));
        assertSame(error, assertThrows(AssertionError.class, world::close));
        assertEquals(List.of("third", "second", "first"), closed);
        assertClosed();
    }

    @Test
    void shouldCloseAllEvenIfSomeThrow() {
        RuntimeException unchecked = new UnsupportedOperationException("unchecked");
        IOException checked = new IOException("checked");
        First first = () -> {
            closed.add("first");
            throw checked;
        };
        resources.own(First.class, first);
        resources.own(Second.class, () -> {
            closed.add("second");
            throw unchecked;
        });
        resources.own(Third.class, () -> {
            closed.add("third");
            throw unchecked;
        });
        var thrown = assertThrows(RuntimeException.class, world::close);

        assertEquals(List.of("third", "second", "first"), closed);
        assertSame(unchecked, thrown);
        assertEquals(1, thrown.getSuppressed().length);
        assertSame(checked, thrown.getSuppressed()[0].getCause());
        assertTrue(
                thrown.getSuppressed()[0].getMessage().contains(first.getClass().getName()),
                thrown.getSuppressed()[0]::getMessage);
        assertClosed();
    }

    /** An unchecked cast has hidden that the type is not closeable. */
    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void shouldOwnNothingUnderATypeThatIsNotCloseable() {
        resources.put(Object.class, "an object");
        Class type = Object.class;
        assertRejected("must be closeable: type=java.lang.Object", () -> resources.own(type, new Device("hidden")));
        assertEquals("an object", resources.get(Object.class));
        world.close();
        assertEquals(List.of(), closed);
    }

    @Test
    void shouldMakeNoGarbage() {
        resources.put(new Score());
        HeapBytes.assertNone(1000, rounds -> {
            for (int i = 0; i < rounds; i++) {
                resources.get(Score.class).points += resources.tryGet(Counter.class) != null ? 2 : 1;
            }
        });
    }

    private void assertClosed() {
        assertIllegal(() -> resources.get(Score.class), "closed");
    }

    private static void assertRejected(String part, Executable attempt) {
        assertThrowsWith(IllegalArgumentException.class, attempt, part);
    }
}
