package basalt.world;

import static basalt.component.Rejection.assertMentions;
import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.EntityHandle;
import basalt.component.MissingComponentException;
import basalt.component.TreeType;
import basalt.feed.FeedSchema;
import basalt.memory.HeapBytes;
import basalt.query.CascadeKernel;
import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.query.Row;
import basalt.save.LoadOptions;
import basalt.save.Saves;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import basalt.system.Access;
import basalt.system.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each call that takes a component does the same by the class of its record. */
class RecordClassesTest {
    /** A call by the constant and by the class, for a world and an entity with a position, health and frozen. */
    private record Twin(
            String name, BiFunction<World, Long, Object> byConstant, BiFunction<World, Long, Object> byClass) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Twin twin(String name, BiConsumer<World, Long> byConstant, BiConsumer<World, Long> byClass) {
        return new Twin(name, answer(byConstant), answer(byClass));
    }

    private static BiFunction<World, Long, Object> answer(BiConsumer<World, Long> use) {
        return (world, entity) -> {
            use.accept(world, entity);
            world.applyCommands();
            return "done";
        };
    }

    private static Twin query(
            String name,
            Function<QueryBuilder, QueryBuilder> byConstant,
            Function<QueryBuilder, QueryBuilder> byClass) {
        return new Twin("query." + name, found(byConstant), found(byClass));
    }

    /** The entities that a query finds before and after some changes. */
    private static BiFunction<World, Long, Object> found(Function<QueryBuilder, QueryBuilder> conditions) {
        return (world, entity) -> {
            Query query = conditions.apply(world.query()).build();
            List<Long> found = new ArrayList<>();
            query.forEach(row -> found.add(row.entity()));
            found.add(-1L);
            world.set(entity, Health.POINTS, 9);
            world.add(entity, Burning.TYPE);
            world.disable(entity, Frozen.TYPE);
            query.forEach(row -> found.add(row.entity()));
            return found;
        };
    }

    /** What a schedule says of a system with this access. */
    private static BiFunction<World, Long, Object> access(Function<World, Access> access) {
        return (world, entity) -> {
            try (Schedule schedule = Schedule.builder(world)
                    .add("system", () -> {}, access.apply(world))
                    .add("other", () -> {}, writes(Health.TYPE), sends(Spark.TYPE), destroys(Health.TYPE))
                    .build()) {
                return schedule.graph().toString();
            }
        };
    }

    static Stream<Twin> twins() {
        return Stream.of(
                new Twin("has", (w, e) -> w.has(e, Frozen.TYPE), (w, e) -> w.has(e, Frozen.class)),
                new Twin("has not", (w, e) -> w.has(e, Burning.TYPE), (w, e) -> w.has(e, Burning.class)),
                new Twin("get", (w, e) -> w.get(e, Position.TYPE), (w, e) -> w.get(e, Position.class)),
                new Twin("add", (w, e) -> w.add(e, Burning.TYPE), (w, e) -> w.add(e, Burning.class)),
                new Twin("add again", (w, e) -> w.add(e, Health.TYPE), (w, e) -> w.add(e, Health.class)),
                new Twin("remove", (w, e) -> w.remove(e, Health.TYPE), (w, e) -> w.remove(e, Health.class)),
                twin("disable", (w, e) -> w.disable(e, Frozen.TYPE), (w, e) -> w.disable(e, Frozen.class)),
                twin("enable", (w, e) -> w.enable(e, Frozen.TYPE), (w, e) -> w.enable(e, Frozen.class)),
                new Twin("isEnabled", (w, e) -> w.isEnabled(e, Health.TYPE), (w, e) -> w.isEnabled(e, Health.class)),
                new Twin(
                        "row.has",
                        (w, e) -> w.row(e).has(Frozen.TYPE),
                        (w, e) -> w.row(e).has(Frozen.class)),
                new Twin(
                        "row.isEnabled",
                        (w, e) -> w.row(e).isEnabled(Burning.TYPE),
                        (w, e) -> w.row(e).isEnabled(Burning.class)),
                new Twin(
                        "removed",
                        (w, e) -> removed(w, e, w.removed(Health.TYPE)),
                        (w, e) -> removed(w, e, w.removed(Health.class))),
                new Twin("events", (w, e) -> w.events(Spark.TYPE), (w, e) -> w.events(Spark.class)),
                new Twin(
                        "stateHash",
                        (w, e) -> Saves.stateHash(w, Health.TYPE),
                        (w, e) -> Saves.stateHash(w, Health.class)),
                new Twin(
                        "template.with",
                        (w, e) -> w.template()
                                .with(Frozen.TYPE, Health.TYPE)
                                .build()
                                .components(),
                        (w, e) -> w.template()
                                .with(Frozen.class, Health.class)
                                .build()
                                .components()),
                new Twin(
                        "variant",
                        (w, e) -> w.hierarchy()
                                .prefab(e)
                                .variant()
                                .with(Burning.TYPE)
                                .without(Frozen.TYPE)
                                .build()
                                .components(0),
                        (w, e) -> w.hierarchy()
                                .prefab(e)
                                .variant()
                                .with(Burning.class)
                                .without(Frozen.class)
                                .build()
                                .components(0)),
                new Twin(
                        "onAdd",
                        (w, e) -> observed(w, e, seen -> w.observers().onAdd(Burning.TYPE, seen::add)),
                        (w, e) -> observed(w, e, seen -> w.observers().onAdd(Burning.class, seen::add))),
                new Twin(
                        "onRemove",
                        (w, e) -> observed(w, e, seen -> w.observers().onRemove(Frozen.TYPE, seen::add)),
                        (w, e) -> observed(w, e, seen -> w.observers().onRemove(Frozen.class, seen::add))),
                new Twin(
                        "onSet",
                        (w, e) -> observed(w, e, seen -> w.observers().onSet(Health.TYPE, seen::add)),
                        (w, e) -> observed(w, e, seen -> w.observers().onSet(Health.class, seen::add))),
                query("all", q -> q.all(Health.TYPE, Frozen.TYPE), q -> q.all(Health.class, Frozen.class)),
                query("any", q -> q.any(Burning.TYPE, Velocity.TYPE), q -> q.any(Burning.class, Velocity.class)),
                query(
                        "none",
                        q -> q.all(Health.TYPE).none(Burning.TYPE),
                        q -> q.all(Health.class).none(Burning.class)),
                query("added", q -> q.added(Burning.TYPE), q -> q.added(Burning.class)),
                query("changed", q -> q.changed(Health.TYPE), q -> q.changed(Health.class)),
                query(
                        "optional",
                        q -> q.all(Health.TYPE).optional(Burning.TYPE),
                        q -> q.all(Health.class).optional(Burning.class)),
                twin(
                        "bulk.add",
                        (w, e) -> all(w).bulk().add(Burning.TYPE),
                        (w, e) -> all(w).bulk().add(Burning.class)),
                twin(
                        "bulk.remove",
                        (w, e) -> all(w).bulk().remove(Frozen.TYPE),
                        (w, e) -> all(w).bulk().remove(Frozen.class)),
                twin(
                        "bulk.disable",
                        (w, e) -> all(w).bulk().disable(Frozen.TYPE),
                        (w, e) -> all(w).bulk().disable(Frozen.class)),
                twin(
                        "bulk.enable",
                        (w, e) -> all(w).bulk().enable(Frozen.TYPE),
                        (w, e) -> all(w).bulk().enable(Frozen.class)),
                twin(
                        "commands.add",
                        (w, e) -> w.commands().add(e, Burning.TYPE),
                        (w, e) -> w.commands().add(e, Burning.class)),
                twin(
                        "commands.remove",
                        (w, e) -> w.commands().remove(e, Frozen.TYPE),
                        (w, e) -> w.commands().remove(e, Frozen.class)),
                twin(
                        "commands.disable",
                        (w, e) -> w.commands().disable(e, Frozen.TYPE),
                        (w, e) -> w.commands().disable(e, Frozen.class)),
                twin(
                        "commands.enable",
                        (w, e) -> w.commands().enable(e, Frozen.TYPE),
                        (w, e) -> w.commands().enable(e, Frozen.class)),
                twin(
                        "commands.send",
                        (w, e) -> w.commands().send(Spark.TYPE),
                        (w, e) -> w.commands().send(Spark.class)),
                new Twin(
                        "reads",
                        access(w -> reads(Health.TYPE, Position.TYPE)),
                        access(w -> reads(Health.class, Position.class))),
                new Twin("writes", access(w -> writes(Health.TYPE)), access(w -> writes(Health.class))),
                new Twin(
                        "restructures",
                        access(w -> restructures(Health.TYPE)),
                        access(w -> restructures(Health.class))),
                new Twin("destroys", access(w -> destroys(Health.TYPE)), access(w -> destroys(Health.class))),
                new Twin("sends", access(w -> sends(Spark.TYPE)), access(w -> sends(Spark.class))),
                new Twin("receives", access(w -> receives(Spark.TYPE)), access(w -> receives(Spark.class))),
                new Twin(
                        "spawns",
                        access(w -> spawns(
                                w.template().with(Health.TYPE, Frozen.TYPE).build())),
                        access(w -> spawns(Health.class, Frozen.class))),
                new Twin(
                        "changedOnly",
                        (w, e) -> visited(w, e, cascade -> cascade.changedOnly(Health.TYPE)),
                        (w, e) -> visited(w, e, cascade -> cascade.changedOnly(Health.class))),
                new Twin(
                        "feed",
                        (w, e) -> FeedSchema.builder()
                                .component(Frozen.TYPE)
                                .build()
                                .components(),
                        (w, e) -> FeedSchema.builder()
                                .component(Frozen.class)
                                .build()
                                .components()));
    }

    private static Query all(World world) {
        return world.query().all(Health.TYPE).optional(Frozen.TYPE).build();
    }

    private static List<Long> removed(World world, long entity, RemovedComponents reader) {
        world.remove(entity, Health.TYPE);
        List<Long> seen = new ArrayList<>();
        reader.forEach(seen::add);
        return seen;
    }

    private static List<Long> observed(World world, long entity, Function<List<Long>, Subscription> register) {
        List<Long> seen = new ArrayList<>();
        Subscription subscription = register.apply(seen);
        for (int round = 0; round < 2; round++) {
            world.add(entity, Burning.TYPE);
            world.remove(entity, Frozen.TYPE);
            world.set(entity, Health.POINTS, 4);
            subscription.close();
        }
        return seen;
    }

    private static int visited(World world, long entity, Function<CascadeKernel, CascadeKernel> changed) {
        int[] visits = {0};
        CascadeKernel kernel = changed.apply(world.query()
                .all(Health.TYPE)
                .build()
                .cascade(TreeType.DEFAULT, row -> visits[0]++, (row, parent) -> visits[0]++));
        kernel.run();
        world.set(entity, Health.POINTS, 5);
        kernel.run();
        return visits[0];
    }

    @ParameterizedTest
    @MethodSource("twins")
    void shouldDoTheSameByTheClass(Twin twin) {
        assertEquals(run(twin.byConstant()), run(twin.byClass()));
    }

    private static List<Object> run(BiFunction<World, Long, Object> use) {
        try (World world = World.builder().distinctHandles(false).build()) {
            world.spawn(new Position(1, 2));
            long entity = world.spawn(new Position(3, 4), new Health(5), new Frozen());
            world.spawn(new Health(6));
            Object answer = use.apply(world, entity);
            boolean isChannel = answer instanceof EventChannel<?>;
            return List.of(
                    isChannel ? ((EventChannel<?>) answer).type() : answer,
                    Saves.stateHash(world),
                    world.events(Spark.TYPE).sent());
        }
    }

    /** Known to the process by its class only. */
    private record Fresh(int x) {}

    private record FreshEvent(int x) {}

    @Test
    void shouldRegisterARecordAtItsFirstUse() {
        try (World world = World.create()) {
            long entity = world.spawn();
            assertTrue(world.add(entity, Fresh.class));
            assertEquals(new Fresh(0), world.get(entity, Fresh.class));
            assertSame(Component.of(Fresh.class), Component.tryFind(Fresh.class.getName()));
            world.commands().send(FreshEvent.class);
            world.applyCommands();
            assertEquals(new FreshEvent(0), world.events(FreshEvent.class).get(0));
        }
    }

    /** Uses of a component's class. */
    private static List<BiConsumer<World, Class<? extends Record>>> uses(long entity) {
        return List.of(
                (world, type) -> world.has(entity, type),
                (world, type) -> world.get(entity, type),
                (world, type) -> world.add(entity, type),
                (world, type) -> world.remove(entity, type),
                (world, type) -> world.enable(entity, type),
                (world, type) -> world.disable(entity, type),
                (world, type) -> world.isEnabled(entity, type),
                (world, type) -> world.row(entity).has(type),
                (world, type) -> world.removed(type),
                (world, type) -> world.template().with(type),
                (world, type) -> world.query().all(type),
                (world, type) -> world.observers().onAdd(type, one -> {}),
                (world, type) -> world.commands().add(entity, type),
                (world, type) -> world.query().build().bulk().add(type),
                (world, type) -> reads(type),
                (world, type) -> spawns(type),
                (world, type) -> new LoadOptions().components(type));
    }

    @Test
    void shouldRefuseEventsWithTheRemedy() {
        try (World world = World.create()) {
            long entity = world.spawn();
            for (BiConsumer<World, Class<? extends Record>> use : uses(entity)) {
                var refused = assertThrows(IllegalArgumentException.class, () -> use.accept(world, Spark.class));
                assertMentions(refused, Spark.class.getName(), "event type", "world.events(");
                assertThrows(IllegalArgumentException.class, () -> use.accept(world, null));
                assertMentions(
                        assertThrows(IllegalArgumentException.class, () -> use.accept(world, raw(String.class))),
                        "record");
            }
            var refused = assertThrows(IllegalArgumentException.class, () -> world.events(Health.class));
            assertMentions(refused, Health.class.getName(), "component");
            assertThrows(IllegalArgumentException.class, () -> world.commands().send(Health.class));
            assertThrows(IllegalArgumentException.class, () -> sends(Health.class));
            assertThrows(IllegalArgumentException.class, () -> receives((Class<? extends Record>) null));
            assertEquals(1, world.entityCount());
            assertEquals(0, world.commands().count());
        }
    }

    @SuppressWarnings("unchecked") // as raw code of users does
    private static Class<? extends Record> raw(Class<?> type) {
        return (Class<? extends Record>) type;
    }

    @Test
    void shouldTakeTheLinksOfTheDefaultTree() {
        TreeType other = TreeType.of("of record classes", TreeType.OnParentDestroy.DETACH);
        try (World world = World.create()) {
            long parent = world.spawn();
            long child = world.spawn();
            world.hierarchy(other).attach(child, parent);
            assertEquals(
                    0, world.query().all(basalt.component.ChildOf.class).build().count());
            assertTrue(!world.has(child, basalt.component.ChildOf.class));
            world.hierarchy().attach(child, parent);
            assertTrue(world.has(child, basalt.component.ChildOf.class));
            assertThrows(IllegalArgumentException.class, () -> world.add(child, basalt.component.ChildOf.class));
        }
    }

    @Test
    void shouldUpdateARecord() {
        try (World world = World.create()) {
            long entity = world.spawn(new Health(5));
            List<Long> written = new ArrayList<>();
            world.observers().onSet(Health.class, written::add);
            assertEquals(new Health(3), world.update(entity, Health.class, h -> new Health(h.points() - 2)));
            assertEquals(3, world.get(entity, Health.POINTS));
            assertEquals(new Health(3), world.update(entity, Health.class, h -> h));
            assertEquals(List.of(entity), written, "a record that is returned as it came is not written");
            assertThrows(IllegalArgumentException.class, () -> world.update(entity, Health.class, h -> null));
            assertThrows(IllegalArgumentException.class, () -> world.update(entity, Health.class, null));
            assertThrows(MissingComponentException.class, () -> world.update(entity, Position.class, p -> p));
            assertEquals(3, world.get(entity, Health.POINTS));
        }
    }

    @Test
    void shouldMakeNoGarbage() {
        try (World world = World.create()) {
            long entity = world.spawn(new Health(5), new Frozen());
            Row row = world.row(entity);
            int[] count = {0};
            for (int i = 0; i < 200; i++) { // the first look-ups check for copied constants
                Component.of(Burning.class);
            }
            HeapBytes.assertNone(1000, rounds -> {
                for (int i = 0; i < rounds; i++) {
                    count[0] += world.has(entity, Frozen.class) && world.isEnabled(entity, Health.class) ? 1 : 0;
                    world.add(entity, Burning.class);
                    world.disable(entity, Burning.class);
                    world.enable(entity, Burning.class);
                    world.remove(entity, Burning.class);
                    count[0] += row.has(Burning.class) || row.isEnabled(Burning.class) ? 1 : 0;
                    world.commands().add(entity, Burning.class);
                    world.commands().remove(entity, Burning.class);
                    world.applyCommands();
                }
            });
            assertTrue(count[0] > 0);
        }
    }

    /** An event that names its target. */
    private record Hit(@EntityHandle long target, int damage) {}

    @Test
    void shouldReadEventsAsRecords() {
        try (World world = World.create()) {
            long one = world.spawn(new Health(5));
            long two = world.spawn(new Health(9));
            EventReader<Hit> hits = world.events(Hit.class).reader();
            world.events(Hit.class).send(new Hit(one, 2));
            world.commands().send(new Hit(two, 4));
            world.applyCommands();
            hits.forEach(hit -> {
                world.update(hit.target(), Health.class, h -> new Health(h.points() - hit.damage()));
                world.events(Hit.class).send(hit); // for the next call
            });
            assertEquals(3, world.get(one, Health.POINTS));
            assertEquals(5, world.get(two, Health.POINTS));
            assertEquals(2, hits.remaining());
            List<Hit> read = new ArrayList<>();
            assertThrows(
                    IllegalStateException.class,
                    () -> hits.forEach(hit -> {
                        read.add(hit);
                        throw new IllegalStateException();
                    }));
            hits.forEach(read::add);
            assertEquals(List.of(new Hit(one, 2), new Hit(two, 4)), read);
            assertThrows(IllegalArgumentException.class, () -> hits.forEach(null));
            hits.close();
            assertThrows(IllegalStateException.class, () -> hits.forEach(read::add));
        }
    }
}
