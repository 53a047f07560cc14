package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.world.Template;
import basalt.world.World;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a loaded world has, and which rows it uses next. */
class SavedContentsTest extends LoadedFixture {
    private static final Component<?>[] COMPONENTS = {
        Position.TYPE, Velocity.TYPE, Health.TYPE, Rarer.TYPE, Frozen.TYPE, Scalars.TYPE
    };

    @TempDir
    Path directory;

    private static Map<Long, String> contents(World of) {
        return Contents.byHandle(of, COMPONENTS);
    }

    /** Templates of several kinds, in this order. */
    private static Template[] templates(World of) {
        return new Template[] {
            of.template().with(new Position(1, 2)).build(),
            of.template().with(new Position(3, 4), new Health(5)).build(),
            of.template().with(new Position(6, 7)).build(),
            of.template().with(new Frozen()).build(),
            of.template().with(new Rarer(8), new Velocity(9, 10)).build()
        };
    }

    /** Spawns entities by all ways; returns their handles. */
    private static List<Long> spawnInAllWays(World of, Template... templates) {
        List<Long> handles = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            handles.add(of.spawn());
            handles.add(of.spawn(new Position(i, i), new Health(i)));
            for (Template template : templates) {
                handles.add(template.spawn());
            }
        }
        for (Template template : templates) {
            long[] many = new long[150];
            template.spawn(many);
            for (long entity : many) {
                handles.add(entity);
            }
            handles.add(template.spawn(of.commands()));
        }
        of.applyCommands();
        return handles;
    }

    /** A loaded world has the same contents, and both go on in the same way. */
    private World assertSameFuture(Template... templates) {
        Map<Long, String> before = contents(world);
        World loaded = load(world);
        assertEquals(before, contents(loaded));
        assertEquals(before, contents(world));
        assertEquals(Saves.stateHash(world), Saves.stateHash(loaded));
        assertEquals(world.entityCount(), loaded.entityCount());
        assertEquals(
                world.statistics().memory().blocks(),
                loaded.statistics().memory().blocks());
        Template[] again = templates.length == 0 ? templates : templates(loaded);
        for (int times = 0; times < 3; times++) {
            assertEquals(spawnInAllWays(world, templates), spawnInAllWays(loaded, again));
            assertEquals(contents(world), contents(loaded));
            destroySome(world, times);
            destroySome(loaded, times);
            assertEquals(contents(world), contents(loaded));
            assertEquals(Saves.stateHash(world), Saves.stateHash(loaded));
        }
        return loaded;
    }

    private static void destroySome(World of, int times) {
        List<Long> gone = new ArrayList<>();
        try (Query all = of.query().includeDisabled().build()) {
            all.forEach(row -> {
                if (row.index() % 5 == times) {
                    gone.add(row.entity());
                }
            });
        }
        gone.forEach(of::destroy);
    }

    @Test
    void shouldLoadAnEmptyWorld() {
        assertSameFuture();
    }

    @Test
    void shouldLoadTimeAndCounts() {
        for (int i = 0; i < 10; i++) {
            world.time().advance(0.1);
        }
        world.time().interpolate(0.5f);
        World loaded = load(world);
        assertEquals(world.time().toString(), loaded.time().toString());
        assertEquals(0.5f, loaded.time().alpha());
        world.time().advance(0.1);
        loaded.time().advance(0.1);
        assertEquals(world.time().elapsedSeconds(), loaded.time().elapsedSeconds());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 1_000, ROWS, ROWS + 1})
    void shouldLoadScalarsOfAllKinds(int count) {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entities.add(world.spawn(Scalars.sample(i)));
        }
        World loaded = load(world);
        for (int i = 0; i < count; i++) {
            assertEquals(Scalars.sample(i), loaded.get(entities.get(i), Scalars.TYPE));
        }
    }

    @Test
    void shouldLoadVectorsOfAllKinds() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            entities.add(i % 3 == 0 ? world.spawn(new Health(i)) : world.spawn(Vectors.sample(i)));
        }
        World loaded = load(world);
        for (int i = 0; i < 600; i++) {
            if (i % 3 != 0) {
                Vectors.assertSame(Vectors.sample(i), loaded.get(entities.get(i), Vectors.TYPE));
            }
        }
    }

    /** Rows that a template has claimed and not used yet stay claimed. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 63, 64, 65, 130, 255, 256, 257, 600})
    void shouldGoOnInTheMiddleOfAWord(int count) {
        Template[] templates = templates(world);
        for (int i = 0; i < count; i++) {
            for (int t = 0; t < templates.length; t++) {
                if (i % (t + 1) == 0) {
                    templates[t].spawn();
                }
            }
        }
        assertSameFuture(templates);
    }

    /** The free rows of a template that the program has not made again wait for it, also when it is saved again. */
    @Test
    void shouldKeepWhatWaitsForTemplates() {
        Template[] templates = templates(world);
        spawnInAllWays(world, templates);
        templates[0].spawn(5_000);
        World waiting = load(world);
        assertEquals(waiting.spawn(), world.spawn());
        World second = load(waiting);
        assertEquals(contents(waiting), contents(second));
        assertEquals(spawnInAllWays(world, templates), spawnInAllWays(second, templates(second)));
    }

    @Test
    void shouldLoadAfterSnapshotsWereRestored() {
        Template[] templates = templates(world);
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            spawnInAllWays(world, templates);
            ring.capture();
            templates[0].spawn(ROWS + 5);
            List<Long> abandoned = spawnInAllWays(world, templates);
            world.time().advance(1);
            ring.capture();
            ring.restore(0);
            destroySome(world, 1);
            World loaded = assertSameFuture(templates);
            abandoned.forEach(handle -> assertEquals(world.isAlive(handle), loaded.isAlive(handle)));
            templates[0].spawn(ROWS + 5);
            loaded.spawn();
            abandoned.forEach(handle -> assertTrue(!loaded.isAlive(handle) || world.isAlive(handle)));
        }
    }

    @Test
    void shouldLoadABlockThatMoves() {
        MovingBlocks.during(() -> {
            Template[] templates = templates(world);
            spawnInAllWays(world, templates);
            World loaded = assertSameFuture(templates);
            loaded.add(loaded.spawn(), new Scalars(1, 2, (byte) 3, (short) 4, 5, 6, true, 7));
        });
    }

    @Test
    void shouldSaveToAFile() throws Exception {
        Path file = directory.resolve("level.basalt");
        spawnInAllWays(world, templates(world));
        Files.writeString(file, "something else");
        world.save(file);
        Saves.save(world, file, new SaveOptions());
        try (World loaded = Saves.load(file, new LoadOptions())) {
            assertEquals(contents(world), contents(loaded));
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    @Test
    void shouldNameAFileThatCannotBeUsed() {
        Path missing = directory.resolve("none").resolve("level.basalt");
        assertThrowsWith(UncheckedIOException.class, () -> world.save(missing), missing.toString());
        assertThrows(UncheckedIOException.class, () -> world.save(directory));
        assertThrowsWith(UncheckedIOException.class, () -> Saves.load(missing, new LoadOptions()), missing.toString());
        assertThrows(UncheckedIOException.class, () -> Saves.load(directory, new LoadOptions()));
    }

    /** A million rows that were never used need a few bytes each block. */
    @Test
    void shouldTakeNoMoreThanTheColumns() {
        world.template().with(new Position(1, 2), new Velocity(3, 4)).build().spawn(200_000);
        try (SaveBuffer buffer = new SaveBuffer(MemorySource.direct())) {
            Saves.save(world, buffer, new SaveOptions());
            assertTrue(buffer.size() < 1.002 * 200_000 * 16, "bytes: " + buffer.size());
        }
    }
}
