package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Entity;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.storage.fixture.Health;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the paths of entities with those of plain objects, during many changes of names and trees. */
@ExtendWith(LeakCheck.class)
final class NamesModelTest {
    /** Two of them have one hash. */
    private static final List<String> NAMES = List.of("Aa", "BB", "ship", "turret", "a", "b", "c", "d", "e", "f");

    private static final int MOST = 60;

    /** What the model knows of an entity; a name of null is none. */
    private record Node(String name, long parent, List<Long> children) {}

    private Map<Long, Node> model = new HashMap<>();
    private Random random;
    private World world;
    private Hierarchy tree;
    private Names names;
    private Snapshots snapshots;
    private long captured;
    private Map<Long, Node> atCapture;
    private int found;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAgreeWithPlainObjects(long seed) {
        random = new Random(seed);
        open(World.create());
        try {
            for (int i = 0; i < Soak.times(700, 20_000); i++) {
                step();
                check();
            }
            assertEquals(true, found > 300, "so few were found: " + found);
        } finally {
            world.close();
            world = null;
        }
    }

    private void open(World next) {
        if (world != null) {
            world.close();
        }
        world = next;
        tree = world.hierarchy();
        names = tree.names();
        snapshots = Saves.snapshots(world, 2);
        atCapture = null;
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    /** NULL if there is none. */
    private long any() {
        List<Long> all = sorted();
        return all.isEmpty() ? Entity.NULL : all.get(random.nextInt(all.size()));
    }

    private List<Long> sorted() {
        List<Long> all = new ArrayList<>(model.keySet());
        all.sort(Comparator.comparingInt(Entity::index));
        return all;
    }

    private void step() {
        long entity = any();
        int kind = model.size() < 5 ? 0 : random.nextInt(model.size() < MOST ? 16 : 12);
        switch (kind) {
            case 1 -> destroy(entity);
            case 2 -> {
                world.remove(entity, Name.TYPE);
                rename(entity, null);
            }
            case 3, 4 -> {
                String name = name();
                world.add(entity, new Name(name));
                rename(entity, name);
            }
            case 5, 6, 7 -> attach(entity, any());
            case 8 -> {
                tree.detach(entity);
                leave(entity);
            }
            case 9 -> {
                captured = snapshots.capture();
                atCapture = copy(model);
            }
            case 10 -> {
                if (atCapture != null) {
                    snapshots.restore(captured);
                    model = copy(atCapture);
                }
            }
            case 11 -> {
                world.rows().compact();
                if (random.nextInt(10) == 0) {
                    open(Saving.load(Saving.bytes(world)));
                }
            }
            case 12 -> copied(entity, tree.copy(entity));
            default -> {
                String name = random.nextInt(5) == 0 ? null : name();
                long added = name == null ? world.spawn(new Health(1)) : world.spawn(new Name(name));
                model.put(added, new Node(name, Entity.NULL, new ArrayList<>()));
                if (random.nextBoolean()) {
                    attach(added, random.nextBoolean() ? sorted().get(0) : any()); // one has many children
                }
            }
        }
    }

    private void rename(long entity, String name) {
        Node node = model.get(entity);
        model.put(entity, new Node(name, node.parent, node.children));
    }

    private void leave(long entity) {
        Node node = model.get(entity);
        if (node.parent != Entity.NULL) {
            model.get(node.parent).children.remove(entity);
        }
        model.put(entity, new Node(node.name, Entity.NULL, node.children));
    }

    private void attach(long entity, long parent) {
        for (long above = parent; above != Entity.NULL; above = model.get(above).parent) {
            if (above == entity) {
                return;
            }
        }
        tree.attach(entity, parent);
        leave(entity);
        Node node = model.get(entity);
        model.put(entity, new Node(node.name, parent, node.children));
        model.get(parent).children.add(entity);
    }

    private void destroy(long entity) {
        world.destroy(entity);
        leave(entity);
        remove(entity);
    }

    private void remove(long entity) {
        model.remove(entity).children.forEach(this::remove);
    }

    /** Lets the model have the copy of a root, and all below it. */
    private void copied(long original, long copy) {
        Node node = model.get(original);
        List<Long> children = new ArrayList<>();
        tree.forEachChild(copy, children::add);
        model.put(copy, new Node(node.name, tree.parent(copy), children));
        assertEquals(node.children.size(), children.size());
        for (int i = 0; i < children.size(); i++) {
            copied(node.children.get(i), children.get(i));
        }
    }

    private static Map<Long, Node> copy(Map<Long, Node> nodes) {
        Map<Long, Node> copy = new HashMap<>();
        nodes.forEach(
                (entity, node) -> copy.put(entity, new Node(node.name, node.parent, new ArrayList<>(node.children))));
        return copy;
    }

    private void check() {
        long entity = any();
        assertEquals(path(entity), names.path(entity));
        check(path(entity));
        check(name() + "/" + name());
        check(name());
        long below = any();
        String path = name() + "/" + name();
        assertEquals(expected(model.get(below).children, path), attempt(() -> names.find(below, path)), () -> path);
    }

    private void check(String path) {
        if (path != null) {
            List<Long> roots = sorted();
            roots.removeIf(root -> model.get(root).parent != Entity.NULL);
            Object expected = expected(roots, path);
            assertEquals(expected, attempt(() -> names.find(path)), path);
            found += expected.equals(Entity.NULL) || expected instanceof String ? 0 : 1;
        }
    }

    private String path(long entity) {
        Node node = model.get(entity);
        String above = node.parent == Entity.NULL ? "" : path(node.parent);
        return node.name == null || above == null ? null : above.isEmpty() ? node.name : above + "/" + node.name;
    }

    /** The entity, NULL, or both that are meant as text. */
    private Object expected(List<Long> candidates, String path) {
        String[] all = path.split("/", 2);
        List<Long> same = candidates.stream()
                .filter(entity -> all[0].equals(model.get(entity).name))
                .toList();
        if (same.size() > 1) {
            return "both " + Entity.toString(same.get(0)) + " and " + Entity.toString(same.get(1)) + " ";
        }
        return same.isEmpty() || all.length == 1
                ? (same.isEmpty() ? Entity.NULL : same.get(0))
                : expected(model.get(same.get(0)).children, all[1]);
    }

    private static Object attempt(LongSupplier find) {
        try {
            return find.getAsLong();
        } catch (IllegalStateException e) {
            return e.getMessage().replaceAll("(?s).*(both \\S+ and \\S+ ).*", "$1");
        }
    }
}
