package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.world.EventChannel;
import basalt.world.Template;
import basalt.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Four workers record commands of all kinds in a kernel over many rows; all of them are applied once and in order. */
class CommandStressTest {
    private static final int ROWS = 200_000;
    private static final int TICKS = 12;

    private final World world = World.create();
    private final Template template =
            world.template().with(new Health(0), new Position(0, 0)).build();
    private final Query healthy =
            world.query().all(Health.TYPE).optional(Frozen.TYPE).build();
    private final EventChannel<Blow> events = world.events(Blow.TYPE);
    private final EagerThreads threads = new EagerThreads(3);
    private int tick;

    @AfterEach
    void close() {
        threads.close();
        world.close();
    }

    /**
     * By the row's index: of 16 entities one is destroyed, two are frozen or thawed, two gain or lose a rare component,
     * and one sends an event.
     */
    private RowKernel record() {
        return healthy.kernel((row, commands) -> {
            EagerThreads.note();
            long entity = row.entity();
            int index = row.index();
            commands.set(entity, Health.POINTS, index + 1);
            switch (index & 15) {
                case 0 -> commands.destroy(entity);
                case 1, 2 -> {
                    if (row.has(Frozen.TYPE)) {
                        commands.remove(entity, Frozen.TYPE);
                    } else {
                        commands.add(entity, Frozen.TYPE);
                    }
                }
                case 3 -> {
                    commands.add(entity, Rare.TYPE);
                    commands.set(entity, Rare.CHARGE, index);
                }
                case 4 -> commands.set(commands.send(Blow.TYPE), Blow.WEIGHT, index);
                case 5 -> commands.disable(entity, Position.TYPE);
                default -> {}
            }
        });
    }

    @Test
    void shouldApplyAllCommandsOfAllWorkers() {
        template.spawn(ROWS);
        long before = EagerThreads.noted();
        try (Schedule schedule = Schedule.builder(world)
                .workers(4)
                .executor(threads)
                .thresholds(0, 0)
                .add("record", record(), restructures(), destroys(), sends(Blow.TYPE))
                .add("refill", this::refill, spawns())
                .build()) {
            for (tick = 1; tick <= TICKS; tick++) {
                long applied = world.statistics().commands().applied();
                schedule.tick(1);
                check(world.statistics().commands().applied() - applied);
            }
            StoreInvariants.check(world);
        }
        long elsewhere = EagerThreads.noted() - before;
        assertEquals(true, elsewhere > ROWS, () -> "rows that helpers have run over: " + elsewhere);
    }

    /** As many spawns as destroys, so that the next tick has the entities in the same rows. */
    private void refill() {
        for (int i = 0; i < ROWS / 16; i++) {
            template.spawn(world.commands());
        }
    }

    private void check(long applied) {
        assertEquals(
                0, world.statistics().commands().dropped() - tick * (long) (ROWS / 16), "values for those that die");
        assertEquals(ROWS, world.entityCount());
        assertEquals(ROWS, healthy.count());
        int odd = tick % 2 == 1 ? ROWS / 8 : 0;
        assertEquals(odd, world.query().all(Frozen.TYPE).build().count());
        assertEquals(ROWS / 16, world.query().all(Rare.TYPE).build().count());
        assertEquals(ROWS - ROWS / 16, world.query().all(Position.TYPE).build().count());
        long values = ROWS - ROWS / 16;
        assertEquals(values + (ROWS / 16) * (1 + 2 + 2 + 2 + 1L + 1), applied);
        long first = events.firstLive();
        assertEquals(ROWS / 16, events.sent() - first);
        for (long event = first; event < events.sent(); event++) {
            assertEquals(
                    (event - first) * 16 + 4, events.get(event, Blow.WEIGHT), "events are in the order of the rows");
        }
        healthy.forEach(row -> {
            int index = row.index();
            if (row.get(Health.POINTS) != ((index & 15) == 0 ? 0 : index + 1)) {
                throw new AssertionError("row " + index + " has " + row.get(Health.POINTS));
            }
        });
        world.query().all(Rare.TYPE).build().forEach(row -> {
            if (row.get(Rare.CHARGE) != row.index()) {
                throw new AssertionError("row " + row.index() + " has charge " + row.get(Rare.CHARGE));
            }
        });
    }
}
