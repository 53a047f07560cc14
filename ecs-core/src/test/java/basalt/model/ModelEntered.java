package basalt.model;

import basalt.component.Entity;
import basalt.memory.frame.FrameArena;
import basalt.query.LeftEntities;
import basalt.query.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Readers of the entities that enter and leave queries, and which entities matched when they were read last. */
final class ModelEntered {
    private record Reader(Query entered, LeftEntities left) {}

    private final Map<QuerySpec, Reader> readers = new HashMap<>();
    private final Map<QuerySpec, Set<Long>> last = new HashMap<>();

    /** Reads what has entered and left a query. */
    record Read(QuerySpec spec) implements Op {
        @Override
        public void apply(ModelPair pair) {
            pair.entered().read(pair, spec);
        }
    }

    private void read(ModelPair pair, QuerySpec spec) {
        Set<Long> now = new TreeSet<>();
        pair.model().matching(spec::matches).forEach(entity -> now.add(entity.handle));
        Reader reader = readers.get(spec);
        if (reader == null) {
            Query query = pair.query(spec);
            reader = new Reader(pair.withRetry(query::enteredFromNow), pair.withRetry(query::left));
            readers.put(spec, reader);
            last.put(spec, now);
        }
        Reader made = reader;
        Set<Long> before = last.getOrDefault(spec, Set.of());
        Check.same(difference(now, before), pair.withRetry(() -> found(made.entered())), () -> spec + ", entered");
        List<Long> left = pair.withRetry(() -> found(pair.world().frame(), made.left()));
        Check.same(difference(before, now), left.stream().sorted().toList(), () -> spec + ", left");
        last.put(spec, now);
    }

    private static List<Long> found(Query entered) {
        List<Long> found = new ArrayList<>();
        entered.forEach(row -> found.add(row.entity()));
        Check.that(entered.first() == Entity.NULL && entered.isEmpty(), () -> "nothing enters twice");
        return found.stream().sorted().toList();
    }

    private static List<Long> found(FrameArena frame, LeftEntities left) {
        List<Long> found = new ArrayList<>();
        long mark = frame.mark();
        try {
            left.forEach(found::add);
        } finally {
            frame.release(mark);
        }
        return found;
    }

    private static List<Long> difference(Set<Long> set, Set<Long> without) {
        return set.stream().filter(entity -> !without.contains(entity)).toList();
    }

    Map<QuerySpec, Set<Long>> capture() {
        return new HashMap<>(last);
    }

    /** For readers that were made later, nothing has matched. */
    void restore(Map<QuerySpec, Set<Long>> captured) {
        last.clear();
        last.putAll(captured);
    }
}
