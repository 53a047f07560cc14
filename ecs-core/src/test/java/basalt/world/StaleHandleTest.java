package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.layout.BlockLayout;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Lists;
import basalt.storage.fixture.Position;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Methods that take an entity reject the handle of a dead one, and do not touch the entity that is now in its row. */
class StaleHandleTest {
    private World world;
    private long stale;
    private long heir;

    @BeforeEach
    void giveARowAway() {
        world = World.create();
        for (int i = 0; i < 64; i++) {
            world.spawn();
        }
        world.destroy(Entity.of(5, 1));
        stale = world.spawn(Kinds.LOWEST, new Position(1, 2));
        world.destroy(stale);
        heir = world.spawn(Kinds.ODD, new Position(3, 4));
        assertEquals(Entity.index(stale), Entity.index(heir));
        assertEquals(5, Entity.generation(heir));
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldBeRejectedByEveryMethodThatTakesAnEntity() {
        List<Attempt> attempts = attempts().toList();
        assertTrue(attempts.size() > 30, () -> "only " + attempts.size());
        for (Attempt attempt : attempts) {
            assertRejected(attempt, stale, 5);
        }
        assertHeirIsUntouched();
        world.destroy(heir);
        for (Attempt attempt : attempts) {
            assertRejected(attempt, stale, 6);
            assertRejected(attempt, heir, 6);
        }
        assertEquals(63, world.entityCount());
    }

    @Test
    void shouldBeRejectedWhenForged() {
        int index = Entity.index(heir);
        int none = BlockLayout.ROWS;
        int negative = Integer.MIN_VALUE + 5;
        assertRejected(5, Entity.of(index, 0), Entity.of(index, 4), Entity.of(index, 6), Entity.of(index, 7));
        assertRejected(5, Entity.of(index, Entity.LAST_GENERATION), Entity.of(index, negative));
        assertRejected(0, Entity.of(64, 1), Entity.of(none, 1), Entity.of(none + 5, 5), -1L);
        assertRejected(0, Entity.of(Integer.MAX_VALUE, 1), Entity.of(-1, 5), Entity.of(negative, 5));
        assertRejected(1, Entity.NULL);
        assertHeirIsUntouched();
        assertTrue(world.isAlive(Entity.of(0, 1)), "the entity of row 0 is not meant");
        var thrown = attempts().findFirst().orElseThrow().with(Entity.NULL).thrown();
        assertTrue(thrown.getMessage().contains("Entity.NULL"), thrown.getMessage());
    }

    private void assertRejected(int currentGeneration, long... handles) {
        attempts()
                .forEach(attempt ->
                        LongStream.of(handles).forEach(handle -> assertRejected(attempt, handle, currentGeneration)));
    }

    @Test
    void shouldOnlyBeAcceptedByIsAliveAndTryDestroy() {
        for (long handle : new long[] {stale, Entity.NULL, -1L, Entity.of(70_000, 1)}) {
            assertFalse(world.isAlive(handle));
            assertFalse(world.tryDestroy(handle));
        }
        assertHeirIsUntouched();
    }

    @Test
    void shouldBeAcceptedByEveryMethodWhileItIsAlive() {
        Attempt destroy = null;
        for (Attempt attempt : attempts().toList()) {
            if (attempt.method().getName().equals("destroy")) {
                destroy = attempt;
            } else {
                world.add(heir, Kinds.TYPE);
                world.add(heir, Lists.TYPE);
                assertNull(attempt.with(heir).thrown(), attempt::toString);
            }
        }
        assertNull(destroy.with(heir).thrown());
        assertFalse(world.isAlive(heir));
    }

    private Stream<Attempt> attempts() {
        return Attempt.allOf(world, Set.of("isAlive", "tryDestroy")).stream()
                .filter(attempt -> attempt.startsWith(long.class));
    }

    private static void assertRejected(Attempt attempt, long handle, int currentGeneration) {
        var dead = assertInstanceOf(
                DeadEntityException.class,
                attempt.with(handle).thrown(),
                () -> attempt + " took " + Entity.toString(handle));
        assertEquals(handle, dead.entity());
        assertEquals(currentGeneration, dead.currentGeneration());
        assertTrue(
                dead.getMessage()
                        .contains("index=" + Integer.toUnsignedString(Entity.index(handle)) + ", handleGeneration="
                                + Integer.toUnsignedString(Entity.generation(handle)) + ", currentGeneration="
                                + currentGeneration),
                dead.getMessage());
    }

    private void assertHeirIsUntouched() {
        assertTrue(world.isAlive(heir));
        assertTrue(world.isEnabled(heir));
        assertTrue(world.isEnabled(heir, Kinds.TYPE));
        assertEquals(Kinds.ODD, world.get(heir, Kinds.TYPE));
        assertEquals(new Position(3, 4), world.get(heir, Position.TYPE));
        assertEquals(64, world.entityCount());
    }
}
