package basalt.world;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.memory.LeakCheck;
import basalt.memory.SteadyRounds;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.system.Schedule;
import basalt.system.SystemException;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
final class SourceCursorTest {
    private static final int HUNTERS = 100;

    private final World world = World.create();
    private final Relation hunting = world.relation(Hunting.PREY);
    private final Query hunters = world.query().all(Hunting.TYPE).build();
    private final long prey = world.spawn();

    @AfterEach
    void close() {
        world.close();
    }

    private List<Long> spawn(int count) {
        List<Long> spawned = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            spawned.add(world.spawn(new Hunting(prey, i)));
        }
        return spawned;
    }

    private static List<Long> rest(SourceCursor cursor) {
        List<Long> rest = new ArrayList<>();
        while (cursor.next()) {
            rest.add(cursor.entity());
        }
        assertFalse(cursor.next());
        return rest;
    }

    @Test
    void shouldVisitSourcesInOrderOfRows() {
        List<Long> spawned = spawn(HUNTERS);
        for (int i = HUNTERS - 1; i >= 0; i -= 7) {
            world.set(spawned.get(i), Hunting.PREY, spawned.get(0));
            world.set(spawned.get(i), Hunting.PREY, prey);
            hunting.count(prey);
        }
        try (SourceCursor cursor = hunting.cursor(prey)) {
            assertEquals(spawned, rest(cursor));
            assertThrows(IllegalStateException.class, cursor::entity);
        }
        try (SourceCursor cursor = hunting.cursor(spawned.get(0))) {
            assertFalse(cursor.next());
        }
        assertEquals(0, world.frame().usedBytes());
    }

    @Test
    void shouldSkipWhatDoesNotPointAtTheTargetAnyMore() {
        List<Long> spawned = spawn(5);
        try (SourceCursor cursor = hunting.cursor(prey)) {
            assertTrue(cursor.next());
            world.destroy(spawned.get(0));
            assertEquals(spawned.get(0), cursor.entity());
            hunting.clear(spawned.get(1));
            world.remove(spawned.get(2), Hunting.TYPE);
            world.destroy(spawned.get(3));
            spawn(1); // is not visited
            assertEquals(List.of(spawned.get(4)), rest(cursor));
        }
        assertEquals(2, hunting.count(prey));
    }

    @Test
    void shouldOpenAgain() {
        List<Long> spawned = spawn(3);
        SourceCursor cursor = hunting.closedCursor();
        assertThrows(IllegalStateException.class, cursor::next);
        cursor.close();
        for (int i = 0; i < 3; i++) {
            cursor.open(prey);
            assertThrows(IllegalStateException.class, cursor::entity);
            assertTrue(cursor.next());
            assertThrows(IllegalStateException.class, () -> cursor.open(prey));
            assertEquals(spawned.get(0), cursor.entity());
            cursor.close();
            cursor.close();
            assertThrows(IllegalStateException.class, cursor::entity);
        }
        world.destroy(prey);
        assertThrows(DeadEntityException.class, () -> cursor.open(prey));
        assertThrows(IllegalStateException.class, cursor::next);
    }

    @Test
    void shouldCloseInReverseOrder() {
        List<Long> spawned = spawn(3);
        SourceCursor outer = hunting.cursor(prey);
        outer.next();
        SourceCursor inner = hunting.cursor(prey);
        assertThrows(IllegalStateException.class, outer::close);
        assertEquals(spawned, rest(inner));
        inner.close();
        assertEquals(spawned.subList(1, 3), rest(outer));
        outer.close();
        assertEquals(0, world.frame().usedBytes());
    }

    /** The end of a run closes what was opened in it. */
    @Test
    void shouldEndWithTheRunItWasOpenedIn() {
        spawn(2);
        List<SourceCursor> opened = new ArrayList<>();
        assertThrows(IllegalStateException.class, () -> hunters.forEach(row -> opened.add(hunting.cursor(prey))));
        opened.forEach(cursor -> assertThrows(IllegalStateException.class, cursor::next));
        opened.forEach(SourceCursor::close);
        RowCursor rows = hunters.cursor();
        opened.get(0).open(prey);
        assertThrows(IllegalStateException.class, rows::close);
        assertThrows(IllegalStateException.class, opened.get(0)::next);
        assertEquals(0, world.frame().usedBytes());
    }

    @Test
    void shouldRefuseABodyThatLeavesACursorOpen() {
        List<Long> spawned = spawn(3);
        List<SourceCursor> left = new ArrayList<>();
        assertThrows(
                IllegalStateException.class,
                () -> hunting.forEachSource(prey, source -> left.add(hunting.cursor(prey))));
        assertThrows(IllegalStateException.class, left.get(0)::next);
        assertEquals(0, world.frame().usedBytes());
        try (SourceCursor cursor = hunting.cursor(prey)) {
            assertEquals(spawned, rest(cursor));
        }
    }

    @Test
    void shouldRefuseUseAfterClose() {
        spawn(3);
        SourceCursor cursor = hunting.cursor(prey);
        world.close();
        assertThrows(IllegalStateException.class, cursor::next);
        assertThrows(IllegalStateException.class, () -> hunting.cursor(prey));
        assertThrows(IllegalStateException.class, hunting::closedCursor);
    }

    @Test
    void shouldRunInSystems() {
        spawn(HUNTERS);
        SourceCursor kept = hunting.closedCursor();
        int[] visited = {0};
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .add(
                        "visit",
                        () -> {
                            try (SourceCursor cursor = kept.open(prey)) {
                                visited[0] += rest(cursor).size();
                            }
                        },
                        reads(Hunting.TYPE))
                .build()) {
            schedule.tick(1);
            schedule.tick(1);
        }
        assertEquals(2 * HUNTERS, visited[0]);
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add("leave", () -> kept.open(prey), exclusive())
                .build()) {
            assertThrows(SystemException.class, () -> schedule.tick(1));
        }
        assertThrows(IllegalStateException.class, kept::next);
    }

    @Test
    void shouldMakeNoGarbage() {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        List<Long> spawned = spawn(HUNTERS);
        long[] all = spawned.stream().mapToLong(Long::longValue).toArray();
        SourceCursor cursor = hunting.closedCursor();
        int[] round = {0};
        int[] visited = {0};
        assertEquals(0, SteadyRounds.medianBytes(40, 0, 1, () -> {
            round[0]++;
            visited[0] = 0;
            for (int i = 0; i < HUNTERS; i++) {
                world.set(all[i], Hunting.PREY, (i + round[0]) % 3 == 0 ? Entity.NULL : prey);
            }
            for (int i = 0; i < 100; i++) {
                cursor.open(prey);
                while (cursor.next()) {
                    visited[0] += cursor.entity() != Entity.NULL ? 1 : 0;
                }
                cursor.close();
            }
        }));
        assertEquals(100 * hunting.count(prey), visited[0]);
        assertTrue(visited[0] > 0);
    }
}
