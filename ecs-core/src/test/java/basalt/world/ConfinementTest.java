package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.frame.FrameLongList;
import basalt.query.Conditional;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** All public methods of a world and of its objects are for one thread, and until the world closes. */
class ConfinementTest {
    private World world;
    private Query query;
    private Template template;
    private EventChannel<Spark> events;
    private RemovedComponents removals;
    private RowCursor cursor;
    private long entity;

    @BeforeEach
    void create() {
        world = World.create();
        entity = world.spawn(Kinds.ODD);
        query = world.query().all(Kinds.TYPE).build();
        template = world.template().with(Kinds.ODD).build();
        world.resources().put(Object.class, "an object");
        events = world.events(Spark.TYPE);
        events.send();
        removals = world.removed(Rare.TYPE);
        cursor = query.cursor();
        cursor.next();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldRejectAnotherThread() throws InterruptedException {
        List<Attempt> attempts = attempts();
        attempts.addAll(eventAttempts());
        attempts.addAll(Attempt.allOf(cursor, Set.of()));
        Stream.of(world, query)
                .flatMap(closeable -> Attempt.allOf(closeable, Set.of()).stream())
                .filter(attempt -> attempt.method().getName().equals("close"))
                .forEach(attempts::add);
        List<Throwable> thrown = new ArrayList<>();
        Thread other = new Thread(() -> attempts.forEach(attempt -> thrown.add(attempt.thrown())), "the-other");
        other.start();
        other.join();

        assertEquals(attempts.size(), thrown.size());
        for (int i = 0; i < attempts.size(); i++) {
            Attempt attempt = attempts.get(i);
            var failure = assertInstanceOf(IllegalStateException.class, thrown.get(i), attempt::toString);
            assertTrue(failure.getMessage().contains("'the-other'"), () -> attempt + ": " + failure.getMessage());
        }
        assertEquals(Kinds.ODD, world.get(entity, Kinds.TYPE));
        assertEquals(1, world.entityCount());
        assertTrue(world.isEnabled(entity));
        cursor.close();
    }

    @Test
    @EnabledIfSystemProperty(named = "basalt.strict", matches = "true")
    void shouldRejectRowsAndSpansOnAnotherThreadInStrictMode() {
        Row row = cursor.row();
        List<Runnable> uses = new ArrayList<>(List.of(
                () -> row.get(Kinds.I32),
                () -> row.set(Kinds.I32, 1),
                row::entity,
                row::index,
                () -> row.has(Kinds.TYPE),
                () -> world.row(entity).get(Kinds.I32)));
        query.forEachSpan(span -> {
            uses.add(() -> span.row(span.from()).set(Kinds.I32, 1));
            uses.add(() -> span.wrap(Kinds.I32, new UnsafeBuffer()));
            List<Throwable> thrown = new ArrayList<>();
            Thread other = new Thread(() -> uses.forEach(use -> thrown.add(thrownBy(use))), "the-other");
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assertEquals(uses.size(), thrown.size());
            for (Throwable failure : thrown) {
                assertInstanceOf(IllegalStateException.class, failure);
                assertTrue(failure.getMessage().contains("'the-other'"), failure::getMessage);
            }
        });
        assertEquals(Kinds.ODD, world.get(entity, Kinds.TYPE));
        cursor.close();
    }

    private static Throwable thrownBy(Runnable use) {
        try {
            use.run();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    @Test
    void shouldRejectUseAfterClose() {
        List<Attempt> attempts = attempts();
        attempts.addAll(eventAttempts());
        cursor.close();
        world.close();
        for (Attempt attempt : attempts) {
            var failure = assertInstanceOf(IllegalStateException.class, attempt.thrown(), attempt::toString);
            assertTrue(failure.getMessage().contains("closed"), () -> attempt + ": " + failure.getMessage());
        }
    }

    @Test
    void shouldCloseForAnyThreadOnceItIsClosed() throws InterruptedException {
        cursor.close();
        world.close();
        List<Throwable> thrown = new ArrayList<>();
        Attempt close = Attempt.allOf(world, Set.of()).stream()
                .filter(attempt -> attempt.method().getName().equals("close"))
                .findFirst()
                .orElseThrow();
        Thread other = new Thread(() -> thrown.add(close.thrown()));
        other.start();
        other.join();

        assertEquals(1, thrown.size());
        assertNull(thrown.get(0));
    }

    @Test
    void shouldAllowCallsOfTheOwner() {
        cursor.close();
        for (Attempt attempt : attempts()) {
            String name = attempt.method().getName();
            Attempt right = right(attempt);
            // one throws by itself, one leaves a cursor open, and the world has managed columns
            if (!Set.of("single", "cursor", "snapshots", "save", "saveInBackground", "merge")
                    .contains(name)) {
                assertNull(right.thrown(), right::toString);
            }
        }
    }

    private Attempt right(Attempt attempt) {
        if (attempt.takes(FrameLongList.class)) {
            return attempt.withLast(FrameLongList.in(world.frame(), 1));
        }
        if (attempt.method().getName().equals("compactRows")) {
            return attempt.with(1);
        }
        return attempt.receiver() == world && attempt.startsWith(long.class)
                ? attempt.with(world.spawn(Kinds.ODD))
                : attempt;
    }

    /**
     * Of a channel and of readers; on the right thread, methods with columns of another component throw by themselves.
     */
    private List<Attempt> eventAttempts() {
        List<Attempt> attempts = Attempt.allOf(events, Set.of("type"));
        attempts.addAll(Attempt.allOf(events.reader(), Set.of("channel", "close")));
        attempts.addAll(Attempt.allOf(removals, Set.of("component", "close")));
        attempts.addAll(Attempt.allOf(world.observers(), Set.of()));
        return attempts;
    }

    /** All methods except those that only describe. */
    private List<Attempt> attempts() {
        List<Attempt> attempts = new ArrayList<>();
        attempts.addAll(Attempt.allOf(world, Set.of("close")));
        attempts.addAll(Attempt.allOf(world.rows(), Set.of()));
        attempts.addAll(Attempt.allOf(world.statistics(), Set.of()));
        attempts.addAll(
                Attempt.allOf(query, Set.of("reduce", "bulk", "components", "selectors", "looksForChanges", "close")));
        attempts.removeIf(
                attempt -> attempt.method().getDeclaringClass() == Conditional.class); // only begin a condition
        attempts.addAll(Attempt.allOf(query.reduce(), Set.of()));
        attempts.addAll(Attempt.allOf(query.bulk(), Set.of()));
        attempts.addAll(Attempt.allOf(query.kernel(row -> {}), Set.of("query", "partners", "isSpecialised", "isPure")));
        attempts.addAll(
                Attempt.allOf(query.pureKernel(row -> {}), Set.of("query", "partners", "isSpecialised", "isPure")));
        attempts.addAll(Attempt.allOf(query.spanKernel(span -> {}), Set.of("query", "isSpecialised")));
        attempts.addAll(Attempt.allOf(template, Set.of("components")));
        attempts.addAll(Attempt.allOf(template.kernel(row -> {}), Set.of("isSpecialised")));
        attempts.addAll(Attempt.allOf(
                world.query(),
                Set.of("all", "any", "none", "optional", "added", "changed", "where", "includeDisabled")));
        attempts.addAll(Attempt.allOf(world.template(), Set.of("with")));
        attempts.addAll(Attempt.allOf(world.workerLocal(Object::new), Set.of("close")));
        attempts.addAll(
                Attempt.allOf(world.time(), Set.of("deltaSeconds", "elapsedSeconds", "tick", "alpha", "toString")));
        attempts.addAll(Attempt.allOf(world.resources(), Set.of("own", "remove")));
        assertTrue(attempts.size() > 100, () -> "only " + attempts.size());
        return attempts;
    }
}
