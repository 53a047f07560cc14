package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.query.SpanKernel;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.world.RemovedComponents;
import basalt.world.World;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A kernel that touches other entities than that of its row declares it and is not divided. */
class TouchesOthersTest {
    private static final int ENTITIES = 300;

    private final World world = World.create();
    private final Query healthy =
            world.query().all(Health.TYPE, Position.TYPE, Velocity.TYPE).build();
    private final long[] entities = new long[ENTITIES];

    TouchesOthersTest() {
        for (int i = 0; i < ENTITIES; i++) {
            entities[i] = world.spawn(new Health(i), new Position(i, 1), new Velocity(2, i), new Rare(i, "r" + i));
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private int hash() {
        int hash = 1;
        for (long entity : entities) {
            hash = hash * 31 + world.get(entity, Health.POINTS);
        }
        return hash;
    }

    private ScheduleBuilder schedule(int workers, EagerThreads threads) {
        return Schedule.builder(world).workers(workers).executor(threads).thresholds(0, 0);
    }

    /** Each row reads a value of the entity eighty entities further on. */
    private RowKernel chain() {
        return healthy.kernel(row -> row.set(
                Health.POINTS,
                world.get(entities[(row.index() + 80) % ENTITIES], Health.POINTS) * 31 + row.get(Health.POINTS)));
    }

    @Test
    void shouldGiveTheSameForAnyNumberOfWorkersIfDeclared() {
        chain().run();
        int expected = hash();
        for (int workers = 1; workers <= 4; workers *= 2) {
            for (int i = 0; i < ENTITIES; i++) {
                world.set(entities[i], Health.POINTS, i);
            }
            try (EagerThreads threads = new EagerThreads(3);
                    Schedule schedule = schedule(workers, threads)
                            .add(
                                    "chain",
                                    chain(),
                                    writes(Health.TYPE),
                                    reads(Position.TYPE, Velocity.TYPE),
                                    touchesOthers())
                            .build()) {
                schedule.tick(1);
            }
            assertEquals(expected, hash(), "workers: " + workers);
        }
    }

    @Test
    void shouldNotCutTheSpansOfAKernelThatDeclaresIt() {
        SpanKernel sum = healthy.spanKernel(span -> {
            int total = 0;
            for (int row = span.from(); row < span.to(); row++) {
                total += span.row(row).get(Health.POINTS);
                span.row(row).set(Health.POINTS, total);
            }
        });
        try (EagerThreads threads = new EagerThreads(3);
                Schedule schedule = schedule(4, threads)
                        .add("sum", sum, writes(Health.TYPE), reads(Position.TYPE, Velocity.TYPE), touchesOthers())
                        .build()) {
            schedule.tick(1);
        }
        assertEquals(ENTITIES * (ENTITIES - 1) / 2, world.get(entities[ENTITIES - 1], Health.POINTS));
    }

    private String rejection(Object kernel, int workers, SystemOption... options) {
        assumeTrue(Strict.ON, "strict mode is off");
        try (EagerThreads threads = new EagerThreads(3)) {
            ScheduleBuilder builder = schedule(workers, threads);
            if (kernel instanceof RowKernel rows) {
                builder.add("wild", rows, options);
            } else {
                builder.add("wild", (SpanKernel) kernel, options);
            }
            try (Schedule schedule = builder.build()) {
                SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
                assertEquals("wild", failure.system());
                return assertInstanceOf(IllegalStateException.class, failure.getCause())
                        .getMessage();
            }
        }
    }

    private String rejection(Object kernel, int workers) {
        return rejection(kernel, workers, writes(Health.TYPE), reads(Position.TYPE, Velocity.TYPE, Rare.TYPE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldNameSystemComponentAndBothEntities(int workers) {
        String message = rejection(chain(), workers);
        assertTrue(
                message.contains("'wild' was given the row of entity " + Entity.toString(entities[0])
                        + " and touched component " + Health.TYPE.name() + " of entity "
                        + Entity.toString(entities[80])),
                message);
        assertTrue(message.contains("add touchesOthers()"), message);
        assertEquals(7, world.get(entities[7], Health.POINTS), "nothing was written");
    }

    private void assertRejected(RowBody body) {
        for (int workers = 1; workers <= 2; workers++) {
            String message = rejection(healthy.kernel(body), workers);
            assertTrue(message.contains("add touchesOthers()"), message);
            assertTrue(message.contains("'wild'") && message.contains(Health.TYPE.name()), message);
        }
    }

    @Test
    void shouldRejectEachWayToAnotherEntity() {
        long other = entities[ENTITIES - 1];
        Query query = world.query().all(Health.TYPE).build();
        RowKernel nested = query.kernel(row -> row.set(Health.POINTS, 1));
        RowKernel pure = query.pureKernel(row -> row.set(Health.POINTS, 1));
        assertRejected(row -> world.get(other, Health.POINTS));
        assertRejected(row -> world.get(other, Health.TYPE));
        assertRejected(row -> world.set(other, Health.POINTS, 1));
        assertRejected(row -> world.set(other, new Health(1)));
        assertRejected(row -> world.row(other).get(Health.POINTS));
        assertRejected(row -> world.row(other).set(Health.POINTS, 1));
        assertRejected(row -> query.reduce().sum(Health.POINTS));
        assertRejected(row -> query.forEach(found -> found.get(Health.POINTS)));
        assertRejected(row -> query.forEachSpan(span -> span.row(span.to() - 1).get(Health.POINTS)));
        assertRejected(row -> nested.run());
        assertRejected(row -> pure.run());
        assertRejected(row -> {
            try (RowCursor rows = query.cursor()) {
                while (rows.next()) {
                    rows.row().get(Health.POINTS);
                }
            }
        });
    }

    @Test
    void shouldRejectReadersThatPiecesWouldShare() {
        Query changed = world.query().changed(Position.TYPE).build();
        RemovedComponents removals = world.removed(Position.TYPE);
        Selection selection = Selection.of(world.query().all(Velocity.TYPE).build());
        for (int workers = 1; workers <= 2; workers++) {
            assertUseRejected("a query for changes", row -> changed.forEach(found -> {}), workers);
            assertUseRejected("a reader of removals", row -> removals.next(), workers);
            assertUseRejected("a selection", row -> selection.collect(), workers);
        }
    }

    private void assertUseRejected(String use, RowBody body, int workers) {
        String message = rejection(healthy.kernel(body), workers);
        assertTrue(message.contains("'wild' used " + use + ", so its result"), message);
        assertTrue(message.contains("add touchesOthers()"), message);
    }

    @Test
    void shouldRejectOtherEntitiesInSpansAndPureKernels() {
        long other = entities[ENTITIES - 1];
        LongFunction<Object> read = entity -> world.get(entity, Health.POINTS);
        for (Object kernel : new Object[] {
            healthy.spanKernel(span -> read.apply(other)), healthy.pureKernel(row -> read.apply(other)),
        }) {
            String message = rejection(kernel, 2);
            assertTrue(message.contains(Health.TYPE.name() + " of entity " + Entity.toString(other)), message);
        }
    }

    @Test
    void shouldReportAssumedWritesOfTheKernel() {
        RowKernel kernel =
                healthy.kernel(row -> row.set(Health.POINTS, (int) world.get(entities[ENTITIES - 1], Position.X)));
        String message = rejection(kernel, 1, writes(Health.TYPE), reads(Velocity.TYPE));
        assertTrue(message.contains("which it is taken to write"), message);
        assertTrue(message.contains("add reads(...) if it does not write the component, or touchesOthers()"), message);
    }

    @Test
    void shouldAllowUsesThatDoNotDependOnTheDivision() {
        long other = entities[ENTITIES - 1];
        Query query = world.query().all(Velocity.TYPE).build();
        RowBody own = row -> {
            world.set(row.entity(), Health.POINTS, (int) world.get(row.entity(), Position.X) + 1);
            world.row(row.entity()).set(Health.POINTS, world.row(row.entity()).get(Health.POINTS) + 1);
            query.reduce().sum(Velocity.DX);
            query.forEach(found -> {
                if (found.entity() == row.entity()) {
                    found.get(Velocity.DX);
                }
            });
            world.get(other, Rare.NOTE);
            assertTrue(world.has(other, Health.TYPE));
        };
        try (EagerThreads threads = new EagerThreads(3);
                Schedule schedule = schedule(4, threads)
                        .add(
                                "own",
                                healthy.kernel(own),
                                writes(Health.TYPE),
                                reads(Position.TYPE, Velocity.TYPE, Rare.TYPE))
                        .add("body", () -> chain().run(), writes(Health.TYPE), reads(Position.TYPE, Velocity.TYPE))
                        .build()) {
            schedule.disable("body");
            schedule.tick(1);
            assertEquals(9, world.get(entities[7], Health.POINTS));
            schedule.enable("body");
            schedule.disable("own");
        }
    }

    @Test
    void shouldLetABodyUseDeclaredComponents() {
        RowKernel chain = chain();
        try (Schedule schedule = Schedule.builder(world)
                .add(
                        "body",
                        () -> {
                            chain.run();
                            healthy.reduce().sum(Health.POINTS);
                        },
                        writes(Health.TYPE),
                        reads(Position.TYPE, Velocity.TYPE))
                .build()) {
            schedule.tick(1);
        }
        assertEquals(80 * 31, world.get(entities[0], Health.POINTS));
    }
}
