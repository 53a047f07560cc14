package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
    void shouldFindAnObjectByItsClass() {
        Score score = new Score();
        assertNull(resources.put(score));

        assertSame(score, resources.get(Score.class));
        assertSame(score, resources.tryGet(Score.class));
        assertTrue(resources.tryGet(Score.class) != null);
        assertSame(resources, world.resources());
    }

    @Test
    void shouldFindAnObjectByExactlyTheTypeItWasPutUnder() {
        Score score = new Score();
        resources.put(Counter.class, score);

        assertSame(score, resources.get(Counter.class));
        assertFalse(resources.tryGet(Score.class) != null);
        assertNull(resources.tryGet(Score.class));
        resources.put(Counter.class, () -> 7);
        assertEquals(7, resources.get(Counter.class).count());
    }

    @Test
    void shouldPutAnObjectUnderItsRuntimeClass() {
        Counter counter = new Score();
        assertNull(resources.put(counter));
        assertSame(counter, resources.get(Score.class));
        assertNull(resources.tryGet(Counter.class));
        Counter another = new Score();
        assertSame(counter, resources.put(another));
    }

    @Test
    void shouldReturnReplacedOrRemovedObjects() {
        Score first = new Score();
        Score second = new Score();
        resources.put(first);

        assertSame(first, resources.put(Score.class, second));
        assertSame(second, resources.remove(Score.class));
        assertNull(resources.remove(Score.class));
        assertFalse(resources.tryGet(Score.class) != null);
    }

    @Test
    void shouldNameTheRemedyForMissingResources() {
        var failure = assertThrows(IllegalStateException.class, () -> resources.get(Score.class));
        assertTrue(failure.getMessage().contains(Score.class.getName()), failure::getMessage);
        assertTrue(failure.getMessage().contains("put"), failure::getMessage);
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

    @Test
    void shouldRejectChangesOnAnotherThread() throws InterruptedException {
        resources.put("kept");
        List<Executable> attempts = List.of(() -> resources.remove(String.class), () -> resources.own(new Device("x")));
        List<Throwable> thrown = new ArrayList<>();
        Thread other = new Thread(
                () -> attempts.forEach(attempt -> thrown.add(assertThrows(IllegalStateException.class, attempt))),
                "the-other");
        other.start();
        other.join();

        assertEquals(attempts.size(), thrown.size());
        thrown.forEach(failure -> assertTrue(failure.getMessage().contains("'the-other'"), failure::getMessage));
        assertEquals("kept", resources.get(String.class));
        world.close();
        attempts.forEach(attempt -> assertThrows(IllegalStateException.class, attempt));
        assertEquals(List.of(), closed);
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
        var failure = assertThrows(IllegalStateException.class, () -> resources.get(Score.class));
        assertTrue(failure.getMessage().contains("closed"), failure::getMessage);
    }

    private static void assertRejected(String part, Executable attempt) {
        var rejection = assertThrows(IllegalArgumentException.class, attempt);
        assertTrue(rejection.getMessage().contains(part), rejection::getMessage);
    }
}
