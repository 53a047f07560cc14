package basalt.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.component.TreeType;
import basalt.internal.Strict;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.memory.frame.FrameLongList;
import basalt.query.Query;
import basalt.query.SpawnKernel;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeakCheck.class)
final class PrefabTest extends WorldFixture {
    private final Hierarchy tree = world.hierarchy();
    private final long outside = world.spawn();

    @Test
    void shouldAppendRootsToAList() {
        Prefab prefab = world.hierarchy().prefab(Tank.make(world));
        FrameLongList roots = FrameLongList.in(world.frame(), 3);
        long used = world.frame().usedBytes();
        prefab.spawn(2, roots);
        assertEquals(used, world.frame().usedBytes());
        assertEquals(2, roots.size());
        assertEquals(3, tree.childCount(roots.get(0)));
        assertEquals(3, tree.childCount(roots.get(1)));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn(2, roots));
        assertEquals(2, roots.size());
        assertEquals(1 + 3 * Tank.PARTS, world.entityCount());
    }

    @Test
    void shouldLeaveOutTheLinksOfTheRootAndOtherTrees() {
        Hierarchy other = world.hierarchy(Types.DETACHING);
        long tank = Tank.make(world);
        long turret = tree.firstChild(tank);
        other.attach(turret, outside);
        Prefab prefab = world.hierarchy().prefab(turret);
        assertEquals(2, prefab.partCount());
        long copy = prefab.spawn();
        assertEquals(Entity.NULL, tree.parent(copy));
        assertEquals(Entity.NULL, tree.nextSibling(copy));
        assertEquals(1, tree.depth(tree.firstChild(copy)));
        assertFalse(other.contains(copy));
        assertEquals(1, other.childCount(outside));
        tree.attach(copy, tank);
        assertEquals(4, tree.childCount(tank));
        assertEquals(2, tree.depth(tree.firstChild(copy)));
        assertEquals(1, other.prefab(outside).partCount() - 1);
    }

    @Test
    void shouldCaptureAChainWithoutRecursion() {
        long root = world.spawn();
        long at = root;
        for (int i = 0; i < 20_000; i++) {
            long child = world.spawn();
            tree.attach(child, at);
            at = child;
        }
        Prefab prefab = world.hierarchy().prefab(root);
        long copy = prefab.spawn();
        int[] depth = {0};
        tree.forEachBelow(copy, entity -> assertEquals(++depth[0], tree.depth(entity)));
        assertEquals(20_000, depth[0]);
    }

    @Test
    void shouldCallObserversForParentsBeforeChildrenAfterAllIsWritten() {
        Prefab prefab = world.hierarchy().prefab(Tank.make(world));
        List<Long> added = new ArrayList<>();
        List<Long> attached = new ArrayList<>();
        world.observers().onAdd(Health.TYPE, entity -> {
            assertTrue(world.get(entity, Health.POINTS) > 0);
            added.add(entity);
        });
        world.observers().onAttach(TreeType.DEFAULT, entity -> {
            assertTrue(tree.depth(tree.root(entity)) == 0 && tree.childCount(tree.root(entity)) == 3);
            attached.add(entity);
        });
        long[] tanks = new long[2];
        prefab.spawn(tanks);
        List<Long> expected = new ArrayList<>();
        for (int part = 1; part < Tank.PARTS; part++) {
            expected.add(prefab.part(tanks[0], part));
            expected.add(prefab.part(tanks[1], part));
        }
        assertEquals(expected, added);
        assertEquals(expected, attached);
    }

    @Test
    void shouldRefuseToSpawnInAnObserver() {
        Prefab prefab = world.hierarchy().prefab(Tank.make(world));
        world.observers().onAdd(Burning.TYPE, entity -> prefab.spawn());
        int before = world.entityCount();
        assertThrows(IllegalStateException.class, () -> world.add(outside, Burning.TYPE));
        assertEquals(before, world.entityCount());
        assertThrows(IllegalStateException.class, prefab::spawn); // thrown by the observer, after the spawn
        assertEquals(before + Tank.PARTS, world.entityCount());
    }

    @Test
    void shouldRunInitialisersOverRoots() {
        Prefab prefab = world.hierarchy().prefab(Tank.make(world));
        List<Float> observed = new ArrayList<>();
        world.observers().onAdd(Position.TYPE, entity -> observed.add(world.get(entity, Position.X)));
        float[] next = {10};
        SpawnKernel kernel = prefab.kernel(row -> row.set(Position.X, next[0]++));
        long[] tanks = new long[70];
        kernel.spawn(tanks);
        for (int i = 0; i < tanks.length; i++) {
            assertEquals(10 + i, world.get(tanks[i], Position.X));
            assertEquals(10 + i, observed.get(i));
        }
        assertEquals(tanks.length, observed.size());
        prefab.spawn(2, row -> row.set(Position.X, next[0]++));
        assertEquals(List.of(80f, 81f), observed.subList(70, 72));
        kernel.spawn(0);
        assertEquals(72, observed.size());
    }

    @Test
    void shouldNotifyOnlyPartsThatAnInitialiserHasLeftAlive() {
        Prefab prefab = world.hierarchy().prefab(Tank.make(world));
        List<Long> attached = new ArrayList<>();
        world.observers().onAttach(TreeType.DEFAULT, attached::add);
        boolean[] isFirst = {true};
        prefab.spawn(2, row -> {
            if (isFirst[0]) {
                isFirst[0] = false;
                world.destroy(row.entity());
            }
        });
        assertEquals(4, attached.size());
        assertEquals(1 + 2 * Tank.PARTS, world.entityCount());
    }

    @Test
    void shouldSpawnInAnInitialiserAndAnIteration() {
        Prefab prefab = world.hierarchy().prefab(Tank.make(world));
        prefab.spawn(2, row -> prefab.spawn());
        assertEquals(1 + 5 * Tank.PARTS, world.entityCount());
        Query tanks = world.query().all(Position.TYPE).build();
        tanks.forEach(row -> prefab.spawn(1));
        assertEquals(10, tanks.count());
        tanks.forEach(row -> assertEquals(3, tree.childCount(row.entity())));
    }

    @Test
    void shouldBeSeenByChangeQueries() {
        Prefab prefab = world.hierarchy().prefab(Tank.make(world));
        Query children = world.query().all(ChildOf.TYPE).changed(ChildOf.TYPE).build();
        Query names = world.query().all(Tank.TYPE).changed(Tank.TYPE).build();
        children.forEach(row -> {});
        names.forEach(row -> {});
        prefab.spawn(10);
        int[] seen = {0, 0};
        children.forEach(row -> seen[0]++);
        names.forEach(row -> seen[1]++);
        assertArrayEquals(new int[] {30, 10}, seen); // a wheel is disabled
        children.forEach(row -> seen[0]++);
        assertEquals(30, seen[0]);
    }

    @Test
    void shouldRefuseMisuse() {
        long dead = world.spawn();
        world.destroy(dead);
        assertThrows(DeadEntityException.class, () -> world.hierarchy().prefab(dead));
        assertThrows(DeadEntityException.class, () -> world.hierarchy().prefab(Entity.NULL));
        if (Strict.ON) { // only then have two worlds of a thread different generations
            try (World other = World.create()) {
                long foreign = other.spawn();
                assertThrows(DeadEntityException.class, () -> world.hierarchy().prefab(foreign));
            }
        }
        Prefab prefab = world.hierarchy().prefab(Tank.make(world));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn(-1));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn((long[]) null));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn(1, (FrameLongList) null));
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(null));
    }

    /** Random subtrees with random components and handles: each instance is compared with what was captured. */
    @Nested
    class WithModel {
        private record Links(
                @EntityHandle long a,
                int number,
                @EntityHandle @Length(2) long[] more) {
            static final Component<Links> TYPE = Component.of(Links.class);
        }

        private static final List<Component<?>> PLAIN =
                List.of(Position.TYPE, Health.TYPE, Rarer.TYPE, Rare.TYPE, Burning.TYPE);
        private static final int[] COUNTS = {1, 2, 3, 4, 5, 63, 64, 65, 300};

        /** What a part must be like. Handles of parts are replaced by {@code -1 - index}. */
        private record Part(
                List<Long> handles,
                int number,
                List<Record> plain,
                List<Boolean> enabled,
                boolean isEnabled,
                int parent) {}

        private final List<Long> roots = new ArrayList<>();

        private final List<Long> all = new ArrayList<>();

        private World world;

        private Hierarchy tree;

        private Random random;

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3, 4})
        void shouldMakeInstancesLikeTheOriginal(long seed) {
            random = new Random(seed);
            try (World made = World.create()) {
                world = made;
                tree = world.hierarchy(seed == 4 ? Types.DETACHING : TreeType.DEFAULT);
                all.add(world.spawn());
                for (int round = 0; round < Soak.times(30, 200); round++) {
                    round();
                }
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed, e);
            }
        }

        private void round() {
            long root = subtree(1 + random.nextInt(12));
            List<Part> expected = read(root);
            Prefab prefab = tree.prefab(root);
            assertEquals(expected.size(), prefab.partCount());
            for (int variants = random.nextInt(3); variants > 0; variants--) {
                prefab = variant(prefab, expected);
            }
            if (random.nextBoolean()) {
                destroy(root);
            } else {
                world.add(root, Burning.TYPE);
            }
            int before = world.entityCount();
            long[] instances = new long[COUNTS[random.nextInt(COUNTS.length)]];
            try (Snapshots snapshots = Saves.snapshots(world, 1)) {
                if (random.nextInt(3) == 0) {
                    long captured = snapshots.capture();
                    prefab.spawn(instances);
                    snapshots.restore(captured);
                    assertEquals(before, world.entityCount());
                }
            }
            prefab.spawn(instances);
            instances[instances.length - 1] = replaceByCommands(prefab, instances[instances.length - 1]);
            assertEquals(before + instances.length * expected.size(), world.entityCount());
            for (long instance : instances) {
                assertEquals(expected, read(instance));
                checkLinks(instance);
                List<Long> parts = entities(instance);
                int part = random.nextInt(parts.size());
                assertEquals(parts.get(part), prefab.part(instance, part));
            }
            if (random.nextInt(3) == 0) {
                world.rows().compactRows(1 + random.nextInt(500));
                assertEquals(expected, read(instances[0]));
                checkLinks(instances[0]);
            }
            for (int i = 1; i < instances.length; i++) {
                destroy(instances[i]);
            }
            roots.add(instances[0]);
            if (roots.size() > 8) {
                destroy(roots.remove(random.nextInt(roots.size())));
            }
        }

        /** A variant of a prefab, in which some parts have other components; the expected parts change, too. */
        private Prefab variant(Prefab prefab, List<Part> expected) {
            VariantBuilder variant = prefab.variant();
            for (int i = random.nextInt(4); i > 0; i--) {
                int index = random.nextInt(expected.size());
                Part part = expected.get(index);
                int kind = random.nextInt(PLAIN.size());
                boolean isThere = part.plain.get(kind) != null;
                variant.part(index);
                if (isThere && random.nextBoolean()) {
                    variant.without(PLAIN.get(kind));
                    part.plain.set(kind, null);
                    part.enabled.set(kind, false);
                } else {
                    Record value = values(i).get(kind);
                    variant.with(value);
                    part.plain.set(kind, value);
                    part.enabled.set(kind, !isThere || part.enabled.get(kind));
                }
            }
            return variant.build();
        }

        /** Destroys an instance, and spawns another one in the same wave. */
        private long replaceByCommands(Prefab prefab, long instance) {
            List<Long> entities = entities(instance);
            boolean isFirst = random.nextBoolean();
            long promised = isFirst ? prefab.spawn(world.commands()) : Entity.NULL;
            for (int i = entities.size() - 1; i >= 0; i--) {
                world.commands().destroy(entities.get(i));
            }
            promised = isFirst ? promised : prefab.spawn(world.commands());
            world.applyCommands();
            return promised;
        }

        private void destroy(long root) {
            List<Long> entities = entities(root);
            for (int i = entities.size() - 1; i >= 0; i--) {
                world.destroy(entities.get(i));
            }
        }

        /** A new subtree of so many entities, perhaps with an instance of an earlier prefab inside. */
        private long subtree(int count) {
            List<Long> parts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                boolean isNested = i > 0 && !roots.isEmpty() && random.nextInt(8) == 0;
                long entity = isNested ? roots.remove(random.nextInt(roots.size())) : world.spawn();
                if (i > 0) {
                    tree.attach(entity, parts.get(random.nextInt(parts.size())));
                }
                parts.add(entity);
            }
            for (long entity : parts) {
                fill(entity, parts);
            }
            all.add(parts.get(count - 1)); // alive now, and perhaps dead later
            return parts.get(0);
        }

        private static List<Record> values(int i) {
            return List.of(new Position(i, 2), new Health(i), new Rarer(i), new Rare(i, "note " + i), new Burning());
        }

        private void fill(long entity, List<Long> parts) {
            for (Record value : values(random.nextInt(100))) {
                if (random.nextBoolean()) {
                    world.add(entity, value);
                }
            }
            if (random.nextBoolean()) {
                world.add(entity, new Links(any(parts), random.nextInt(), new long[] {any(parts), any(parts)}));
            }
            for (Component<?> component : PLAIN) {
                if (world.has(entity, component) && random.nextInt(8) == 0) {
                    world.disable(entity, component);
                }
            }
            if (random.nextInt(8) == 0) {
                world.disable(entity);
            }
        }

        private long any(List<Long> parts) {
            return switch (random.nextInt(4)) {
                case 0 -> Entity.NULL;
                case 1 -> all.get(random.nextInt(all.size()));
                default -> parts.get(random.nextInt(parts.size()));
            };
        }

        private List<Long> entities(long root) {
            List<Long> entities = new ArrayList<>(List.of(root));
            tree.forEachBelow(root, entities::add);
            return entities;
        }

        private List<Part> read(long root) {
            List<Long> entities = entities(root);
            Map<Long, Long> names = new HashMap<>();
            for (long entity : entities) {
                names.put(entity, -1L - names.size());
            }
            List<Part> parts = new ArrayList<>();
            for (long entity : entities) {
                Links links = world.has(entity, Links.TYPE) ? world.get(entity, Links.TYPE) : null;
                List<Long> handles = new ArrayList<>();
                if (links != null) {
                    for (long handle : new long[] {links.a, links.more[0], links.more[1]}) {
                        handles.add(names.getOrDefault(handle, handle));
                    }
                }
                List<Record> plain = new ArrayList<>();
                List<Boolean> enabled = new ArrayList<>();
                for (Component<?> component : PLAIN) {
                    plain.add(world.has(entity, component) ? world.get(entity, component) : null);
                    enabled.add(world.has(entity, component) && world.isEnabled(entity, component));
                }
                parts.add(new Part(
                        handles,
                        links == null ? 0 : links.number,
                        plain,
                        enabled,
                        world.isEnabled(entity),
                        entities.indexOf(tree.parent(entity))));
            }
            return parts;
        }

        private void checkLinks(long root) {
            assertEquals(Entity.NULL, tree.parent(root));
            for (long entity : entities(root)) {
                List<Long> children = new ArrayList<>();
                tree.forEachChild(entity, children::add);
                assertEquals(children.size(), tree.childCount(entity));
                long previous = Entity.NULL;
                for (long child : children) {
                    assertEquals(previous, tree.previousSibling(child));
                    assertEquals(tree.depth(entity) + 1, tree.depth(child));
                    assertEquals(entity, tree.parent(child));
                    previous = child;
                }
                assertEquals(previous, tree.lastChild(entity));
            }
        }
    }
}
