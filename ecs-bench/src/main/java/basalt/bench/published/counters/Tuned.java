package basalt.bench.published.counters;

import basalt.bench.published.counters.Records.A;
import basalt.bench.published.counters.Records.B;
import basalt.bench.published.counters.Records.C;
import basalt.component.Component;
import basalt.component.IntColumn;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A template for each kind of entity, kernels over columns, and bulk calls. */
final class Tuned extends InBasalt {
    private final Map<List<Integer>, Template> templates = new HashMap<>();
    private final List<Runnable> systems = new ArrayList<>();
    private int next;
    private long sum;

    Tuned(int capacity) {
        super(capacity);
    }

    @Override
    long spawn(int[] of, Record[] values) {
        List<Integer> key = Arrays.stream(of).boxed().toList();
        return templates.computeIfAbsent(key, any -> template(of)).spawn(values);
    }

    private Template template(int... of) {
        return world.template().with(types(of)).build();
    }

    private static Component<?>[] types(int... of) {
        return Arrays.stream(of).mapToObj(Kinds.RECORDS::get).map(Component::of).toArray(Component<?>[]::new);
    }

    private static IntColumn column(int kind) {
        return Records.column(Kinds.RECORDS.get(kind));
    }

    @Override
    public void add(Step step) {
        int[] kinds = step.kinds();
        Query query = world.query().all(types(step.required())).build();
        IntColumn first = column(kinds[0]);
        systems.add(
                switch (step.what()) {
                    case INCREMENT -> run(query.kernel(row -> row.set(first, row.get(first) + 1)));
                    case TWICE -> run(query.kernel(row -> row.set(first, row.get(first) * 2)));
                    case ADD -> run(kinds.length == 2 ? add(query, first, column(kinds[1])) : addBoth(query));
                    case SPAWN -> spawn(query, template(kinds[1]));
                    case DESTROY ->
                        () -> {
                            sum = query.reduce().sum(B.VALUE);
                            query.bulk().destroy();
                        };
                    case SWAP -> run(swap(query, first, column(kinds[1])));
                    case ATTACH -> () -> query.bulk().add(B.class);
                    case DETACH -> () -> sum = query.bulk().remove(B.class);
                });
    }

    private static Runnable run(RowKernel kernel) {
        return kernel::run;
    }

    private static RowKernel add(Query query, IntColumn first, IntColumn second) {
        return query.kernel(row -> row.set(first, row.get(first) + row.get(second)));
    }

    private static RowKernel swap(Query query, IntColumn first, IntColumn second) {
        return query.kernel(row -> {
            int value = row.get(first);
            row.set(first, row.get(second));
            row.set(second, value);
        });
    }

    private static RowKernel addBoth(Query query) {
        return query.kernel(row -> row.set(A.VALUE, row.get(A.VALUE) + row.get(B.VALUE) + row.get(C.VALUE)));
    }

    private Runnable spawn(Query query, Template template) {
        int[] values = new int[query.count()];
        return () -> {
            next = 0;
            query.forEach(row -> values[next++] = row.get(A.VALUE));
            next = 0;
            template.spawn(values.length, row -> row.set(B.VALUE, values[next++]));
        };
    }

    @Override
    public long run() {
        sum = 0;
        for (Runnable system : systems) {
            system.run();
        }
        return sum;
    }

    @Override
    public void create(int components, int entities) {
        template(Step.first(components)).spawn(new long[entities]);
    }
}
