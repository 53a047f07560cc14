package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.query.Query;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
    private World world;

    @BeforeEach
    void create() {
        world = World.builder().memory(DirtyMemory.atBothEnds(0xFF)).build();
    }

    @AfterEach
    void close() {
        assertEquals(0, world.frame().usedBytes());
        world.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 4095, 4096, 4097, 16383, 16384, 16385})
    void shouldGiveEveryEntityItsValues(int count) {
        Template template = world.template()
                .with(Kinds.HIGHEST, new Position(1, 2))
                .with(Velocity.TYPE, Frozen.TYPE)
                .build();
        template.spawn(count);

        Query query = world.query()
                .all(Kinds.TYPE, Position.TYPE, Velocity.TYPE, Frozen.TYPE)
                .build();
        assertEquals(count, query.count());
        assertEquals(count, world.entityCount());
        for (int row = 0; row < count; row++) {
            long entity = Entity.of(row, 1);
            if (row % 100 == 0 || row > count - 3) {
                assertEquals(Kinds.HIGHEST, world.get(entity, Kinds.TYPE));
                assertEquals(new Position(1, 2), world.get(entity, Position.TYPE));
                assertEquals(new Velocity(0, 0), world.get(entity, Velocity.TYPE));
            }
        }
        assertEquals(count, query.reduce().sum(Position.X));
        assertEquals((long) count * Integer.MAX_VALUE, query.reduce().sum(Kinds.I32));
        assertEquals((long) count * Byte.MAX_VALUE, query.reduce().sum(Kinds.I8));
        assertEquals((long) count * Short.MAX_VALUE, query.reduce().sum(Kinds.I16));
        assertEquals(count, query.reduce().count(Kinds.FLAG));
    }

    @Test
    void shouldGiveSingleAndBulkSpawnsTheSameValues() {
        Template template = world.template()
                .with(Kinds.ODD, new Rare(3, "three"), Vectors.sample(4), new Label(this))
                .with(Position.TYPE)
                .build();
        long single = template.spawn();
        template.spawn(70);
        for (long entity : new long[] {single, Entity.of(1, 1), Entity.of(64, 1), Entity.of(70, 1)}) {
            assertEquals(Kinds.ODD, world.get(entity, Kinds.TYPE));
            assertEquals(new Rare(3, "three"), world.get(entity, Rare.TYPE));
            Vectors.assertSame(Vectors.sample(4), world.get(entity, Vectors.TYPE));
            assertSame(this, world.get(entity, Label.TEXT));
            assertEquals(new Position(0, 0), world.get(entity, Position.TYPE));
        }
    }

    @Test
    void shouldCopyItsValues() {
        float[] lanes = new float[16];
        lanes[7] = 7;
        TemplateBuilder builder = world.template().with(new Matrix(lanes));
        Template template = builder.build();
        lanes[7] = 8;
        Template bigger = builder.with(Frozen.TYPE).build();
        long entity = template.spawn();

        assertEquals(7, world.row(entity).get(Matrix.M, 7));
        assertEquals(false, world.has(entity, Frozen.TYPE));
        assertNotSame(template, bigger);
        assertTrue(world.has(bigger.spawn(), Frozen.TYPE));
    }

    @Test
    void shouldRejectAComponentTwice() {
        List<Executable> attempts = List.of(
                () -> world.template().with(new Health(1), new Health(2)),
                () -> world.template().with(new Health(1)).with(Health.TYPE),
                () -> world.template().with(Health.TYPE, Health.TYPE),
                () -> world.template().with(Health.TYPE).with(new Health(1)));
        for (Executable attempt : attempts) {
            assertThrowsWith(IllegalArgumentException.class, attempt, Health.TYPE.name(), "twice");
        }
    }

    @Test
    void shouldRejectValuesThatCannotBeStored() {
        Record value = null;
        Component<?> component = null;
        assertRejects(() -> world.template().with(value), "null");
        assertRejects(() -> world.template().with(new Health(1), value), "null");
        assertRejects(() -> world.template().with(component), "null");
        assertRejects(() -> world.template().with(new Matrix(new float[3])), "length=3");
    }

    @Test
    void shouldRejectANegativeCount() {
        Template template = world.template().build();
        assertRejects(() -> template.spawn(-1), "count=-1");
        assertRejects(() -> template.spawn(Integer.MIN_VALUE), "count=-2147483648");
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldShareABlockWithOthersWhileItHasFewEntities() {
        Template one = world.template().with(Health.TYPE).build();
        Template two = world.template().with(Position.TYPE).build();
        for (int i = 0; i < 100; i += 2) {
            assertEquals(i, Entity.index(one.spawn()));
            assertEquals(i + 1, Entity.index(two.spawn()));
        }
        long[] more = new long[20];
        one.spawn(more);
        assertEquals(100, Entity.index(more[0]));
        assertEquals(119, Entity.index(more[19]));
        long reserved = two.spawn(world.commands());
        assertEquals(120, Entity.index(reserved));
        world.applyCommands();
        assertEquals(1, world.statistics().memory().blocks());
        assertEquals(ROWS, Entity.index(world.spawn()), "entities of no template have their own blocks");
        world.destroy(more[3]);
        assertEquals(103, Entity.index(two.spawn()), "the lowest free row");
    }

    @Test
    void shouldHaveItsOwnBlocksFromTheFirstEntityOverTheLimitOn() {
        Template one = world.template().with(Health.TYPE).build();
        Template two = world.template().with(Position.TYPE).build();
        two.spawn(10);
        for (int i = 0; i < 256; i++) {
            assertEquals(10 + i, Entity.index(one.spawn()));
        }
        assertEquals(ROWS, Entity.index(one.spawn()));
        assertEquals(266, Entity.index(two.spawn()));
        assertEquals(257, world.query().all(Health.TYPE).build().count());
    }

    @Test
    void shouldShareBlocksAsLongAsFewOfItsEntitiesAreAlive() {
        Template one = world.template().with(Health.TYPE).build();
        Template two = world.template().with(Position.TYPE).build();
        long kept = two.spawn();
        for (int i = 0; i < 2000; i++) {
            long entity = one.spawn();
            assertEquals(1, Entity.index(entity));
            world.destroy(entity);
        }
        assertTrue(world.isAlive(kept));
        assertEquals(1, world.statistics().memory().blocks());
        one.spawn(257);
        assertEquals(2, world.statistics().memory().blocks(), "too many at once");
    }

    private static void assertRejects(Executable attempt, String mentioned) {
        assertThrowsWith(IllegalArgumentException.class, attempt, mentioned);
    }

    @Test
    void shouldStayDenseWithSingleSpawns() {
        Template template = world.template().with(new Health(1)).build();
        Query healthy = world.query().all(Health.TYPE).build();
        Deque<Long> living = new ArrayDeque<>();
        Random random = new Random(3);
        for (int step = 0; step < 200_000; step++) {
            living.add(template.spawn());
            if (living.size() > 1000) {
                world.destroy(random.nextBoolean() ? living.removeFirst() : living.removeLast());
            }
        }
        // spawns reserve the free rows of a word at a time, so one word more than the population may be in use
        assertTrue(highest(healthy) < ROWS + 1001 + 64, () -> "highest row is " + highest(healthy));
        assertEquals(2, world.statistics().memory().blocks(), "shared rows, and an own block");
        assertEquals(1000, healthy.count());
    }

    @Test
    void shouldFillTheLowestRowsAgainAfterAPeak() {
        Template template = world.template().with(new Health(1)).build();
        template.spawn(4 * ROWS);
        Query healthy = world.query().all(Health.TYPE).build();
        healthy.forEach(row -> {
            if (row.index() % 2 == 0) {
                world.destroy(row.entity());
            }
        });
        template.spawn(ROWS);
        long inLowestTwoBlocks = 0;
        for (int row = 0; row < 2 * ROWS; row++) {
            inLowestTwoBlocks += world.isAlive(Entity.of(row, row % 2 == 0 ? 3 : 1)) ? 1 : 0;
        }

        assertEquals(2 * ROWS, inLowestTwoBlocks, "all holes of the lowest two blocks are filled, and no others");
        assertEquals(4, world.statistics().memory().blocks());
    }

    @Test
    void shouldNotBeScatteredByAnotherPopulation() {
        Template bullets = world.template().with(new Health(1)).build();
        Template smoke = world.template().with(new Position(0, 0)).build();
        bullets.spawn(300);
        smoke.spawn(300);
        for (int i = 300; i < 5000; i++) {
            bullets.spawn();
            smoke.spawn();
            world.spawn();
        }
        int[] spans = {0};
        world.query().all(Health.TYPE).build().forEachSpan(span -> {
            spans[0]++;
            assertEquals(5000, span.size());
        });

        assertEquals(1, spans[0]);
        assertEquals(3, world.statistics().memory().blocks());
    }

    private static int highest(Query query) {
        int[] highest = {-1};
        query.forEach(row -> highest[0] = row.index());
        return highest[0];
    }
}
