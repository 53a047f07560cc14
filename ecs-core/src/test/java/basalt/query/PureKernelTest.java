package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 50, 95, 100})
    void shouldDoWhatAnOrdinaryKernelDoes(int percentDead) {
        List<Position> ordinary;
        try (World other = World.create()) {
            ordinary = run(other, percentDead, false);
        }

        assertEquals(ordinary, run(world, percentDead, true));
    }

    private static List<Position> run(World world, int percentDead, boolean pure) {
        Random random = new Random(percentDead);
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < ROWS + 200; i++) {
            entities.add(
                    random.nextInt(8) == 0
                            ? world.spawn(new Position(i, i))
                            : world.spawn(new Position(i, i), new Velocity(i % 7, 0.5f)));
        }
        for (long entity : entities) {
            if (random.nextInt(100) < percentDead) {
                world.destroy(entity);
            } else if (random.nextInt(8) == 0) {
                world.disable(entity);
            } else if (random.nextInt(8) == 0) {
                world.disable(entity, Position.TYPE);
            }
        }
        Query query = world.query().all(Position.TYPE, Velocity.TYPE).build();
        RowKernel kernel = pure ? query.pureKernel(MOVE) : query.kernel(MOVE);
        kernel.run();
        kernel.run();
        List<Position> result = new ArrayList<>();
        world.query().includeDisabled().optional(Position.TYPE).build().forEach(row -> {
            if (row.has(Position.TYPE)) {
                result.add(new Position(row.get(Position.X), row.get(Position.Y)));
            }
        });
        return result;
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

    @Test
    void shouldWorkOnSparseComponentsAndVectors() {
        Query query =
                world.query().all(Rare.TYPE, Matrix.TYPE).optional(Frozen.TYPE).build();
        for (int i = 0; i < 100; i++) {
            world.spawn(new Rare(i, "x"), new Matrix(new float[16]));
        }
        world.destroy(entity(3));
        world.add(entity(4), Frozen.TYPE);
        query.pureKernel(row -> {
                    row.set(Rare.CHARGE, row.get(Rare.CHARGE) + (row.has(Frozen.TYPE) ? 1000 : 1));
                    for (int lane = 0; lane < 16; lane++) {
                        row.set(Matrix.M, lane, row.get(Matrix.M, lane) + lane);
                    }
                })
                .run();

        assertEquals(99 * 100 / 2 - 3 + 99 - 1 + 1000, query.reduce().sum(Rare.CHARGE));
        assertEquals(15, world.row(entity(99)).get(Matrix.M, 15));
        assertEquals("x", world.get(entity(99), Rare.NOTE));
    }

    @Test
    void shouldDoNothingInABlockWhoseWordsOnlyLookLikeMatches() {
        world.spawn(new Position(1, 1));
        world.spawn(new Velocity(1, 1));
        int[] visits = {0};
        moving.pureKernel(row -> visits[0]++).run();

        assertEquals(0, visits[0]);
    }

    @Test
    void shouldSeeComponentsThatTheQueryDoesNotName() {
        for (int i = 0; i < 128; i++) {
            long entity = world.spawn(new Position(0, 0), new Velocity(0, 0));
            if (i % 5 == 0) {
                world.add(entity, Frozen.TYPE);
            }
        }
        world.destroy(entity(1));
        moving.pureKernel(row -> row.set(Position.X, row.has(Frozen.TYPE) ? 1 : 0))
                .run();

        assertEquals(26, moving.reduce().sum(Position.X));
    }
}
