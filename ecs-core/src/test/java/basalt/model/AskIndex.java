package basalt.model;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.memory.MemoryScope;
import basalt.memory.frame.FrameLongList;
import basalt.world.ValueIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** Asks the index over a column for values that entities have, for ranges, and for the lowest and highest. */
record AskIndex(int number) implements Op {
    private static final List<Part> PARTS = List.of(Part.PLACE, Part.MIXED, Part.RARE, Part.LABEL, Part.LINK);
    private static final int MOST_AT_ENDS = 5;

    @Override
    public void apply(ModelPair pair) {
        Part part = PARTS.get(number % PARTS.size());
        int cell = part == Part.LABEL ? 1 : number / PARTS.size() % part.cells().size();
        Column column = part.component().columns().get(cell);
        ValueIndex index = pair.withRetry(() -> pair.world().index(column));
        List<ModelEntity> all = new ArrayList<>(pair.model().matching(entity -> entity.has(part)));
        all.sort(Comparator.comparing((ModelEntity entity) -> key(part, cell, entity))
                .thenComparing(entity -> entity.index));
        int size = pair.withRetry(index::size);
        Check.same(all.size(), size, () -> "entities of an index");
        for (int i = 0; i < all.size(); i += 1 + all.size() / 3) {
            Object value = all.get(i).get(part, cell);
            Key key = key(part, cell, all.get(i));
            List<ModelEntity> equal =
                    those(all, entity -> key(part, cell, entity).equals(key));
            long found = pair.withRetry(() -> find(index, value));
            Check.same(equal.get(0).handle, found, () -> "the first with " + value);
            same(pair, equal, index, list -> collect(index, value, list));
            Object other = all.get((i + number) % all.size()).get(part, cell);
            if (!(value instanceof Boolean) && part != Part.LINK) {
                Key last = key(part, cell, all.get((i + number) % all.size()));
                List<ModelEntity> between = those(
                        all,
                        entity -> key(part, cell, entity).compareTo(key) >= 0
                                && key(part, cell, entity).compareTo(last) <= 0);
                same(pair, between, index, list -> collectRange(index, value, other, list));
                int count = pair.withRetry(() -> countRange(index, value, other));
                Check.same(between.size(), count, () -> "number from " + value + " to " + other);
            }
        }
        int most = Math.min(MOST_AT_ENDS, all.size());
        same(pair, all.subList(0, most), index, list -> index.lowest(most, list));
        List<ModelEntity> last = new ArrayList<>();
        IntStream.range(0, most).forEach(i -> last.add(all.get(all.size() - 1 - i)));
        same(pair, last, index, list -> index.highest(most, list));
    }

    /** A value in the order of the index. */
    private record Key(double floating, long integer) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int order = Double.compare(floating, other.floating);
            return order != 0 ? order : Long.compare(integer, other.integer);
        }
    }

    private static Key key(Part part, int cell, ModelEntity entity) {
        Object value = entity.get(part, cell);
        if (value instanceof Float || value instanceof Double) {
            return new Key(((Number) value).doubleValue() + 0.0, 0);
        }
        if (value instanceof Boolean lit) {
            return new Key(0, lit ? 1 : 0);
        }
        long integer = ((Number) value).longValue();
        return new Key(0, part == Part.LINK ? Long.rotateLeft(integer, Integer.SIZE) : integer);
    }

    private static List<ModelEntity> those(List<ModelEntity> all, Predicate<ModelEntity> which) {
        return all.stream().filter(which).toList();
    }

    private static long find(ValueIndex index, Object value) {
        if (value instanceof Boolean lit) {
            return index.find(lit);
        }
        return isFloating(value) ? index.find(number(value)) : index.find(((Number) value).longValue());
    }

    private static int collect(ValueIndex index, Object value, FrameLongList to) {
        if (value instanceof Boolean lit) {
            return index.collect(lit, to);
        }
        return isFloating(value) ? index.collect(number(value), to) : index.collect(((Number) value).longValue(), to);
    }

    private static int collectRange(ValueIndex index, Object least, Object greatest, FrameLongList to) {
        return isFloating(least)
                ? index.collectRange(number(least), number(greatest), to)
                : index.collectRange(((Number) least).longValue(), ((Number) greatest).longValue(), to);
    }

    private static int countRange(ValueIndex index, Object least, Object greatest) {
        return isFloating(least)
                ? index.countRange(number(least), number(greatest))
                : index.countRange(((Number) least).longValue(), ((Number) greatest).longValue());
    }

    private static boolean isFloating(Object value) {
        return value instanceof Float || value instanceof Double;
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    private static void same(
            ModelPair pair, List<ModelEntity> expected, ValueIndex index, ToIntFunction<FrameLongList> ask) {
        MemoryScope scope = pair.world().frame().open();
        try {
            FrameLongList found =
                    pair.withRetry(() -> FrameLongList.in(pair.world().frame(), 1 + expected.size()));
            found.add(Entity.NULL);
            int count = pair.withRetry(() -> ask.applyAsInt(found));
            Check.same(expected.size(), count, () -> "entities of " + index);
            List<Long> handles =
                    IntStream.range(1, found.size()).mapToObj(found::get).toList();
            Check.same(expected.stream().map(entity -> entity.handle).toList(), handles, () -> "order of " + index);
        } finally {
            scope.close();
        }
    }
}
