package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.layout.BlockLayout;
import basalt.query.Query;
import basalt.storage.BlockPool.BlockSize;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowMovesTest {
    private final World world = World.create();
    private final Rows rows = StoreInvariants.storeOf(world).rows();
    private final Template template = world.template().with(new Position(0, 0)).build();
    private final Query positions =
            world.query().all(Position.TYPE).includeDisabled().build();
    private final Query changed = world.query()
            .all(Position.TYPE)
            .includeDisabled()
            .changed(Position.TYPE)
            .build();

    /** What each entity should have; null for what it lacks. */
    private record Expected(
            Float x, Integer points, String label, Integer rare, boolean isFrozen, boolean isDisabled) {}

    private final Map<Long, Expected> expected = new LinkedHashMap<>();
    private final Set<Long> dead = new HashSet<>();
    private final Set<Long> unread = new HashSet<>();
    private int next;

    @AfterEach
    void close() {
        world.close();
    }

    private long spawn(Random random) {
        long entity = random.nextBoolean() ? template.spawn() : world.spawn(new Position(0, 0));
        set(entity, random);
        return entity;
    }

    private void set(long entity, Random random) {
        next++;
        world.add(entity, new Position(next, -next));
        unread.add(entity);
        boolean hasHealth = random.nextInt(3) > 0;
        boolean hasLabel = random.nextInt(4) == 0;
        boolean hasRare = random.nextInt(10) == 0;
        boolean isFrozen = random.nextInt(5) == 0;
        boolean isDisabled = random.nextInt(10) == 0;
        put(entity, hasHealth, new Health(next), Health.TYPE);
        put(entity, hasLabel, new Label("label " + next), Label.TYPE);
        put(entity, hasRare, new Rare(next, "note " + next), Rare.TYPE);
        put(entity, isFrozen, new Frozen(), Frozen.TYPE);
        if (isDisabled) {
            world.disable(entity, Position.TYPE);
        } else {
            world.enable(entity, Position.TYPE);
        }
        expected.put(
                entity,
                new Expected(
                        (float) next,
                        hasHealth ? next : null,
                        hasLabel ? "label " + next : null,
                        hasRare ? next : null,
                        isFrozen,
                        isDisabled));
    }

    private void put(long entity, boolean has, Record value, Component<?> component) {
        if (has) {
            world.add(entity, value);
        } else {
            world.remove(entity, component);
        }
    }

    private void check() {
        StoreInvariants.check(world);
        assertEquals(expected.size(), world.entityCount());
        expected.forEach((entity, values) -> {
            assertEquals(values.x, world.get(entity, Position.X));
            assertEquals(-values.x, world.get(entity, Position.Y));
            assertEquals(values.points, world.has(entity, Health.TYPE) ? world.get(entity, Health.POINTS) : null);
            assertSame(
                    values.label == null ? null : values.label.intern(),
                    world.has(entity, Label.TYPE)
                            ? String.valueOf(world.get(entity, Label.TYPE).text())
                                    .intern()
                            : null);
            assertEquals(
                    values.rare,
                    world.has(entity, Rare.TYPE) ? world.get(entity, Rare.TYPE).charge() : null);
            assertEquals(values.isFrozen, world.has(entity, Frozen.TYPE));
            assertEquals(values.isDisabled, !world.isEnabled(entity, Position.TYPE));
        });
        dead.forEach(entity -> assertFalse(world.isAlive(entity)));
        Set<Long> found = new HashSet<>();
        positions.forEach(row -> found.add(row.entity()));
        expected.forEach((entity, values) -> assertEquals(!values.isDisabled, found.contains(entity)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldKeepWhatEachEntityHas(long seed) {
        Random random = new Random(seed);
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            entities.add(spawn(random));
        }
        for (int round = 0; round < 30; round++) {
            MovedRows.shuffle(world, random, 1 + random.nextInt(200));
            check();
            for (int i = 0; i < 20; i++) {
                long entity = entities.get(random.nextInt(entities.size()));
                if (expected.containsKey(entity)) {
                    set(entity, random);
                }
            }
            for (int i = 0; i < 15; i++) {
                long entity = entities.remove(random.nextInt(entities.size()));
                world.destroy(entity);
                expected.remove(entity);
                unread.remove(entity);
                dead.add(entity);
                entities.add(spawn(random));
            }
            check();
            if (round % 5 == 0) {
                readChanges();
            }
        }
    }

    private void readChanges() {
        Set<Long> read = new HashSet<>();
        changed.forEach(row -> read.add(row.entity()));
        Set<Long> enabled = new HashSet<>(unread);
        enabled.removeIf(entity -> expected.get(entity).isDisabled);
        assertEquals(enabled, read);
        unread.removeAll(read);
        expected.forEach((entity, values) -> {
            if (values.isDisabled) {
                unread.remove(entity); // clearing the reader forgets those that the query could not find
            }
        });
    }

    @Test
    void shouldCloseHoles() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 3 * BlockLayout.ROWS; i++) {
            entities.add(template.spawn());
            world.set(entities.get(i), Position.X, i);
        }
        int blocks = rows.blocks().count();
        for (int i = 0; i < entities.size(); i++) {
            if (i % 3 != 0) {
                world.destroy(entities.get(i));
            }
        }
        Compactor compactor = rows.compactor();
        compactor.begin(null);
        long left = compactor.countLeft();
        assertTrue(left > BlockLayout.ROWS / 2);
        while (compactor.step(1000)) {
            assertEquals(left, compactor.moved() + compactor.countLeft());
            StoreInvariants.check(world);
        }
        assertEquals(0, compactor.countLeft());
        assertEquals(blocks, rows.blocks().count());
        assertEquals(2, compactor.freed());
        assertEquals(BlockSize.EMPTY, BlockPool.size(rows.blocks().base(2)), "its memory is given back");
        for (int i = 0; i < entities.size(); i += 3) {
            long entity = entities.get(i);
            assertEquals(i, world.get(entity, Position.X));
        }
        long gone = entities.get(1);
        assertThrows(DeadEntityException.class, () -> world.get(gone, Position.X));
        for (int i = 0; i < BlockLayout.ROWS; i++) {
            assertTrue(world.isAlive(world.spawn(new Health(i))));
        }
        template.spawn(BlockLayout.ROWS);
        assertEquals(blocks, rows.blocks().count(), "spare blocks are taken first");
        StoreInvariants.check(world);
    }
}
