package basalt.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.memory.Elsewhere;
import basalt.memory.LeakCheck;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.system.Access;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Copies, components, comparison and text of entities. */
@ExtendWith(LeakCheck.class)
final class WholeEntityTest extends WorldFixture {
    private final Hierarchy tree = world.hierarchy();

    /** All kinds of columns. */
    record Shown(
            float f,
            double d,
            boolean on,
            char letter,
            TreeType.OnParentDestroy policy,
            @EntityHandle long other,
            @Length(2) short[] pair,
            Position at) {}

    record Words(String[] words) {}

    record Self(@EntityHandle long self, @EntityHandle long other) {}

    /** An object whose code uses the world. */
    private static final class Closing {
        private final World world;

        Closing(World world) {
            this.world = world;
        }

        @Override
        public boolean equals(Object other) {
            world.close();
            return other instanceof Closing;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public String toString() {
            world.close();
            return "closed";
        }
    }

    record Held(Closing first, Closing second) {}

    @Test
    void shouldListComponentsInOrderOfRegistration() {
        long entity = world.spawn(new Health(1), new Position(1, 2));
        world.add(entity, Burning.TYPE);
        world.disable(entity, Burning.TYPE);
        world.disable(entity);
        List<Component<?>> expected = new ArrayList<>(List.of(Position.TYPE, Health.TYPE, Burning.TYPE));
        expected.sort((one, other) -> Integer.compare(one.id(), other.id()));
        assertEquals(expected, world.components(entity));
        assertThrows(
                UnsupportedOperationException.class,
                () -> world.components(entity).clear());
        assertEquals(List.of(), world.components(world.spawn()));
        tree.attach(world.spawn(), entity);
        assertTrue(world.components(entity).contains(TreeNode.TYPE));
        world.remove(entity, Health.TYPE);
        assertFalse(world.components(entity).contains(Health.TYPE));
    }

    @Test
    void shouldCopyOneEntity() {
        long other = world.spawn();
        String note = new String("shared");
        long entity = world.spawn(new Position(1, 2), new Rare(5, note), new Burning());
        world.add(entity, new Self(entity, other));
        world.disable(entity, Rare.TYPE);
        world.disable(entity);
        tree.attach(entity, other);
        tree.attach(world.spawn(), entity);

        long copy = world.copy(entity);
        assertNotEquals(entity, copy);
        assertEquals(new Position(1, 2), world.get(copy, Position.class));
        assertSame(note, world.get(copy, Rare.class).note());
        assertEquals(new Self(copy, other), world.get(copy, Self.class));
        assertFalse(world.isEnabled(copy));
        assertFalse(world.isEnabled(copy, Rare.TYPE));
        assertTrue(world.isEnabled(copy, Burning.TYPE));
        assertFalse(tree.contains(copy));
        assertEquals(4, world.components(copy).size());
        assertEquals(2, tree.childCount(other) + tree.childCount(entity));

        world.set(copy, new Position(3, 4));
        assertEquals(new Position(1, 2), world.get(entity, Position.class));
        world.destroy(entity);
        assertTrue(world.isAlive(copy));
        assertEquals(List.of(), world.components(world.copy(world.spawn())));
    }

    @Test
    void shouldCopyASubtree() {
        long outside = world.spawn();
        long tank = Tank.make(world);
        tree.attach(tank, outside);
        world.hierarchy(Types.DETACHING).attach(tank, outside);
        long copy = tree.copy(tank);
        assertEquals(1 + 2 * Tank.PARTS, world.entityCount());
        assertEquals(Entity.NULL, tree.parent(copy));
        assertFalse(world.hierarchy(Types.DETACHING).contains(copy));
        assertEquals(1, tree.childCount(outside));
        long turret = world.get(copy, Tank.TURRET);
        assertEquals(turret, tree.firstChild(copy));
        assertEquals(2, tree.depth(tree.firstChild(turret)));
        assertEquals(new Health(9), world.get(tree.firstChild(turret), Health.class));
        assertEquals(tree.lastChild(copy), world.row(copy).get(Tank.WHEELS, 1));
        assertFalse(world.isEnabled(tree.lastChild(copy)));
        world.destroy(copy);
        assertEquals(1 + Tank.PARTS, world.entityCount());

        long alone = tree.copy(world.spawn(new Health(3)));
        assertEquals(new Health(3), world.get(alone, Health.class));
        assertFalse(tree.contains(alone));
        long gun = tree.firstChild(world.get(tank, Tank.TURRET));
        assertEquals(0, tree.childCount(tree.copy(gun)));
    }

    @Test
    void shouldKeepCopiesOfAKindTogether() {
        long tank = Tank.make(world);
        long bullet = world.spawn(new Position(1, 2), new Burning());
        long[] bullets = new long[600];
        for (int i = 0; i < bullets.length; i++) {
            bullets[i] = world.copy(bullet);
            tree.copy(tank);
        }
        int apart = 0;
        for (int i = 400; i < bullets.length; i++) {
            apart += Entity.index(bullets[i]) == Entity.index(bullets[i - 1]) + 1 ? 0 : 1;
        }
        assertEquals(0, apart);
        for (long each : bullets) {
            world.destroy(each);
        }
        int highest = Entity.index(bullets[599]);
        for (int i = 0; i < 100; i++) {
            assertTrue(Entity.index(world.copy(bullet)) < highest + 64, "a row was not used again");
        }
    }

    @Test
    void shouldTakeNoMemoryForMoreCopies() {
        long tank = Tank.make(world);
        long reserved = 0;
        for (int i = 0; i < 5_000; i++) {
            world.destroy(tree.copy(tank));
            if (i == 300) {
                reserved = world.statistics().memory().reservedBytes();
            }
        }
        assertEquals(reserved, world.statistics().memory().reservedBytes());
        assertEquals(Tank.PARTS, world.entityCount());
    }

    @Test
    void shouldCallObserversWhenAllIsWritten() {
        long tank = Tank.make(world);
        List<Long> added = new ArrayList<>();
        world.observers().onAdd(Health.TYPE, entity -> {
            assertEquals(3, tree.childCount(tree.root(entity)));
            added.add(entity);
        });
        Query changed = world.query().changed(Health.TYPE).includeDisabled().build();
        changed.forEach(row -> {});
        tree.copy(tank);
        assertEquals(4, added.size());
        assertEquals(4, changed.count());
        world.observers().onAdd(Burning.TYPE, entity -> world.copy(tank));
        int before = world.entityCount();
        assertThrows(IllegalStateException.class, () -> world.spawn(new Burning()));
        assertEquals(before + 1, world.entityCount());
        assertThrows(IllegalStateException.class, () -> tree.copy(tank)); // thrown by the observer, after the copy
        assertEquals(before + 1 + Tank.PARTS, world.entityCount());
    }

    @Test
    void shouldRespectExclusiveRelationsAndFindCopiesInOthers() {
        long prey = world.spawn();
        long hunter = world.spawn(new Hunting(prey, 0), new Health(1));
        Relation hunting = world.relation(Hunting.class, OnTargetDestroy.DESTROY);
        long second = world.copy(hunter);
        assertEquals(2, hunting.count(prey));
        world.destroy(second);
        hunting.exclusive();
        tree.attach(hunter, prey);
        assertThrows(IllegalStateException.class, () -> world.copy(hunter));
        assertEquals(2, world.entityCount());
        long copy = tree.copy(prey); // whose hunter hunts the copy
        assertEquals(1, hunting.count(prey));
        assertEquals(1, hunting.count(copy));
    }

    record Squad(int[] ranks, @EntityHandle long[] members) {}

    @Test
    void shouldCopyLists() {
        long root = world.spawn();
        long child = world.spawn();
        long outside = world.spawn();
        tree.attach(child, root);
        world.add(root, new Squad(new int[] {3, 5}, new long[] {child, outside, root}));
        long copy = tree.copy(root);
        Squad copied = world.get(copy, Squad.class);
        assertArrayEquals(new int[] {3, 5}, copied.ranks());
        assertArrayEquals(new long[] {tree.firstChild(copy), outside, copy}, copied.members());
        long alone = world.copy(root);
        assertArrayEquals(
                new long[] {child, outside, alone},
                world.get(alone, Squad.class).members());
        assertEquals(List.of(Component.of(Squad.class)), world.differences(root, world, alone));
        world.set(alone, world.get(root, Squad.class));
        assertEquals(List.of(), world.differences(root, world, alone));
        world.set(alone, new Squad(new int[] {3}, new long[0]));
        assertEquals(2, world.get(root, Squad.class).ranks().length);
        assertTrue(world.describe(alone).endsWith("Squad[ranks=[3], members=[]]"), world.describe(alone));
        String members = "members=[" + Entity.toString(child) + ", " + Entity.toString(outside);
        assertTrue(world.describe(root).contains(members), world.describe(root));
        world.add(outside, Squad.class);
        assertTrue(world.describe(outside).endsWith("Squad[ranks=[], members=[]]"), world.describe(outside));
    }

    record Route(@EntityHandle long from, @EntityHandle long to, int volume) {}

    record Married(@EntityHandle long one, @EntityHandle long other) {}

    /** The root's handle of an edge. */
    record Main(@EntityHandle long route) {}

    private static List<Long> targets(ManyToMany<?> relation, long source) {
        List<Long> targets = new ArrayList<>();
        try (EdgeCursor cursor = relation.targets(source)) {
            while (cursor.next()) {
                targets.add(cursor.entity());
            }
        }
        return targets;
    }

    @Test
    void shouldCopyEdgesWithinAndToOthers() {
        ManyToMany<Route> routes = world.manyToMany(Route.class).acyclic();
        ManyToMany<Married> married =
                world.manyToMany(Married.class).symmetric().exclusive();
        long root = world.spawn(new Health(1));
        long child = world.spawn(new Health(2));
        tree.attach(child, root);
        long outside = world.spawn();
        long within = routes.relate(new Route(root, child, 5));
        routes.relate(new Route(child, outside, 6));
        long into = world.spawn();
        routes.relate(new Route(into, root, 7));
        married.relate(root, outside);
        married.relate(child, into);
        world.add(root, new Main(within));
        world.add(within, new Health(8));
        world.disable(within, Health.TYPE);

        long copy = tree.copy(root);
        long childCopy = tree.firstChild(copy);
        assertEquals(List.of(childCopy), targets(routes, copy));
        assertEquals(List.of(outside), targets(routes, childCopy));
        assertEquals(List.of(root), targets(routes, into));
        long edge = routes.edge(copy, childCopy);
        assertEquals(new Route(copy, childCopy, 5), world.get(edge, Route.class));
        assertEquals(new Main(edge), world.get(copy, Main.class));
        assertFalse(world.isEnabled(edge, Health.TYPE));
        assertEquals(0, married.countTargets(copy) + married.countTargets(childCopy));
        assertEquals(1, married.countTargets(outside));
        assertEquals(0, routes.countSources(copy));

        long alone = world.copy(root);
        assertEquals(List.of(child), targets(routes, alone));
        assertEquals(routes.edge(alone, child), world.get(alone, Main.class).route());
        long single = world.copy(child);
        married.relate(child, child);
        assertEquals(List.of(outside), targets(routes, single));
        long self = world.copy(child);
        assertEquals(List.of(self), targets(married, self));
        long second = world.copy(within);
        assertEquals(List.of(child, child), targets(routes, root));
        assertFalse(world.isEnabled(second, Health.TYPE));
        int before = world.entityCount();
        world.destroy(copy);
        assertEquals(before - 4, world.entityCount());
    }

    @Test
    void shouldCaptureEdgesWithinAPrefab() {
        ManyToMany<Route> routes = world.manyToMany(Route.class);
        long root = world.spawn(new Health(1));
        long child = world.spawn(new Health(2));
        tree.attach(child, root);
        long within = routes.relate(new Route(child, root, 5));
        routes.relate(root, world.spawn());
        tree.attach(routes.relate(root, root), root); // a part of the tree already
        Prefab prefab = tree.prefab(root);
        assertEquals(4, prefab.partCount());
        assertEquals(3, prefab.indexOf(within));
        assertEquals(List.of(Component.of(Route.class)), prefab.components(3));
        world.destroy(root);
        long[] instances = new long[100];
        prefab.spawn(instances);
        for (long instance : instances) {
            long itsChild = prefab.part(instance, 1);
            assertEquals(List.of(instance), targets(routes, instance));
            assertEquals(prefab.part(instance, 2), routes.edge(instance, instance));
            assertEquals(new Route(itsChild, instance, 5), world.get(routes.edge(itsChild, instance), Route.class));
        }
        String message = assertThrows(IllegalArgumentException.class, () -> prefab.part(instances[0], 3))
                .getMessage();
        assertTrue(message.contains("edge"), message);
        try (World other = World.create()) {
            long there = other.hierarchy().prefab(prefab).spawn();
            assertEquals(1, other.manyToMany(Route.class).countSources(there) - 1);
            assertEquals(4, other.entityCount());
        }
    }

    @Test
    void shouldCopyDuringALoop() {
        for (int i = 0; i < 100; i++) {
            world.spawn(new Health(i));
        }
        List<Long> copies = new ArrayList<>();
        world.query().all(Health.TYPE).build().forEach(row -> copies.add(world.copy(row.entity())));
        assertEquals(100, copies.size());
        assertEquals(200, world.entityCount());
        assertEquals(99, world.get(copies.get(99), Health.POINTS));
    }

    @Test
    void shouldReturnToASnapshot() {
        long tank = Tank.make(world);
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            ring.capture();
            long before = Saves.stateHash(world);
            long copy = tree.copy(tank);
            long after = Saves.stateHash(world);
            assertNotEquals(before, after);
            ring.restore(ring.oldestTick());
            assertEquals(before, Saves.stateHash(world));
            assertFalse(world.isAlive(copy));
            long again = tree.copy(tank);
            assertEquals(Entity.index(copy), Entity.index(again));
            assertEquals(List.of(), world.differences(tree.firstChild(tank), world, tree.firstChild(again)));
        }
    }

    @Test
    void shouldGoOnInALoadedWorld() {
        long tank = Tank.make(world);
        for (int i = 0; i < 300; i++) {
            tree.copy(tank);
        }
        try (SaveBuffer buffer = new SaveBuffer(MemorySource.direct())) {
            Saves.save(world, buffer, new SaveOptions());
            try (World loaded = Saves.load(buffer.source(), new LoadOptions())) {
                assertEquals(tree.copy(tank), loaded.hierarchy().copy(tank));
                assertEquals(Saves.stateHash(world), Saves.stateHash(loaded));
                assertEquals(List.of(), world.differences(tank, loaded, tank));
            }
        }
    }

    @Test
    void shouldFindDifferences() {
        long one = world.spawn(new Position(1, Float.NaN), new Rare(5, "x"), new Health(1));
        long other = world.copy(one);
        assertEquals(List.of(), world.differences(one, world, other));
        assertEquals(List.of(), world.differences(one, world, one));
        world.set(other, Rare.NOTE, new String("x"));
        tree.attach(other, one);
        world.disable(other);
        assertEquals(List.of(), world.differences(one, world, other));
        world.set(other, Position.X, -0f);
        world.set(one, Position.X, 0f);
        assertEquals(List.of(Position.TYPE), world.differences(one, world, other));
        world.set(one, Position.X, -0f);
        world.set(one, Rare.NOTE, "y");
        assertEquals(List.of(Rare.TYPE), world.differences(one, world, other));
        world.set(one, Rare.NOTE, "x");
        world.disable(one, Health.TYPE);
        world.add(other, Burning.TYPE);
        List<Component<?>> expected = new ArrayList<>(List.of(Health.TYPE, Burning.TYPE));
        expected.sort((first, second) -> Integer.compare(first.id(), second.id()));
        assertEquals(expected, world.differences(one, world, other));
        assertEquals(expected, world.differences(other, world, one));
        try (World second = World.create()) {
            long there = second.spawn(new Position(-0f, Float.NaN), new Rare(5, "x"), new Health(1));
            assertEquals(List.of(Health.TYPE), world.differences(one, second, there));
            assertEquals(List.of(Burning.TYPE), second.differences(there, world, other));
        }
    }

    @Test
    void shouldDescribeAnEntity() {
        long other = world.spawn(new Rare(5, "a note"));
        long entity = world.spawn(new Shown(
                1.5f, -2, true, 'x', TreeType.OnParentDestroy.DETACH, other, new short[] {3, -4}, new Position(5, 6)));
        world.disable(entity);
        assertEquals(
                "entity " + Entity.toString(entity) + ", disabled\n"
                        + "  Shown[f=1.5, d=-2.0, on=true, letter=x, policy=DETACH, other=" + Entity.toString(other)
                        + ", pair=[3, -4], at.x=5.0, at.y=6.0]",
                world.describe(entity));
        world.disable(other, Rare.TYPE);
        assertEquals(
                "entity " + Entity.toString(other) + "\n  Rare[charge=5, note=a note], disabled",
                world.describe(other));
        long empty = world.spawn();
        assertEquals("entity " + Entity.toString(empty), world.describe(empty));
        tree.attach(empty, entity);
        assertTrue(world.describe(empty).contains("ChildOf[parent=" + Entity.toString(entity) + ", depth=1]"));
        assertTrue(world.describe(entity).contains("childCount=1]"));
        long words = world.spawn(new Words(new String[] {"a", "b"}));
        assertEquals("entity " + Entity.toString(words) + "\n  Words[words=[a, b]]", world.describe(words));
        assertEquals(List.of(), world.differences(words, world, world.spawn(new Words(new String[] {"a", "b"}))));
        world.set(other, Rare.NOTE, null);
        assertTrue(world.describe(other).contains("note=null]"));
    }

    @Test
    void shouldSurviveObjectsThatCloseTheWorld() {
        World closed = World.create();
        long entity = closed.spawn(new Held(new Closing(closed), new Closing(closed)), new Health(3));
        assertTrue(closed.describe(entity).contains("second=closed"));
        assertThrows(IllegalStateException.class, () -> closed.describe(entity));
        World compared = World.create();
        long one = compared.spawn(new Held(new Closing(compared), null), new Health(3));
        long other = compared.spawn(new Held(new Closing(compared), null), new Health(4));
        assertEquals(List.of(Health.TYPE), compared.differences(one, compared, other));
    }

    @Test
    void shouldBeForItsThreadAndAnOpenWorld() {
        World closed = World.create();
        Hierarchy trees = closed.hierarchy();
        long entity = closed.spawn();
        List<Runnable> calls = List.of(
                () -> closed.copy(entity),
                () -> trees.copy(entity),
                () -> closed.components(entity),
                () -> closed.describe(entity),
                () -> closed.differences(entity, closed, entity),
                () -> world.differences(world.spawn(), closed, entity));
        Elsewhere.run("other", () -> calls.forEach(call -> assertThrows(IllegalStateException.class, call::run)));
        closed.close();
        calls.forEach(call -> assertThrows(IllegalStateException.class, call::run));
    }

    @Test
    void shouldRejectMisuse() {
        long dead = world.spawn(new Health(1));
        long alive = world.spawn();
        world.destroy(dead);
        for (long handle : new long[] {dead, Entity.NULL}) {
            assertThrows(DeadEntityException.class, () -> world.components(handle));
            assertThrows(DeadEntityException.class, () -> world.copy(handle));
            assertThrows(DeadEntityException.class, () -> tree.copy(handle));
            assertThrows(DeadEntityException.class, () -> world.describe(handle));
            assertThrows(DeadEntityException.class, () -> world.differences(handle, world, alive));
            assertThrows(DeadEntityException.class, () -> world.differences(alive, world, handle));
        }
        assertThrows(IllegalArgumentException.class, () -> world.differences(alive, null, alive));
        assertEquals(1, world.entityCount());
        OneSystem.run(
                world,
                () -> {
                    for (Runnable call : List.<Runnable>of(
                            () -> world.copy(alive),
                            () -> tree.copy(alive),
                            () -> world.components(alive),
                            () -> world.describe(alive))) {
                        String message = assertThrows(IllegalStateException.class, call::run)
                                .getMessage();
                        assertTrue(message.contains("exclusive()"), message);
                    }
                },
                Access.reads(Health.TYPE, ChildOf.TYPE));
    }
}
