package basalt.system;

import static basalt.system.Rejection.assertRejects;

import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Position;
import basalt.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two systems must not share a change query, since each would miss changes that the other one has seen. */
class SharedChangeQueryTest {
    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    /** A change query has one kernel, so two systems share the query by sharing the kernel. */
    private void assertRejected(Query query) {
        RowKernel kernel = query.kernel(row -> {});
        ScheduleBuilder builder = Schedule.builder(world).add("first", kernel).add("between", () -> {});
        builder.build().close();
        assertRejects(
                builder.add("second", kernel)::build,
                "systems \"first\" and \"second\" share a query for changes",
                "build a query for each");
    }

    @Test
    void shouldRejectSystemsThatShareIt() {
        assertRejected(world.query().changed(Position.TYPE).build());
        assertRejected(world.query().added(Position.TYPE).build());
    }

    @Test
    void shouldAllowQueriesOfTheSameChangesAndOneWithoutChanges() {
        Query plain = world.query().all(Position.TYPE).build();
        Schedule.builder(world)
                .add("a", world.query().changed(Position.TYPE).build().kernel(row -> {}))
                .add("b", world.query().changed(Position.TYPE).build().kernel(row -> {}))
                .add("c", plain.kernel(row -> {}))
                .add("d", plain.kernel(row -> {}))
                .build()
                .close();
    }
}
