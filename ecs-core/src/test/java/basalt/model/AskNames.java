package basalt.model;

import basalt.component.Entity;
import basalt.memory.MemoryScope;
import basalt.memory.frame.FrameLongList;
import basalt.world.Name;
import basalt.world.Names;
import basalt.world.ValueIndex;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Asks the index over names, and if entities are in trees, also for paths. */
record AskNames(Target target, int number, boolean hasTrees) implements Op {
    /** The first two have one hash. */
    private static final String[] NAMES = {"Aa", "BB", "ship", "turret", "deck", ""};

    /** The name with a number. */
    static String name(int number) {
        return NAMES[number % NAMES.length];
    }

    @Override
    public void apply(ModelPair pair) {
        long entity = pair.resolve(target);
        String name = name(number);
        askIndex(pair, number % 20 == 0 ? null : name); // null until a name is written
        if (!hasTrees) {
            return;
        }
        Names names = pair.withRetry(() -> pair.kept("names", () -> pair.tree().names()));
        ModelWorld model = pair.model();
        pair.both(() -> names.path(entity), () -> path(model, model.require(entity)));
        String below = name(number / 2) + "/" + name(number / 3);
        List<String> paths = Stream.of(name, below, model.isAlive(entity) ? path(model, model.require(entity)) : null)
                .filter(path ->
                        path != null && !Arrays.asList(path.split("/", -1)).contains(""))
                .toList();
        for (String path : paths) {
            same(pair, () -> names.find(path), () -> find(model, roots(model), path));
            same(pair, () -> names.find(entity, path), () -> find(model, model.require(entity).children, path));
        }
    }

    private static void askIndex(ModelPair pair, String name) {
        ValueIndex index = pair.withRetry(() -> pair.world().index(Name.class, Name::value));
        List<Long> expected = pair.model().matching(entity -> entity.has(Part.NAMED)).stream()
                .filter(entity -> Objects.equals(name, entity.get(Part.NAMED, 0)))
                .map(entity -> entity.handle)
                .sorted(Comparator.comparingInt(Entity::index))
                .toList();
        long first = pair.withRetry(() -> index.find(name));
        Check.same(expected.isEmpty() ? Entity.NULL : expected.get(0), first, () -> "the first of " + name);
        int count = pair.withRetry(() -> index.count(name));
        Check.same(expected.size(), count, () -> "number of " + name);
        MemoryScope scope = pair.world().frame().open();
        try {
            FrameLongList found =
                    pair.withRetry(() -> FrameLongList.in(pair.world().frame(), 1 + expected.size()));
            pair.withRetry(() -> index.collect(name, found));
            List<Long> handles =
                    IntStream.range(0, found.size()).mapToObj(found::get).toList();
            Check.same(expected, handles, () -> "order of " + name);
        } finally {
            scope.close();
        }
    }

    /** Compares what is found, or both entities that an exception names. */
    private static void same(ModelPair pair, Supplier<Long> real, Supplier<Long> expected) {
        Outcome was = Outcome.of(() -> pair.withRetry(real));
        Outcome should = Outcome.of(expected);
        Check.same(should.comparable(), was.comparable(), () -> "entity of a path");
        if (should.thrown() instanceof IllegalStateException ambiguous) {
            Check.that(was.thrown().getMessage().contains(ambiguous.getMessage()), () -> was + " names the first two");
        }
    }

    private static List<Long> roots(ModelWorld model) {
        return model.matching(entity -> entity.parent == Entity.NULL).stream()
                .sorted(Comparator.comparingInt(entity -> entity.index))
                .map(entity -> entity.handle)
                .toList();
    }

    private static String name(ModelEntity entity) {
        return entity.has(Part.NAMED) ? (String) entity.get(Part.NAMED, 0) : null;
    }

    /** Null if it, or an entity above it, has no name. */
    private static String path(ModelWorld model, ModelEntity entity) {
        String above = entity.parent == Entity.NULL ? "" : path(model, model.require(entity.parent));
        String name = name(entity);
        return name == null || name.isEmpty() || above == null ? null : above.isEmpty() ? name : above + "/" + name;
    }

    private static long find(ModelWorld model, List<Long> candidates, String path) {
        String[] names = path.split("/", 2);
        List<Long> same = candidates.stream()
                .filter(handle -> names[0].equals(name(model.require(handle))))
                .toList();
        if (same.size() > 1) {
            throw new IllegalStateException(
                    "both " + Entity.toString(same.get(0)) + " and " + Entity.toString(same.get(1)) + " ");
        }
        if (same.isEmpty() || names.length == 1) {
            return same.isEmpty() ? Entity.NULL : same.get(0);
        }
        return find(model, model.require(same.get(0)).children, names[1]);
    }

    /** Names two entities, attaches one to the other, and asks for it. */
    record AttachNamed(AskNames child, Target parent, int name) implements Op {
        @Override
        public void apply(ModelPair pair) {
            new Ops.AddValue(parent, new PartValue(Part.NAMED, List.of(name))).apply(pair);
            new Ops.AddValue(child.target, new PartValue(Part.NAMED, List.of(child.number))).apply(pair);
            new Ops.Attach(child.target, parent, false).apply(pair);
            child.apply(pair);
        }
    }
}
