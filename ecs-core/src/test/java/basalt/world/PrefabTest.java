package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
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
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.internal.Strict;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.memory.SteadyRounds;
import basalt.memory.frame.FrameLongList;
import basalt.query.Query;
import basalt.query.SpawnKernel;
import basalt.save.LoadOptions;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import java.util.ArrayList;
import java.util.Arrays;
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
    private record Aim(
            @EntityHandle long target,
            @EntityHandle @Length(3) long[] others) {
        static final Component<Aim> TYPE = Component.of(Aim.class);
    }

    private final Hierarchy tree = world.hierarchy();
    private final long outside = world.spawn();

    /** Whether tanks have a reference to an object, which files and snapshots refuse. */
    private boolean isLabelled = true;

    /** A tank with a turret, which has a gun, and a wheel. */
    private long tank() {
        long tank = world.spawn(new Position(1, 2));
        if (isLabelled) {
            world.add(tank, new Label(this));
        }
        long turret = world.spawn(new Health(7), new Rare(3, "three"));
        long gun = world.spawn(new Health(9));
        long wheel = world.spawn(new Health(1));
        tree.attach(turret, tank);
        tree.attach(gun, turret);
        tree.attach(wheel, tank);
        world.add(tank, new Aim(gun, new long[] {tank, Entity.NULL, outside}));
        world.add(gun, new Aim(outside, new long[] {turret, wheel, gun}));
        world.add(wheel, Burning.TYPE);
        world.disable(wheel);
        world.disable(turret, Health.TYPE);
        return tank;
    }

    private void assertTank(long tank) {
        assertEquals(Entity.NULL, tree.parent(tank));
        assertFalse(world.has(tank, ChildOf.TYPE));
        assertEquals(0, tree.depth(tank));
        assertEquals(2, tree.childCount(tank));
        long turret = tree.firstChild(tank);
        long wheel = tree.nextSibling(turret);
        long gun = tree.firstChild(turret);
        assertEquals(new TreeNode(turret, wheel, Entity.NULL, Entity.NULL, 2), world.get(tank, TreeNode.TYPE));
        assertEquals(new TreeNode(gun, gun, wheel, Entity.NULL, 1), world.get(turret, TreeNode.TYPE));
        assertEquals(new TreeNode(Entity.NULL, Entity.NULL, Entity.NULL, turret, 0), world.get(wheel, TreeNode.TYPE));
        assertEquals(new ChildOf(turret, 2), world.get(gun, ChildOf.TYPE));
        assertEquals(new ChildOf(tank, 1), world.get(wheel, ChildOf.TYPE));
        assertEquals(new Position(1, 2), world.get(tank, Position.TYPE));
        assertEquals(isLabelled, world.has(tank, Label.TYPE));
        if (isLabelled) {
            assertSame(this, world.get(tank, Label.TEXT));
        }
        assertEquals(new Health(7), world.get(turret, Health.TYPE));
        assertEquals(new Rare(3, "three"), world.get(turret, Rare.TYPE));
        assertEquals(new Health(9), world.get(gun, Health.TYPE));
        assertAim(tank, gun, tank, Entity.NULL, outside);
        assertAim(gun, outside, turret, wheel, gun);
        assertTrue(world.has(wheel, Burning.TYPE));
        assertFalse(world.isEnabled(wheel));
        assertFalse(world.isEnabled(turret, Health.TYPE));
        assertTrue(world.isEnabled(gun, Health.TYPE));
        assertTrue(world.isEnabled(gun));
    }

    private void assertAim(long entity, long target, long... others) {
        assertEquals(target, world.get(entity, Aim.TYPE).target);
        assertArrayEquals(others, world.get(entity, Aim.TYPE).others);
    }

    @Test
    void shouldCopyComponentsLinksAndHandles() {
        long original = tank();
        Prefab prefab = world.hierarchy().prefab(original);
        assertEquals(4, prefab.partCount());
        long first = prefab.spawn();
        assertTank(first);
        assertTank(original);
        assertNotEquals(original, first);
        world.destroy(original);
        long second = prefab.spawn();
        assertTank(second);
        assertTank(first);
        assertEquals(9, world.entityCount());
        world.destroy(first);
        world.destroy(second);
        assertEquals(1, world.entityCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 63, 64, 65, 300, ROWS, ROWS + 1})
    void shouldSpawnMany(int count) {
        Prefab prefab = world.hierarchy().prefab(tank());
        long[] instances = new long[count];
        prefab.spawn(instances);
        assertEquals(5 + 4 * count, world.entityCount());
        for (int i = 0; i < count; i += i < 100 || i > count - 70 ? 1 : 50) {
            assertTank(instances[i]);
        }
        long[] sorted = instances.clone();
        Arrays.sort(sorted);
        assertArrayEquals(sorted, instances);
        prefab.spawn(3);
        assertEquals(5 + 4 * (count + 3), world.entityCount());
        assertTrue(tree.roots().count() >= count + 4);
    }

    @Test
    void shouldAppendRootsToAList() {
        Prefab prefab = world.hierarchy().prefab(tank());
        FrameLongList roots = FrameLongList.in(world.frame(), 3);
        long used = world.frame().usedBytes();
        prefab.spawn(2, roots);
        assertEquals(used, world.frame().usedBytes());
        assertEquals(2, roots.size());
        assertTank(roots.get(0));
        assertTank(roots.get(1));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn(2, roots));
        assertEquals(2, roots.size());
        assertEquals(5 + 8, world.entityCount());
    }

    @Test
    void shouldLeaveOutTheLinksOfTheRootAndOtherTrees() {
        Hierarchy other = world.hierarchy(Types.DETACHING);
        long tank = tank();
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
        assertEquals(3, tree.childCount(tank));
        assertEquals(2, tree.depth(tree.firstChild(copy)));
        assertEquals(1, other.prefab(outside).partCount() - 1);
    }

    @Test
    void shouldCaptureAnEntityInNoTree() {
        long entity = world.spawn(new Health(5));
        Prefab prefab = world.hierarchy().prefab(entity);
        long copy = prefab.spawn();
        assertEquals(new Health(5), world.get(copy, Health.TYPE));
        assertFalse(tree.contains(copy));
        assertEquals(1, prefab.partCount());
    }

    @Test
    void shouldCaptureInstancesOfOtherPrefabs() {
        Prefab tank = world.hierarchy().prefab(tank());
        long platoon = world.spawn();
        long[] tanks = new long[3];
        tank.spawn(tanks);
        for (long one : tanks) {
            tree.attach(one, platoon);
        }
        Prefab prefab = world.hierarchy().prefab(platoon);
        assertEquals(13, prefab.partCount());
        world.destroy(platoon);
        long copy = prefab.spawn();
        assertEquals(3, tree.childCount(copy));
        tree.forEachChild(copy, one -> {
            tree.detach(one);
            assertTank(one);
        });
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
        Prefab prefab = world.hierarchy().prefab(tank());
        List<Long> added = new ArrayList<>();
        List<Long> attached = new ArrayList<>();
        world.observers().onAdd(Health.TYPE, entity -> {
            assertTrue(world.get(entity, Health.POINTS) > 0);
            added.add(entity);
        });
        world.observers().onAttach(TreeType.DEFAULT, entity -> {
            assertTrue(tree.depth(tree.root(entity)) == 0 && tree.childCount(tree.root(entity)) == 2);
            attached.add(entity);
        });
        long[] tanks = new long[2];
        prefab.spawn(tanks);
        List<Long> expected = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            for (long tank : tanks) {
                long turret = tree.firstChild(tank);
                expected.add(part == 0 ? turret : part == 1 ? tree.firstChild(turret) : tree.lastChild(tank));
            }
        }
        assertEquals(expected, added);
        assertEquals(expected, attached);
    }

    @Test
    void shouldRefuseToSpawnInAnObserver() {
        Prefab prefab = world.hierarchy().prefab(tank());
        world.observers().onAdd(Burning.TYPE, entity -> prefab.spawn());
        int before = world.entityCount();
        assertThrows(IllegalStateException.class, () -> world.add(outside, Burning.TYPE));
        assertEquals(before, world.entityCount());
        assertThrows(IllegalStateException.class, prefab::spawn); // thrown by the observer, after the spawn
        assertEquals(before + 4, world.entityCount());
    }

    @Test
    void shouldRunInitialisersOverRoots() {
        Prefab prefab = world.hierarchy().prefab(tank());
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
        Prefab prefab = world.hierarchy().prefab(tank());
        List<Long> attached = new ArrayList<>();
        world.observers().onAttach(TreeType.DEFAULT, attached::add);
        boolean[] isFirst = {true};
        prefab.spawn(2, row -> {
            if (isFirst[0]) {
                isFirst[0] = false;
                world.destroy(row.entity());
            }
        });
        assertEquals(3, attached.size());
        assertEquals(5 + 4, world.entityCount());
    }

    @Test
    void shouldSpawnInAnInitialiserAndAnIteration() {
        Prefab prefab = world.hierarchy().prefab(tank());
        prefab.spawn(2, row -> prefab.spawn());
        assertEquals(5 + 16, world.entityCount());
        Query tanks = world.query().all(Position.TYPE).build();
        tanks.forEach(row -> prefab.spawn(1));
        assertEquals(10, tanks.count());
        tanks.forEach(row -> assertTank(row.entity()));
    }

    @Test
    void shouldBeSeenByChangeQueries() {
        Prefab prefab = world.hierarchy().prefab(tank());
        Query children = world.query().all(ChildOf.TYPE).changed(ChildOf.TYPE).build();
        Query aims = world.query().all(Aim.TYPE).changed(Aim.TYPE).build();
        children.forEach(row -> {});
        aims.forEach(row -> {});
        prefab.spawn(10);
        int[] seen = {0, 0};
        children.forEach(row -> seen[0]++);
        aims.forEach(row -> seen[1]++);
        assertArrayEquals(new int[] {20, 20}, seen); // a wheel is disabled
        children.forEach(row -> seen[0]++);
        assertEquals(20, seen[0]);
    }

    @Test
    void shouldBeRolledBackSavedAndCompacted() {
        isLabelled = false;
        Prefab prefab = world.hierarchy().prefab(tank());
        prefab.spawn(20);
        try (Snapshots snapshots = Saves.snapshots(world, 1)) {
            long before = Saves.stateHash(world);
            long captured = snapshots.capture();
            prefab.spawn(30);
            long after = Saves.stateHash(world);
            snapshots.restore(captured);
            assertEquals(before, Saves.stateHash(world));
            long[] again = new long[30];
            prefab.spawn(again);
            assertEquals(after, Saves.stateHash(world));
            for (int i = 0; i < 30; i += 2) {
                world.destroy(again[i]);
            }
            world.rows().compact();
            assertTank(again[1]);
            assertTank(prefab.spawn());
        }
        List<Long> roots = new ArrayList<>();
        try (World loaded = Saving.load(Saving.bytes(world))) {
            loaded.hierarchy().roots().forEach(row -> roots.add(row.entity()));
            Prefab reread = loaded.hierarchy().prefab(roots.get(0));
            long copy = reread.spawn();
            assertEquals(2, loaded.hierarchy().childCount(copy));
        }
    }

    @Test
    void shouldComeFromAFileIntoAnotherWorld() {
        long root = world.spawn(new Position(3, 4));
        long child = world.spawn(new Health(2));
        tree.attach(child, root);
        world.add(root, new Aim(child, new long[3]));
        byte[] saved = Saving.bytes(world);
        try (World other = World.create()) {
            long merged =
                    Saves.merge(other, Saving.source(saved), new LoadOptions()).handleOf(root);
            Prefab prefab = other.hierarchy().prefab(merged);
            other.destroy(merged);

            long copy = prefab.spawn();
            long part = other.hierarchy().firstChild(copy);
            assertEquals(new Position(3, 4), other.get(copy, Position.TYPE));
            assertEquals(part, other.get(copy, Aim.TYPE).target);
            assertEquals(new Health(2), other.get(part, Health.TYPE));
        }
    }

    @Test
    void shouldRefuseMisuse() throws InterruptedException {
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
        Prefab prefab = world.hierarchy().prefab(tank());
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn(-1));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn((long[]) null));
        assertThrows(IllegalArgumentException.class, () -> prefab.spawn(1, (FrameLongList) null));
        assertThrows(IllegalArgumentException.class, () -> prefab.kernel(null));
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> thrown[0] = assertThrows(IllegalStateException.class, prefab::spawn));
        thread.start();
        thread.join();
        assertTrue(thrown[0].getMessage().contains("belongs to thread"), thrown[0].getMessage());
        world.close();
        assertThrows(IllegalStateException.class, prefab::spawn);
        assertThrows(IllegalStateException.class, () -> prefab.spawn(2));
    }

    @Test
    void shouldMakeNoGarbage() {
        long root = world.spawn(new Position(0, 0));
        for (int i = 0; i < 8; i++) {
            tree.attach(world.spawn(new Health(i)), root);
        }
        Prefab prefab = world.hierarchy().prefab(root);
        long[] instances = new long[100];
        Query all = world.query().all(TreeNode.TYPE).build();
        long bytes = SteadyRounds.medianBytes(40, 0, 20, () -> {
            prefab.spawn(instances);
            prefab.spawn(3);
            prefab.spawn();
            all.bulk().destroy();
        });
        assertEquals(0, bytes);
        assertEquals(1, world.entityCount());
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

        private static final List<Component<?>> PLAIN = List.of(Position.TYPE, Health.TYPE, Rarer.TYPE, Burning.TYPE);

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
                for (int round = 0; round < Soak.times(60, 200); round++) {
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
            long[] instances = new long[random.nextInt(4) == 0 ? 300 : 1 + random.nextInt(5)];
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
                    Record value = List.of(new Position(i, 2), new Health(i), new Rarer(i), new Burning())
                            .get(kind);
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

        private void fill(long entity, List<Long> parts) {
            List<Record> values = List.of(
                    new Position(random.nextInt(100), 1), new Health(random.nextInt()), new Rarer(random.nextInt()));
            for (Record value : values) {
                if (random.nextBoolean()) {
                    world.add(entity, value);
                }
            }
            if (random.nextInt(3) == 0) {
                world.add(entity, Burning.TYPE);
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
