package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.Entity;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The writes that are recorded for kernels that are run outside of schedules. */
class KernelWritesTest {
    private static final int ENTITIES = 200;

    private World world;
    private Query moving;
    private Query reader;

    @BeforeEach
    void create() {
        world = World.create();
        world.template().with(new Position(0, 0), new Velocity(1, 0)).build().spawn(ENTITIES);
        moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
        reader = world.query().changed(Position.TYPE).build();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldCoverAllRowsOfTheSnapshot() {
        world.add(Entity.of(3, 1), Frozen.TYPE);
        RowKernel kernel =
                world.query().all(Position.TYPE).none(Frozen.TYPE).build().kernel((Row row) -> row.set(Position.X, 1));
        kernel.run();

        List<Long> found = run(reader);
        assertEquals(ENTITIES - 1, found.size());
        assertEquals(Entity.of(4, 1), found.get(3));
        assertEquals(List.of(), run(reader));
    }

    @Test
    void shouldCoverAllDeclaredComponents() {
        world.template()
                .with(new Position(0, 0), Kinds.ODD, new Rare(1, "x"))
                .build()
                .spawn(10);
        Query query = world.query()
                .all(Position.TYPE)
                .any(Kinds.TYPE, Velocity.TYPE)
                .optional(Rare.TYPE)
                .none(Frozen.TYPE)
                .build();
        List<Query> readers = List.of(
                reader,
                world.query().changed(Kinds.TYPE).build(),
                world.query().changed(Velocity.TYPE).build(),
                world.query().changed(Rare.TYPE).build(),
                world.query().changed(Frozen.TYPE).build(),
                world.query().added(Position.TYPE).build());
        run(readers.get(0));

        query.kernel((Row row) -> {}).run();

        List<Integer> counts = new ArrayList<>();
        readers.forEach(each -> counts.add(run(each).size()));
        assertEquals(List.of(ENTITIES + 10, 10, ENTITIES, 10, 0, 0), counts);
    }

    @Test
    void shouldBeRecordedForEachKindOfKernel() {
        UnsafeBuffer view = new UnsafeBuffer();
        List<Runnable> kernels = List.of(
                moving.kernel((Row row) -> row.set(Position.X, 1))::run,
                moving.kernel((row, commands) -> row.set(Position.X, 2))::run,
                moving.pureKernel(row -> row.set(Position.X, 3))::run,
                moving.spanKernel(span -> span.row(span.from()).set(Position.X, 4))::run,
                moving.spanKernel(span -> span.wrap(Position.X, view))::run);
        for (Runnable kernel : kernels) {
            kernel.run();
            assertEquals(ENTITIES, run(reader).size());
        }
    }

    @Test
    void shouldNotBeSeenByTheKernelsOwnQuery() {
        Query other = world.query().changed(Position.TYPE).build();
        RowKernel kernel = reader.kernel((Row row) -> row.set(Position.X, row.get(Position.X) + 1));
        world.set(Entity.of(5, 1), Position.Y, 1);
        kernel.run();
        assertEquals(0, reader.count());
        assertEquals(List.of(Entity.of(5, 1)), run(other));
    }

    @Test
    void shouldBeKeptAlthoughTheRowStopsMatching() {
        world.query().all(Velocity.TYPE).build().bulk().add(Burning.TYPE);
        Query burning = world.query().all(Position.TYPE, Burning.TYPE).build();
        burning.kernel((Row row) -> {
                    long entity = row.entity();
                    row.set(Position.X, 1);
                    if (row.index() % 2 == 0) {
                        world.remove(entity, Burning.TYPE);
                    }
                })
                .run();
        assertEquals(ENTITIES, run(reader).size());
    }

    @Test
    void shouldBeKeptAlthoughTheBodyFails() {
        RowKernel kernel = moving.kernel((Row row) -> {
            row.set(Position.X, 1);
            if (row.index() == 5) {
                throw new IllegalStateException("enough");
            }
        });
        assertThrows(IllegalStateException.class, kernel::run);
        assertEquals(ENTITIES, run(reader).size(), "the whole snapshot");
    }

    /** A reader that runs inside of the kernel sees rows that are not written yet, and must see them again later. */
    @Test
    void shouldBeSeenAgainByAReaderThatRunsInTheMiddle() {
        List<Integer> inside = new ArrayList<>();
        moving.kernel((Row row) -> {
                    if (row.index() == 100) {
                        inside.add(run(reader).size());
                    }
                    row.set(Position.X, 1);
                })
                .run();
        assertEquals(List.of(ENTITIES), inside);
        assertEquals(ENTITIES, run(reader).size());
        assertEquals(0, run(reader).size());
    }

    @Test
    void shouldNotKeepChangesOfOtherComponents() {
        Query gained = world.query().added(Position.TYPE).build();
        Query healthy = world.query().changed(Health.TYPE).build();
        world.spawn(new Health(1), new Position(1, 2));
        List<Integer> inside = new ArrayList<>();
        moving.kernel((Row row) -> {
                    if (row.index() < 2) {
                        inside.add(run(gained).size());
                        inside.add(run(healthy).size());
                    }
                })
                .run();
        assertEquals(List.of(1, 1, 0, 0), inside);
    }

    @Test
    void shouldNotLoseWhatAnInitialiserWrites() {
        List<Integer> inside = new ArrayList<>();
        world.template()
                .with(new Position(0, 0))
                .build()
                .kernel(row -> {
                    if (inside.isEmpty()) {
                        inside.add(run(reader).size());
                    }
                    row.set(Position.X, 1);
                })
                .spawn(50);
        assertEquals(List.of(50), inside);
        assertEquals(50, run(reader).size());
        assertEquals(0, run(reader).size());
    }

    private static List<Long> run(Query query) {
        List<Long> found = new ArrayList<>();
        query.forEach(row -> found.add(row.entity()));
        return found;
    }
}
