package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.Template;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Handles of an abandoned future are dead, and never given out again. */
class SnapshotHandlesTest extends SnapshotFixture {
    SnapshotHandlesTest() {
        super(4);
    }

    /** The ways to spawn an entity. */
    enum Way {
        EMPTY,
        RECORDS,
        TEMPLATE,
        TEMPLATE_MANY,
        COMMAND,
        TEMPLATE_COMMAND,
        KERNEL
    }

    private final Template template = world.template().with(new Position(1, 2)).build();

    private LongSupplier spawner(Way way) {
        return switch (way) {
            case EMPTY -> world::spawn;
            case RECORDS -> () -> world.spawn(new Health(1), new Position(3, 4));
            case TEMPLATE -> template::spawn;
            case TEMPLATE_MANY -> () -> spawnMany(1).get(0);
            case COMMAND -> () -> applied(world.commands().spawn());
            case TEMPLATE_COMMAND -> () -> applied(template.spawn(world.commands()));
            case KERNEL -> this::spawnByKernel;
        };
    }

    private List<Long> spawnMany(int count) {
        return Contents.spawn(template, count);
    }

    private long applied(long entity) {
        world.applyCommands();
        return entity;
    }

    private long spawnByKernel() {
        long[] spawned = {0};
        template.spawn(1, row -> spawned[0] = row.entity());
        return spawned[0];
    }

    private void assertDead(long entity) {
        assertFalse(world.isAlive(entity));
        assertFalse(world.tryDestroy(entity));
        var dead = assertThrows(DeadEntityException.class, () -> world.has(entity, Health.TYPE));
        assertEquals(entity, dead.entity());
        assertThrows(DeadEntityException.class, () -> world.destroy(entity));
    }

    /** Spawns entities until there is one in a row. */
    private long spawnIn(int index, LongSupplier spawner, Set<Long> given) {
        for (int i = 0; i < 200; i++) {
            long spawned = spawner.getAsLong();
            assertTrue(given.add(spawned), () -> Entity.toString(spawned));
            if (Entity.index(spawned) == index) {
                return spawned;
            }
        }
        throw new AssertionError("no entity in row " + index);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNeverBeGivenOutAgain(Way way) {
        LongSupplier spawner = spawner(way);
        long first = spawner.getAsLong();
        long tick = capture();
        Set<Long> given = new HashSet<>(Set.of(first));
        for (int times = 0; times < 100; times++) {
            world.destroy(first);
            long later = spawnIn(Entity.index(first), spawner, given);
            assertTrue(world.isAlive(later));
            assertFalse(world.isAlive(first));
            ring.restore(tick);
            given.forEach(handle -> assertEquals(handle == first, world.isAlive(handle)));
            assertDead(later);
        }
        assertEquals(1, world.entityCount());
    }

    @Test
    void shouldNeverBeGivenOutAgainInBlocksThatVanished() {
        long tick = capture();
        Set<Long> given = new HashSet<>();
        for (int times = 0; times < 6; times++) {
            List<Long> spawned = spawnMany(ROWS + 100);
            spawned.forEach(handle -> assertTrue(given.add(handle), () -> Entity.toString(handle)));
            if (times % 2 == 1) {
                spawned.forEach(world::destroy);
                spawnMany(ROWS + 50).forEach(handle -> assertTrue(given.add(handle), () -> Entity.toString(handle)));
            }
            ring.restore(tick);
            given.forEach(handle -> assertFalse(world.isAlive(handle)));
            assertEquals(0, world.statistics().memory().blocks());
        }
        assertDead(given.iterator().next());
    }

    /** A block that vanished comes back for another template. */
    @Test
    void shouldNeverBeGivenOutAgainByOthers() {
        long tick = capture();
        List<Long> abandoned = spawnMany(ROWS);
        ring.restore(tick);
        Template other = world.template().with(new Health(1)).build();
        long[] spawned = new long[ROWS];
        other.spawn(spawned);
        assertEquals(Entity.index(abandoned.get(5)), Entity.index(spawned[5]));
        Set<Long> earlier = new HashSet<>(abandoned);
        for (long handle : spawned) {
            assertFalse(earlier.contains(handle), () -> Entity.toString(handle));
        }
        abandoned.forEach(handle -> assertFalse(world.isAlive(handle)));
    }

    @Test
    void shouldNotBeGivenOutAgainByTheNextRing() {
        long first = world.spawn();
        long tick = capture();
        world.destroy(first);
        long abandoned = world.spawn();
        ring.restore(tick);
        ring.close();
        world.destroy(first);
        try (Snapshots next = Saves.snapshots(world, 1)) {
            next.capture();
            long second = world.spawn();
            assertEquals(Entity.index(abandoned), Entity.index(second));
            assertTrue(abandoned != second);
            next.restore(tick);
            assertDead(abandoned);
            assertDead(second);
        }
    }
}
