package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pure kernel has the same results as an ordinary one, whatever it computes in rows that do not match. */
class PureKernelTest extends WorldFixture {
    /** Static, because strict mode rejects a pure body that changes captured objects. */
    private static final TreeSet<Integer> VISITED = new TreeSet<>();

    private static final RowBody MOVE = row -> {
        row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX));
        row.set(Position.Y, row.get(Position.Y) * row.get(Velocity.DY));
    };
    private Query moving;

    @BeforeEach
    void create() {
        moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
    }

    /** The template writes the initial values of 64 rows at a time, before they have entities. */
    @Test
    void shouldNotChangeTheValuesOfEntitiesToBeSpawned() {
        Template template =
                world.template().with(new Position(1, 2), new Velocity(3, 4)).build();
        RowKernel move = moving.pureKernel(MOVE);
        for (int i = 0; i < 200; i++) {
            long entity = template.spawn();
            assertEquals(new Position(1, 2), world.get(entity, Position.TYPE), "entity " + i);
            if (i % 7 == 3) {
                world.destroy(entity);
            }
            move.run();
        }
    }

    @Test
    void shouldRunOverTheOtherRowsOfAWordWithFewOfThem() {
        for (int i = 0; i < 192; i++) {
            world.spawn(new Position(0, 0), new Velocity(0, 0));
        }
        world.destroy(entity(5));
        world.remove(entity(6), Velocity.TYPE);
        for (int row = 64; row < 128; row++) {
            world.destroy(entity(row));
        }
        for (int row = 128; row < 190; row++) {
            world.remove(entity(row), Velocity.TYPE);
        }
        VISITED.clear();
        moving.pureKernel(row -> VISITED.add(row.index())).run();

        assertTrue(VISITED.contains(5), "dead, in a word with matches");
        assertTrue(VISITED.contains(6), "alive, and does not match");
        assertFalse(VISITED.contains(64), "in a word without matches");
        assertTrue(VISITED.contains(191), "matches among many rows that do not");
        assertEquals(Strict.ON ? 128 : 66, VISITED.size(), "strict mode runs over all rows of a copy");
    }

    @Test
    void shouldRunIfItMayWriteNothing() {
        for (int i = 0; i < 128; i++) {
            long entity = world.spawn(new Position(i, 0));
            if (i % 16 != 0) {
                world.add(entity, Frozen.TYPE);
            }
        }
        VISITED.clear();
        world.query()
                .all(Frozen.TYPE)
                .build()
                .pureKernel(row -> VISITED.add(row.index()))
                .run();
        assertEquals(128, VISITED.size());
    }

    @Test
    void shouldVisitEachRowOnceInOrder() {
        assumeFalse(Strict.ON, "strict mode runs the body twice");
        for (int i = 0; i < 192; i++) {
            world.spawn(new Position(0, 0), new Velocity(0, 0));
        }
        for (int row = 0; row < 192; row += 3) {
            world.destroy(entity(row));
        }
        List<Integer> visited = new ArrayList<>();
        moving.pureKernel(row -> visited.add(row.index())).run();

        assertEquals(new ArrayList<>(new TreeSet<>(visited)), visited);
        assertEquals(192, visited.size());
    }

    @Test
    void shouldLeaveNoValuesForANewEntityInADeadRow() {
        for (int i = 0; i < 64; i++) {
            world.spawn(new Position(1, 1), new Velocity(1, 1));
        }
        world.destroy(entity(10));
        RowKernel dirty = moving.pureKernel(row -> {
            row.set(Position.X, 99);
            row.set(Velocity.DX, 99);
        });
        dirty.run();
        long spawned = world.spawn(new Velocity(2, 2));

        assertEquals(Entity.of(10, 3), spawned);
        assertEquals(new Velocity(2, 2), world.get(spawned, Velocity.TYPE));
        assertTrue(world.add(spawned, Position.TYPE));
        assertEquals(new Position(0, 0), world.get(spawned, Position.TYPE));
    }
}
