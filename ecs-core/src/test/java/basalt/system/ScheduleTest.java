package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.Order.after;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.Template;
import basalt.world.Time;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private final World world = World.create();
    private final Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
    private final List<Schedule> schedules = new ArrayList<>();

    @AfterEach
    void close() {
        schedules.forEach(Schedule::close);
        world.close();
    }

    private Schedule built(ScheduleBuilder builder) {
        Schedule schedule = builder.build();
        schedules.add(schedule);
        return schedule;
    }

    private RowKernel move() {
        Time time = world.time();
        return moving.kernel(
                row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX) * time.deltaSeconds()));
    }

    @Test
    void shouldRunKernelsAndBodies() {
        long e = world.spawn(new Position(0, 0), new Velocity(2, 0));
        List<Float> seen = new ArrayList<>();
        Schedule schedule = built(Schedule.builder(world)
                .add("move", move(), writes(Position.TYPE))
                .add("look", () -> seen.add(world.get(e, Position.X)), reads(Position.TYPE)));

        schedule.tick(0.5f);
        schedule.tick(0.5f);

        assertEquals(List.of(1f, 2f), seen);
        assertEquals(List.of(List.of("move", "look")), schedule.graph().stages());
    }

    @Test
    void shouldUseOneQueryInSeveralWorkersAtOnce() {
        for (int i = 0; i < 1000; i++) {
            world.spawn(new Position(0, 0), new Velocity(0, 0));
        }
        int[] first = {0};
        int[] second = {0};
        Schedule schedule = built(Schedule.builder(world)
                .workers(2)
                .thresholds(0, 0)
                .add("first", () -> moving.forEach(row -> first[0]++), reads(Position.TYPE, Velocity.TYPE))
                .add("second", () -> second[0] += moving.count(), reads(Position.TYPE, Velocity.TYPE))
                .add(
                        "place", // in pieces, which both workers share
                        moving.kernel(row -> row.set(Position.X, row.get(Position.X) + 1)),
                        writes(Position.TYPE)));
        assertEquals(1, schedule.graph().stages().size());
        for (int tick = 1; tick <= 50; tick++) {
            schedule.tick(1);
            assertEquals(1000 * tick, first[0]);
            assertEquals(1000 * tick, second[0]);
            assertEquals(1000.0 * tick, moving.reduce().sum(Position.X));
        }
    }

    @Test
    void shouldApplyCommandsBeforeSystemsThatSeeThem() {
        Template mover =
                world.template().with(new Position(0, 0), new Velocity(1, 0)).build();
        List<Integer> counts = new ArrayList<>();
        Schedule schedule = built(Schedule.builder(world)
                .add("before", () -> counts.add(moving.count()), reads(Position.TYPE, Velocity.TYPE))
                .add("spawn", () -> mover.spawn(world.commands()), spawns())
                .add("after", () -> counts.add(moving.count()), reads(Position.TYPE, Velocity.TYPE))
                .add("reap", moving.kernel((row, commands) -> commands.destroy(row.entity())), destroys())
                .add("last", () -> counts.add(moving.count()), reads(Position.TYPE, Velocity.TYPE)));

        schedule.tick(1);
        schedule.tick(1);

        assertEquals(List.of(0, 1, 0, 0, 1, 0), counts);
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldNameTheSystemThatChangesStructure() {
        Schedule schedule = built(Schedule.builder(world).add("wild", () -> world.spawn()));

        SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));

        assertEquals("wild", failure.system());
        assertTrue(failure.getMessage().contains("commands"), failure::getMessage);
        assertEquals(0, world.entityCount());
        world.spawn();
    }

    @Test
    void shouldLetAnExclusiveSystemChangeTheWorld() {
        Schedule schedule = built(Schedule.builder(world)
                .add("make", () -> world.spawn(new Position(1, 1)), exclusive())
                .add("record", () -> world.commands().spawn(), exclusive()));

        schedule.tick(1);

        assertEquals(2, world.entityCount());
    }

    @Test
    void shouldDiscardCommandsOfAFailedSystem() {
        long e = world.spawn(new Position(0, 0));
        RuntimeException cause = new RuntimeException("no");
        Schedule schedule = built(Schedule.builder(world)
                .add(
                        "fails",
                        () -> {
                            world.commands().spawn();
                            world.commands().destroy(e);
                            throw cause;
                        },
                        spawns(),
                        destroys())
                .add("beside", () -> world.commands().add(e, Frozen.TYPE), restructures(Frozen.TYPE))
                .add("later", () -> world.set(e, Position.X, 9f), writes(Position.TYPE)));

        SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));

        assertSame(cause, failure.getCause());
        assertTrue(world.isAlive(e));
        assertTrue(world.has(e, Frozen.TYPE));
        assertEquals(0f, world.get(e, Position.X));
        assertEquals(1, world.entityCount());
    }

    @Test
    void shouldGiveTheSameWithManyWorkers() {
        for (int i = 0; i < 40_000; i++) {
            long e = world.spawn(new Position(i, 0), new Velocity(1, i));
            if (i % 3 == 0) {
                world.destroy(e);
            }
        }
        Schedule schedule = built(Schedule.builder(world)
                .workers(4)
                .add("move", move(), writes(Position.TYPE))
                .add(
                        "freeze",
                        moving.kernel((row, commands) -> {
                            long e = row.entity();
                            if ((row.index() & 7) == 0) {
                                commands.add(e, Frozen.TYPE);
                            }
                        }),
                        restructures(Frozen.TYPE)));
        for (int tick = 0; tick < 50; tick++) {
            schedule.tick(1);
        }

        moving.forEach(row -> {
            assertEquals(row.get(Velocity.DY) + 50f, row.get(Position.X));
            assertEquals((row.index() & 7) == 0, row.has(Frozen.TYPE));
        });
        assertNotEquals(0, schedule.workers());
        assertFalse(moving.isEmpty());
    }

    @Test
    void shouldKeepItsOrder() {
        List<String> ran = new ArrayList<>();
        Schedule schedule = built(
                Schedule.builder(world).add("b", () -> ran.add("b"), after("a")).add("a", () -> ran.add("a")));

        schedule.tick(1);

        assertEquals(List.of("a", "b"), ran);
    }
}
