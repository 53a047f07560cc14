package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Component;
import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pure kernels beside plain ones over random holes: rows without an entity, without a required component, with an
 * excluded one, with something disabled, or with values that a condition rejects. Both worlds have the same entities,
 * and after each step must have the same values in all of them, and the same changes.
 */
class PureKernelFuzzTest {
    private static final int ENTITIES = 16_384 + 300;
    private static final int STEPS = 3;

    private static final List<Component<?>> COMPONENTS =
            List.of(Kinds.TYPE, Position.TYPE, Velocity.TYPE, Health.TYPE, Matrix.TYPE, Rare.TYPE, Frozen.TYPE);

    /** A query with a body, and what a system declares for it. */
    private record Job(Function<QueryBuilder, QueryBuilder> query, RowBody body, Access... declared) {}

    private static final RowBody MOVE = row -> {
        row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX));
        row.set(Position.Y, row.get(Position.Y) * 0.5f + row.get(Velocity.DY));
    };

    /** Writes every kind of column, and the column of an optional sparse component. */
    private static final RowBody ALL_KINDS = row -> {
        row.set(Kinds.F32, row.get(Kinds.F32) + row.get(Position.X));
        row.set(Kinds.F64, row.get(Kinds.F64) * 0.5 + 1);
        row.set(Kinds.I8, (byte) (row.get(Kinds.I8) + 3));
        row.set(Kinds.I16, (short) (row.get(Kinds.I16) + row.get(Kinds.I8)));
        row.set(Kinds.I32, row.get(Kinds.I32) * 31 + 7);
        row.set(Kinds.I64, row.get(Kinds.I64) ^ row.get(Kinds.I32));
        row.set(Kinds.FLAG, !row.get(Kinds.FLAG));
        row.set(Kinds.TARGET, row.get(Kinds.I64));
        row.set(Position.Y, row.get(Position.Y) + 1);
        if (row.has(Rare.TYPE)) {
            row.set(Rare.CHARGE, row.get(Rare.CHARGE) + 1);
        }
    };

    private static final RowBody TURN = row -> {
        for (int lane = 0; lane < 16; lane++) {
            row.set(Matrix.M, lane, row.get(Matrix.M, lane) + lane);
        }
        if (row.has(Health.TYPE)) {
            row.set(Health.POINTS, row.get(Health.POINTS) + 1);
        }
    };

    private static final List<Job> JOBS = List.of(
            new Job(query -> query.all(Position.TYPE, Velocity.TYPE), MOVE),
            new Job(
                    query -> query.all(Position.TYPE, Velocity.TYPE),
                    MOVE,
                    reads(Velocity.TYPE),
                    writes(Position.TYPE)),
            new Job(
                    query -> query.all(Position.TYPE, Velocity.TYPE),
                    row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)),
                    reads(Velocity.TYPE),
                    reads(Position.Y),
                    writes(Position.X)),
            new Job(
                    query -> query.all(Kinds.TYPE, Position.TYPE)
                            .none(Frozen.TYPE)
                            .optional(Rare.TYPE),
                    ALL_KINDS),
            new Job(
                    query -> query.any(Velocity.TYPE, Frozen.TYPE)
                            .all(Matrix.TYPE)
                            .optional(Health.TYPE),
                    TURN),
            new Job(
                    query -> query.any(Position.TYPE, Frozen.TYPE)
                            .optional(Health.TYPE)
                            .includeDisabled(),
                    row -> {
                        if (row.has(Health.TYPE)) {
                            row.set(Health.POINTS, row.get(Health.POINTS) + 1);
                        }
                    }),
            new Job(query -> query.optional(Rare.TYPE).none(Velocity.TYPE), row -> {
                if (row.has(Rare.TYPE)) {
                    row.set(Rare.CHARGE, row.get(Rare.CHARGE) + 5);
                }
            }),
            new Job(
                    query -> query.all(Health.TYPE, Position.TYPE)
                            .where(Health.POINTS)
                            .atMost(30),
                    row -> {
                        row.set(Health.POINTS, row.get(Health.POINTS) + 3);
                        row.set(Position.X, row.get(Position.X) - 1);
                    }),
            new Job(query -> query.all(Rare.TYPE, Position.TYPE), row -> {
                row.set(Rare.CHARGE, row.get(Rare.CHARGE) * 3);
                row.set(Position.Y, row.get(Rare.CHARGE));
            }));

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    /** The ways to run a kernel; a plain one runs on one worker. */
    private enum Way {
        DIRECTLY((scene, kernel, isPure) -> kernel::run),
        IN_PIECES_OF_SYSTEMS((scene, kernel, isPure) -> scene.ticks(isPure ? 3 : 1, kernel)),
        IN_BODIES_OF_SYSTEMS((scene, kernel, isPure) -> scene.bodyTicks(kernel));

        private interface Making {
            Runnable run(Scene scene, RowKernel kernel, boolean isPure);
        }

        private final Making making;

        Way(Making making) {
            this.making = making;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, DIRECTLY",
        "1, DIRECTLY",
        "5, DIRECTLY",
        "20, DIRECTLY",
        "50, DIRECTLY",
        "95, DIRECTLY",
        "1, IN_PIECES_OF_SYSTEMS",
        "5, IN_PIECES_OF_SYSTEMS",
        "20, IN_PIECES_OF_SYSTEMS",
        "50, IN_PIECES_OF_SYSTEMS",
        "1, IN_BODIES_OF_SYSTEMS",
        "5, IN_BODIES_OF_SYSTEMS",
        "20, IN_BODIES_OF_SYSTEMS"
    })
    void shouldDoWhatPlainKernelsDo(int percent, Way way) {
        for (Job job : JOBS) {
            Scene plain = new Scene(job, percent);
            Scene pure = new Scene(job, percent);
            Runnable plainRun = way.making.run(plain, plain.query.kernel(job.body), false);
            Runnable pureRun = way.making.run(pure, pure.query.pureKernel(job.body), true);
            for (int step = 0; step < STEPS; step++) {
                plainRun.run();
                pureRun.run();
                plain.assertSame(pure);
                plain.churn(step);
                pure.churn(step);
            }
        }
    }

    /** A world with random entities, and readers of its changes. */
    private final class Scene {
        private final World world =
                World.builder().memory(new DirtyMemory(0xFF)).build();
        private final List<Long> entities = new ArrayList<>();
        private final List<Query> changed = new ArrayList<>();
        private final Job job;
        private final int percent;
        private final Query query;

        private Scene(Job job, int percent) {
            this.job = job;
            this.percent = percent;
            opened.add(world);
            query = job.query.apply(world.query()).build();
            Random random = new Random(percent);
            for (int i = 0; i < ENTITIES; i++) {
                spawn(random, i);
            }
            for (long entity : List.copyOf(entities)) {
                if (random.nextInt(100) < percent) {
                    pierce(random, entity);
                }
            }
            entities.removeIf(entity -> !world.isAlive(entity));
            for (Component<?> component : COMPONENTS) {
                Query reader =
                        world.query().changed(component).includeDisabled().build();
                reader.forEach(row -> {});
                changed.add(reader);
            }
        }

        private void spawn(Random random, int i) {
            Kinds kinds = Kinds.SAMPLES.get(random.nextInt(Kinds.SAMPLES.size()));
            long entity = world.spawn(
                    new Kinds(i, i * 0.1, (byte) i, (short) i, kinds.i32(), kinds.i64() + i, i % 3 == 0, i, null),
                    new Position(i, -i),
                    new Velocity(i % 7, 0.5f),
                    new Health(i % 5 == 0 ? i : i % 30));
            if (i % 16_384 < 3_000) {
                world.add(entity, new Matrix(new float[16]));
            }
            if (i % 16_384 < 9_000) {
                world.add(entity, new Rare(i, null));
            }
            entities.add(entity);
        }

        /** Makes a hole. */
        private void pierce(Random random, long entity) {
            Component<?> component = COMPONENTS.get(random.nextInt(COMPONENTS.size()));
            switch (random.nextInt(6)) {
                case 0 -> world.destroy(entity);
                case 1 -> world.disable(entity);
                case 2 -> world.add(entity, Frozen.TYPE);
                case 3 -> {
                    if (world.has(entity, component)) {
                        world.disable(entity, component);
                    }
                }
                default -> world.remove(entity, component);
            }
        }

        /** Changes the structure between two steps. */
        private void churn(int step) {
            Random random = new Random(100 + step);
            for (int i = 0; i < 50; i++) {
                long entity = entities.get(random.nextInt(entities.size()));
                if (percent > 0) {
                    pierce(random, entity);
                }
                if (!world.isAlive(entity)) {
                    entities.remove(entity);
                }
                spawn(random, ENTITIES + i);
            }
        }

        private Runnable ticks(int workers, RowKernel kernel) {
            Schedule schedule = Schedule.builder(world)
                    .workers(workers)
                    .thresholds(0, 0)
                    .add("kernel", kernel, job.declared)
                    .build();
            opened.add(schedule);
            return () -> schedule.tick(1);
        }

        private Runnable bodyTicks(RowKernel kernel) {
            Access[] declared = job.declared.length > 0
                    ? job.declared
                    : new Access[] {writes(COMPONENTS.toArray(new Component<?>[0]))};
            Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .thresholds(0, 0)
                    .add("body", kernel::run, declared)
                    .add("beside", () -> {})
                    .build();
            opened.add(schedule);
            return () -> schedule.tick(1);
        }

        private void assertSame(Scene other) {
            assertEquals(indices(entities), indices(other.entities));
            for (int i = 0; i < COMPONENTS.size(); i++) {
                List<Integer> expected = indices(changed.get(i));
                List<Integer> actual = indices(other.changed.get(i));
                String what = "job " + JOBS.indexOf(job) + ", changes of "
                        + COMPONENTS.get(i).name();
                assertEquals(expected.size(), actual.size(), what);
                assertEquals(expected, actual, what);
            }
            for (Component<?> component : COMPONENTS) {
                if (!component.columns().isEmpty()) {
                    assertSame(other, component);
                }
            }
        }

        private void assertSame(Scene other, Component<?> component) {
            for (int i = 0; i < entities.size(); i++) {
                long entity = entities.get(i);
                if (world.has(entity, component)) {
                    Object expected = value(entity, component);
                    Object actual = other.value(other.entities.get(i), component);
                    if (!expected.equals(actual)) {
                        throw new AssertionError("job " + JOBS.indexOf(job) + ", entity " + (int) entity + ": expected "
                                + expected + " but was " + actual);
                    }
                }
            }
        }

        private Object value(long entity, Component<?> component) {
            Object value = world.get(entity, component);
            return value instanceof Matrix matrix ? Arrays.toString(matrix.m()) : value;
        }

        /** The entities' indices; in strict mode the generations of two worlds differ. */
        private static List<Integer> indices(List<Long> handles) {
            return handles.stream().map(Long::intValue).toList();
        }

        private static List<Integer> indices(Query query) {
            List<Integer> indices = new ArrayList<>();
            query.forEach(row -> indices.add(row.index()));
            return indices;
        }
    }
}
