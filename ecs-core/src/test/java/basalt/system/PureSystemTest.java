package basalt.system;

import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.storage.fixture.Position;
import basalt.world.World;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strict mode and pure kernels that run beside other systems. */
@EnabledIfSystemProperty(named = "basalt.strict", matches = "true")
class PureSystemTest {

    private final World world = World.create();
    private final long entity = world.spawn(new Position(1, 2));

    /** State that two systems share. */
    private static final class Game {
        private final float speed = 3;
        private int score;
    }

    @AfterEach
    void close() {
        world.close();
    }

    private RowKernel kernel(RowBody body) {
        return world.query().all(Position.TYPE).build().pureKernel(body);
    }

    private ScheduleBuilder schedule(int workers) {
        return Schedule.builder(world).workers(workers).thresholds(0, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldCatchACounter(int workers) {
        int[] counter = {0};
        try (Schedule schedule = schedule(workers)
                .add("count", kernel(row -> counter[0]++), writes(Position.TYPE))
                .add("idle", () -> {})
                .build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            String message = assertInstanceOf(IllegalStateException.class, failure.getCause())
                    .getMessage();
            assertEquals("count", failure.system());
            assertTrue(message.contains("int[] that it captured"), message);
        }
    }

    @Test
    void shouldCatchAFieldWhenNoOtherSystemRuns() {
        Game game = new Game();
        try (Schedule schedule = schedule(1)
                .add("count", kernel(row -> game.score++), writes(Position.TYPE))
                .build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertTrue(failure.getCause().getMessage().contains("field score of"), failure.getCause()::getMessage);
        }
    }

    @Test
    void shouldLetASystemBesideItChangeAnotherField() {
        Game game = new Game();
        CountDownLatch isInKernel = new CountDownLatch(1);
        CountDownLatch hasScored = new CountDownLatch(1);
        RowKernel move = kernel(row -> {
            isInKernel.countDown();
            OtherSystem.await(hasScored);
            row.set(Position.X, game.speed);
        });
        try (Schedule schedule = schedule(2)
                .add("move", move, writes(Position.TYPE))
                .add("score", () -> {
                    OtherSystem.await(isInKernel);
                    game.score++;
                    hasScored.countDown();
                })
                .build()) {
            schedule.tick(1);
        }
        assertEquals(1, game.score);
        assertEquals(3, world.get(entity, Position.X));
    }
}
