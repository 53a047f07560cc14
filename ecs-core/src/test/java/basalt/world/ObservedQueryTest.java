package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.save.LoadOptions;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Observers of entities that begin, or cease, to match a query. */
class ObservedQueryTest {
    private final FailingMemory memory = new FailingMemory(MemorySource.direct());
    private final World world = World.builder().memory(memory).build();
    private final Observers observers = world.observers();
    private final Query query =
            world.query().all(Health.TYPE, Position.TYPE).none(Frozen.TYPE).build();
    private final List<String> told = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
    }

    private void observe() {
        observers.onEnter(query, entity -> told.add("enter " + Entity.index(entity)));
        observers.onLeave(query, entity -> told.add("leave " + Entity.index(entity)));
    }

    private List<String> told() {
        List<String> all = List.copyOf(told);
        told.clear();
        return all;
    }

    @Test
    void shouldBeCalledWhenComponentsMakeAnEntityMatch() {
        observe();
        long entity = world.spawn(new Health(1));
        assertEquals(List.of(), told());
        world.add(entity, Position.TYPE);
        world.add(entity, Burning.TYPE);
        world.set(entity, new Health(2));
        assertEquals(List.of("enter 0"), told());
        world.add(entity, Frozen.TYPE);
        assertEquals(List.of("leave 0"), told());
        world.remove(entity, Health.TYPE);
        world.remove(entity, Frozen.TYPE);
        assertEquals(List.of(), told());
        world.add(entity, new Health(3));
        assertEquals(List.of("enter 0"), told());
        world.destroy(entity);
        world.destroy(world.spawn(new Health(1)));
        assertEquals(List.of("leave 0"), told());
    }

    @Test
    void shouldBeCalledWhenComponentsAndEntitiesAreDisabledAndEnabled() {
        observe();
        long entity = world.spawn(new Health(1), new Position(1, 2));
        world.disable(entity, Position.TYPE);
        world.disable(entity, Position.TYPE);
        world.enable(entity, Position.TYPE);
        world.disable(entity);
        world.disable(entity, Position.TYPE);
        world.enable(entity);
        world.enable(entity, Position.TYPE);
        assertEquals(List.of("enter 0", "leave 0", "enter 0", "leave 0", "enter 0"), told());
        world.add(entity, Frozen.TYPE);
        world.disable(entity, Frozen.TYPE);
        assertEquals(List.of("leave 0", "enter 0"), told());
    }

    @Test
    void shouldReadValuesThatAreCompleteOrNotYetGone() {
        observers.onEnter(query, entity -> told.add("enter " + world.get(entity, Health.POINTS)));
        observers.onLeave(query, entity -> told.add("leave " + world.get(entity, Health.POINTS)));
        long entity = world.spawn(new Health(1), new Position(1, 2));
        world.remove(entity, Health.TYPE);
        world.add(entity, new Health(2));
        world.destroy(entity);
        world.template()
                .with(new Health(3))
                .with(new Position(0, 0))
                .build()
                .spawn(2, row -> row.set(Health.POINTS, 4 + row.index() % 2));
        assertEquals(List.of("enter 1", "leave 1", "enter 2", "leave 2", "enter 4", "enter 5"), told());
    }

    @Test
    void shouldBeCalledAfterTheObserversOfComponents() {
        observe();
        observers.onAdd(Position.TYPE, entity -> told.add("add"));
        observers.onRemove(Position.TYPE, entity -> told.add("remove"));
        long entity = world.spawn(new Health(1), new Position(1, 2));
        world.remove(entity, Position.TYPE);
        world.add(entity, Position.TYPE);
        world.destroy(entity);
        assertEquals(List.of("add", "enter 0", "remove", "leave 0", "add", "enter 0", "remove", "leave 0"), told());
    }

    @Test
    void shouldSeeEachChangeOfAnInitialiserOnce() {
        observe();
        world.template().with(new Health(1)).build().spawn(2, row -> world.add(row.entity(), Position.TYPE));
        assertEquals(List.of("enter 0", "enter 1"), told());
        world.template()
                .with(new Health(1))
                .with(new Position(0, 0))
                .build()
                .spawn(2, row -> world.add(row.entity(), Frozen.TYPE));
        assertEquals(List.of("leave 2", "leave 3"), told(), "as observers of components see them");
    }

    @Test
    void shouldNotBeCalledForPartsAndMergedEntitiesThatAreDisabled() {
        long part = world.spawn(new Health(1), new Position(0, 0));
        world.disable(part, Health.TYPE);
        long other = world.spawn(new Health(1), new Position(0, 0));
        world.disable(other);
        Prefab ofPart = world.hierarchy().prefab(part);
        Prefab ofOther = world.hierarchy().prefab(other);
        observe();
        long instance = ofPart.spawn();
        ofOther.spawn();
        Saves.merge(world, Saving.source(Saving.bytes(world)), new LoadOptions());
        assertEquals(List.of(), told());
        world.enable(instance, Health.TYPE);
        assertEquals(List.of("enter " + Entity.index(instance)), told());
    }

    @Test
    void shouldApplyTheCommandsOfObservers() {
        observers.onEnter(query, entity -> observers.commands().add(entity, Frozen.TYPE));
        observers.onLeave(query, entity -> observers.commands().add(entity, Burning.TYPE));
        long entity = world.spawn(new Health(1), new Position(1, 2));
        assertTrue(world.has(entity, Frozen.TYPE));
        assertTrue(world.has(entity, Burning.TYPE));
        observers.onEnter(query, each -> world.remove(each, Health.TYPE));
        assertThrows(IllegalStateException.class, () -> world.remove(entity, Frozen.TYPE));
        assertTrue(world.has(entity, Health.TYPE));
    }

    @Test
    void shouldMakeTheChangeEvenIfObserversThrow() {
        observers.onEnter(query, entity -> {
            throw new IllegalStateException("no");
        });
        observe();
        assertThrows(IllegalStateException.class, () -> world.spawn(new Health(1), new Position(1, 2)));
        long entity = query.first();
        world.disable(entity);
        assertThrows(IllegalStateException.class, () -> world.enable(entity));
        assertEquals(1, query.count());
        assertEquals(List.of("enter 0", "leave 0", "enter 0"), told());
    }

    @Test
    void shouldBeCalledUntilTheSubscriptionIsClosed() {
        Subscription entered = observers.onEnter(query, entity -> told.add("enter"));
        Subscription left = observers.onLeave(query, entity -> told.add("leave"));
        long entity = world.spawn(new Health(1), new Position(1, 2));
        entered.close();
        world.disable(entity);
        left.close();
        world.enable(entity);
        world.destroy(entity);
        assertEquals(List.of("enter", "leave"), told());
        observers.onEnter(query, each -> observe());
        long other = world.spawn(new Health(1), new Position(1, 2));
        assertEquals(List.of(), told(), "those that are registered meanwhile see later changes");
        world.disable(other);
        assertEquals(List.of("leave " + Entity.index(other)), told());
    }

    @Test
    void shouldRejectQueriesThatItCannotObserve() {
        assertThrows(IllegalArgumentException.class, () -> observers.onEnter(null, entity -> {}));
        assertThrows(IllegalArgumentException.class, () -> observers.onLeave(query, null));
        Query ofValues = query.where(Condition.on(Health.class, health -> health.points() > 0));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> observers.onEnter(ofValues, entity -> {}));
        assertTrue(refused.getMessage().contains("query.entered()"), refused.getMessage());
        try (Query changed = query.entered()) {
            assertThrows(IllegalArgumentException.class, () -> observers.onLeave(changed, entity -> {}));
        }
        try (World other = World.create()) {
            assertThrows(IllegalArgumentException.class, () -> other.observers().onEnter(query, entity -> {}));
        }
        assertFalse(observers.isClosed());
    }

    @Test
    void shouldSeeWhatRandomChangesDo() {
        for (int seed = 0; seed < 12; seed++) {
            changeAtRandom(new Random(seed));
        }
    }

    @Test
    void shouldSeeWhatRandomChangesDoWhenBlocksMove() {
        MovingBlocks.during(this::shouldSeeWhatRandomChangesDo);
    }

    private void changeAtRandom(Random random) {
        List<Component<?>> kinds = List.of(Health.TYPE, Position.TYPE, Frozen.TYPE, Burning.TYPE);
        List<Query> queries = List.of(
                query,
                world.query().any(Health.TYPE, Burning.TYPE).none(Frozen.TYPE).build(),
                world.query().all(Position.TYPE).includeDisabled().build(),
                world.query().build());
        List<Set<Long>> matching = new ArrayList<>();
        List<Subscription> subscriptions = new ArrayList<>();
        for (Query each : queries) {
            Set<Long> known = matching(each);
            matching.add(known);
            subscriptions.add(observers.onEnter(each, entity -> assertTrue(known.add(entity))));
            subscriptions.add(observers.onLeave(each, entity -> assertTrue(known.remove(entity))));
        }
        List<Long> entities =
                new ArrayList<>(matching(world.query().includeDisabled().build()));
        Query burning = world.query().all(Burning.TYPE).build();
        for (int i = 0; i < 400; i++) {
            Component<?> kind = kinds.get(random.nextInt(kinds.size()));
            long entity = entities.isEmpty() ? Entity.NULL : entities.get(random.nextInt(entities.size()));
            int op = entity == Entity.NULL ? 0 : random.nextInt(14);
            op = op >= 4 && op <= 7 && !world.has(entity, kind) ? 2 : op;
            switch (op) {
                case 0 -> entities.add(world.spawn(new Health(i), new Position(i, 0)));
                case 1 -> entities.add(world.spawn(new Burning()));
                case 2, 3 -> world.add(entity, kind);
                case 4, 5 -> world.remove(entity, kind);
                case 6 -> world.disable(entity, kind);
                case 7 -> world.enable(entity, kind);
                case 8 -> world.disable(entity);
                case 9 -> world.enable(entity);
                case 10 -> world.destroy(entity);
                case 11 -> burning.bulk().add(kind);
                case 12 -> burning.bulk().remove(kind == Burning.TYPE ? Health.TYPE : kind);
                default -> {
                    world.commands().add(entity, kind);
                    world.commands().destroy(entities.get(random.nextInt(entities.size())));
                    world.applyCommands();
                }
            }
            entities.removeIf(each -> !world.isAlive(each));
            for (int q = 0; q < queries.size(); q++) {
                assertEquals(matching(queries.get(q)), matching.get(q), "after change " + i + ": " + op);
            }
        }
        subscriptions.forEach(Subscription::close);
    }

    private static Set<Long> matching(Query query) {
        Set<Long> entities = new HashSet<>();
        query.forEach(row -> entities.add(row.entity()));
        return entities;
    }

    @Test
    void shouldNotBeCalledForChangesThatFail() {
        observe();
        boolean isHealthFirst = Health.TYPE.id() < Position.TYPE.id();
        Component<?> later = isHealthFirst ? Position.TYPE : Health.TYPE; // for which its block must move
        long entity = world.spawn();
        world.add(entity, isHealthFirst ? Health.TYPE : Position.TYPE);
        World.trimRetainedMemory();
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> world.add(entity, later));
        assertEquals(List.of(), told());
        world.add(entity, later);
        assertEquals(List.of("enter 0"), told());
    }
}
