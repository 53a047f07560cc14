package basalt.model;

import basalt.component.Entity;
import basalt.memory.MemoryScope;
import basalt.memory.frame.FrameLongList;
import basalt.model.ModelEdges.Edge;
import basalt.query.Commands;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.world.EdgeCursor;
import basalt.world.ManyToMany;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Relates two entities, or unrelates them, and compares what both are related to. A weight of 0 is a default. */
record RelateEntities(Relating relation, Target from, Target to, boolean isRelated, int weight) implements Op {
    @Override
    public void apply(ModelPair pair) {
        ManyToMany<Record> edges = pair.relation(relation);
        ModelEdges model = pair.model().edges();
        long source = pair.resolve(from);
        long target = pair.resolve(to);
        Edge edge = new Edge(relation, source, target, weight);
        if (isRelated) {
            Outcome expected = Outcome.of(() -> model.relate(edge, weight != 0));
            Supplier<Long> relate = () -> weight == 0 ? edges.relate(source, target) : edges.relate(edge.toRecord());
            if (expected.value() == null || (long) expected.value() != Entity.NULL) {
                pair.both(relate, () -> result(expected));
            } else {
                long added = pair.withRetry(relate);
                pair.spawned(relation.population(), added, List.of());
                model.put(added, edge);
            }
        } else {
            pair.both(() -> edges.unrelate(source, target), () -> model.unrelate(relation, source, target));
        }
        for (long end : new long[] {source, target}) {
            if (pair.model().isAlive(end)) {
                Check.same(model.ends(relation, end, true), ends(pair, () -> edges.targets(end)), () -> "targets");
                Check.same(model.ends(relation, end, false), ends(pair, () -> edges.sources(end)), () -> "sources");
            }
        }
    }

    private static Long result(Outcome expected) {
        if (expected.thrown() != null) {
            throw expected.thrown();
        }
        return (long) expected.value();
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

    /** Records commands that relate entities and unrelate them. */
    record ByCommands(List<RelateEntities> changes) implements Op {
        @Override
        public void apply(ModelPair pair) {
            changes.forEach(change -> change.record(pair, pair.world().commands()));
        }

        @Override
        public List<Op> simpler() {
            return changes.size() > 1 ? Op.without(changes, ByCommands::new) : List.of();
        }
    }

    private void record(ModelPair pair, Commands commands) {
        ManyToMany<Record> edges = pair.relation(relation);
        long source = CommandOps.Recording.resolve(pair, from);
        long target = CommandOps.Recording.resolve(pair, to);
        Edge edge = new Edge(relation, source, target, weight);
        if (!isRelated) {
            edges.unrelate(commands, source, target);
        } else if (weight == 0) {
            edges.relate(commands, source, target);
        } else {
            edges.relate(commands, edge.toRecord());
        }
        pair.commands().relate(model -> {
            boolean areAlive = model.isAlive(source) && model.isAlive(target);
            if (areAlive && isRelated) {
                model.edges().relateLater(edge, weight != 0);
            } else if (areAlive) {
                model.edges().unrelate(relation, source, target);
            }
            return areAlive;
        });
    }

    /** Asks what an entity is related to, and which entities of a query are related. */
    record Ask(Relating relation, Target of, QuerySpec spec) implements Op {
        @Override
        public void apply(ModelPair pair) {
            ManyToMany<Record> edges = pair.relation(relation);
            ModelEdges model = pair.model().edges();
            long entity = pair.resolve(of);
            pair.both(() -> edges.countTargets(entity), () -> count(pair, entity, true));
            pair.both(() -> edges.countSources(entity), () -> count(pair, entity, false));
            check(
                    pair,
                    edges::hasTarget,
                    other -> !model.ends(relation, other.handle, true).isEmpty());
            check(
                    pair,
                    edges::hasSource,
                    other -> !model.ends(relation, other.handle, false).isEmpty());
            if (pair.model().isAlive(entity)) {
                check(
                        pair,
                        () -> edges.hasTarget(entity),
                        other -> model.find(relation, other.handle, entity) != Entity.NULL);
                check(
                        pair,
                        () -> edges.hasSource(entity),
                        other -> model.find(relation, entity, other.handle) != Entity.NULL);
                checkReach(pair, edges, entity);
            }
        }

        private int count(ModelPair pair, long entity, boolean areTargets) {
            pair.model().require(entity);
            return pair.model().edges().ends(relation, entity, areTargets).size();
        }

        private void check(ModelPair pair, Supplier<Condition> condition, Predicate<ModelEntity> isRelated) {
            List<Long> found = new ArrayList<>();
            try (Query related = pair.withRetry(() -> pair.query(spec).where(condition.get()));
                    RowCursor rows = pair.withRetry(related::cursor)) {
                while (rows.next()) {
                    found.add(rows.entity());
                }
            }
            List<Long> expected = pair.model().matching(spec::matches).stream()
                    .filter(isRelated)
                    .map(entity -> entity.handle)
                    .toList();
            Check.same(expected, found, () -> "related entities of " + spec);
        }

        private void checkReach(ModelPair pair, ManyToMany<Record> edges, long entity) {
            List<Long> expected = pair.model().edges().reach(relation, entity);
            MemoryScope scope = pair.world().frame().open();
            try {
                FrameLongList reached =
                        pair.withRetry(() -> FrameLongList.in(pair.world().frame(), 1 + expected.size()));
                int count = pair.withRetry(() -> edges.reach(entity, reached));
                List<Long> found = new ArrayList<>();
                reached.forEach(found::add);
                Check.same(expected, found, () -> "entities that are reached");
                Check.same(expected.size(), count, () -> "number of entities that are reached");
            } finally {
                scope.close();
            }
        }
    }
}
