package basalt.bench.published.counters;

import basalt.bench.published.counters.Records.A;
import basalt.bench.published.counters.Records.AB;
import basalt.bench.published.counters.Records.B;
import basalt.bench.published.counters.Records.C;
import basalt.bench.published.counters.Records.CD;
import basalt.bench.published.counters.Records.CE;
import basalt.bench.published.counters.Records.D;
import basalt.bench.published.counters.Records.E;
import basalt.query.RowKernel;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;

/** Basalt as the guide begins. */
final class Plain extends InBasalt {
    private final ScheduleBuilder systems = Schedule.builder(world).workers(1);
    private Schedule schedule;
    private int added;
    private long sum;

    Plain(int capacity) {
        super(capacity);
    }

    @Override
    long spawn(int[] of, Record[] values) {
        return world.spawn(values);
    }

    @Override
    public void add(Step step) {
        int[] kinds = step.kinds();
        String name = "system" + added++;
        switch (step.what()) {
            case INCREMENT -> systems.add(name, increment(kinds[0]));
            case TWICE -> systems.add(name, twice(kinds[0]));
            case ADD -> systems.add(name, kinds.length == 2 ? add(kinds[0], kinds[1]) : addBoth());
            case SPAWN ->
                systems.add(
                        name,
                        world.query(A.class).each((entity, a, commands) -> commands.spawn(new B(a.value()))),
                        Access.spawns(B.class));
            case DESTROY ->
                systems.add(
                        name,
                        world.query(B.class).each((entity, b, commands) -> {
                            sum += b.value();
                            commands.destroy(entity);
                        }),
                        Access.destroys(B.class),
                        Access.touchesOthers());
            case SWAP -> systems.add(name, swap(kinds[1]));
            case ATTACH ->
                systems.add(
                        name,
                        world.query(A.class).each((entity, a, commands) -> commands.add(entity, B.class)),
                        Access.restructures(B.class));
            case DETACH ->
                systems.add(
                        name,
                        world.query(B.class).each((entity, b, commands) -> {
                            sum++;
                            commands.remove(entity, B.class);
                        }),
                        Access.restructures(B.class),
                        Access.touchesOthers());
        }
    }

    private RowKernel increment(int kind) {
        return kind == 0
                ? world.query(A.class).update(a -> new A(a.value() + 1))
                : world.query(B.class).update(b -> new B(b.value() + 1));
    }

    private RowKernel twice(int kind) {
        return switch (kind) {
            case 0 -> world.query(A.class).update(a -> new A(a.value() * 2));
            case 1 -> world.query(B.class).update(b -> new B(b.value() * 2));
            case 2 -> world.query(C.class).update(c -> new C(c.value() * 2));
            case 3 -> world.query(D.class).update(d -> new D(d.value() * 2));
            default -> world.query(E.class).update(e -> new E(e.value() * 2));
        };
    }

    private RowKernel swap(int second) {
        return switch (second) {
            case 1 ->
                world.query(AB.class)
                        .update(both ->
                                new AB(new A(both.b().value()), new B(both.a().value())));
            case 3 ->
                world.query(CD.class)
                        .update(both ->
                                new CD(new C(both.d().value()), new D(both.c().value())));
            default ->
                world.query(CE.class)
                        .update(both ->
                                new CE(new C(both.e().value()), new E(both.c().value())));
        };
    }

    private RowKernel add(int kind, int other) {
        return kind == 0
                ? world.query(A.class, B.class).update((a, b) -> new A(a.value() + b.value()))
                : unmatched(Kinds.RECORDS.get(kind), Kinds.RECORDS.get(other));
    }

    private RowKernel addBoth() {
        return world.query(A.class, B.class, C.class).update((a, b, c) -> new A(a.value() + b.value() + c.value()));
    }

    private <T extends Record, U extends Record> RowKernel unmatched(Class<T> type, Class<U> other) {
        return world.query(type, other).update((one, two) -> one);
    }

    @Override
    public long run() {
        if (schedule == null) {
            schedule = systems.build();
        }
        sum = 0;
        schedule.tick(1 / 60f);
        return sum;
    }

    @Override
    public void create(int components, int entities) {
        switch (components) {
            case 1 -> {
                for (int i = 0; i < entities; i++) {
                    world.spawn(new A(0));
                }
            }
            case 2 -> {
                for (int i = 0; i < entities; i++) {
                    world.spawn(new A(0), new B(0));
                }
            }
            default -> {
                for (int i = 0; i < entities; i++) {
                    world.spawn(new A(0), new B(0), new C(0));
                }
            }
        }
    }

    @Override
    public void close() {
        if (schedule != null) {
            schedule.close();
        }
        super.close();
    }
}
