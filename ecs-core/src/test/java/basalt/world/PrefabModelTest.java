package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.component.TreeType;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random subtrees with random components and handles: each instance is compared with the subtree that was captured. */
@ExtendWith(LeakCheck.class)
final class PrefabModelTest {
    private record Links(
            @EntityHandle long a,
            int number,
            @EntityHandle @Length(2) long[] more) {
        static final Component<Links> TYPE = Component.of(Links.class);
    }

    private static final List<Component<?>> PLAIN = List.of(Position.TYPE, Health.TYPE, Rarer.TYPE, Burning.TYPE);

    /** What a part must be like. Handles of parts are replaced by {@code -1 - index}. */
    private record Part(
            List<Long> handles, int number, List<Record> plain, List<Boolean> enabled, boolean isEnabled, int parent) {}

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
