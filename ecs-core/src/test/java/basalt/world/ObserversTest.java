package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.SpawnKernel;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ObserversTest {
    private final FailingMemory memory = new FailingMemory(DirtyMemory.atBothEnds(0xFF));
    private final World world = World.builder().memory(memory).build();
    private final Observers observers = world.observers();
    private final List<String> told = new ArrayList<>();

    @AfterEach
    void close() {
        assertEquals(0, world.frame().usedBytes());
        world.close();
    }

    private LongConsumer note(String what) {
        return entity -> {
            assertTrue(world.isAlive(entity));
            told.add(what + Entity.index(entity));
        };
    }

    private LongConsumer noteHealth(String what) {
        return entity -> told.add(what + world.get(entity, Health.POINTS));
    }

    private List<String> told() {
        List<String> all = List.copyOf(told);
        told.clear();
        return all;
    }

    @Test
    void shouldBeCalledForAddsWithValues() {
        observers.onAdd(Health.TYPE, noteHealth("add "));
        long entity = world.spawn();
        world.add(entity, Health.TYPE);
        world.remove(entity, Health.TYPE);
        world.add(entity, new Health(7));
        world.add(entity, Health.TYPE);
        world.add(entity, new Health(8));
        world.add(entity, Frozen.TYPE);
        assertEquals(List.of("add 0", "add 7"), told());

        world.template().with(new Position(1, 2)).build().spawn(2);
        world.query().all(Position.TYPE).build().bulk().add(new Health(5));
        assertEquals(List.of("add 5", "add 5"), told());
    }

    @Test
    void shouldBeCalledForRemovalsBeforeTheValuesAreGone() {
        observers.onRemove(Health.TYPE, noteHealth("remove "));
        long entity = world.spawn(new Health(1), new Position(1, 2));
        world.remove(entity, Position.TYPE);
        world.remove(entity, Frozen.TYPE);
        assertEquals(List.of(), told());
        world.remove(entity, Health.TYPE);
        assertEquals(List.of("remove 1"), told());
        world.remove(entity, Health.TYPE);
        world.add(entity, new Health(2));
        world.disable(entity, Health.TYPE);
        assertEquals(List.of(), told());
        world.destroy(entity);
        assertEquals(List.of("remove 2"), told(), "of a disabled one, too");
    }

    @Test
    void shouldBeCalledForWritesByEntity() {
        observers.onSet(Health.TYPE, noteHealth("set "));
        long entity = world.spawn(new Health(1), new Position(1, 2));
        world.set(entity, Health.POINTS, 2);
        world.set(entity, new Health(3));
        world.add(entity, new Health(4));
        world.set(entity, Position.X, 9);
        assertEquals(List.of("set 2", "set 3", "set 4"), told());

        Query query = world.query().all(Health.TYPE).build();
        query.forEach(row -> row.set(Health.POINTS, 5));
        query.kernel(row -> row.set(Health.POINTS, 6)).run();
        world.row(entity).set(Health.POINTS, 7);
        world.disable(entity, Health.TYPE);
        world.enable(entity, Health.TYPE);
        assertEquals(List.of(), told(), "what rows and kernels write is not told");
    }

    @Test
    void shouldBeCalledForSpawnsWhenTheyAreComplete() {
        observers.onAdd(Health.TYPE, noteHealth("add "));
        Template template =
                world.template().with(new Health(1), new Rare(1, "x")).build();
        template.spawn(2, row -> row.set(Health.POINTS, 10 + row.index() % 2));
        assertEquals(List.of("add 10", "add 11"), told());
        template.kernel(row -> row.set(Health.POINTS, 20 + row.index() % 2)).spawn(2);
        assertEquals(List.of("add 20", "add 21"), told());
        world.spawn(new Health(30));
        assertEquals(List.of("add 30"), told());
    }

    @Test
    void shouldBeCalledForSpawnsWhoseInitialiserFails() {
        observers.onAdd(Health.TYPE, noteHealth("add "));
        Template template = world.template().with(new Health(1)).build();
        assertThrows(
                ArithmeticException.class,
                () -> template.spawn(2, row -> {
                    throw new ArithmeticException("no");
                }));
        assertEquals(List.of("add 1", "add 1"), told(), "they exist");
        assertEquals(2, world.entityCount());
    }

    @Test
    void shouldNotBeCalledForAddsThatAnInitialiserHasUndone() {
        observers.onAdd(Health.TYPE, note("add "));
        observers.onRemove(Health.TYPE, note("remove "));
        observers.onDestroy(note("destroy "));
        world.template().with(new Health(1)).build().spawn(4, row -> {
            long entity = row.entity();
            if (row.index() == 1) {
                world.destroy(entity);
            } else if (row.index() == 2) {
                world.remove(entity, Health.TYPE);
            }
        });
        assertEquals(List.of("destroy 1", "remove 1", "remove 2", "add 0", "add 3"), told());
    }

    @Test
    void shouldBeCalledInTheOrderOfRegistrationUntilClosed() {
        Subscription one = observers.onAdd(Health.TYPE, note("one "));
        Subscription two = observers.onAdd(Health.TYPE, note("two "));
        Subscription three = observers.onAdd(Health.TYPE, note("three "));
        world.spawn(new Health(1));
        assertEquals(List.of("one 0", "two 0", "three 0"), told());
        two.close();
        two.close();
        world.spawn(new Health(1));
        assertEquals(List.of("one 1", "three 1"), told());
        one.close();
        three.close();
        world.spawn(new Health(1));
        assertEquals(List.of(), told());
        observers.onAdd(Health.TYPE, note("four "));
        world.spawn(new Health(1));
        assertEquals(List.of("four 3"), told());
    }

    @Test
    void shouldAcceptTheSameObserverTwice() {
        LongConsumer observer = note("x ");
        Subscription one = observers.onDestroy(observer);
        observers.onDestroy(observer);
        world.destroy(world.spawn());
        assertEquals(List.of("x 0", "x 0"), told());
        one.close();
        world.destroy(world.spawn());
        assertEquals(1, told().size());
    }

    @Test
    void shouldLetObserversRegisterAndCloseOthers() {
        List<Subscription> subscriptions = new ArrayList<>();
        subscriptions.add(observers.onAdd(Health.TYPE, entity -> {
            told.add("first");
            subscriptions.get(0).close();
            subscriptions.get(1).close();
            observers.onAdd(Health.TYPE, e -> told.add("new"));
        }));
        subscriptions.add(observers.onAdd(Health.TYPE, entity -> told.add("second")));
        world.spawn(new Health(1));
        assertEquals(List.of("first"), told(), "the closed one is not called any more, the new one not yet");
        world.spawn(new Health(1));
        assertEquals(List.of("new"), told());
    }

    @Test
    void shouldRejectStructuralChangesInside() {
        Template template = world.template().with(new Health(1)).build();
        SpawnKernel burst = template.kernel(row -> {});
        Query query = world.query().all(Health.TYPE).build();
        long entity = template.spawn();
        Map<String, Runnable> changes = new LinkedHashMap<>();
        changes.put("spawn", world::spawn);
        changes.put("spawn records", () -> world.spawn(new Health(1)));
        changes.put("template", template::spawn);
        changes.put("template, several", () -> template.spawn(2));
        changes.put("template, none", () -> template.spawn(0));
        changes.put("spawn kernel", () -> burst.spawn(2));
        changes.put("destroy", () -> world.destroy(entity));
        changes.put("try to destroy", () -> world.tryDestroy(entity));
        changes.put("add", () -> world.add(entity, Frozen.TYPE));
        changes.put("add, there already", () -> world.add(entity, Health.TYPE));
        changes.put("add a record", () -> world.add(entity, new Position(1, 2)));
        changes.put("remove", () -> world.remove(entity, Health.TYPE));
        changes.put("remove, not there", () -> world.remove(entity, Frozen.TYPE));
        changes.put("disable", () -> world.disable(entity));
        changes.put("enable", () -> world.enable(entity));
        changes.put("disable a component", () -> world.disable(entity, Health.TYPE));
        changes.put("enable a component", () -> world.enable(entity, Health.TYPE));
        changes.put("bulk add", () -> query.bulk().add(Frozen.TYPE));
        changes.put("bulk remove", () -> query.bulk().remove(Frozen.TYPE));
        changes.put("bulk destroy", () -> query.bulk().destroy());
        changes.put("bulk disable", () -> query.bulk().disable());
        changes.put("removed", () -> world.removed(Health.TYPE));
        changes.put("close", world::close);
        changes.put("apply", () -> {
            world.commands().spawn();
            world.applyCommands();
        });
        observers.onSet(
                Health.TYPE,
                each -> changes.forEach((name, change) -> {
                    var e = assertThrows(IllegalStateException.class, change::run, name);
                    assertTrue(e.getMessage().contains("world.observers().commands()"), name + ": " + e.getMessage());
                    told.add(name);
                }));
        world.set(entity, Health.POINTS, 2);

        assertEquals(changes.size(), told().size());
        assertEquals(1, world.entityCount());
        assertTrue(world.isEnabled(entity) && world.isEnabled(entity, Health.TYPE));
        assertFalse(world.has(entity, Frozen.TYPE));
        world.applyCommands();
        assertEquals(2, world.entityCount(), "the world's own commands wait until they are applied");
    }

    /** The last observer, after it has closed itself, is still inside the change. */
    @Test
    void shouldRejectStructuralChangesOfAnObserverThatHasClosedItself() {
        List<Subscription> subscriptions = new ArrayList<>();
        long entity = world.spawn(new Health(1));
        subscriptions.add(observers.onRemove(Health.TYPE, each -> {
            subscriptions.get(0).close();
            assertThrows(IllegalStateException.class, () -> world.destroy(each));
            told.add("called");
        }));
        world.remove(entity, Health.TYPE);
        assertEquals(List.of("called"), told());
        assertTrue(world.isAlive(entity));
        world.destroy(entity);
    }

    @Test
    void shouldReadAndWriteInside() {
        Query query = world.query().all(Health.TYPE).build();
        long counter = world.spawn(new Position(0, 0));
        observers.onAdd(Health.TYPE, entity -> {
            world.set(counter, Position.X, query.count());
            query.forEach(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
            try (RowCursor rows = query.cursor()) {
                assertTrue(rows.next());
            }
        });
        world.template().with(new Health(0)).build().spawn(3);
        world.query().all(Position.TYPE).build().bulk().add(new Health(5));

        assertEquals(4f, world.get(counter, Position.X));
        assertEquals(5 + 1, world.get(counter, Health.POINTS));
        assertEquals(3 * 4 + 6, query.reduce().sum(Health.POINTS));
    }

    @Test
    void shouldBeCalledForWritesOfObservers() {
        long entity = world.spawn(new Health(1), new Position(1, 2));
        observers.onSet(Health.TYPE, each -> {
            told.add("health");
            world.set(each, Position.X, 3);
            told.add("after");
        });
        observers.onSet(Position.TYPE, note("position "));
        world.set(entity, Health.POINTS, 2);
        assertEquals(List.of("health", "position 0", "after"), told());
    }

    @Test
    void shouldMakeTheChangeEvenIfObserversThrow() {
        long entity = world.spawn(new Health(1));
        IllegalArgumentException first = new IllegalArgumentException("first");
        Error second = new AssertionError("second");
        observers.onRemove(Health.TYPE, each -> {
            throw first;
        });
        observers.onRemove(Health.TYPE, each -> {
            throw second;
        });
        observers.onRemove(Health.TYPE, note("third "));
        assertSame(first, assertThrows(IllegalArgumentException.class, () -> world.remove(entity, Health.TYPE)));
        assertSame(second, first.getSuppressed()[0]);
        assertEquals(List.of("third 0"), told());
        assertFalse(world.has(entity, Health.TYPE));
        world.spawn();
    }

    @Test
    void shouldCompleteABulkChangeEvenIfObserversThrow() {
        world.template().with(new Health(1)).build().spawn(200);
        observers.onDestroy(entity -> {
            told.add("destroy");
            if (Entity.index(entity) % 100 == 50) {
                throw new ArithmeticException("at " + Entity.index(entity));
            }
        });
        Query healthy = world.query().all(Health.TYPE).build();
        var e = assertThrows(ArithmeticException.class, () -> healthy.bulk().destroy());
        assertEquals("at 50", e.getMessage());
        assertEquals("at 150", e.getSuppressed()[0].getMessage());
        assertEquals(200, told().size());
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldCompleteSpawnsEvenIfObserversThrow() {
        observers.onAdd(Health.TYPE, entity -> {
            told.add("add");
            throw new ArithmeticException("no");
        });
        Template template = world.template().with(new Health(1)).build();
        assertThrows(ArithmeticException.class, () -> template.spawn(200));
        assertEquals(200, told().size());
        assertEquals(200, world.entityCount());
        assertThrows(ArithmeticException.class, template::spawn);
        assertThrows(ArithmeticException.class, () -> world.spawn(new Health(2)));
        assertEquals(202, world.entityCount());
        var both = assertThrows(
                IllegalStateException.class,
                () -> template.spawn(2, row -> {
                    throw new IllegalStateException("the initialiser fails, too");
                }));
        assertEquals(ArithmeticException.class, both.getSuppressed()[0].getClass());
    }

    @Test
    void shouldApplyAllCommandsEvenIfObserversThrow() {
        observers.onAdd(Health.TYPE, entity -> {
            throw new ArithmeticException("no");
        });
        long one = world.spawn();
        long two = world.spawn();
        world.commands().add(one, Health.TYPE);
        world.commands().add(two, new Health(1));
        world.commands().add(two, Frozen.TYPE);
        assertThrows(ArithmeticException.class, world::applyCommands);
        assertTrue(world.has(one, Health.TYPE) && world.has(two, Frozen.TYPE));
        assertEquals(0, world.commands().count());
    }

    @Test
    void shouldApplyCommandsOfObserversWhenABulkChangeHasEnded() {
        world.template().with(new Health(1)).build().spawn(200);
        Query healthy = world.query().all(Health.TYPE).build();
        Query frozen = world.query().all(Frozen.TYPE).build();
        observers.onAdd(Frozen.TYPE, entity -> {
            observers.commands().destroy(entity);
            told.add("add");
        });
        observers.onDestroy(entity -> assertEquals(200, told.size(), "all are frozen before one dies"));
        assertEquals(200, healthy.bulk().add(Frozen.TYPE));
        assertEquals(0, world.entityCount());
        assertEquals(0, frozen.count());
    }

    @Test
    void shouldBeCalledForCommandsOfObservers() {
        observers.onDestroy(entity -> {
            told.add("destroy");
            if (told.size() < 4) {
                observers.commands().add(observers.commands().spawn(), new Health(told.size()));
            }
        });
        observers.onAdd(Health.TYPE, entity -> {
            told.add("add " + world.get(entity, Health.POINTS));
            observers.commands().destroy(entity);
        });
        world.destroy(world.spawn());
        assertEquals(List.of("destroy", "add 1", "destroy", "add 3", "destroy"), told());
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldApplyCommandsOfObserversDuringPlayback() {
        long one = world.spawn();
        long two = world.spawn();
        observers.onAdd(Health.TYPE, entity -> {
            observers.commands().remove(entity, Health.TYPE);
            world.commands().add(entity, Burning.TYPE);
        });
        world.commands().add(one, Health.TYPE);
        world.commands().add(two, new Health(2));
        world.commands().add(one, Frozen.TYPE);
        world.applyCommands();
        for (long entity : new long[] {one, two}) {
            assertFalse(world.has(entity, Health.TYPE));
            assertTrue(world.has(entity, Burning.TYPE), "what is recorded with the same commands is not lost");
        }
        assertTrue(world.has(one, Frozen.TYPE));
        assertEquals(0, world.commands().count());
    }

    @Test
    void shouldApplyCommandsOfObserversInsideALoop() {
        world.template().with(new Health(1)).build().spawn(10);
        observers.onRemove(Health.TYPE, entity -> observers.commands().add(entity, Frozen.TYPE));
        Query healthy = world.query().all(Health.TYPE).build();
        assertThrows(
                IllegalStateException.class,
                () -> healthy.forEach(row -> {
                    long entity = row.entity();
                    world.remove(entity, Health.TYPE);
                    assertTrue(world.has(entity, Frozen.TYPE));
                    if (row.index() == 5) {
                        throw new IllegalStateException("the loop fails, what was changed stays");
                    }
                }));
        assertEquals(6, world.query().all(Frozen.TYPE).build().count());
    }

    @Test
    void shouldThrowExceptionsOfItsCommands() {
        observers.onAdd(Frozen.TYPE, entity -> {
            observers.commands().remove(entity, Health.TYPE);
            memory.failNext();
        });
        RemovedComponents removals = world.removed(Health.TYPE);
        world.add(world.spawn(), Health.TYPE);
        observers.commands().spawn();
        long entity = world.spawn(new Health(1));
        assertThrows(NativeMemoryException.class, () -> world.add(entity, Frozen.TYPE));
        assertTrue(world.has(entity, Frozen.TYPE));
        assertTrue(world.has(entity, Health.TYPE), "the removal could not be logged");
        assertEquals(0, removals.remaining());
    }

    @Test
    void shouldNotBeCalledForFailedChanges() {
        observers.onAdd(Rare.TYPE, note("add "));
        observers.onAdd(Health.TYPE, note("add "));
        observers.onRemove(Health.TYPE, note("remove "));
        observers.onDestroy(note("destroy "));
        Template template =
                world.template().with(new Health(1), new Rare(1, "x")).build();
        long entity = world.spawn();
        MovingBlocks.during(() -> {
            memory.failNext();
            assertThrows(NativeMemoryException.class, () -> world.add(entity, Rare.TYPE));
        });
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> template.spawn());
        world.query().build().count(); // so that the frame arena has its chunk
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> template.spawn(1));
        assertEquals(List.of(), told());
    }

    @Test
    void shouldNotBeCalledForARemovalThatCannotBeLogged() {
        long entity = world.spawn(new Health(1));
        observers.onRemove(Health.TYPE, note("remove "));
        observers.onDestroy(note("destroy "));
        RemovedComponents removals = world.removed(Health.TYPE);
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> world.remove(entity, Health.TYPE));
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> world.destroy(entity));
        assertEquals(List.of(), told());
        world.destroy(entity);
        assertEquals(List.of("destroy 0", "remove 0"), told());
        assertEquals(1, removals.remaining());
    }

    /** The memory reserved for a removal must still be reserved after observers have read other removals. */
    @Test
    void shouldLetObserversReadRemovals() {
        world.template().with(new Health(1)).build().spawn(5000);
        RemovedComponents removals = world.removed(Health.TYPE);
        RemovedComponents other = world.removed(Health.TYPE);
        int[] read = {0};
        boolean[] closed = {false};
        observers.onRemove(Health.TYPE, entity -> {
            while (removals.next()) {
                read[0]++;
            }
            if (!closed[0]) {
                other.skipAll();
            }
        });
        assertEquals(5000, world.query().all(Health.TYPE).build().bulk().destroy());
        while (removals.next()) {
            read[0]++;
        }
        assertEquals(5000, read[0]);
        observers.onRemove(Frozen.TYPE, entity -> {
            other.close();
            closed[0] = true; // the component with the lower id is first
        });
        world.destroy(world.spawn(new Health(1), new Frozen()));
    }

    @Test
    void shouldReportTheSameChangesToQueriesAndObservers() {
        Query added = world.query().added(Health.TYPE).build();
        observers.onAdd(Health.TYPE, entity -> assertEquals(1, added.count(), "it is marked before"));
        world.spawn(new Health(1));
        assertEquals(1, added.count());
    }

    @Test
    void shouldEndWithTheWorld() {
        Subscription subscription;
        Observers others;
        try (World other = World.create()) {
            others = other.observers();
            subscription = others.onDestroy(entity -> told.add("destroy"));
            others.onRemove(Health.TYPE, entity -> told.add("remove"));
            other.spawn(new Health(1));
            others.commands().spawn();
        }
        assertEquals(List.of(), told(), "the end of a world is no death of its entities");
        subscription.close();
        assertThrows(IllegalStateException.class, () -> others.onDestroy(entity -> {}));
        assertThrows(IllegalStateException.class, others::commands);
    }

    @Test
    void shouldEndObserversThatUndoEachOther() {
        observers.onAdd(Frozen.TYPE, entity -> observers.commands().remove(entity, Frozen.TYPE));
        observers.onRemove(Frozen.TYPE, entity -> {
            observers.commands().add(entity, Frozen.TYPE);
            observers.commands().spawn();
        });
        long entity = world.spawn(new Health(1));
        String message = assertThrows(IllegalStateException.class, () -> world.add(entity, Frozen.TYPE))
                .getMessage();
        assertTrue(
                message.contains("do not settle")
                        && message.contains("further commands 10000 times, at last to ")
                        && message.contains(Frozen.TYPE.name()),
                message);
        String observed = "onAdd(" + Frozen.TYPE.name() + "), onRemove(" + Frozen.TYPE.name() + ")";
        assertTrue(message.contains("Registered observers: " + observed), message);
        assertTrue(world.isAlive(entity));
        assertEquals(new Health(1), world.get(entity, Health.TYPE));
        world.spawn(new Health(2));
        assertEquals(0, observers.commands().count());
    }

    /** Rows reserved for dropped commands are free again. */
    @Test
    void shouldEndObserversThatMakeEntitiesForEver() {
        Template frozen = world.template().with(Frozen.TYPE).build();
        Subscription endless = observers.onAdd(Frozen.TYPE, entity -> frozen.spawn(observers.commands()));
        assertThrows(IllegalStateException.class, frozen::spawn);
        int alive = world.entityCount();
        endless.close();
        for (int i = 0; i < 100; i++) {
            frozen.spawn();
        }
        assertEquals(alive + 100, world.entityCount());
    }

    @Test
    void shouldSettleAfterManyRounds() {
        long entity = world.spawn(new Health(5000));
        observers.onSet(Health.TYPE, e -> {
            int left = world.get(e, Health.POINTS);
            if (left > 0) {
                observers.commands().set(e, Health.POINTS, left - 1);
            }
        });
        world.set(entity, Health.POINTS, 4999);
        assertEquals(0, world.get(entity, Health.POINTS));
    }

    @Test
    void shouldEndObserversThatWriteWhatTheyObserve() {
        long entity = world.spawn(new Health(0));
        world.observers().onSet(Health.TYPE, e -> world.set(e, Health.POINTS, world.get(e, Health.POINTS) + 1));
        String message = assertThrows(IllegalStateException.class, () -> world.set(entity, Health.POINTS, 1))
                .getMessage();
        assertTrue(message.contains("called each other"), message);
    }
}
