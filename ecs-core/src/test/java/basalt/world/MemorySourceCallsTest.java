package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.system.Access;
import basalt.system.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory sources that call back into the world, as trackers with listeners may, or that find the Java heap full. */
class MemorySourceCallsTest {
    private final CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
    private final FailingMemory memory = new FailingMemory(counting);
    private World world;
    private Template template;
    private Query query;
    private Commands commands;
    private long entity;

    @BeforeEach
    void create() {
        world = World.builder().memory(memory).build();
        template = world.template().with(new Position(1, 2)).build();
        query = world.query().all(Position.TYPE).build();
        commands = world.commands();
        entity = template.spawn();
    }

    @AfterEach
    void close() {
        world.close();
        assertEquals(0, counting.outstanding());
    }

    /** Calls that use the world. Each is refused while its memory source runs. */
    private Map<String, Executable> calls() {
        Map<String, Executable> calls = new TreeMap<>();
        calls.put("get", () -> world.get(entity, Position.X));
        calls.put("set", () -> world.set(entity, Position.X, 3f));
        calls.put("spawn", () -> world.spawn(new Position(0, 0)));
        calls.put("template", () -> template.spawn());
        calls.put("templates", () -> template.spawn(10));
        calls.put("add", () -> world.add(entity, Frozen.TYPE));
        calls.put("remove", () -> world.remove(entity, Position.TYPE));
        calls.put("destroy", () -> world.destroy(entity));
        calls.put("count", query::count);
        calls.put("forEach", () -> query.forEach(row -> {}));
        calls.put("kernel", () -> query.kernel(row -> {}).run());
        calls.put("bulk", () -> query.bulk().destroy());
        calls.put("reduce", () -> query.reduce().sum(Position.X));
        calls.put("query", () -> world.query().changed(Position.TYPE).build());
        calls.put("close query", query::close);
        calls.put("record", () -> commands.destroy(entity));
        calls.put("commands", () -> world.commands().spawn());
        calls.put("apply", world::applyCommands);
        calls.put("attach", () -> world.hierarchy().attach(entity, entity));
        calls.put("removed", () -> world.removed(Position.TYPE));
        calls.put("observe", () -> world.observers().onDestroy(one -> {}));
        calls.put("send", () -> world.events(Blow.TYPE).send(new Blow(1)));
        calls.put("compact", () -> world.rows().compact());
        calls.put("arrange", () -> world.rows().arrange(query).together());
        calls.put("snapshots", () -> Saves.snapshots(world, 2));
        calls.put("hash", () -> Saves.stateHash(world));
        calls.put("memory", () -> world.statistics().memory());
        calls.put("schedule", () -> Schedule.builder(world).workers(1).build());
        calls.put("close", world::close);
        return calls;
    }

    private void refuseAll(List<String> refused) {
        calls().forEach((name, call) -> {
            String message =
                    assertThrows(IllegalStateException.class, call, name).getMessage();
            assertTrue(message.contains("MemorySource"), message);
            refused.add(name);
        });
    }

    /** Each takes memory. */
    private Map<String, Runnable> places() {
        Map<String, Runnable> places = new TreeMap<>();
        places.put("a block", () -> world.template().with(new Rarer(1)).build().spawn(300));
        places.put("a move", () -> world.add(entity, new Rare(1, "x")));
        places.put("the frame", () -> world.frame().allocate(1 << 20, 8));
        places.put("a record", () -> {
            Query changed = world.query().changed(Position.TYPE).build();
            world.set(entity, Position.X, 7f);
            assertEquals(1, changed.count());
            changed.close();
        });
        places.put("a log", () -> {
            world.removed(Position.TYPE);
            world.destroy(template.spawn());
        });
        places.put("commands", () -> {
            for (int i = 0; i < 10_000; i++) {
                commands.set(entity, Position.X, i);
            }
            world.applyCommands();
        });
        places.put("events", () -> world.events(Blow.TYPE).send(new Blow(1)));
        places.put("a state", () -> {
            Snapshots ring = Saves.snapshots(world, 2);
            ring.capture();
            ring.close();
        });
        return places;
    }

    @Test
    void shouldRefuseEachCall() {
        places().forEach((name, place) -> {
            List<String> refused = new ArrayList<>();
            memory.callNext(() -> refuseAll(refused));
            place.run();
            memory.callNext(() -> {});
            assertEquals(List.copyOf(calls().keySet()), refused, name);
            StoreInvariants.check(world);
        });
        assertTrue(world.isAlive(entity));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRefuseCallsOfASystem(int workers) {
        FailingMemory ofWorkers = new FailingMemory(counting);
        List<String> refused = new ArrayList<>();
        Runnable body = () -> {
            ofWorkers.callNext(() -> refuseAll(refused));
            Commands own = world.commands();
            for (int i = 0; i < 10_000; i++) {
                own.set(entity, Position.X, i);
            }
        };
        try (Schedule schedule = Schedule.builder(world)
                .workers(workers)
                .memory(ofWorkers)
                .add("a", body, Access.restructures(Position.TYPE))
                .build()) {
            schedule.tick(0.1f);
        }
        assertEquals(List.copyOf(calls().keySet()), refused);
        assertEquals(9_999, world.get(entity, Position.X));
    }

    /** A Java heap that is full amid a change leaves a world that only can be closed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBreakIfTheHeapIsFull(boolean isObserved) {
        if (isObserved) {
            world.observers().onAdd(Rare.TYPE, one -> {});
        }
        try (RowCursor open = query.cursor()) {
            assertTrue(open.next());
            OutOfMemoryError full = new OutOfMemoryError("for a test");
            memory.callNext(() -> {
                throw full;
            });
            assertSame(full, assertThrows(OutOfMemoryError.class, () -> world.add(entity, new Rare(1, "x"))));
            calls().forEach((name, call) -> {
                if (!name.equals("close")) {
                    var broken = assertThrows(IllegalStateException.class, call, name);
                    assertTrue(broken.getMessage().contains("broken"), broken::getMessage);
                    assertSame(full, broken.getCause());
                }
            });
            world.close();
        } catch (IllegalStateException e) {
            assertTrue(e.getMessage().contains("closed"), e::getMessage); // the cursor's close
        }
        assertThrows(IllegalStateException.class, () -> world.spawn());
    }
}
