package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.component.SaveFormatException;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.storage.MovedRows;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Vectors;
import basalt.world.Observers;
import basalt.world.Template;
import basalt.world.World;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Saved worlds that are added to worlds with entities. */
class MergeTest {
    record Link(
            @EntityHandle long parent,
            @EntityHandle @Length(2) long[] others,
            String name) {
        static final Component<Link> TYPE = Component.of(Link.class);
    }

    private static final Component<?>[] COMPONENTS = {Position.TYPE, Health.TYPE, Rarer.TYPE, Frozen.TYPE, Scalars.TYPE
    };

    private final CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
    private final FailingMemory failing = new FailingMemory(counting);
    private final World world = World.builder().memory(failing).build();
    private final List<Long> saved = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
        assertEquals(0, counting.outstanding());
    }

    /** A level of entities of several kinds, some of them disabled, some destroyed. */
    private byte[] level() {
        return level(level -> {});
    }

    private byte[] level(Consumer<World> change) {
        saved.clear();
        try (World level = World.create()) {
            Template template = level.template().with(new Position(1, 2)).build();
            for (int i = 0; i < 500; i++) {
                saved.add(level.spawn(Scalars.sample(i), new Health(i)));
                saved.add(template.spawn());
                saved.add(level.spawn(new Rarer(i), new Frozen()));
                saved.add(level.spawn());
            }
            for (int i = 0; i < saved.size(); i += 9) {
                level.disable(saved.get(i));
            }
            for (int i = 0; i < saved.size(); i += 8) {
                level.disable(saved.get(i), Health.TYPE);
            }
            for (int i = 1; i < saved.size(); i += 5) {
                level.destroy(saved.get(i));
            }
            change.accept(level);
            return Saving.bytes(level);
        }
    }

    private MergeReport merge(byte[] bytes) {
        return Saves.merge(world, Saving.source(bytes), new LoadOptions());
    }

    private Map<Long, String> contents(World of) {
        return Contents.byHandle(of, COMPONENTS);
    }

    private void fill() {
        for (int i = 0; i < 300; i++) {
            world.spawn(new Health(-i), new Position(i, i));
        }
    }

    @Test
    void shouldAddEntitiesWithNewHandles() {
        fill();
        addLevels(level());
    }

    @Test
    void shouldAddEntitiesWhoseRowsHaveMoved() {
        Random random = new Random(1);
        fill();
        MovedRows.shuffle(world, random, 200);
        addLevels(level(level -> {
            MovedRows.compact(level);
            MovedRows.shuffle(level, random, 1_000);
            assertTrue(MovedRows.movedBlocks(level) > 1);
        }));
    }

    private void addLevels(byte[] level) {
        Map<Long, String> before = contents(world);
        for (int times = 0; times < 3; times++) {
            MergeReport report = merge(level);
            assertEquals(1_600, report.count());
            try (World loaded = Saving.load(level)) {
                // handles are no values of these components, but for their column of handles
                for (long old : saved) {
                    long now = report.handleOf(old);
                    assertEquals(loaded.isAlive(old), now != Entity.NULL);
                    if (now != Entity.NULL) {
                        assertEquals(text(loaded, old), text(world, now));
                    }
                }
            }
            StoreInvariants.check(world);
        }
        assertEquals(before.size() + 3 * 1_600, world.entityCount());
        Map<Long, String> after = contents(world);
        before.forEach((handle, text) -> assertEquals(text, after.get(handle)));
    }

    private static String text(World of, long entity) {
        StringBuilder text = new StringBuilder(of.isEnabled(entity) ? "" : "disabled ");
        for (Component<?> component : COMPONENTS) {
            if (of.has(entity, component)) {
                Object value = of.get(entity, component);
                text.append(value instanceof Scalars scalars ? scalars.i64() + " " + scalars.f64() : value)
                        .append(of.isEnabled(entity, component) ? ' ' : '-');
            }
        }
        return text.toString();
    }

    @Test
    void shouldReplaceHandlesInColumns() {
        fill();
        long outside = world.spawn();
        List<Long> old = new ArrayList<>();
        byte[] level;
        try (World other = World.builder().distinctHandles(false).build()) {
            long dead = other.spawn();
            for (int i = 0; i < 100; i++) {
                long parent = i == 0 ? Entity.NULL : old.get(i - 1);
                old.add(other.spawn(new Link(parent, new long[] {dead, outside + (1L << 40)}, "link " + i)));
            }
            other.destroy(dead);
            level = Saving.bytes(other);
        }
        MergeReport report = merge(level);
        for (int i = 0; i < 100; i++) {
            Link link = world.get(report.handleOf(old.get(i)), Link.TYPE);
            assertEquals(i == 0 ? Entity.NULL : report.handleOf(old.get(i - 1)), link.parent());
            assertEquals(Entity.NULL, link.others()[0]);
            assertEquals(Entity.NULL, link.others()[1]);
            assertEquals("link " + i, link.name());
        }
    }

    @Test
    void shouldAddVectors() {
        byte[] level;
        List<Long> old = new ArrayList<>();
        try (World other = World.create()) {
            for (int i = 0; i < 100; i++) {
                old.add(other.spawn(Vectors.sample(i)));
            }
            level = Saving.bytes(other);
        }
        MergeReport report = merge(level);
        for (int i = 0; i < 100; i++) {
            Vectors added = world.get(report.handleOf(old.get(i)), Vectors.TYPE);
            Vectors sample = Vectors.sample(i);
            long target = sample.targets()[0];
            Vectors.assertSame(
                    new Vectors(
                            sample.f32(),
                            sample.f64(),
                            sample.i8(),
                            sample.i16(),
                            sample.i32(),
                            sample.i64(),
                            sample.flags(),
                            new long[] {old.contains(target) ? report.handleOf(target) : Entity.NULL, Entity.NULL}),
                    added);
        }
    }

    @Test
    void shouldAddToTheTemplatesOfTheWorld() {
        byte[] level;
        try (World other = World.create()) {
            other.template().with(new Position(1, 2)).build().spawn(2 * ROWS);
            level = Saving.bytes(other);
        }
        Template template = world.template().with(new Position(3, 4)).build();
        template.spawn(1_000);
        merge(level);
        assertEquals(3, world.statistics().memory().blocks());
        template.spawn(100);
        assertEquals(3, world.statistics().memory().blocks());
        assertEquals(2 * ROWS + 1_100, world.query().all(Position.TYPE).build().count());
    }

    @Test
    void shouldCallObserversAndChangeQueries() {
        List<Long> added = new ArrayList<>();
        byte[] level = level();
        Query changed = world.query().changed(Health.TYPE).includeDisabled().build();
        world.observers().onAdd(Health.TYPE, added::add);
        MergeReport report = merge(level);
        assertEquals(400, added.size());
        assertTrue(added.stream().allMatch(world::isAlive));
        assertEquals(1_600, report.count());
        assertTrue(changed.count() > 0);
    }

    @Test
    void shouldChangeNothingIfTheFileIsDamaged() {
        fill();
        byte[] level = level();
        long hash = Saves.stateHash(world);
        Map<Long, String> before = contents(world);
        for (int seed = 0; seed < 300; seed++) {
            try {
                Saves.merge(world, Saving.source(DamagedFile.of(level, seed)), new LoadOptions().maxBytes(1 << 26));
                break; // it happened to be valid
            } catch (SaveFormatException e) {
                assertEquals(hash, Saves.stateHash(world));
            }
        }
        byte[] damaged = level.clone();
        damaged[level.length / 2] ^= 1;
        Map<Long, String> now = contents(world);
        assertThrows(SaveFormatException.class, () -> merge(damaged));
        assertEquals(now, contents(world));
        before.forEach((handle, text) -> assertEquals(text, now.get(handle)));
        StoreInvariants.checkLoaded(world);
    }

    @Test
    void shouldAddNothingIfTheReportIsRefused() {
        fill();
        byte[] bytes = level();
        Map<Long, String> before = contents(world);
        LoadOptions refusing = new LoadOptions().onReport(report -> {
            throw new IllegalStateException("refused");
        });
        for (int times = 0; times < 2; times++) {
            String message = assertThrows(
                            IllegalStateException.class, () -> Saves.merge(world, Saving.source(bytes), refusing))
                    .getMessage();
            assertEquals("refused", message);
            assertEquals(before, contents(world));
        }
        LoadOptions closing = new LoadOptions().onReport(report -> world.close());
        assertThrows(IllegalStateException.class, () -> Saves.merge(world, Saving.source(bytes), closing));
    }

    @Test
    void shouldCloseALoadedWorldIfItsReportIsRefused(@TempDir Path directory) {
        byte[] bytes = level();
        LoadOptions refusing = new LoadOptions().onReport(report -> {
            throw new IllegalStateException("refused");
        });
        long before = counting.outstanding();
        assertThrows(
                IllegalStateException.class,
                () -> Saving.load(bytes, refusing.builder(World.builder().memory(failing))));
        assertEquals(before, counting.outstanding());
        Saves.save(world, directory.resolve("checkpoint-000001.basalt"), new SaveOptions());
        try (Checkpoints checkpoints = Checkpoints.every(Duration.ofSeconds(1)).in(directory)) {
            assertThrows(IllegalStateException.class, () -> checkpoints.tryLoadNewest(refusing, skipped -> {}));
        }
    }

    @Test
    void shouldAddNothingWithoutMemory() {
        fill();
        byte[] level = level();
        Map<Long, String> before = contents(world);
        int refused = 0;
        for (int nth = 1; nth < 200; nth++) {
            failing.failNth(nth);
            try {
                merge(level);
                break;
            } catch (NativeMemoryException e) {
                refused++;
                assertEquals(before, contents(world));
                assertEquals(before.size(), world.entityCount());
                StoreInvariants.check(world);
            }
        }
        assertTrue(refused > 2 && refused < 190, "refused: " + refused);
        assertEquals(before.size() + 1_600, world.entityCount());
    }

    @Test
    void shouldMergeFiles(@TempDir Path directory) {
        Path file = directory.resolve("prefab");
        try (World other = World.create()) {
            other.spawn(new Health(5));
            other.save(file);
        }
        assertEquals(1, Saves.merge(world, file, new LoadOptions()).count());
        assertThrows(
                UncheckedIOException.class, () -> Saves.merge(world, directory.resolve("none"), new LoadOptions()));
        assertThrows(IllegalArgumentException.class, () -> Saves.merge(world, (Path) null, new LoadOptions()));
        assertThrows(IllegalArgumentException.class, () -> Saves.merge(world, file, null));
        assertThrows(IllegalArgumentException.class, () -> Saves.merge(world, (SaveSource) null, new LoadOptions()));
    }

    @Test
    void shouldRefuseWrongMoments() {
        fill();
        byte[] level = level();
        world.query().build().forEach(row -> assertThrows(IllegalStateException.class, () -> merge(level)));
        world.commands().spawn();
        assertThrows(IllegalStateException.class, () -> merge(level));
        world.applyCommands();
        MergeReport report = merge(level);
        assertFalse(world.isAlive(report.handleOf(-1)));
        assertEquals(Entity.NULL, report.handleOf(0));
        assertEquals(Entity.NULL, report.handleOf(Entity.of(1 << 20, 1)));
    }

    /** All entities are one change: what observers ask for is done when all were told of. */
    @Test
    void shouldApplyCommandsOfObserversAfterTheWholeMerge() {
        byte[] level;
        try (World other = World.create()) {
            other.template().with(new Health(0)).build().spawn(1_300);
            level = Saving.bytes(other);
        }
        Template others = world.template().with(new Health(5)).build();
        Query health = world.query().all(Health.TYPE).build();
        Map<Long, Integer> added = new HashMap<>();
        int[] unknown = {0};
        Observers observers = world.observers();
        observers.onRemove(Health.TYPE, entity -> unknown[0] += added.containsKey(entity) ? 0 : 1);
        observers.onAdd(Frozen.TYPE, entity -> others.spawn(observers.commands()));
        observers.onAdd(Health.TYPE, entity -> {
            added.merge(entity, 1, Integer::sum);
            if (added.size() == 1) {
                health.forEach(row -> observers.commands().destroy(row.entity()));
                for (int i = 0; i < 1_000; i++) {
                    observers.commands().add(observers.commands().spawn(), Frozen.TYPE);
                }
                throw new UnsupportedOperationException("an observer");
            }
        });
        assertThrows(UnsupportedOperationException.class, () -> merge(level));
        assertEquals(0, unknown[0]);
        assertEquals(2_300, added.size());
        assertTrue(added.values().stream().allMatch(times -> times == 1));
        assertEquals(1_000, health.count());
    }

    /** Observers of a merge find trees that are ready, also those of a type that is new to the world. */
    @Test
    void shouldMergeTreesBeforeObserversAreCalled() {
        byte[] level;
        try (World other = World.create()) {
            long parent = other.spawn(new Health(1));
            other.hierarchy().attach(other.spawn(new Health(2)), parent);
            level = Saving.bytes(other);
        }
        world.observers().onAdd(Health.TYPE, entity -> {
            if (world.get(entity, Health.POINTS) == 1) {
                world.observers().commands().destroy(entity);
                throw new UnsupportedOperationException("an observer");
            }
        });
        assertThrows(UnsupportedOperationException.class, () -> merge(level));
        assertEquals(0, world.entityCount(), "the child is destroyed with its parent");
    }
}
