package basalt.model;

import basalt.component.Entity;
import basalt.query.Query;
import basalt.world.Observers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Observers of queries, and the entities that match by what they were told. */
final class ModelObserved {
    private final Map<QuerySpec, Set<Long>> told = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();

    /** Observes from now on which entities enter and leave a query. */
    record Observe(QuerySpec spec) implements Op {
        @Override
        public void apply(ModelPair pair) {
            pair.observed().observe(pair, spec);
        }
    }

    private void observe(ModelPair pair, QuerySpec spec) {
        if (told.containsKey(spec)) {
            return;
        }
        Set<Long> known = matching(pair.model(), spec);
        told.put(spec, known);
        Query query = pair.query(spec);
        Observers observers = pair.world().observers();
        observers.onEnter(query, entity -> note(pair, known::add, entity, spec + " entered twice by "));
        observers.onLeave(query, entity -> note(pair, known::remove, entity, spec + " left twice by "));
    }

    /** An initialiser of a template is told of its changes, and then that a new entity matches: not in a model. */
    private void note(ModelPair pair, Predicate<Long> change, long entity, String what) {
        if (!change.test(entity) && !pair.model().isIterated()) {
            wrong.add(what + Entity.toString(entity));
        }
    }

    private static Set<Long> matching(ModelWorld model, QuerySpec spec) {
        return model.matching(spec::matches).stream()
                .map(entity -> entity.handle)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Compares what was told with what matches. Within a spawn, not all of it is told. */
    void check(ModelWorld model) {
        Check.same(List.of(), wrong, () -> "wrong calls of observers");
        if (!model.isIterated()) {
            told.forEach((spec, known) -> Check.same(matching(model, spec), known, () -> "told of " + spec));
        }
    }

    /** Restoring a snapshot calls no observers. */
    void restored(ModelWorld model) {
        told.forEach((spec, known) -> {
            known.clear();
            known.addAll(matching(model, spec));
        });
    }
}
