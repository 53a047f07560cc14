package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Component;
import basalt.component.Entity;
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
}
