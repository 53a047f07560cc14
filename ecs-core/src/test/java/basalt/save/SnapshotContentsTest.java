package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.query.Query;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a restoration gives back: entities, components and values, and which rows are used next. */
class SnapshotContentsTest extends SnapshotFixture {
    SnapshotContentsTest() {
        super(8);
    }

    private static final Component<?>[] COMPONENTS = {
        Position.TYPE, Velocity.TYPE, Health.TYPE, Rarer.TYPE, Frozen.TYPE, Scalars.TYPE
    };

    private Map<Long, String> contents() {
        return Contents.byHandle(world, COMPONENTS);
    }

    /** Spawns entities one by one and in groups, by all ways; returns their indices. */
    private List<Integer> spawnInAllWays(Template... templates) {
        List<Integer> indices = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            indices.add(Entity.index(world.spawn()));
            indices.add(Entity.index(world.spawn(new Position(i, i), new Health(i))));
            for (Template template : templates) {
                indices.add(Entity.index(template.spawn()));
            }
        }
        for (Template template : templates) {
            long[] many = new long[300];
            template.spawn(many);
            for (long entity : many) {
                indices.add(Entity.index(entity));
            }
            indices.add(Entity.index(template.spawn(world.commands())));
        }
        world.applyCommands();
        return indices;
    }

    /** The same spawns give the same rows after each restoration. */
    private void assertSpawnsAgain(Template... templates) {
        long tick = capture();
        Map<Long, String> before = contents();
        List<Integer> indices = spawnInAllWays(templates);
        Map<Integer, String> after = Contents.byIndex(world, COMPONENTS);
        for (int times = 0; times < 3; times++) {
            ring.restore(tick);
            assertEquals(before, contents());
            assertEquals(before.size(), world.entityCount());
            assertEquals(indices, spawnInAllWays(templates));
            assertEquals(after, Contents.byIndex(world, COMPONENTS));
        }
    }

    @Test
    void shouldRestoreAnEmptyWorld() {
        long tick = capture();
        spawnInAllWays();
        ring.restore(tick);
        assertEquals(Map.of(), contents());
        assertEquals(0, world.entityCount());
        assertEquals(0, Entity.index(world.spawn()));
    }

    @Test
    void shouldRestoreScalarsOfAllKinds() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            entities.add(world.spawn(Scalars.sample(i)));
        }
        long tick = capture();
        for (int i = 0; i < 1_000; i += 3) {
            world.set(entities.get(i), Scalars.sample(-i - 1));
        }
        long other = capture();
        ring.restore(tick);
        for (int i = 0; i < 1_000; i++) {
            assertEquals(Scalars.sample(i), world.get(entities.get(i), Scalars.TYPE));
        }
        ring.restore(other);
        for (int i = 0; i < 1_000; i++) {
            assertEquals(Scalars.sample(i % 3 == 0 ? -i - 1 : i), world.get(entities.get(i), Scalars.TYPE));
        }
    }

    @Test
    void shouldRestoreVectorsOfAllKinds() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            entities.add(world.spawn(Vectors.sample(i)));
        }
        long tick = capture();
        for (long entity : entities) {
            world.set(entity, Vectors.sample(-7));
            world.row(entity).set(Vectors.I64, 1, 44);
        }
        ring.restore(tick);
        for (int i = 0; i < 600; i++) {
            Vectors.assertSame(Vectors.sample(i), world.get(entities.get(i), Vectors.TYPE));
        }
    }

    @Test
    void shouldKeepHandlesInColumns() {
        long target = world.spawn();
        long one = world.spawn(new Scalars(0, 0, (byte) 0, (short) 0, 0, 0, false, target));
        long tick = capture();
        world.destroy(target);
        world.row(one).set(Scalars.TYPE.entity("target"), Entity.NULL);
        ring.restore(tick);
        assertEquals(target, world.get(one, Scalars.TYPE).target());
        assertTrue(world.isAlive(target));
    }

    @Test
    void shouldRestoreWhatIsDisabled() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            entities.add(world.spawn(new Position(i, 0), new Health(i), new Frozen()));
        }
        long first = capture();
        Map<Long, String> enabled = contents();
        for (int i = 0; i < 200; i++) {
            if (i % 3 == 0) {
                world.disable(entities.get(i));
            }
            if (i % 5 == 0) {
                world.disable(entities.get(i), Health.TYPE);
                world.disable(entities.get(i), Frozen.TYPE);
            }
        }
        long second = capture();
        Map<Long, String> disabled = contents();
        entities.forEach(world::destroy);
        ring.restore(second);
        assertEquals(disabled, contents());
        assertEquals(133, world.query().build().count());
        ring.restore(first);
        assertEquals(enabled, contents());
        assertEquals(200, world.query().all(Health.TYPE, Frozen.TYPE).build().count());
        ring.restore(second);
        entities.forEach(world::enable);
        assertEquals(160, world.query().all(Health.TYPE, Frozen.TYPE).build().count());
        assertEquals(new Health(0), world.get(entities.get(0), Health.TYPE));
    }

    /** Values of disabled components, and of disabled entities, change too. */
    @Test
    void shouldRestoreValuesOfWhatIsDisabled() {
        long one = world.spawn(new Health(1));
        long two = world.spawn(new Health(2));
        world.disable(one);
        world.disable(two, Health.TYPE);
        long tick = capture();
        world.set(one, Health.POINTS, 5);
        world.set(two, new Health(6));
        ring.restore(tick);
        assertEquals(1, world.get(one, Health.POINTS));
        assertEquals(2, world.get(two, Health.POINTS));
    }

    @Test
    void shouldRestoreAComponentThatWasFirstUsedLater() {
        long entity = world.spawn(new Position(1, 2));
        long first = capture();
        world.add(entity, new Health(1));
        long second = capture();
        world.set(entity, Health.POINTS, 2);
        world.add(entity, new Velocity(3, 4));
        ring.restore(second);
        assertEquals(1, world.get(entity, Health.POINTS));
        assertFalse(world.has(entity, Velocity.TYPE));
        world.add(entity, new Velocity(5, 6));
        ring.restore(first);
        assertFalse(world.has(entity, Health.TYPE));
        assertEquals(new Position(1, 2), world.get(entity, Position.TYPE));
        ring.restore(second);
        assertEquals(1, world.get(entity, Health.POINTS));
        assertFalse(world.has(entity, Velocity.TYPE));
        world.add(entity, Velocity.TYPE);
        assertEquals(new Velocity(0, 0), world.get(entity, Velocity.TYPE));
    }

    @Test
    void shouldRestoreBlocksWithNewComponentsAndThatMove() {
        restoreBlocksWithNewComponents();
        world.query().build().bulk().destroy();
        MovingBlocks.during(this::restoreBlocksWithNewComponents);
    }

    private void restoreBlocksWithNewComponents() {
        Template template = world.template().with(new Position(1, 2)).build();
        long[] entities = new long[1_000];
        template.spawn(entities);
        long first = capture();
        Map<Long, String> before = contents();
        world.add(entities[3], new Health(3));
        world.add(entities[4], new Scalars(1, 2, (byte) 3, (short) 4, 5, 6, true, 7));
        world.set(entities[900], Position.X, 9);
        long second = capture();
        Map<Long, String> after = contents();
        world.add(entities[5], new Velocity(1, 1));
        world.add(entities[5], new Rarer(1));
        ring.restore(first);
        assertEquals(before, contents());
        world.add(entities[6], new Rarer(5));
        world.add(entities[6], new Frozen());
        ring.restore(second);
        assertEquals(after, contents());
        ring.restore(first);
        assertEquals(before, contents());
    }

    @Test
    void shouldRemoveBlocksThatWereAdded() {
        Template template = world.template().with(new Position(1, 2)).build();
        template.spawn(ROWS + 10);
        long first = capture();
        Map<Long, String> before = contents();
        int blocks = world.statistics().memory().blocks();
        template.spawn(3 * ROWS);
        world.template().with(new Health(1)).build().spawn(ROWS);
        long second = capture();
        Map<Long, String> after = contents();
        ring.restore(first);
        assertEquals(before, contents());
        assertEquals(blocks, world.statistics().memory().blocks());
        ring.restore(second);
        assertEquals(after, contents());
        world.query().all(Position.TYPE).build().bulk().destroy();
        ring.restore(first);
        assertEquals(before, contents());
        assertSpawnsAgain(template);
    }

    @Test
    void shouldUseTheSameRowsAgain() {
        Template positions = world.template().with(new Position(1, 2)).build();
        Template both = world.template().with(new Position(1, 2), new Health(4)).build();
        Template tags = world.template().with(new Frozen()).build();
        assertSpawnsAgain(positions, both, tags);
        Query some = world.query().all(Health.TYPE).build();
        List<Long> gone = new ArrayList<>();
        some.forEach(row -> {
            if (row.index() % 3 == 0) {
                gone.add(row.entity());
            }
        });
        gone.forEach(world::destroy);
        assertSpawnsAgain(positions, both, tags);
        both.spawn(2 * ROWS);
        assertSpawnsAgain(positions, both, tags);
    }

    /** Rows that a template has claimed and not used yet stay claimed. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 63, 64, 65, 130, 255, 256, 257})
    void shouldContinueInTheMiddleOfAWord(int count) {
        Template one = world.template().with(new Position(1, 2)).build();
        Template two = world.template().with(new Health(1)).build();
        for (int i = 0; i < count; i++) {
            one.spawn();
            if (i % 2 == 0) {
                two.spawn();
            }
        }
        assertSpawnsAgain(one, two);
    }

    @Test
    void shouldKeepTemplatesThatWereMadeLater() {
        long tick = capture();
        Template late = world.template().with(new Position(1, 2)).build();
        List<Integer> first = indices(late, 100);
        ring.restore(tick);
        assertEquals(0, world.entityCount());
        assertEquals(first, indices(late, 100));
        assertEquals(100, world.query().all(Position.TYPE).build().count());
        late.spawn(ROWS);
        ring.restore(tick);
        assertEquals(first, indices(late, 100));
    }

    /** The blocks of templates that were made later go to others. */
    @Test
    void shouldGiveBlocksOfLaterTemplatesToOthers() {
        Template early = world.template().with(new Health(1)).build();
        early.spawn(300);
        long tick = capture();
        Template late = world.template().with(new Position(1, 2)).build();
        late.spawn(2 * ROWS);
        early.spawn(2 * ROWS);
        Map<Long, String> after = contents();
        long second = capture();
        ring.restore(tick);
        early.spawn(3 * ROWS);
        late.spawn(300);
        assertEquals(300 + 3 * ROWS + 300, world.entityCount());
        ring.restore(second);
        assertEquals(after, contents());
        late.spawn(10);
        early.spawn(10);
        assertEquals(after.size() + 20, world.entityCount());
        assertEquals(2 * ROWS + 10, world.query().all(Position.TYPE).build().count());
    }

    private static List<Integer> indices(Template template, int count) {
        List<Integer> indices = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            indices.add(Entity.index(template.spawn()));
        }
        return indices;
    }

    /** Sums, and queries that were made before, see the restored rows at once. */
    @Test
    void shouldShowItselfToQueriesAndKernels() {
        Query healthy = world.query().all(Health.TYPE).none(Frozen.TYPE).build();
        Query strong = healthy.where(Health.POINTS).atLeast(50);
        world.template().with(new Health(1)).build().spawn(500, row -> row.set(Health.POINTS, row.index() % 100));
        assertEquals(250, strong.count());
        long tick = capture();
        healthy.kernel(row -> row.set(Health.POINTS, 100)).run();
        healthy.bulk().add(Frozen.TYPE);
        assertEquals(0, strong.count());
        ring.restore(tick);
        assertEquals(250, strong.count());
        assertEquals(500, healthy.count());
        assertEquals(5 * 4950, healthy.reduce().sum(Health.POINTS));
        healthy.bulk().destroy();
        assertEquals(0, world.entityCount());
        ring.restore(tick);
        assertEquals(250, strong.count());
    }

    @Test
    void shouldRestoreBulkChanges() {
        Template template = world.template().with(new Position(1, 2)).build();
        template.spawn(2 * ROWS + 77);
        Query all = world.query().build();
        long first = capture();
        Map<Long, String> before = contents();
        all.bulk().add(new Health(4));
        long second = capture();
        Map<Long, String> after = contents();
        all.bulk().remove(Position.TYPE);
        ring.restore(first);
        assertEquals(before, contents());
        ring.restore(second);
        assertEquals(after, contents());
        all.bulk().destroy();
        ring.restore(second);
        assertEquals(after, contents());
    }
}
