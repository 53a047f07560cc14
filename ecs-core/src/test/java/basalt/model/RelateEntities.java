package basalt.model;

import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.world.EdgeCursor;
import basalt.world.ManyToMany;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Relates two entities, or unrelates them, and compares what both are related to. */
record RelateEntities(Target from, Target to, boolean isRelated, int weight) implements Op {
    /** The population of edges, after those of templates. */
    static final int POPULATION = 1 + TemplateSpec.ALL.size();

    record Edge(@EntityHandle long from, @EntityHandle long to, int weight) {}

    @Override
    public void apply(ModelPair pair) {
        ManyToMany<Edge> edges = pair.edges();
        long source = pair.resolve(from);
        long target = pair.resolve(to);
        ModelWorld model = pair.model();
        if (!isRelated) {
            pair.both(() -> edges.unrelate(source, target), () -> model.unrelate(source, target));
        } else if (!model.isAlive(source) || !model.isAlive(target)) {
            pair.both(() -> edges.relate(source, target), () -> {
                model.require(source);
                model.require(target);
                return Entity.NULL;
            });
        } else {
            long known = model.edge(source, target);
            long edge = pair.withRetry(
                    () -> weight == 0 ? edges.relate(source, target) : edges.relate(new Edge(source, target, weight)));
            if (known == Entity.NULL) {
                pair.spawned(POPULATION, edge, List.of());
                model.relate(edge, source, target);
            } else {
                Check.same(known, edge, () -> "edge of a pair");
            }
        }
        for (long end : new long[] {source, target}) {
            if (model.isAlive(end)) {
                Check.same(model.ends(end, true), ends(pair, () -> edges.targets(end)), () -> "targets");
                Check.same(model.ends(end, false), ends(pair, () -> edges.sources(end)), () -> "sources");
                Check.same(model.ends(end, true).size(), edges.countTargets(end), () -> "number of targets");
            }
        }
    }

    private static List<Long> ends(ModelPair pair, Supplier<EdgeCursor> open) {
        List<Long> ends = new ArrayList<>();
        try (EdgeCursor cursor = pair.withRetry(open)) {
            while (cursor.next()) {
                ends.add(cursor.entity());
            }
        }
        return ends;
    }
}
