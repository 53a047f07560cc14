package basalt.save;

import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.Elsewhere;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.storage.MovedRows;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import basalt.world.EventChannel;
import basalt.world.Template;
import basalt.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Saving and loading without memory, at wrong moments, and with sinks that fail: nothing is lost or left behind. */
class SavedMemoryTest {
    private static final int MOST_ALLOCATIONS = 200;

    @TempDir
    Path directory;

    private final CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
    private final FailingMemory failing = new FailingMemory(counting);
    private final World world = World.builder().memory(failing).build();

    @AfterEach
    void close() {
        world.close();
        assertEquals(0, counting.outstanding());
    }

    private void fill() {
        Template template = world.template().with(new Position(1, 2)).build();
        template.spawn(20_000);
        world.template().with(new Health(1), new Rarer(2)).build().spawn(300);
        try (Snapshots ring = Saves.snapshots(world, 1)) {
            ring.capture();
            template.spawn(20_000);
            ring.restore(0);
        }
    }

    private Map<Long, String> contents(World of) {
        return Contents.byHandle(of, Position.TYPE, Health.TYPE, Rarer.TYPE);
    }

    @Test
    void shouldLoseNothingWithoutMemoryToSave() throws IOException {
        Path file = directory.resolve("level.basalt");
        fill();
        world.save(file);
        byte[] before = Files.readAllBytes(file);
        Map<Long, String> contents = contents(world);
        world.spawn(new Health(7));
        int refused = 0;
        for (int nth = 1; nth < MOST_ALLOCATIONS; nth++) {
            failing.failNth(nth);
            try {
                world.save(file);
                break;
            } catch (NativeMemoryException e) {
                refused++;
                assertEquals(List.of(file), files());
                assertEquals(before.length, Files.size(file));
            }
        }
        assertTrue(refused > 0 && refused < MOST_ALLOCATIONS - 1, "refused: " + refused);
        try (World loaded = Saves.load(file, new LoadOptions())) {
            assertEquals(contents.size() + 1, loaded.entityCount());
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveNothingWithoutMemoryToLoad(boolean hasMoved) {
        fill();
        if (hasMoved) {
            MovedRows.shuffle(world, new Random(1), 1_000);
        }
        Map<Long, String> contents = contents(world);
        try (SaveBuffer buffer = new SaveBuffer(MemorySource.direct())) {
            Saves.save(world, buffer, new SaveOptions());
            int refused = 0;
            for (int nth = 1; nth < MOST_ALLOCATIONS; nth++) {
                CountingMemory source = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
                FailingMemory some = new FailingMemory(source, nth);
                try (World loaded = Saves.load(
                        buffer.source(),
                        new LoadOptions().builder(World.builder().memory(some)))) {
                    some.failNth(0);
                    assertEquals(contents, contents(loaded));
                    break;
                } catch (NativeMemoryException e) {
                    refused++;
                } finally {
                    assertEquals(0, source.outstanding());
                }
            }
            assertTrue(refused > 3 && refused < MOST_ALLOCATIONS - 1, "refused: " + refused);
        }
    }

    @Test
    void shouldLeaveNothingWithoutMemoryForTheBuffer() {
        fill();
        CountingMemory source = new CountingMemory(MemorySource.direct());
        SaveBuffer buffer = new SaveBuffer(new FailingMemory(source, 3));
        assertThrows(NativeMemoryException.class, () -> Saves.save(world, buffer, new SaveOptions()));
        buffer.clear();
        Saves.save(world, buffer, new SaveOptions());
        Saves.load(buffer.source(), new LoadOptions()).close();
        buffer.close();
        assertThrows(IllegalStateException.class, buffer::source);
        assertThrows(IllegalStateException.class, () -> Saves.save(world, buffer, new SaveOptions()));
        assertEquals(0, source.outstanding());
    }

    private void save() {
        Saves.save(world, (from, offset, length) -> {}, new SaveOptions());
    }

    @Test
    void shouldRefuseWrongMoments() {
        fill();
        world.commands().spawn();
        assertIllegal(this::save, "applyCommands");
        world.applyCommands();
        world.query().all(Health.TYPE).build().forEach(row -> assertIllegal(this::save, "iteration"));
        world.observers().onAdd(Health.TYPE, entity -> assertIllegal(this::save, "observer"));
        world.spawn(new Health(3));
        Elsewhere.run("another", () -> assertIllegal(this::save, "thread"));
        save();
    }

    @Test
    void shouldRefuseSinksThatUseTheWorld() {
        fill();
        long entity = world.spawn(new Health(3));
        EventChannel<Bell> bells = world.events(Bell.TYPE);
        Query all = world.query().all(Health.TYPE).build();
        List<Runnable> uses = List.of(
                () -> world.spawn(new Health(9)),
                () -> world.set(entity, Health.POINTS, 4),
                () -> world.get(entity, Health.TYPE),
                () -> all.forEach(row -> row.set(Health.POINTS, 5)),
                () -> world.time().advance(1),
                () -> world.resources().put("late"),
                bells::send,
                this::save,
                world::close);
        Health before = world.get(entity, Health.TYPE);
        for (Runnable use : uses) {
            int[] calls = new int[1];
            assertIllegal(
                    () -> Saves.save(
                            world,
                            (from, offset, length) -> {
                                calls[0]++;
                                use.run();
                            },
                            new SaveOptions()),
                    "must not use it");
            assertEquals(1, calls[0]);
            assertEquals(before, world.get(entity, Health.TYPE));
        }
        save();
    }

    @Test
    void shouldRefuseOtherThreadsWhileASinkIsCalled() {
        fill();
        Saves.save(
                world,
                (from, offset, length) ->
                        Elsewhere.run("another", () -> assertIllegal(world::entityCount, "must not use it")),
                new SaveOptions());
    }

    @Test
    void shouldPassOnExceptionsOfSinks() {
        fill();
        int[] calls = new int[1];
        assertThrowsWith(
                UncheckedIOException.class,
                () -> Saves.save(
                        world,
                        (from, offset, length) -> {
                            if (++calls[0] == 4) {
                                throw new IOException("the line is dead");
                            }
                        },
                        new SaveOptions()),
                "the line is dead");
        assertEquals(4, calls[0]);
    }
}
