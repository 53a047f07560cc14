package basalt.model;

import basalt.component.Entity;
import basalt.world.ValueIndex;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Makes the index over a column unique, gives an entity the value of another one, and closes the index. */
record UniqueIndex(Target target, Target other) implements Op {
    private static final Part PART = Part.MIXED;
    private static final int CELL = 5;

    @Override
    public void apply(ModelPair pair) {
        ValueIndex index = pair.withRetry(() -> pair.world().index(Part.Mixed.TOTAL));
        if (!checked(pair, index::unique, "unique()")) {
            return;
        }
        long entity = pair.resolve(target);
        long twin = pair.resolve(other);
        ModelWorld model = pair.model();
        if (model.isAlive(entity) && model.isAlive(twin) && model.require(twin).has(PART)) {
            Object value = model.require(twin).get(PART, CELL);
            pair.both(() -> pair.world().add(entity, PART.component()), () -> model.add(entity, PART));
            pair.bothDo(
                    () -> PART.cells().get(CELL).set(pair.world(), entity, value),
                    () -> model.require(entity, PART).set(PART, CELL, value));
        }
        checked(pair, index::size, "a look-up");
        index.close();
    }

    /** Runs a call that must fail if two entities have one value, and name two of them. Returns whether it has not. */
    private static boolean checked(ModelPair pair, Supplier<?> call, String what) {
        Map<Object, Set<String>> byValue = new HashMap<>();
        pair.model()
                .matching(entity -> entity.has(PART))
                .forEach(entity -> byValue.computeIfAbsent(entity.get(PART, CELL), value -> new HashSet<>())
                        .add(Entity.toString(entity.handle)));
        boolean isUnique = byValue.values().stream().allMatch(same -> same.size() == 1);
        Outcome was = Outcome.of(() -> pair.withRetry(call));
        Check.same(isUnique, was.thrown() == null, () -> what + " of a unique index");
        Check.that(
                isUnique
                        || byValue.values().stream()
                                .anyMatch(same -> same.stream()
                                                .filter(was.thrown().getMessage()::contains)
                                                .count()
                                        >= 2),
                () -> "both are named: " + was);
        return isUnique;
    }
}
