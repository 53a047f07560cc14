package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeType;
import basalt.internal.Internal;
import basalt.internal.Strict;
import basalt.runtime.KernelWork;
import basalt.save.Saves;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.system.SystemException;
import basalt.world.Relation;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries of records, and what their kernels do beyond reading and writing columns. */
class RecordQueryTest extends WorldFixture {
    private record Mover(Position position, Velocity velocity) {}

    private record Known(@EntityHandle long entity, Position position) {}

    private record Cold(@EntityHandle long entity, Position position, Frozen frozen) {}

    private record Tags(Frozen frozen) {}

    private record Twin(Position position, Velocity velocity) {}

    private record Point(float x, float y) {}

    private record Seat(@EntityHandle long owner, Point at) {}

    private record Vec(float x, float y) {}

    private record Place(Vec at) {}

    private record Line(Vec from, Vec to) {}

    /** A component with columns of nested records, an enum, and a char. */
    private record Craft(Vec at, Vec speed, TimeUnit unit, char sign) {
        private static final Component<Craft> TYPE = Component.of(Craft.class);
    }

    private record Lanes(
            @Length(3) float[] first, @Length(2) int[] second) {}

    private record Refusing(int first, int second) {
        public int second() {
            if (second < 0) {
                throw new IllegalArgumentException("second must be >= 0: second=" + second);
            }
            return second;
        }
    }

    private record Five(long a, long b, long c, long d, long e) {
        static Five of(long seed) {
            return new Five(seed, seed + 1, seed + 2, seed + 3, seed + 4);
        }
    }

    private record Large(Five a, Five b, Five c, Five d, Five e) {
        private static final Component<Large> TYPE = Component.of(Large.class);

        static Large of(long seed) {
            return new Large(Five.of(seed), Five.of(seed + 5), Five.of(seed), Five.of(seed), Five.of(seed + 9));
        }
    }

    /** With 125 fields of two parameters each, the most that a component can have. */
    private record Vast(Large a, Large b, Large c, Large d, Large e) {
        private static final Component<Vast> TYPE = Component.of(Vast.class);

        static Vast of(long seed) {
            return new Vast(Large.of(seed), Large.of(seed + 1), Large.of(2), Large.of(3), Large.of(seed + 4));
        }
    }

    private record Huge(Vast vast, Large large) {}

    private record Checked(int value) {
        Checked {
            if (value < 0) {
                throw new IllegalArgumentException("value must be >= 0: value=" + value);
            }
        }
    }

    private static Position plus(Position position, Velocity velocity) {
        return new Position(position.x() + velocity.dx(), position.y() + velocity.dy());
    }

    private List<Long> spawn(int count) {
        Random random = new Random(count);
        List<Long> entities = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Position position = new Position(random.nextInt(100), random.nextInt(100));
            entities.add(
                    i % 5 == 4
                            ? world.spawn(position)
                            : world.spawn(position, new Velocity(random.nextInt(9), random.nextInt(9))));
            if (i % 7 == 6) {
                world.add(entities.get(i), new Health(i));
            }
        }
        return entities;
    }

    @Test
    void shouldNarrow() {
        long plain = world.spawn(new Position(1, 1));
        long frozen = world.spawn(new Position(2, 2), new Frozen());
        long healthy = world.spawn(new Position(3, 3), new Health(3));
        long disabled = world.spawn(new Position(4, 4));
        world.disable(disabled);
        RecordQuery.Of1<Position> all = world.query(Position.class);

        assertEquals(List.of(plain, frozen, healthy), found(all));
        assertEquals(List.of(plain, healthy), found(all.without(Frozen.class)));
        assertEquals(List.of(healthy), found(all.with(Health.class)));
        assertEquals(List.of(frozen, healthy), found(all.any(Health.class, Frozen.class)));
        assertEquals(List.of(plain, frozen, healthy, disabled), found(all.includeDisabled()));
        assertEquals(List.of(healthy), found(all.where(Health.POINTS).atLeast(1)));
        assertEquals(List.of(frozen, healthy), found(all.where(Position.class, p -> p.x() > 1)));
        assertEquals(
                List.of(frozen), found(all.where(Position.class, p -> p.x() > 1).without(Health.class)));
        assertEquals(List.of(plain, frozen, healthy), found(all), "the first one is as it was");
        assertEquals(3, all.count());
        assertFalse(all.isEmpty());
        assertEquals(plain, all.first());
        assertEquals(healthy, all.with(Health.class).single());
        assertSame(all.rows(), all.rows());
        assertTrue(all.optional(Health.class).rows().components().contains(Health.TYPE));
    }

    private static List<Long> found(RecordQuery.Of1<Position> query) {
        List<Long> found = new ArrayList<>();
        query.forEach((entity, position) -> found.add(entity));
        List<Long> byKernel = new ArrayList<>();
        query.each((entity, position) -> byKernel.add(entity)).run();
        assertEquals(found, byKernel);
        assertEquals(rows(query.rows()), found);
        return found;
    }

    @Test
    void shouldReadAndWriteBundles() {
        long entity = world.spawn(new Position(1, 2), new Velocity(3, 4));
        long other = world.spawn(new Position(1, 2));
        RecordQuery.Of1<Mover> movers = world.query(Mover.class);

        movers.update(m -> new Mover(
                        plus(m.position(), m.velocity()),
                        new Velocity(-m.velocity().dx(), 0)))
                .run();
        world.query(Position.class, Velocity.class)
                .update(Mover.class, (p, v) -> new Mover(p, new Velocity(v.dx(), 9)))
                .run();
        Map<Long, Position> known = new HashMap<>();
        world.query(Known.class).each(k -> known.put(k.entity(), k.position())).run();

        assertEquals(new Position(4, 6), world.get(entity, Position.TYPE));
        assertEquals(new Velocity(-3, 9), world.get(entity, Velocity.TYPE));
        assertEquals(Map.of(entity, new Position(4, 6), other, new Position(1, 2)), known);
    }

    @Test
    void shouldReadAndWriteNestedRecordsAndEnums() {
        long craft = world.spawn(new Craft(new Vec(1, 2), new Vec(3, 4), TimeUnit.DAYS, 'x'));
        world.query(Craft.class)
                .update(c -> new Craft(
                        new Vec(c.at().x() + c.speed().x(), c.at().y()),
                        c.at(),
                        c.unit() == TimeUnit.DAYS ? TimeUnit.HOURS : null,
                        (char) (c.sign() + 1)))
                .run();

        Craft expected = new Craft(new Vec(4, 2), new Vec(1, 2), TimeUnit.HOURS, 'y');
        assertEquals(expected, world.get(craft, Craft.TYPE));
        assertEquals(4, world.get(craft, Craft.TYPE.float32("at.x")));
        assertEquals(4, world.query(Craft.class).sum(Craft.class, c -> c.at().x()));
        assertEquals(
                1,
                world.query(Craft.class)
                        .where(Craft.class, c -> c.sign() == 'y')
                        .count());
        RowKernel incomplete = world.query(Craft.class).update(c -> new Craft(null, c.at(), null, 'z'));
        assertThrows(IllegalArgumentException.class, incomplete::run);
    }

    @Test
    void shouldRejectABundleThatBecomesAComponent() {
        assertEquals(0, world.query(Twin.class).count());
        world.query(Seat.class); // is never run

        requireBundle("Twin", () -> Component.of(Twin.class));
        Seat seat = new Seat(Entity.NULL, new Point(1, 2));
        requireBundle("Seat", () -> world.spawn(seat));
        requireBundle("Seat", () -> world.add(world.spawn(), seat));
        requireBundle("Seat", () -> world.commands().spawn(seat));
        requireBundle("Seat", () -> world.template().with(seat));
        requireBundle("Seat", () -> world.query(Position.class).with(Seat.class));
        requireBundle("Seat", () -> Component.builder(Seat.class).sparse().build());
    }

    private static void requireBundle(String name, Executable use) {
        String message = assertThrows(IllegalArgumentException.class, use).getMessage();
        assertTrue(
                message.endsWith("$" + name + " was named in a query before it was a component, and taken for a bundle,"
                        + " since its fields are records: declare Component<" + name + "> TYPE = Component.of(" + name
                        + ".class) in the record, or use it before the query"),
                message);
    }

    /** Of an overloaded method that fits both, the form without the entity is taken. */
    @Test
    void shouldTakeReferencesToOverloadedMethods() {
        world.spawn(new Position(1, 2));
        List<Position> found = new ArrayList<>();
        RecordQuery.Of1<Position> positions = world.query(Position.class);
        positions.each(found::add).run();
        positions.forEach(found::add);
        positions.update(RecordQueryTest::moved).run();
        positions.update(Position.class, RecordQueryTest::moved).run();
        positions.each(found::add).run();

        assertEquals(List.of(new Position(1, 2), new Position(1, 2), new Position(3, 2)), found);
    }

    private static Position moved(Position position) {
        return new Position(position.x() + 1, position.y());
    }

    private static Position moved(long entity, Position position) {
        throw new AssertionError("called with entity " + entity);
    }

    @Test
    void shouldTakeARecordAroundOneKindOfRecordForAComponent() {
        RecordQuery.Of2<Place, Line> query = world.query(Place.class, Line.class);
        long entity = world.spawn(new Place(new Vec(1, 2)), new Line(new Vec(3, 4), new Vec(5, 6)));
        query.update((place, line) -> new Place(line.to())).run();

        assertEquals(new Place(new Vec(5, 6)), world.get(entity, Place.class));
        assertEquals(5, world.get(entity, Component.of(Place.class).float32("at.x")));
        assertNull(Component.tryFind(Vec.class));
    }

    @Test
    void shouldWriteARecordAsAWholeOrNotAtAll() {
        Craft craft = new Craft(new Vec(1, 2), new Vec(3, 4), TimeUnit.DAYS, 'a');
        Line line = new Line(new Vec(1, 2), new Vec(3, 4));
        long e = world.spawn(new Position(1, 2), new Velocity(3, 4), craft, new Refusing(1, 2));
        world.add(e, new Lanes(new float[] {1, 2, 3}, new int[2]));
        world.add(e, line);
        List<RowKernel> kernels = List.of(
                world.query(Mover.class).update(m -> new Mover(new Position(9, 9), null)),
                world.query(Craft.class).update(c -> new Craft(new Vec(9, 9), null, TimeUnit.HOURS, 'b')),
                world.query(Line.class).update(l -> new Line(new Vec(9, 9), null)),
                world.query(Refusing.class).update(r -> new Refusing(9, -1)),
                world.query(Lanes.class).update(l -> new Lanes(new float[] {9, 9, 9}, new int[3])),
                world.query(Lanes.class).update(l -> new Lanes(new float[] {9, 9, 9}, null)));

        for (RowKernel kernel : kernels) {
            assertThrows(IllegalArgumentException.class, kernel::run);
        }
        assertEquals(new Position(1, 2), world.get(e, Position.TYPE));
        assertEquals(craft, world.get(e, Craft.class));
        assertEquals(line, world.get(e, Line.class));
        assertEquals(new Refusing(1, 2), world.get(e, Refusing.class));
        assertEquals(1, world.get(e, Lanes.class).first()[0]);
    }

    @Test
    void shouldRecordCommands() {
        List<Long> entities = spawn(20);
        world.query(Position.class)
                .with(Velocity.class)
                .each((entity, position, commands) -> commands.add(entity, new Health((int) position.x())))
                .run();
        world.query(Health.class)
                .update((entity, health, commands) -> {
                    commands.add(entity, Frozen.TYPE);
                    return new Health(health.points() + 1);
                })
                .run();
        world.query(Frozen.class).forEach((entity, frozen) -> world.commands().remove(entity, Velocity.TYPE));

        world.applyCommands();
        for (int i = 0; i < entities.size(); i++) {
            boolean hadVelocity = i % 5 != 4;
            assertEquals(hadVelocity || i % 7 == 6, world.has(entities.get(i), Frozen.TYPE));
            assertFalse(world.has(entities.get(i), Velocity.TYPE));
            if (hadVelocity) {
                int x = (int) world.get(entities.get(i), Position.X);
                assertEquals(x + 1, world.get(entities.get(i), Health.POINTS));
            }
        }
    }

    @Test
    void shouldVisitPairs() {
        List<Long> entities = spawn(30);
        List<Long> seekers = new ArrayList<>();
        for (long entity : entities) {
            long seeker = world.spawn(Kinds.ZERO, new Rare(0, "x"));
            world.set(seeker, Kinds.TARGET, entity);
            seekers.add(seeker);
        }
        world.destroy(entities.get(3));
        RecordQuery.Of2<Rare, Position> pairs =
                world.query(Rare.class).with(Kinds.class).pairs(Kinds.TARGET, world.query(Position.class));

        Relation seeking = world.relation(Kinds.TARGET, OnTargetDestroy.CLEAR);
        RecordQuery.Of2<Rare, Position> byRelation =
                world.query(Rare.class).with(Kinds.class).pairs(seeking, world.query(Position.class));
        assertEquals(29, byRelation.count());
        Query rares = world.query().all(Rare.class, Kinds.class).build();
        Query positions = world.query().all(Position.class).build();
        assertSame(Kinds.TARGET, rares.pairs(seeking, positions).column());
        int[] visits = new int[1];
        rares.pairKernel(seeking, positions, (row, target) -> visits[0]++).run();
        assertEquals(29, visits[0]);
        pairs.update((rare, target) -> new Rare((int) target.x(), rare.note() + target.y()))
                .run();
        byRelation
                .update(Position.class, (entity, rare, target) -> new Position(-target.x(), (int) entity))
                .run();
        List<Integer> charges = new ArrayList<>();
        pairs.each((rare, target) -> charges.add(rare.charge() + (int) target.x()))
                .run();

        assertEquals(29, pairs.count());
        assertFalse(pairs.isEmpty());
        assertEquals(29, charges.size());
        assertEquals(Set.of(0), Set.copyOf(charges));
        List<Long> looped = new ArrayList<>();
        pairs.forEach((entity, rare, target) -> looped.add(entity));
        seekers.remove(3);
        assertEquals(seekers, looped);
        assertThrows(IllegalStateException.class, pairs::first);
        assertThrows(IllegalStateException.class, () -> pairs.sum(Rare.class, Rare::charge));
    }

    @Test
    void shouldVisitTrees() {
        List<Long> nodes = new ArrayList<>();
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            nodes.add(world.spawn(new Velocity(random.nextInt(50), i), new Position(0, 0)));
            if (i > 9) {
                world.hierarchy().attach(nodes.get(i), nodes.get(random.nextInt(i)));
            }
        }
        Query scene = world.query().all(Velocity.TYPE, Position.TYPE).build();
        scene.cascade(
                        TreeType.DEFAULT,
                        row -> row.set(Position.X, row.get(Velocity.DX)),
                        (row, parent) -> row.set(Position.X, parent.get(Position.X) + row.get(Velocity.DX)))
                .run();
        List<Float> expected =
                nodes.stream().map(node -> world.get(node, Position.X)).toList();
        scene.forEach(row -> row.set(Position.X, -1));

        CascadeKernel cascade = world.query(Velocity.class, Position.class)
                .cascade(
                        TreeType.DEFAULT,
                        own -> new Position(own.dx(), 0),
                        (own, parent) -> new Position(parent.x() + own.dx(), 0));
        cascade.run();

        assertEquals(
                expected,
                nodes.stream().map(node -> world.get(node, Position.X)).toList());
        assertEquals(Set.of(Position.TYPE), Internal.of(cascade).writes());
        world.query(Velocity.class, Position.class)
                .cascade(TreeType.DEFAULT, null, (own, parent) -> new Position(7, 0))
                .run();
        assertEquals(expected.get(0), world.get(nodes.get(0), Position.X));
        assertEquals(7, world.get(nodes.get(99), Position.X));
    }

    @Test
    void shouldSumUpTrees() {
        List<Long> nodes = new ArrayList<>();
        Random random = new Random(2);
        for (int i = 0; i < 100; i++) {
            nodes.add(world.spawn(new Velocity(random.nextInt(50), 0), new Position(1, 2)));
            if (i > 4) {
                world.hierarchy().attach(nodes.get(i), nodes.get(random.nextInt(i)));
            }
        }
        Query scene = world.query().all(Velocity.TYPE, Position.TYPE).build();
        RowKernel begin = scene.kernel(row -> row.set(Position.X, 1));
        begin.run();
        scene.cascadeUp(
                        TreeType.DEFAULT,
                        (row, parent) -> parent.set(
                                Position.X, parent.get(Position.X) + row.get(Position.X) * 0.5f + row.get(Velocity.DX)))
                .run();
        List<Position> expected = positions(world);
        begin.run();
        Query changed = world.query().changed(Position.TYPE).build();
        Query others = world.query().changed(Velocity.TYPE).build();
        rows(changed);
        rows(others);

        CascadeKernel up = world.query(Velocity.class, Position.class)
                .cascadeUp(
                        TreeType.DEFAULT,
                        (v, own, parent) -> new Position(parent.x() + own.x() * 0.5f + v.dx(), parent.y()));
        up.run();

        assertEquals(expected, positions(world));
        assertEquals(Set.of(Position.TYPE), Internal.of(up).writes());
        assertEquals(Set.of(Velocity.TYPE, Position.TYPE), Internal.of(up).reads());
        assertEquals(rows(scene), rows(changed));
        assertEquals(List.of(), rows(others));
        world.query(Velocity.class)
                .cascadeUp(TreeType.DEFAULT, (own, parent) -> new Velocity(parent.dx(), parent.dy() + own.dy() + 1))
                .run();
        assertEquals(
                95,
                world.query()
                        .none(ChildOf.class)
                        .all(Velocity.class)
                        .build()
                        .reduce()
                        .sum(Velocity.DY));
        assertThrows(IllegalStateException.class, () -> up.changedOnly(Position.TYPE));
        changed.close();
        others.close();
    }

    @Test
    void shouldInitialiseSpawns() {
        Template template = world.template()
                .with(new Position(1, 2), new Velocity(3, 4), new Health(5))
                .build();
        long[] entities = new long[70];
        SpawnKernel ring = template.kernel(Position.class, (i, p) -> new Position(p.x() + i, p.y()));

        ring.spawn(3);
        ring.spawn(entities);
        template.kernel(Mover.class, (i, m) -> new Mover(m.position(), new Velocity(i, i)))
                .spawn(2);

        for (int i = 0; i < entities.length; i++) {
            assertEquals(new Position(1 + i, 2), world.get(entities[i], Position.TYPE));
        }
        assertEquals(1, world.query(Velocity.class).max(Velocity.class, v -> v.dy() < 2 ? v.dx() : 0, -1));
        assertThrows(IllegalArgumentException.class, () -> template.kernel(Rare.class, (i, rare) -> rare));
    }

    @Test
    void shouldNumberSpawnsInSpawns() {
        Template template = world.template().with(new Position(0, 0)).build();
        AtomicReference<SpawnKernel> kernel = new AtomicReference<>();
        long[] inner = new long[3];
        boolean[] isInside = new boolean[1];
        kernel.set(template.kernel(Position.class, (i, p) -> {
            if (i == 2 && !isInside[0]) {
                isInside[0] = true;
                kernel.get().spawn(inner);
            }
            return new Position(i, 0);
        }));
        long[] outer = new long[5];
        kernel.get().spawn(outer);

        for (int i = 0; i < outer.length; i++) {
            assertEquals(new Position(i, 0), world.get(outer[i], Position.TYPE));
        }
        for (int i = 0; i < inner.length; i++) {
            assertEquals(new Position(i, 0), world.get(inner[i], Position.TYPE));
        }
    }

    @Test
    void shouldUpdateARecordOfTheMostFields() {
        long entity = world.spawn(Vast.of(1));

        world.query(Vast.class).update(vast -> Vast.of(vast.a().a().a() + 6)).run();

        assertEquals(Vast.of(7), world.get(entity, Vast.class));
    }

    @Test
    void shouldRejectABundleOfTooManyFields() {
        Exception error = assertThrows(IllegalArgumentException.class, () -> world.query(Huge.class));

        assertTrue(error.getMessage().contains(Huge.class.getName()), error::getMessage);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 1000, ROWS + 1})
    void shouldReduce(int count) {
        spawn(count);
        world.query(Position.class)
                .with(Health.class)
                .update(p -> new Position(p.x() / 3, p.y()))
                .run();
        Query rows = world.query().all(Position.TYPE, Velocity.TYPE).build();
        RecordQuery.Of2<Position, Velocity> records = world.query(Position.class, Velocity.class);

        assertEquals(rows.reduce().sum(Position.X), records.sum(Position.class, Position::x));
        assertEquals(rows.reduce().min(Position.X, -5), records.min(Position.class, Position::x, -5));
        assertEquals(rows.reduce().max(Position.X, -5), records.max(Position.class, Position::x, -5));
        assertEquals(
                world.query().all(Health.TYPE).build().reduce().sum(Health.POINTS),
                world.query(Health.class).sumLong(Health.class, Health::points));
        assertEquals(rows.where(Velocity.DX).atLeast(4).count(), records.count(Velocity.class, v -> v.dx() >= 4));
        RecordQuery.Of1<Position> moving = world.query(Position.class).with(Velocity.class);
        assertEquals(records.sum(Position.class, Position::x), moving.sum(Position::x));
        assertEquals(records.sumLong(Position.class, p -> (long) p.x()), moving.sumLong(p -> (long) p.x()));
        assertEquals(records.min(Position.class, Position::x, -5), moving.min(Position::x, -5));
        assertEquals(records.max(Position.class, Position::x, -5), moving.max(Position::x, -5));
        assertEquals(records.count(Position.class, p -> p.x() < 9), moving.count(p -> p.x() < 9));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65, ROWS + 1})
    void shouldReduceBundles(int count) {
        spawn(count);
        world.query(Velocity.class)
                .each((entity, v, commands) -> {
                    if (v.dx() > 2) {
                        commands.add(entity, Frozen.TYPE);
                    }
                })
                .run();
        world.rows().compact();
        Query rows = world.query().all(Position.TYPE, Velocity.TYPE).build();
        RecordQuery.Of1<Mover> movers = world.query(Mover.class);
        double[] sum = new double[1];
        rows.forEach(row -> sum[0] += row.get(Position.X) * row.get(Velocity.DX));

        assertEquals(sum[0], movers.sum(m -> m.position().x() * m.velocity().dx()));
        assertEquals(
                sum[0],
                world.query(Velocity.class, Position.class)
                        .sum(Mover.class, m -> m.position().x() * m.velocity().dx()));
        Query fast =
                rows.where(Mover.class, m -> m.velocity().dx() >= m.position().x() / 10);
        List<Long> expected = new ArrayList<>();
        rows.forEach(row -> {
            if (row.get(Velocity.DX) >= row.get(Position.X) / 10) {
                expected.add(row.entity());
            }
        });
        assertEquals(expected, rows(fast));
        List<Long> cold = rows(world.query().all(Position.TYPE, Frozen.TYPE).build());
        Set<Long> known = Set.copyOf(cold);
        assertEquals(
                cold,
                rows(world.query()
                        .where(Cold.class, c -> known.contains(c.entity()))
                        .build()));
        assertThrows(
                IllegalArgumentException.class,
                () -> world.query(Position.class)
                        .sum(Mover.class, m -> m.position().x()));
        assertThrows(IllegalArgumentException.class, () -> world.query().where(Tags.class, tags -> true));
    }

    @Test
    void shouldReduceWhileItReduces() {
        spawn(100);
        RecordQuery.Of1<Position> all = world.query(Position.class);
        double sum = all.sum(Position.class, Position::x);

        assertEquals(100 * sum, all.sum(Position.class, p -> all.sum(Position.class, Position::x)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 5000, ROWS + 1})
    void shouldFindWhatAPredicateAllows(int count) {
        spawn(count);
        Query all = world.query().all(Position.TYPE).build();
        int[] limit = {30};
        Query records = all.where(Position.class, p -> p.x() < limit[0]);
        Query either = all.where(Condition.anyOf(
                Condition.on(Position.class, p -> p.x() < 10), Condition.on(Velocity.class, v -> v.dx() == 1)));

        assertEquals(rows(all.where(Position.X).lessThan(30)), rows(records));
        assertEquals(all.where(Position.X).lessThan(30).count(), records.count());
        assertEquals(all.where(Position.X).lessThan(30).first(), records.first());
        assertEquals(
                all.where(Position.X).lessThan(30).stats().spans(),
                records.stats().spans());
        limit[0] = 0;
        assertTrue(records.isEmpty());
        assertEquals(
                rows(all.where(Condition.anyOf(
                        Condition.on(Position.X).lessThan(10),
                        Condition.on(Velocity.DX).equalTo(1)))),
                rows(either));
    }

    @Test
    void shouldSurviveAPredicateThatThrows() {
        spawn(10);
        Query failing = world.query().all(Position.TYPE).build().where(Position.class, p -> {
            throw new IllegalArgumentException("no");
        });

        assertThrows(IllegalArgumentException.class, () -> failing.forEach(row -> {}));
        assertEquals(10, world.query(Position.class).count());
    }

    @Test
    void shouldRejectAPredicateThatUsesTheWorld() {
        spawn(10);
        Query inner = world.query().all(Position.TYPE).build();
        Query nested = inner.where(Position.class, p -> inner.count() > 1);
        Query changing = inner.where(Position.class, p -> world.spawn() != 0);

        assertThrows(IllegalStateException.class, nested::count);
        assertThrows(IllegalStateException.class, changing::count);
        assertThrows(
                IllegalStateException.class, () -> world.query(Position.class).sum(Position.class, p -> world.spawn()));
        assertThrows(IllegalArgumentException.class, () -> Condition.on(Frozen.class, frozen -> true));
        assertThrows(IllegalArgumentException.class, () -> Condition.on(Position.class, null));
        assertEquals(10, inner.count());
    }

    @Test
    void shouldSayHowASystemUsesAQuery() {
        spawn(4);
        RecordQuery.Of1<Position> late = world.query(Position.class);
        RecordQuery.Of1<Position> early = world.query(Position.class);
        early.rows();
        int[] found = new int[1];
        Function<RecordQuery<?>, Schedule> counting = query -> Schedule.builder(world)
                .add("count", () -> found[0] = query.count(), reads(Position.class))
                .build();

        try (Schedule schedule = counting.apply(late)) {
            Throwable thrown = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertTrue(thrown.getMessage().contains("rows()"), thrown::getMessage);
        }
        try (Schedule schedule = counting.apply(early)) {
            schedule.tick(1);
        }
        assertEquals(4, found[0]);
    }

    @Test
    void shouldKnowWhatItTouches() {
        RecordQuery.Of2<Position, Velocity> moving = world.query(Position.class, Velocity.class);
        KernelWork update = Internal.of(moving.update((p, v) -> p));
        KernelWork named =
                Internal.of(moving.where(Health.class, h -> h.points() > 1).update(Velocity.class, (p, v) -> v));
        KernelWork pair = Internal.of(world.query(Kinds.class)
                .pairs(Kinds.TARGET, world.query(Position.class))
                .update(Position.class, (kinds, p) -> p));

        assertEquals(Set.of(Position.TYPE, Velocity.TYPE), update.reads());
        assertEquals(Set.of(Position.TYPE), update.writes());
        assertEquals(Set.of(Position.TYPE, Velocity.TYPE, Health.TYPE), named.reads());
        assertEquals(Set.of(Velocity.TYPE), named.writes());
        assertEquals(Set.of(), Internal.of(moving.each((p, v) -> {})).writes());
        assertEquals(Set.of(Kinds.TYPE, Position.TYPE), pair.reads());
        assertEquals(Set.of(Position.TYPE), pair.writes());
        assertEquals(
                Set.of(Position.TYPE, Velocity.TYPE),
                Internal.of(world.query(Mover.class).update(m -> m)).writes());
        assertEquals(
                Set.of(), Internal.of(moving.rows().kernel((Row row) -> {})).reads());
        assertEquals(
                Set.of(), Internal.of(moving.rows().kernel((Row row) -> {})).writes());
    }

    @Test
    void shouldRecordTheWritesOfWhatItWrites() {
        long entity = world.spawn(new Position(1, 2), new Velocity(3, 4), Kinds.ZERO);
        long other = world.spawn(new Health(1));
        world.set(entity, Kinds.TARGET, other);
        Query positions = world.query().changed(Position.TYPE).build();
        Query velocities = world.query().changed(Velocity.TYPE).build();
        Query healths = world.query().changed(Health.TYPE).build();
        RecordQuery.Of2<Position, Velocity> moving = world.query(Position.class, Velocity.class);
        List.of(positions, velocities, healths).forEach(query -> rows(query));

        moving.each((p, v) -> {}).run();
        assertEquals(List.of(), rows(positions));
        moving.update((p, v) -> plus(p, v)).run();
        assertEquals(List.of(entity), rows(positions));
        assertEquals(List.of(), rows(velocities));
        world.query(Position.class)
                .with(Kinds.class)
                .pairs(Kinds.TARGET, world.query(Health.class))
                .update(Health.class, (p, h) -> new Health(7))
                .run();
        assertEquals(List.of(), rows(positions));
        assertEquals(List.of(other), rows(healths));
        List.of(positions, velocities, healths).forEach(Query::close);
    }

    @Test
    void shouldFindChanges() {
        List<Long> entities = spawn(10);
        RecordQuery.Of1<Position> changed = world.query(Position.class).changed(Position.class);
        List<Long> found = new ArrayList<>();
        RowKernel kernel = changed.each((entity, p) -> found.add(entity));
        kernel.run();
        found.clear();
        world.set(entities.get(4), Position.X, 1);
        kernel.run();

        assertEquals(List.of(entities.get(4)), found);
        assertThrows(IllegalStateException.class, () -> changed.each(p -> {}));
        changed.rows().close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldBeSplitAmongWorkers(int workers) {
        Supplier<World> filled = () -> {
            World made = World.create();
            made.template().with(new Position(1, 2), new Velocity(3, 4)).build().spawn(3 * ROWS + 7);
            made.query(Velocity.class)
                    .update((entity, v) -> new Velocity((int) entity, 1))
                    .run();
            return made;
        };
        try (World serial = filled.get();
                World split = filled.get()) {
            serial.query(Position.class, Velocity.class)
                    .update((entity, p, v) -> new Position(p.x() * v.dx(), (int) entity))
                    .run();
            RowKernel kernel = split.query(Position.class, Velocity.class)
                    .update((entity, p, v) -> new Position(p.x() * v.dx(), (int) entity));
            try (Schedule schedule = Schedule.builder(split)
                    .workers(workers)
                    .add("move", kernel, reads(Velocity.TYPE), writes(Position.TYPE))
                    .build()) {
                schedule.tick(0);
            }
            serial.time().advance(0);
            assertEquals(positions(serial), positions(split));
        }
    }

    private static List<Position> positions(World world) {
        List<Position> positions = new ArrayList<>();
        world.query(Position.class).forEach(p -> positions.add(p));
        return positions;
    }

    @Test
    void shouldCheckTheAccessOfASystem() {
        spawn(3);
        RowKernel kernel = world.query(Position.class, Velocity.class).update((p, v) -> plus(p, v));
        ScheduleBuilder builder = Schedule.builder(world);
        assertThrows(
                IllegalArgumentException.class,
                () -> builder.add("move", kernel, reads(Position.TYPE, Velocity.TYPE))
                        .build());
    }

    @Test
    void shouldRejectAWriteAfterTheComponentIsGone() {
        assumeTrue(Strict.ON);
        spawn(3);
        RowKernel kernel = world.query(Position.class).update((entity, p) -> {
            world.destroy(entity);
            return p;
        });

        assertThrows(RuntimeException.class, kernel::run);
    }

    @Test
    void shouldRejectMisuse() {
        spawn(3);
        world.spawn(new Checked(1));
        RecordQuery.Of1<Position> all = world.query(Position.class);

        assertThrows(IllegalArgumentException.class, () -> world.query((Class<Position>) null));
        assertThrows(IllegalArgumentException.class, () -> world.query(Spark.class));
        assertThrows(IllegalArgumentException.class, () -> all.without((Class<Frozen>) null));
        assertThrows(IllegalArgumentException.class, () -> all.update((RecordBody.Update1<Position, Position>) null));
        assertThrows(IllegalArgumentException.class, () -> all.each((RecordBody.Each1<Position>) null));
        assertThrows(IllegalArgumentException.class, () -> all.update(p -> null).run());
        assertThrows(IllegalArgumentException.class, () -> all.update(Velocity.class, p -> new Velocity(0, 0)));
        assertThrows(IllegalArgumentException.class, () -> all.update((Class<Position>) null, p -> p));
        assertThrows(
                IllegalArgumentException.class,
                () -> all.without(Position.class).rows());
        assertThrows(
                IllegalArgumentException.class,
                () -> world.query(Mover.class)
                        .update(m -> new Mover(null, m.velocity()))
                        .run());
        assertThrows(
                IllegalArgumentException.class, () -> world.query(ChildOf.class).update(link -> link));
        assertThrows(IllegalArgumentException.class, () -> all.sum(Health.class, Health::points));
        assertThrows(IllegalArgumentException.class, () -> all.sum(Position.class, null));
        assertThrows(
                IllegalArgumentException.class,
                () -> all.pairs(Kinds.TARGET, all).count());
        assertThrows(IllegalArgumentException.class, () -> all.pairs(Kinds.TARGET, (RecordQuery.Of1<Position>) null));
        assertThrows(IllegalArgumentException.class, () -> all.pairs(null, all));
        assertThrows(IllegalArgumentException.class, () -> all.rows().pairs(null, all.rows()));
        assertThrows(IllegalArgumentException.class, () -> all.cascadeUp(TreeType.DEFAULT, null));
        assertThrows(
                IllegalStateException.class,
                () -> all.with(Kinds.class)
                        .pairs(Kinds.TARGET, all)
                        .cascadeUp(TreeType.DEFAULT, (p, q, parent) -> parent));
        assertThrows(
                IllegalArgumentException.class,
                () -> world.query(Checked.class)
                        .update(c -> new Checked(c.value() - 2))
                        .run());
        assertThrows(IllegalArgumentException.class, () -> {
            world.spawn(Vectors.sample(1));
            world.query(Vectors.class)
                    .update(v -> new Vectors(
                            new float[3], v.f64(), v.i8(), v.i16(), v.i32(), v.i64(), v.flags(), v.targets()))
                    .run();
        });
        long hash = Saves.stateHash(world);
        all.each(p -> {}).run();
        assertEquals(hash, Saves.stateHash(world));
    }

    @Test
    void shouldWriteWhatIsNotRead() {
        long entity = world.spawn(new Position(1, 2), new Velocity(3, 4));
        world.query(Velocity.class)
                .with(Position.class)
                .update(Position.class, v -> new Position(v.dx(), v.dy()))
                .run();

        assertEquals(new Position(3, 4), world.get(entity, Position.TYPE));
    }

    @Test
    void shouldExplain() {
        spawn(100);
        KernelExplanation said = world.query(Position.class, Velocity.class)
                .update((p, v) -> plus(p, v))
                .explain();

        assertEquals(List.of("Position.x", "Position.y", "Velocity.dx", "Velocity.dy"), said.reads());
        assertEquals(List.of("Position.x", "Position.y"), said.writes());
        assertTrue(said.body().startsWith(RecordQueryTest.class.getName()), said.body());
    }
}
