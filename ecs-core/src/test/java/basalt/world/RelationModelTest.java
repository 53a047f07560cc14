package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.component.OnTargetDestroy;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations on a relation and on a map of plain handles, compared after most of them. */
@ExtendWith(LeakCheck.class)
final class RelationModelTest {
    private static final int MOST = 120;

    /** For each entity its target: NULL for none; null if it lacks the component. */
    private TreeMap<Long, Long> model = new TreeMap<>();

    private final List<String> steps = new ArrayList<>();
    private Random random;
    private OnTargetDestroy policy;
    private World world;
    private Relation hunting;
    private Snapshots snapshots;
    private long captured;
    private TreeMap<Long, Long> atCapture;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldAgreeWithPlainObjects(long seed) {
        random = new Random(seed);
        policy = OnTargetDestroy.values()[(int) (seed % 4)];
        open(World.create());
        try {
            for (int i = 0; i < Soak.times(2_000, 8_000); i++) {
                step();
                if (random.nextInt(3) > 0) {
                    check();
                }
            }
        } catch (Throwable e) {
            List<String> last = steps.subList(Math.max(0, steps.size() - 20), steps.size());
            throw new AssertionError("seed " + seed + ", " + policy + ", last steps: " + last, e);
        } finally {
            world.close();
        }
    }

    private void open(World next) {
        if (world != null) {
            world.close();
        }
        world = next;
        hunting = world.relation(Hunting.PREY, policy);
        snapshots = Saves.snapshots(world, 2);
        atCapture = null;
    }

    private long any() {
        List<Long> all = new ArrayList<>(model.keySet());
        return all.get(random.nextInt(all.size()));
    }

    private void step() {
        if (model.size() < 5 || model.size() < MOST && random.nextInt(3) == 0) {
            spawn();
            return;
        }
        switch (random.nextInt(20)) {
            case 0 -> destroy(any());
            case 1 -> destroyByCommands(any(), any());
            case 2 -> destroyByQuery();
            case 3 -> remove(any());
            case 4 -> capture();
            case 5 -> restore();
            case 6 -> saveAndLoad();
            case 7 -> compact();
            case 8, 9 -> write(any(), Entity.NULL);
            case 10 -> kernel();
            case 11 -> setByCommand(any(), any());
            default -> write(any(), any());
        }
    }

    private void spawn() {
        long target = model.isEmpty() || random.nextBoolean() ? Entity.NULL : any();
        boolean has = random.nextInt(4) > 0;
        long entity = has ? world.spawn(new Hunting(target, 1)) : world.spawn();
        steps.add("spawn " + entity + " -> " + (has ? target : "none"));
        model.put(entity, has ? target : null);
    }

    private void write(long source, long target) {
        steps.add("write " + source + " -> " + target);
        if (!world.has(source, Hunting.TYPE)) {
            world.add(source, new Hunting(target, 2));
        } else if (target != Entity.NULL && random.nextBoolean()) {
            hunting.set(source, target);
        } else if (target == Entity.NULL && random.nextBoolean()) {
            hunting.clear(source);
        } else {
            world.set(source, Hunting.PREY, target);
        }
        model.put(source, target);
    }

    private void setByCommand(long source, long target) {
        steps.add("set by command " + source + " -> " + target);
        world.commands().set(source, Hunting.PREY, target);
        world.applyCommands();
        model.computeIfPresent(source, (key, old) -> target);
    }

    private void remove(long source) {
        steps.add("remove " + source);
        world.remove(source, Hunting.TYPE);
        model.put(source, null);
    }

    /** A kernel that asks about sources while it writes. */
    private void kernel() {
        long target = any();
        steps.add("kernel -> " + target);
        var query = world.query().all(Hunting.TYPE).build();
        query.kernel(row -> {
                    row.set(Hunting.PREY, target);
                    hunting.count(target);
                })
                .run();
        model.replaceAll((source, old) -> old == null ? null : Long.valueOf(target));
        query.close();
    }

    private void destroy(long entity) {
        steps.add("destroy " + entity);
        world.destroy(entity);
        destroyed(Set.of(entity));
    }

    private void destroyByCommands(long first, long second) {
        steps.add("destroy by commands " + first + ", " + second);
        world.commands().destroy(first);
        world.commands().destroy(second);
        world.applyCommands();
        destroyed(Set.of(first));
        if (model.containsKey(second)) {
            destroyed(Set.of(second));
        }
    }

    private void destroyByQuery() {
        if (random.nextInt(6) > 0) {
            return;
        }
        steps.add("destroy by query");
        List<Long> all = new ArrayList<>();
        try (var query = world.query().none(Hunting.TYPE).build()) {
            query.forEach(row -> all.add(row.entity()));
            query.bulk().destroy();
        }
        destroyed(Set.copyOf(all));
    }

    private void destroyed(Set<Long> dying) {
        model.keySet().removeAll(dying);
        Set<Long> more = new java.util.HashSet<>();
        for (Map.Entry<Long, Long> entry : model.entrySet()) {
            if (entry.getValue() != null && dying.contains(entry.getValue())) {
                switch (policy) {
                    case CLEAR -> entry.setValue(Entity.NULL);
                    case REMOVE -> entry.setValue(null);
                    case DESTROY -> more.add(entry.getKey());
                    default -> {}
                }
            }
        }
        if (!more.isEmpty()) {
            destroyed(more);
        }
    }

    private void capture() {
        steps.add("capture");
        captured = snapshots.capture();
        atCapture = new TreeMap<>(model);
    }

    private void restore() {
        if (atCapture != null) {
            steps.add("restore");
            snapshots.restore(captured);
            model = new TreeMap<>(atCapture);
        }
    }

    private void saveAndLoad() {
        if (random.nextInt(4) == 0) {
            steps.add("save and load");
            open(Saving.load(Saving.bytes(world)));
        }
    }

    private void compact() {
        steps.add("compact");
        world.rows().compactRows(1 + random.nextInt(20));
    }

    private void check() {
        assertEquals(model.size(), world.entityCount());
        List<Long> rows = new ArrayList<>();
        try (var query = world.query().build()) {
            query.forEach(row -> rows.add(row.entity()));
        }
        Map<Long, List<Long>> expected = new TreeMap<>();
        for (long source : rows) {
            Long target = model.get(source);
            assertEquals(target != null, world.has(source, Hunting.TYPE));
            if (target != null) {
                assertEquals(target, world.get(source, Hunting.PREY));
                expected.computeIfAbsent(target, key -> new ArrayList<>()).add(source);
            }
            long alive = target != null && model.containsKey(target) ? target : Entity.NULL;
            assertEquals(alive, hunting.target(source));
        }
        List<Long> sources = new ArrayList<>();
        for (long entity : rows) {
            sources.clear();
            hunting.forEachSource(entity, sources::add);
            assertEquals(expected.getOrDefault(entity, List.of()), sources);
            assertEquals(sources.size(), hunting.count(entity));
            try (SourceCursor cursor = hunting.cursor(entity)) {
                for (long source : sources) {
                    assertTrue(cursor.next());
                    assertEquals(source, cursor.entity());
                }
                assertFalse(cursor.next());
            }
        }
    }
}
