package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.NativeMemoryException;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.WorldFixture;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkChangeTest extends WorldFixture {
    private final Query healthy = world.query().all(Health.TYPE).build();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 4095, 4096, 4097, 16383, 16384, 16385})
    void shouldDestroyAllThatMatch(int count) {
        spawn(count);
        long other = world.spawn(new Position(0, 0));

        assertEquals(count, healthy.bulk().destroy());
        assertEquals(1, world.entityCount());
        assertTrue(world.isAlive(other));
        for (int row = 0; row < count; row++) {
            assertFalse(world.isAlive(Entity.of(row, 1)));
        }
        assertEquals(0, healthy.bulk().destroy());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 4095, 4096, 4097, 16383, 16384, 16385})
    void shouldAddToEntitiesThatLackIt(int count) {
        spawn(count);
        int had = 0;
        for (int row = 0; row < count; row += 7) {
            world.add(Entity.of(row, 1), Kinds.ODD);
            had++;
        }

        assertEquals(count - had, healthy.bulk().add(Kinds.TYPE));
        assertEquals(0, healthy.bulk().add(Kinds.TYPE));
        assertEquals(count, world.query().all(Kinds.TYPE).build().count());
        for (int row = 0; row < count; row++) {
            assertEquals(row % 7 == 0 ? Kinds.ODD : Kinds.ZERO, world.get(Entity.of(row, 1), Kinds.TYPE));
        }
    }

    @Test
    void shouldAddValuesOrOverwriteThem() {
        spawn(200);
        world.add(Entity.of(70, 1), Kinds.ODD);
        List<Long> calls = new ArrayList<>();
        world.observers().onSet(Kinds.TYPE, calls::add);
        Query changed = world.query().changed(Kinds.TYPE).build();
        changed.forEach(row -> {});

        assertEquals(199, healthy.bulk().add(Kinds.HIGHEST));
        for (int row = 0; row < 200; row++) {
            assertEquals(Kinds.HIGHEST, world.get(Entity.of(row, 1), Kinds.TYPE));
        }
        assertEquals(List.of(Entity.of(70, 1)), calls);
        assertEquals(200, changed.count());
    }

    @Test
    void shouldAddNothingWithoutMemoryForAMove() {
        spawn(2 * ROWS);
        healthy.count(); // so that the frame has its memory
        for (int allowed = 0; allowed < 3; allowed++) {
            MovingBlocks moving = new MovingBlocks(true);
            try (World other =
                    World.builder().memory(memory).distinctHandles(false).build()) {
                fillTwoBlocks(other, allowed);
            } finally {
                moving.close();
            }
        }
    }

    /** Fails for the first of two blocks, for the second one, or for the second one, after the first has moved. */
    private void fillTwoBlocks(World other, int allowed) {
        Query all = other.query().all(Health.TYPE).build();
        other.template().with(Health.TYPE).build().spawn(2 * ROWS);
        assertEquals(2 * ROWS, all.count());
        int before = allowed == 1 ? 1 : 0;
        if (allowed == 1) {
            other.add(Entity.of(0, 1), Rare.TYPE);
        }
        memory.failNth(allowed == 2 ? 2 : 1);
        assertThrows(NativeMemoryException.class, () -> all.bulk().add(new Rare(1, "x")));

        Query rare = other.query().all(Rare.TYPE).build();
        assertEquals(before, rare.count());
        assertEquals(2 * ROWS - before, all.bulk().add(new Rare(1, "x")));
        assertEquals(2 * ROWS, rare.count());
        assertEquals(2 * ROWS, rare.reduce().sum(Rare.CHARGE));
    }

    @Test
    void shouldRejectValuesThatCannotBeStored() {
        spawn(1);
        Record none = null;
        assertThrows(IllegalArgumentException.class, () -> healthy.bulk().add(none));
        assertThrows(IllegalArgumentException.class, () -> healthy.bulk().add(new Matrix(new float[1])));
        Component<?> missing = null;
        assertThrows(IllegalArgumentException.class, () -> healthy.bulk().add(missing));
        assertThrows(IllegalArgumentException.class, () -> healthy.bulk().remove(missing));

        assertEquals(1, healthy.count());
        assertFalse(world.has(Entity.of(0, 1), Matrix.TYPE));
    }

    private void spawn(int count) {
        for (int i = 0; i < count; i++) {
            world.spawn(new Health(i));
        }
    }
}
