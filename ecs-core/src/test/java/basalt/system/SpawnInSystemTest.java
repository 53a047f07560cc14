package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Commands;
import basalt.query.Query;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Health;
import basalt.world.Template;
import basalt.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Spawns that systems record, in both modes: rows are reserved at once, so only a system that declares it may do so.
 */
class SpawnInSystemTest {
    private final World world = World.create();
    private final Template template = world.template().with(new Health(1)).build();
    private final Query healthy = world.query().all(Health.TYPE).build();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldRejectUndeclaredSpawnsOfADividedKernel() {
        template.spawn(5_000);
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .add("shoot", healthy.kernel((row, commands) -> template.spawn(commands)))
                .build()) {
            assertUndeclared(schedule);
        }
        assertEquals(5_000, world.entityCount());
        StoreInvariants.check(world);
    }

    @Test
    void shouldRejectUndeclaredSpawnsOfABody() {
        for (Runnable body : new Runnable[] {
            () -> template.spawn(world.commands()), () -> world.commands().spawn()
        }) {
            try (Schedule schedule =
                    Schedule.builder(world).workers(2).add("shoot", body).build()) {
                assertUndeclared(schedule);
            }
        }
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldAllowDeclaredSpawns() {
        template.spawn(5_000);
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .add("shoot", healthy.kernel((row, commands) -> template.spawn(commands)), Access.spawns())
                .build()) {
            schedule.tick(1);
        }
        assertEquals(10_000, world.entityCount());
        StoreInvariants.check(world);
    }

    @Test
    void shouldRejectTheCommandsOfObserversInASystem() {
        Commands observers = world.observers().commands();
        long entity = world.spawn(new Health(2));
        for (Runnable body : new Runnable[] {observers::spawn, () -> observers.destroy(entity)}) {
            try (Schedule schedule =
                    Schedule.builder(world).workers(1).add("shoot", body).build()) {
                SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
                assertInstanceOf(IllegalStateException.class, failure.getCause());
            }
        }
        assertEquals(0, observers.count());
        observers.destroy(entity);
        assertEquals(1, observers.count());
    }

    private static void assertUndeclared(Schedule schedule) {
        SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
        String message = assertInstanceOf(IllegalStateException.class, failure.getCause())
                .getMessage();
        assertTrue(message.contains("system 'shoot' recorded the spawn of an entity"), message);
        assertTrue(message.contains("add spawns()"), message);
    }
}
