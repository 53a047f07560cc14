package basalt.system;

import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.Template;
import basalt.world.World;
import org.junit.jupiter.api.Test;

/** No change is missed where several workers write the same component of different entities at the same time. */
class SharedChangesTest {
    private static final int ROWS = 20_000;

    /** Every second entity is written, so that no word is full. */
    @Test
    void shouldMarkWritesByEntity() {
        for (int round = 0; round < 10; round++) {
            try (World world = World.create();
                    EagerThreads threads = new EagerThreads(3)) {
                run(world, threads);
            }
        }
    }

    private static void run(World world, EagerThreads threads) {
        Template template = world.template().with(new Health(1)).build();
        long[] targets = new long[ROWS];
        for (int i = 0; i < ROWS; i++) {
            targets[i] = template.spawn();
        }
        world.template().with(new Position(0, 0)).build().spawn(ROWS, row -> row.set(Position.X, row.index() % ROWS));
        Query changed = world.query().changed(Health.TYPE).build();
        RowKernel kernel = world.query().all(Position.TYPE).build().kernel(row -> {
            int index = (int) row.get(Position.X);
            if (index % 2 == 0) {
                world.set(targets[index], Health.POINTS, 7);
            }
        });
        try (Schedule schedule = Schedule.builder(world)
                .workers(4)
                .executor(threads)
                .thresholds(0, 0)
                .add("write", kernel, writes(Health.TYPE), touchesOthers())
                .build()) {
            for (int i = 0; i < 5; i++) {
                assertEquals(0, changed.count());
                schedule.tick(1);
                assertEquals(ROWS / 2, changed.count());
                changed.cursor().close();
            }
        }
    }
}
