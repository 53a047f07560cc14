package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.system.DependencyGraph.Dependency;
import basalt.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Components of a kernel's query that its system declares neither as read nor as written count as written. */
class AssumedAccessTest {
    private final World world = World.create();
    private final Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
    private final RowKernel move =
            moving.kernel(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
    private final RowKernel damp = moving.kernel(row -> row.set(Position.X, row.get(Position.X) * 0.5f));

    @AfterEach
    void close() {
        world.close();
    }

    /** The dependency of the second system on the first one. */
    private static Dependency link(ScheduleBuilder builder) {
        try (Schedule schedule = builder.build()) {
            return schedule.graph().order().dependencies().between(0, 1);
        }
    }

    @Test
    void shouldOrderKernelsThatDeclareNothing() {
        long entity = world.spawn(new Position(1, 1), new Velocity(3, 0));
        ScheduleBuilder builder = Schedule.builder(world).add("move", move).add("damp", damp);
        assertEquals(Dependency.ORDERED, link(builder));
        try (Schedule schedule = builder.build()) {
            schedule.tick(1);
        }
        assertEquals(2f, world.get(entity, Position.X));
    }

    @Test
    void shouldAssumeAllComponentsThatTheQueryNames() {
        RowKernel some = world.query()
                .all(Position.TYPE)
                .any(Velocity.TYPE)
                .optional(Health.TYPE)
                .none(Frozen.TYPE)
                .build()
                .kernel(row -> {});
        try (Schedule schedule = Schedule.builder(world)
                .add("some", some, reads(Velocity.TYPE))
                .add("other", damp, writes(Velocity.TYPE), writes(Position.TYPE))
                .build()) {
            String text = schedule.graph().toString();
            assertTrue(
                    text.contains("some: reads(Velocity), writes(Position, Health) assumed, selects by Frozen\n"),
                    text);
            assertTrue(text.contains("other: writes(Velocity, Position)\n"), text);
            String dot = schedule.graph().toDot();
            assertTrue(dot.contains("[label=\"some\\nwrites(Position, Health) assumed\"]"), dot);
            assertTrue(dot.contains("[label=\"other\"]"), dot);
        }
    }

    @Test
    void shouldRunKernelsThatDeclareReadsSideBySide() {
        SystemOption[] readsOnly = {reads(Position.TYPE, Velocity.TYPE)};
        assertEquals(
                Dependency.NONE,
                link(Schedule.builder(world).add("a", move, readsOnly).add("b", damp, readsOnly)));
        assertEquals(
                Dependency.ORDERED,
                link(Schedule.builder(world).add("a", move, readsOnly).add("b", damp, reads(Position.TYPE))));
    }

    /** A tag has no values to write. */
    @Test
    void shouldTreatATagAsRead() {
        RowKernel frozen = world.query().all(Frozen.TYPE).build().kernel(row -> {});
        ScheduleBuilder builder = Schedule.builder(world).add("a", frozen).add("b", frozen);
        assertEquals(Dependency.NONE, link(builder));
        try (Schedule schedule = builder.build()) {
            assertFalse(schedule.graph().toString().contains("assumed"));
        }
    }

    @Test
    void shouldMarkAssumedWritesAsChanged() {
        world.spawn(new Position(1, 1), new Velocity(3, 0));
        Query changed = world.query().changed(Position.TYPE).build();
        try (Schedule schedule = Schedule.builder(world).add("move", move).build()) {
            schedule.tick(1);
        }
        assertEquals(1, changed.count());
    }
}
