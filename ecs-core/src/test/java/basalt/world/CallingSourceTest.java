package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.query.Selection;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory sources that use the world during its own request, as trackers do that call listeners. */
class CallingSourceTest {
    private final CountingMemory counting = new CountingMemory(new DirtyMemory(0xFF));
    private final FailingMemory memory = new FailingMemory(counting);
    private World world;

    @BeforeEach
    void create() {
        world = World.builder().memory(memory).build();
    }

    @AfterEach
    void close() {
        assertEquals(counting.allocatedBytes(), world.memory().totalBytes());
        world.close();
        assertEquals(0, counting.outstanding());
    }

    @Test
    void shouldSpawnWhileABlockIsTaken() {
        Template template = world.template().with(new Health(1)).build();
        Set<Long> born = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Template other = world.template().with(new Position(i, 0)).build();
            memory.callNext(() -> {
                born.add(template.spawn());
                born.add(world.spawn(new Health(2)));
                born.add(other.spawn());
            });
            long[] many = new long[300]; // too many for the blocks that templates share
            other.spawn(many);
            LongStream.of(many).forEach(born::add);
        }
        int spawned = 20 * 300 + 3 * 20;
        memory.callNext(() -> {});
        assertEquals(spawned, born.size());
        assertEquals(spawned, world.entityCount());
        born.forEach(entity -> assertTrue(world.isAlive(entity)));
        for (int i = 0; i < 300; i++) {
            born.add(template.spawn());
        }
        assertEquals(spawned + 300, born.size());
        assertEquals(world.entityCount(), born.size());
    }

    /** The nested spawns use up the word that they have claimed, so the waiting call claims the next one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSpawnAWholeWordWhileABlockIsTaken(boolean isReserved) {
        Template template = world.template().with(new Position(1, 2)).build();
        List<Long> born = new ArrayList<>();
        world.commands().spawn();
        world.applyCommands(); // now there is memory for commands
        memory.callNext(() -> {
            for (int i = 0; i < 64; i++) {
                born.add(template.spawn());
            }
        });
        born.add(isReserved ? template.spawn(world.commands()) : template.spawn());
        world.applyCommands();
        for (int i = 0; i < 70; i++) {
            born.add(template.spawn());
        }
        assertEquals(135, new HashSet<>(born).size());
        assertEquals(135, world.query().all(Position.TYPE).build().count());
        born.forEach(entity -> assertEquals(new Position(1, 2), world.get(entity, Position.TYPE)));
    }

    /** The nested spawn needs the same rows as the spawn that waits for its block. */
    @Test
    void shouldSpawnWhileTheNextBlockIsTaken() {
        Set<Long> born = new HashSet<>();
        for (int round = 0; round < 3; round++) {
            Template template = world.template().with(new Rare(7, "x")).build();
            template.spawn(); // a block
            for (int i = 1; i < 16384; i++) {
                born.add(template.spawn());
            }
            memory.callNext(() -> born.add(template.spawn()));
            born.add(template.spawn());
            for (int i = 0; i < 200; i++) {
                born.add(template.spawn());
            }
            born.forEach(entity -> assertEquals(7, world.get(entity, Rare.CHARGE)));
        }
        assertEquals(world.entityCount(), born.size() + 3);
    }

    @Test
    void shouldSpawnManyDuringAnotherSpawn() {
        Template template = world.template().with(new Rare(7, "x")).build();
        int before = 0;
        for (int nth = 0; nth < 4; nth++) {
            callNth(nth, () -> template.spawn(20_000));
            int[] visited = {0};
            try {
                template.spawn(40_000, row -> visited[0]++);
                assertEquals(40_000, visited[0]);
            } catch (IllegalStateException e) {
                assertTrue(e.getMessage().contains("undone"), e.getMessage());
                assertEquals(0, visited[0]);
            }
            memory.callNext(() -> {});
            int born = world.entityCount() - before;
            assertTrue(born == visited[0] || born == visited[0] + 20_000, () -> "born: " + born);
            before += born;
        }
        assertEquals(before, world.query().all(Rare.TYPE).build().count());
    }

    private void callNth(int nth, Runnable called) {
        if (nth == 0) {
            memory.callNext(called);
        } else {
            memory.callNext(() -> callNth(nth - 1, called));
        }
    }

    /** The nested change may concern the entity of the waiting one, which then fails and changes nothing. */
    @Test
    void shouldRefuseChangesOfStructureWhileMemoryIsTakenForAMove() {
        MovingBlocks.during(() -> {
            long entity = world.spawn(new Health(1));
            memory.callNext(() -> world.destroy(entity));
            assertThrows(NativeMemoryException.class, () -> world.add(entity, Rare.TYPE));
            assertEquals(0, world.entityCount());
            assertEquals(0, world.query().all(Rare.TYPE).build().count());
            long next = world.spawn(new Health(2));
            world.add(next, Rare.TYPE);
            assertEquals(0, world.get(next, Rare.CHARGE));
        });
    }

    /** The nested change moves the block that the waiting change was about to move. */
    @Test
    void shouldMoveWhileMemoryIsTakenForAMove() {
        MovingBlocks.during(() -> {
            long one = world.spawn(new Health(1));
            long two = world.spawn(new Health(1));
            memory.callNext(() -> world.add(two, new Rare(2, "two")));
            assertThrows(NativeMemoryException.class, () -> world.add(one, new Rare(1, "one")));
            world.add(one, new Rare(1, "one"));

            assertEquals(new Rare(1, "one"), world.get(one, Rare.TYPE));
            assertEquals(new Rare(2, "two"), world.get(two, Rare.TYPE));
        });
    }

    /** The first change of a block takes memory for a reader of changes, and the nested change moves the block. */
    @Test
    void shouldWriteToTheBlockThatMovesWhileAChangeIsRecorded() {
        for (int nth = 0; nth < 3; nth++) {
            MovingBlocks moving = new MovingBlocks(true);
            try (Query changes = world.query().added(Rare.TYPE).build()) {
                Template template = world.template().with(new Health(1)).build();
                template.spawn(300); // a block of its own
                long entity = template.spawn();
                long other = template.spawn();
                callNth(nth, () -> world.add(other, Frozen.TYPE));
                try {
                    world.add(entity, new Rare(5, "x"));
                } catch (NativeMemoryException e) {
                    world.add(entity, new Rare(5, "x"));
                }
                memory.callNext(() -> {});
                assertEquals(new Rare(5, "x"), world.get(entity, Rare.TYPE));
                assertEquals(1, changes.count());
            } finally {
                moving.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void shouldSpawnInTheBlockThatMovesWhileSpawnsAreRecorded(int number) {
        int nth = number >>> 1;
        int single = number & 1;
        List<Long> told = new ArrayList<>();
        MovingBlocks moving = new MovingBlocks(true);
        Subscription observer = world.observers().onAdd(Position.TYPE, told::add);
        try (Query changes = world.query().added(Position.TYPE).build()) {
            Template template = world.template().with(new Health(1)).build();
            Template positions = world.template().with(new Position(1, 2)).build();
            long other = template.spawn(); // in the same block
            callNth(nth, () -> world.add(other, Frozen.TYPE));
            List<Long> born = new ArrayList<>();
            if (single == 1) {
                born.add(positions.spawn());
            }
            positions.spawn(10, row -> {
                row.set(Position.Y, 3);
                born.add(row.entity());
            });
            memory.callNext(() -> {});
            assertEquals(born, told);
            assertEquals(10 + single, changes.count());
            for (int i = 0; i < born.size(); i++) {
                float y = i < single ? 2 : 3;
                assertEquals(new Position(1, y), world.get(born.get(i), Position.TYPE));
            }
        } finally {
            moving.close();
            observer.close();
        }
    }

    @Test
    void shouldLogEachLossOnceWhileALogGrows() {
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < 6000; i++) {
            entities.add(world.spawn(new Health(1), new Frozen()));
        }
        try (RemovedComponents removals = world.removed(Frozen.TYPE);
                RemovedComponents others = world.removed(Health.TYPE)) {
            int[] called = {0};
            Set<Long> lost = new HashSet<>();
            for (int i = 0; i + 1 < entities.size(); i += 2) {
                long inner = entities.get(i + 1);
                memory.callNext(() -> {
                    called[0]++;
                    world.destroy(inner);
                    lost.add(inner);
                });
                long outer = entities.get(i);
                boolean removes = i % 4 == 0;
                try {
                    destroyOrRemove(outer, removes);
                } catch (NativeMemoryException e) {
                    assertTrue(e.getMessage().contains("source"), e.getMessage());
                    destroyOrRemove(outer, removes);
                }
                lost.add(outer);
            }
            memory.callNext(() -> {});
            assertTrue(called[0] > 1, "called: " + called[0]);
            Set<Long> read = new HashSet<>();
            removals.forEach(entity -> assertTrue(read.add(entity)));
            assertEquals(lost, read);
            assertTrue(others.skipAll() < lost.size());
        }
    }

    private void destroyOrRemove(long entity, boolean removes) {
        if (removes) {
            world.remove(entity, Frozen.TYPE);
        } else {
            world.destroy(entity);
        }
    }

    @Test
    void shouldHandleReadersThatAreMadeAndClosedWhileALogGrows() {
        for (int round = 0; round < 4; round++) {
            long entity = world.spawn(new Frozen(), new Health(1));
            RemovedComponents first = world.removed(Frozen.TYPE);
            RemovedComponents[] second = {null};
            boolean closes = round % 2 == 0;
            boolean destroys = round < 2;
            memory.callNext(() -> {
                if (closes) {
                    first.close();
                }
                second[0] = world.removed(destroys ? Health.TYPE : Frozen.TYPE);
            });
            destroyOrRemove(entity, !destroys);
            assertEquals(1, second[0].skipAll());
            if (!closes) {
                assertEquals(1, first.skipAll());
            }
            first.close();
            second[0].close();
        }
    }

    @Test
    void shouldSendEventsWhileAPageOfEventsIsTaken() {
        EventChannel<Spark> events = world.events(Spark.TYPE);
        EventReader<Spark> reader = events.reader();
        memory.callNext(() -> events.send(new Spark(1, "inner")));
        events.send(new Spark(2, "outer"));
        List<Spark> read = new ArrayList<>();
        while (reader.next()) {
            read.add(events.get(reader.event()));
        }
        assertEquals(List.of(new Spark(1, "inner"), new Spark(2, "outer")), read);

        world.swapEvents();
        memory.callNext(world::swapEvents);
        events.send(new Spark(3, "next tick"));
        assertTrue(reader.next());
        assertEquals(new Spark(3, "next tick"), events.get(reader.event()));
    }

    @Test
    void shouldSelectRowsThatMatchAfterTheRequest() {
        for (int i = 0; i < 100; i++) {
            world.spawn(new Health(i));
        }
        Query query = world.query().all(Health.TYPE).build();
        for (int use = 0; use < 4; use++) {
            Selection selection = Selection.of(query);
            memory.callNext(() -> {
                for (int i = 0; i < 50; i++) {
                    world.spawn(new Health(i));
                }
            });
            selection.collect();
            memory.callNext(() -> {});
            assertEquals(query.count(), selection.size());
            for (int i = 0; i < selection.size(); i++) {
                assertTrue(world.isAlive(selection.entity(i)));
            }
            world.frame().reset();
        }
    }

    @Test
    void shouldApplyCommandsOnceWhileTheyAreApplied() {
        world.commands().spawn();
        world.commands().send(new Spark(1, "x"));
        memory.callNext(() -> {
            world.commands().spawn();
            world.applyCommands();
        });
        world.applyCommands();
        memory.callNext(() -> {});
        world.applyCommands();

        assertEquals(2, world.entityCount());
        assertEquals(1, world.events(Spark.TYPE).sent());
    }

    /** Too many entities are rejected at once, and so are entities for which the source has no memory. */
    @Test
    void shouldRefuseMoreEntitiesThanThereCanBe() {
        Template template = world.template().with(new Health(1)).build();
        template.spawn(3);
        String message = assertThrows(IllegalStateException.class, () -> template.spawn(Integer.MAX_VALUE))
                .getMessage();
        assertTrue(message.contains("count=2147483647"), message);
        memory.failNth(10);
        long bytes = counting.allocatedBytes();
        assertThrows(NativeMemoryException.class, () -> template.spawn(2_000_000_000));

        assertEquals(3, world.entityCount());
        assertEquals(bytes, counting.allocatedBytes());
        template.spawn(20_000);
        assertEquals(20_003, world.entityCount());
    }
}
