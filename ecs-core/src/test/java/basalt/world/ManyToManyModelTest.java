package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.memory.LeakCheck;
import basalt.memory.MemoryScope;
import basalt.memory.Soak;
import basalt.memory.frame.FrameLongList;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.system.Access;
import basalt.system.Schedule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares relations of many to many, of each kind, with sets of edges. */
@ExtendWith(LeakCheck.class)
final class ManyToManyModelTest {
    private record Node(@EntityHandle long wish) {
        static final Component<Node> TYPE = Component.of(Node.class);
        static final EntityColumn WISH = TYPE.entity("wish");
    }

    private record Road(
            @EntityHandle long from, @EntityHandle long to, int length) {
        static final Component<Road> TYPE = Component.of(Road.class);
    }

    private enum Kind {
        EXCLUSIVE,
        SYMMETRIC,
        ACYCLIC,
        TO_TARGETS,
        TO_SOURCES
    }

    /** The nodes, and the record of each edge. */
    private record Model(Set<Long> nodes, TreeMap<Long, Road> roads, Set<Kind> kinds) {
        Model copy() {
            return new Model(new TreeSet<>(nodes), new TreeMap<>(roads), kinds);
        }

        boolean is(Kind kind) {
            return kinds.contains(kind);
        }

        boolean isBetween(Road road, long from, long to) {
            return road.from == from && road.to == to || is(Kind.SYMMETRIC) && road.from == to && road.to == from;
        }

        /** The edge of a pair; NULL if there is none. */
        long edge(long from, long to) {
            return roads.entrySet().stream()
                    .filter(entry -> isBetween(entry.getValue(), from, to))
                    .mapToLong(Map.Entry::getKey)
                    .findFirst()
                    .orElse(Entity.NULL);
        }

        /** The edge that an entity has from itself, if it may have one only. */
        long only(long entity) {
            return roads.entrySet().stream()
                    .filter(entry ->
                            entry.getValue().from == entity || is(Kind.SYMMETRIC) && entry.getValue().to == entity)
                    .mapToLong(Map.Entry::getKey)
                    .findFirst()
                    .orElse(Entity.NULL);
        }

        /** What is reached by edges, breadth-first, in the order of edges. */
        List<Long> reach(long from, Collection<Long> order) {
            List<Long> reached = new ArrayList<>(List.of(from));
            for (int i = 0; i < reached.size(); i++) {
                for (long end : ends(reached.get(i), order, true)) {
                    if (!reached.contains(end)) {
                        reached.add(end);
                    }
                }
            }
            return reached.subList(1, reached.size());
        }

        /** The targets or sources of an entity, in the order of edges. */
        List<Long> ends(long of, Collection<Long> order, boolean areTargets) {
            List<Long> ends = new ArrayList<>();
            for (long edge : order) {
                Road road = roads.get(edge);
                if ((areTargets ? road.from : road.to) == of) {
                    ends.add(areTargets ? road.to : road.from);
                }
            }
            for (long edge : is(Kind.SYMMETRIC) ? order : List.<Long>of()) {
                Road road = roads.get(edge);
                if ((areTargets ? road.to : road.from) == of && road.from != road.to) {
                    ends.add(areTargets ? road.from : road.to);
                }
            }
            return ends;
        }

        void destroyed(long entity) {
            nodes.remove(entity);
            Set<Long> more = new HashSet<>();
            boolean isEither = is(Kind.SYMMETRIC) && (is(Kind.TO_TARGETS) || is(Kind.TO_SOURCES));
            roads.values().removeIf(road -> {
                if (road.from == entity && (is(Kind.TO_TARGETS) || isEither)) {
                    more.add(road.to);
                }
                if (road.to == entity && (is(Kind.TO_SOURCES) || isEither)) {
                    more.add(road.from);
                }
                return road.from == entity || road.to == entity;
            });
            more.stream().filter(nodes::contains).forEach(this::destroyed);
        }
    }

    private static final int MOST = 40;

    private final List<String> steps = new ArrayList<>();
    private final List<Long> hashes = new ArrayList<>();
    private Random random;
    private int workers;
    private Model model;
    private World world;
    private ManyToMany<Road> roads;
    private Query edges;
    private Query nodes;
    private Schedule schedule;
    private Snapshots snapshots;
    private long captured;
    private Model atCapture;

    @ParameterizedTest
    @CsvSource({
        "1, ''",
        "2, EXCLUSIVE",
        "3, SYMMETRIC",
        "4, ACYCLIC",
        "5, EXCLUSIVE SYMMETRIC",
        "6, EXCLUSIVE ACYCLIC",
        "7, TO_TARGETS",
        "8, TO_SOURCES",
        "9, TO_TARGETS TO_SOURCES",
        "10, SYMMETRIC TO_TARGETS",
        "11, ACYCLIC TO_SOURCES",
        "12, SYMMETRIC TO_SOURCES"
    })
    void shouldAgreeWithSetsOfEdgesForAnyNumberOfWorkers(long seed, String kinds) {
        Set<Kind> declared = new TreeSet<>(Stream.of(kinds.split(" "))
                .filter(kind -> !kind.isEmpty())
                .map(Kind::valueOf)
                .toList());
        List<Long> first = run(seed, declared, 1);
        assertEquals(first, run(seed, declared, 2));
        assertEquals(first, run(seed, declared, 4));
    }

    private List<Long> run(long seed, Set<Kind> kinds, int threads) {
        random = new Random(seed);
        workers = threads;
        model = new Model(new TreeSet<>(), new TreeMap<>(), kinds);
        hashes.clear();
        steps.clear();
        open(World.create());
        try {
            for (int i = 0; i < Soak.times(30, 500); i++) {
                step();
                check();
            }
        } catch (Throwable e) {
            List<String> last = steps.subList(Math.max(0, steps.size() - 20), steps.size());
            throw new AssertionError("seed " + seed + ", workers " + threads + ", last steps: " + last, e);
        } finally {
            schedule.close();
            world.close();
            world = null;
        }
        return List.copyOf(hashes);
    }

    private void open(World next) {
        if (world != null) {
            schedule.close();
            world.close();
        }
        world = next;
        roads = world.manyToMany(Road.class);
        for (Kind kind : model.kinds) {
            switch (kind) {
                case EXCLUSIVE -> roads.exclusive();
                case SYMMETRIC -> roads.symmetric();
                case ACYCLIC -> roads.acyclic();
                case TO_TARGETS -> roads.cascadeToTargets();
                default -> roads.cascadeToSources();
            }
        }
        edges = world.query().all(Road.TYPE).build();
        nodes = world.query().all(Node.TYPE).build();
        RowKernel wishes = nodes.kernel((row, commands) -> {
            if (row.get(Node.WISH) != Entity.NULL) {
                roads.relate(commands, new Road(row.entity(), row.get(Node.WISH), 1));
            }
        });
        RowKernel cuts = edges.kernel((row, commands) -> {
            int length = row.get(Road.TYPE.int32("length"));
            if (length % 5 == 4) {
                roads.unrelate(commands, row.get(roads.sourceColumn()), row.get(roads.targetColumn()));
            }
            row.set(Road.TYPE.int32("length"), length + 1);
        });
        schedule = Schedule.builder(world)
                .workers(workers)
                .add("wish", wishes, Access.reads(Node.TYPE), Access.restructures(Road.TYPE))
                .add("cut", cuts, Access.writes(Road.TYPE), Access.restructures(Road.TYPE))
                .build();
        snapshots = Saves.snapshots(world, 2);
        atCapture = null;
    }

    private long any() {
        List<Long> all = new ArrayList<>(model.nodes);
        return all.get(random.nextInt(all.size()));
    }

    private void step() {
        int count = model.nodes.size();
        if (count < 5 || count < MOST && random.nextInt(4) == 0) {
            long node = world.spawn(new Node(Entity.NULL));
            steps.add("spawn " + node);
            assertTrue(model.nodes.add(node));
            return;
        }
        switch (random.nextInt(24)) {
            case 0 -> destroy(any(), false);
            case 1 -> destroy(any(), true);
            case 2 -> {
                steps.add("capture");
                captured = snapshots.capture();
                atCapture = model.copy();
            }
            case 3 -> restore();
            case 4 -> {
                if (random.nextInt(4) == 0) {
                    steps.add("save and load");
                    open(Saving.load(Saving.bytes(world)));
                }
            }
            case 5 -> {
                steps.add("compact");
                world.rows().compactRows(1 + random.nextInt(20));
            }
            case 6, 7 -> tick();
            case 8, 9, 10 -> unrelate(any(), any(), random.nextBoolean());
            case 11 -> {
                if (!model.roads.isEmpty()) {
                    List<Road> all = new ArrayList<>(model.roads.values());
                    Road road = all.get(random.nextInt(all.size()));
                    unrelate(road.from, road.to, random.nextBoolean());
                }
            }
            case 12 -> {
                if (!model.roads.isEmpty()) {
                    long edge = model.roads.firstKey();
                    steps.add("destroy edge " + edge);
                    world.destroy(edge);
                    model.roads.remove(edge);
                }
            }
            default -> relate(any(), any(), random.nextInt(4));
        }
    }

    private void destroy(long node, boolean byCommand) {
        steps.add("destroy " + node);
        if (byCommand) {
            world.commands().destroy(node);
            world.applyCommands();
        } else {
            world.destroy(node);
        }
        model.destroyed(node);
    }

    private void restore() {
        if (atCapture != null) {
            steps.add("restore");
            snapshots.restore(captured);
            model = atCapture.copy();
        }
    }

    private void unrelate(long from, long to, boolean byCommand) {
        steps.add("unrelate " + from + ", " + to);
        long edge = model.edge(from, to);
        if (byCommand) {
            roads.unrelate(world.commands(), from, to);
            world.applyCommands();
        } else {
            assertEquals(edge != Entity.NULL, roads.unrelate(from, to));
        }
        model.roads.remove(edge);
    }

    private void relate(long from, long to, int way) {
        Road road = new Road(from, to, way % 2 == 0 ? 0 : 10 * random.nextInt(100));
        steps.add("relate " + road + " by " + way);
        Runnable relate = switch (way) {
            case 0 -> () -> roads.relate(from, to);
            case 1 -> () -> roads.relate(road);
            case 2 ->
                () -> {
                    roads.relate(world.commands(), from, to);
                    world.applyCommands();
                };
            default ->
                () -> {
                    roads.relate(world.commands(), road);
                    world.applyCommands();
                };
        };
        boolean isRefused = isRefused(road);
        if (isRefused) {
            String message =
                    assertThrows(IllegalArgumentException.class, relate::run).getMessage();
            assertTrue(message.contains(Entity.toString(from)) && message.contains(Entity.toString(to)), message);
        } else {
            relate.run();
            related(road, way % 2 == 1);
        }
    }

    private boolean isRefused(Road road) {
        return model.is(Kind.ACYCLIC)
                && model.edge(road.from, road.to) == Entity.NULL
                && (road.from == road.to
                        || model.reach(road.to, model.roads.keySet()).contains(road.from));
    }

    /** Changes the model as an accepted call has changed the world, which says what the edge is. */
    private void related(Road road, boolean hasValues) {
        long edge = model.edge(road.from, road.to);
        if (edge != Entity.NULL && !hasValues) {
            return;
        }
        if (edge == Entity.NULL && model.is(Kind.EXCLUSIVE)) {
            edge = model.only(road.from);
            long other = model.is(Kind.SYMMETRIC) ? model.only(road.to) : Entity.NULL;
            if (edge == Entity.NULL) {
                edge = other;
            } else if (other != Entity.NULL) {
                model.roads.remove(other);
                model.roads.put(edge, road);
            }
        }
        if (edge == Entity.NULL) {
            edge = roads.edge(road.from, road.to);
            assertFalse(model.roads.containsKey(edge) || model.nodes.contains(edge));
        }
        model.roads.put(edge, road);
    }

    /** Two systems: each node relates itself to another one, and edges of some lengths are cut. */
    private void tick() {
        if (model.is(Kind.ACYCLIC)) {
            return; // a refused command is thrown
        }
        List<Road> wished = new ArrayList<>();
        for (long node : rows(nodes)) {
            long wish = random.nextInt(3) == 0 ? any() : Entity.NULL;
            world.set(node, Node.WISH, wish);
            if (wish != Entity.NULL) {
                wished.add(new Road(node, wish, 1));
            }
        }
        steps.add("tick " + wished);
        List<Road> before = new ArrayList<>(model.roads.values());
        schedule.tick(1);
        adopt(wished, before);
    }

    /** Follows a tick: the records of edges, whose handles the world says. */
    private void adopt(List<Road> wished, List<Road> before) {
        TreeMap<Long, Road> after = new TreeMap<>();
        edges.forEach(row -> after.put(row.entity(), world.get(row.entity(), Road.TYPE)));
        assertEquals(after.size(), new HashSet<>(after.values()).size());
        model.roads.clear();
        model.roads.putAll(after);
        for (Road road : after.values()) {
            boolean isNew = wished.stream().anyMatch(wish -> model.isBetween(road, wish.from, wish.to));
            boolean isOld = before.stream().anyMatch(old -> model.isBetween(road, old.from, old.to));
            assertTrue(isNew || isOld, road::toString);
        }
        if (!model.is(Kind.EXCLUSIVE)) {
            for (Road wish : wished) {
                assertTrue(model.edge(wish.from, wish.to) != Entity.NULL || isCut(before, wish), wish::toString);
            }
        }
    }

    private boolean isCut(List<Road> before, Road wish) {
        return before.stream().anyMatch(old -> model.isBetween(old, wish.from, wish.to));
    }

    private static List<Long> rows(Query query) {
        List<Long> rows = new ArrayList<>();
        query.forEach(row -> rows.add(row.entity()));
        return rows;
    }

    private void check() {
        assertEquals(model.nodes.size() + model.roads.size(), world.entityCount());
        List<Long> order = rows(edges);
        assertEquals(model.roads.keySet(), new TreeSet<>(order));
        order.forEach(edge -> assertEquals(model.roads.get(edge), world.get(edge, Road.TYPE)));
        for (long node : model.nodes) {
            List<Long> targets = model.ends(node, order, true);
            List<Long> sources = model.ends(node, order, false);
            assertEquals(targets, ends(roads.targets(node)));
            assertEquals(sources, ends(roads.sources(node)));
            assertEquals(targets.size(), roads.countTargets(node));
            assertEquals(sources.size(), roads.countSources(node));
            for (long other : model.nodes) {
                assertEquals(model.edge(node, other), roads.edge(node, other));
            }
        }
        if (!model.nodes.isEmpty()) {
            checkReach(any(), order);
        }
        checkConditions(order);
        hashes.add(Saves.stateHash(world));
    }

    private static List<Long> ends(EdgeCursor cursor) {
        List<Long> ends = new ArrayList<>();
        try (cursor) {
            while (cursor.next()) {
                ends.add(cursor.entity());
            }
        }
        return ends;
    }

    private void checkReach(long from, List<Long> order) {
        List<Long> expected = new ArrayList<>(model.reach(from, order));
        try (MemoryScope scope = world.frame().open()) {
            FrameLongList reached = FrameLongList.in(world.frame(), MOST);
            assertEquals(expected.size(), roads.reach(from, reached));
            List<Long> found = new ArrayList<>();
            reached.forEach(found::add);
            assertEquals(expected, found);
            assertTrue(scope != null);
        }
    }

    private void checkConditions(List<Long> order) {
        try (Query from = nodes.where(Node.WISH).equalTo(Entity.NULL).where(roads.hasTarget());
                Query to = nodes.where(roads.hasSource())) {
            List<Long> rows = rows(nodes);
            List<Long> withoutWish = rows.stream()
                    .filter(node -> world.get(node, Node.WISH) == Entity.NULL)
                    .filter(node -> !model.ends(node, order, true).isEmpty())
                    .toList();
            assertEquals(withoutWish, rows(from));
            List<Long> targets = rows.stream()
                    .filter(node -> !model.ends(node, order, false).isEmpty())
                    .toList();
            assertEquals(targets, rows(to));
            assertEquals(targets.size(), to.count());
            assertEquals(targets.isEmpty() ? Entity.NULL : targets.get(0), to.first());
        }
        if (!model.nodes.isEmpty()) {
            long other = any();
            checkRelated(roads.hasTarget(other), node -> model.edge(node, other));
            checkRelated(roads.hasSource(other), node -> model.edge(other, node));
        }
    }

    private void checkRelated(Condition condition, LongUnaryOperator edge) {
        try (Query related = nodes.where(condition)) {
            List<Long> expected = rows(nodes).stream()
                    .filter(node -> edge.applyAsLong(node) != Entity.NULL)
                    .toList();
            assertEquals(expected, rows(related));
        }
    }
}
