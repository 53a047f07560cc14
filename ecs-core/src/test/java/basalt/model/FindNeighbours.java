package basalt.model;

import basalt.memory.MemoryScope;
import basalt.memory.frame.FrameLongList;
import basalt.model.Part.Place;
import basalt.model.Part.Rare;
import basalt.query.NeighbourKernel;
import basalt.query.SpatialGrid;
import java.util.List;
import java.util.stream.IntStream;

/** Builds a grid, asks it, and runs a kernel over neighbours: each entity gets the largest x near it, and a number. */
record FindNeighbours(QuerySpec spec) implements Op {
    private static final float RADIUS = 8;

    /** With more entities only questions are asked: all could be in one place. */
    private static final int MOST_OF_KERNEL = 300;

    private record Near(SpatialGrid grid, NeighbourKernel kernel) {}

    @Override
    public void apply(ModelPair pair) {
        QuerySpec exact = spec.forBody(Part.mask(Part.PLACE, Part.RARE), 0);
        List<ModelEntity> matching = pair.model().matching(exact::matches);
        Near near = pair.withRetry(() -> pair.kept(List.of("neighbours", exact), () -> make(pair, exact)));
        if (matching.stream().anyMatch(entity -> !Float.isFinite(x(entity)) || !Float.isFinite(y(entity)))) {
            Outcome refused = Outcome.of(() -> pair.withRetry(() -> {
                near.grid.rebuild();
                return null;
            }));
            Check.same(true, refused.thrown() instanceof IllegalStateException, () -> "refusal of a place with NaN");
            return;
        }
        pair.withRetry(() -> {
            near.grid.rebuild();
            return null;
        });
        Check.same(matching.size(), near.grid.count(), () -> "points of the grid");
        matching.stream().limit(3).forEach(entity -> ask(pair, near.grid, matching, x(entity), y(entity)));
        if (matching.size() <= MOST_OF_KERNEL) {
            pair.withRetry(() -> {
                near.kernel.run();
                return null;
            });
            List<Rare> sums =
                    matching.stream().map(entity -> sum(entity, matching)).toList();
            for (int i = 0; i < matching.size(); i++) {
                matching.get(i).set(Part.RARE, 0, sums.get(i).heat());
                matching.get(i).set(Part.RARE, 1, sums.get(i).age());
            }
        }
    }

    private static Near make(ModelPair pair, QuerySpec exact) {
        SpatialGrid grid = exact.narrow(pair.world().query(Rare.class, Place.class))
                .grid(Place::x, Place::y)
                .radius(RADIUS);
        return new Near(
                grid,
                grid.neighbours(Place.class)
                        .accumulate(
                                new Rare(-100, 0),
                                (sum, mine, other) -> new Rare(Math.max(sum.heat(), other.x()), sum.age() + 1)));
    }

    private static void ask(ModelPair pair, SpatialGrid grid, List<ModelEntity> all, float x, float y) {
        List<Long> expected = all.stream()
                .filter(other -> isNear(x, y, other))
                .map(other -> other.handle)
                .sorted()
                .toList();
        Check.same(expected.size(), grid.count(x, y, RADIUS), () -> "number of entities near a place");
        MemoryScope scope = pair.world().frame().open();
        try {
            FrameLongList found =
                    pair.withRetry(() -> FrameLongList.in(pair.world().frame(), 1 + all.size()));
            grid.collect(x, y, RADIUS, found);
            List<Long> handles = IntStream.range(0, found.size())
                    .mapToObj(found::get)
                    .sorted()
                    .toList();
            Check.same(expected, handles, () -> "entities near a place");
        } finally {
            scope.close();
        }
    }

    private static Rare sum(ModelEntity mine, List<ModelEntity> all) {
        float most = -100;
        int count = 0;
        for (ModelEntity other : all) {
            if (other != mine && isNear(x(mine), y(mine), other)) {
                most = Math.max(most, x(other));
                count++;
            }
        }
        return new Rare(most, count);
    }

    private static boolean isNear(float x, float y, ModelEntity other) {
        float dx = x - x(other);
        float dy = y - y(other);
        return dx * dx + dy * dy < RADIUS * RADIUS;
    }

    private static float x(ModelEntity entity) {
        return (float) entity.get(Part.PLACE, 0);
    }

    private static float y(ModelEntity entity) {
        return (float) entity.get(Part.PLACE, 1);
    }
}
