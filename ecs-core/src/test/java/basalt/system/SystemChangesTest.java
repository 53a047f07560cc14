package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.spawns;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static basalt.system.RunCondition.every;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.Entity;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.SpanKernel;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.WorkerLocal;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The changes that count as written by systems, and the systems that see them. */
class SystemChangesTest {
    private static final int ENTITIES = 100;

    private final World world = World.create();
    private final Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
    private final Query positions = world.query().changed(Position.TYPE).build();
    private final Query velocities = world.query().changed(Velocity.TYPE).build();
    private final RowKernel move =
            moving.kernel(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
    private final List<Integer> seen = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
    }

    private void populate() {
        world.template().with(new Position(0, 0), new Velocity(1, 0)).build().spawn(ENTITIES);
        positions.cursor().close();
        velocities.cursor().close();
    }

    private void tick(ScheduleBuilder builder, int ticks) {
        try (Schedule schedule = builder.build()) {
            for (int i = 0; i < ticks; i++) {
                schedule.tick(1);
            }
        }
    }

    /** A change query that runs inside a kernel finds rows that the kernel writes afterwards, as outside a schedule. */
    @Test
    void shouldFindWritesAfterAQueryInsideTheKernel() {
        for (boolean isScheduled : new boolean[] {false, true}) {
            populate();
            RowKernel kernel = world.query().all(Position.TYPE).build().kernel(row -> {
                positions.forEach(changed -> seen.add(changed.index()));
                row.set(Position.X, 7);
            });
            if (isScheduled) {
                tick(Schedule.builder(world).add("write", kernel, writes(Position.TYPE), touchesOthers()), 1);
            } else {
                kernel.run();
            }
            assertEquals(world.query().all(Position.TYPE).build().count(), positions.count());
        }
    }

    @Test
    void shouldMarkDeclaredWritesOfAKernel() {
        populate();
        tick(Schedule.builder(world).add("move", move, reads(Velocity.TYPE), writes(Position.TYPE)), 1);

        assertEquals(ENTITIES, positions.count());
        assertEquals(0, velocities.count(), "it is only read");
    }

    @Test
    void shouldMarkDeclaredWritesOfSpanAndPureKernels() {
        populate();
        WorkerLocal<UnsafeBuffer> views = world.workerLocal(UnsafeBuffer::new);
        SpanKernel spans = moving.spanKernel(span -> span.wrap(Position.X, views.get()));
        tick(Schedule.builder(world).add("spans", spans, reads(Velocity.TYPE), writes(Position.TYPE)), 1);
        assertEquals(ENTITIES, positions.count());
        positions.cursor().close();
        RowKernel pure = moving.pureKernel(row -> row.set(Position.X, row.get(Velocity.DX)));
        tick(Schedule.builder(world).add("pure", pure, reads(Velocity.TYPE), writes(Position.TYPE)), 1);
        assertEquals(ENTITIES, positions.count());
        assertEquals(0, velocities.count());
    }

    @Test
    void shouldShowEachChangeOnceToSystemsWithIntervals() {
        populate();
        Query all = world.query().changed(Position.TYPE).build();
        Query some = world.query().changed(Position.TYPE).build();
        List<Integer> rarely = new ArrayList<>();
        int[] tick = {0};
        tick(
                Schedule.builder(world)
                        .add("push", () -> world.set(Entity.of(tick[0]++, 1), Position.X, 5), writes(Position.TYPE))
                        .add("often", () -> seen.add(rows(all)), reads(Position.TYPE))
                        .add("rarely", () -> rarely.add(rows(some)), reads(Position.TYPE), every(4)),
                12);

        assertEquals(List.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), seen);
        assertEquals(12, rarely.stream().mapToInt(i -> i).sum() + some.count());
        assertEquals(3, rarely.size());
    }

    @Test
    void shouldRunAKernelOverChangedRows() {
        populate();
        int[] rows = {0};
        RowKernel react = positions.kernel(row -> {
            rows[0]++;
            row.get(Position.X);
        });
        int[] tick = {0};
        tick(
                Schedule.builder(world)
                        .add("push", () -> world.set(Entity.of(tick[0]++ % 3, 1), Position.X, 5), writes(Position.TYPE))
                        .add("react", react, reads(Position.TYPE), touchesOthers()),
                10);
        assertEquals(10, rows[0]);
    }

    @Test
    void shouldRunAPureKernelOverChangedRows() {
        populate();
        Query query = world.query().all(Velocity.TYPE).changed(Position.TYPE).build();
        RowKernel react = query.pureKernel(row -> row.set(Velocity.DY, row.get(Position.X)));
        world.set(Entity.of(3, 1), Position.X, 7);
        tick(Schedule.builder(world).add("react", react, reads(Position.TYPE), writes(Velocity.TYPE)), 2);

        assertEquals(7f, world.get(Entity.of(3, 1), Velocity.DY));
        assertEquals(1, velocities.count());
        assertEquals(0, query.count());
    }

    /** Two systems may read a component at the same time; neither may change pending changes of its readers. */
    @Test
    void shouldOnlyMarkDeclaredWritesOfADirectRun() {
        populate();
        tick(Schedule.builder(world).add("move", move::run, reads(Velocity.TYPE), writes(Position.TYPE)), 1);
        assertEquals(ENTITIES, positions.count());
        assertEquals(0, velocities.count());

        tick(Schedule.builder(world).add("move", move::run, exclusive()), 1);
        assertEquals(ENTITIES, velocities.count());
    }

    @Test
    void shouldMarkChangesByCommands() {
        populate();
        Query frozen = world.query().added(Frozen.TYPE).build();
        tick(
                Schedule.builder(world)
                        .add(
                                "freeze",
                                moving.kernel((row, commands) -> {
                                    long entity = row.entity();
                                    if (Entity.index(entity) < 5) {
                                        commands.add(entity, Frozen.TYPE);
                                    }
                                }),
                                reads(Velocity.TYPE),
                                restructures(Frozen.TYPE))
                        .add("look", () -> seen.add(rows(frozen)), reads(Frozen.TYPE)),
                2);
        assertEquals(List.of(5, 0), seen);
    }

    @Test
    void shouldCallObserversOfDirectWritesInTheOrderOfSystems() {
        populate();
        List<String> told = new ArrayList<>();
        world.observers().onSet(Position.TYPE, entity -> told.add("position " + Entity.index(entity)));
        world.observers().onSet(Velocity.TYPE, entity -> {
            told.add("velocity " + Entity.index(entity));
            world.observers().commands().add(entity, Frozen.TYPE);
        });
        try (Schedule schedule = Schedule.builder(world)
                .add(
                        "two",
                        () -> {
                            world.set(Entity.of(2, 1), Position.X, 1);
                            world.set(Entity.of(1, 1), Position.X, 1);
                            assertEquals(List.of(), told, "not while systems run");
                        },
                        writes(Position.TYPE))
                .add("three", () -> world.set(Entity.of(3, 1), Velocity.DX, 1), writes(Velocity.TYPE))
                .build()) {
            schedule.tick(1);
        }
        assertEquals(List.of("position 2", "position 1", "velocity 3"), told);
        assertEquals(true, world.has(Entity.of(3, 1), Frozen.TYPE));
        assertEquals(2, positions.count());
    }

    /** Direct writes of a system stay even if the system fails. */
    @Test
    void shouldCallObserversOfDirectWritesOfFailedSystems() {
        populate();
        List<Integer> told = new ArrayList<>();
        world.observers().onSet(Position.TYPE, entity -> told.add(Entity.index(entity)));
        Query all = world.query().all(Velocity.TYPE).build();
        try (Schedule schedule = Schedule.builder(world)
                .add(
                        "catches",
                        () -> {
                            world.commands().add(Entity.of(9, 1), Frozen.TYPE);
                            world.set(Entity.of(1, 1), Position.X, 1);
                            assertThrows(
                                    IllegalArgumentException.class,
                                    () -> all.forEach(row -> {
                                        world.commands().add(row.entity(), Frozen.TYPE);
                                        world.set(Entity.of(2, 1), Position.X, 1);
                                        world.set(Entity.of(3, 1), Position.X, 1);
                                        world.commands().destroy(row.entity());
                                        throw new IllegalArgumentException("on purpose");
                                    }));
                            world.set(Entity.of(4, 1), Position.X, 1);
                        },
                        reads(Velocity.TYPE),
                        writes(Position.TYPE),
                        restructures(Frozen.TYPE),
                        destroys())
                .add(
                        "fails",
                        () -> {
                            world.commands().spawn();
                            world.set(Entity.of(5, 1), Position.X, 1);
                            world.commands().destroy(Entity.of(5, 1));
                            throw new IllegalArgumentException("on purpose");
                        },
                        writes(Position.TYPE),
                        destroys(),
                        spawns())
                .build()) {
            assertThrows(SystemException.class, () -> schedule.tick(1));
            assertEquals(List.of(1, 2, 3, 4, 5), told);
            assertEquals(ENTITIES, world.entityCount());
            assertEquals(1, world.query().all(Frozen.TYPE).build().count(), "what the run had recorded is forgotten");
            assertThrows(SystemException.class, () -> schedule.tick(1));
            assertEquals(10, told.size());
        }
    }

    @Test
    void shouldCallObserversForMoreWritesThanASegmentHolds() {
        populate();
        int writes = 20_000;
        int[] told = {0};
        Query all = world.query().all(Velocity.TYPE).build();
        world.observers().onSet(Position.TYPE, entity -> told[0]++);
        try (Schedule schedule = Schedule.builder(world)
                .add(
                        "catches",
                        () -> assertThrows(
                                IllegalArgumentException.class,
                                () -> all.forEach(row -> {
                                    for (int i = 0; i < writes; i++) {
                                        world.set(Entity.of(6, 1), Position.X, i);
                                    }
                                    throw new IllegalArgumentException("on purpose");
                                })),
                        reads(Velocity.TYPE),
                        writes(Position.TYPE))
                .add(
                        "fails",
                        () -> {
                            for (int i = 0; i < writes; i++) {
                                world.set(Entity.of(5, 1), Position.X, i);
                                world.commands().spawn();
                            }
                            throw new IllegalArgumentException("on purpose");
                        },
                        writes(Position.TYPE),
                        spawns())
                .build()) {
            assertThrows(SystemException.class, () -> schedule.tick(1));
        }
        assertEquals(2 * writes, told[0]);
        assertEquals(ENTITIES, world.entityCount());
    }

    private static int rows(Query query) {
        int[] rows = {0};
        query.forEach(row -> {
            rows[0]++;
        });
        return rows[0];
    }
}
