package basalt.bench.schedule;

import basalt.bench.scene.Check;
import basalt.bench.schedule.Letters.A;
import basalt.bench.schedule.Letters.B;
import basalt.bench.schedule.Letters.C;
import basalt.bench.schedule.Letters.D;
import basalt.bench.schedule.Letters.E;
import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.List;

/** Entities AB, ABC, ABCD and ABCE, as many of each, and the kernels that swap A with B, C with D and C with E. */
final class SwapWorld implements AutoCloseable {
    private final World world = World.create();
    private final List<Kind> kinds;
    private final RowKernel ab = kernel(
            row -> {
                float a = row.get(A.VALUE);
                row.set(A.VALUE, row.get(B.VALUE));
                row.set(B.VALUE, a);
            },
            A.TYPE,
            B.TYPE);
    private final RowKernel cd = kernel(
            row -> {
                float c = row.get(C.VALUE);
                row.set(C.VALUE, row.get(D.VALUE));
                row.set(D.VALUE, c);
            },
            C.TYPE,
            D.TYPE);
    private final RowKernel ce = kernel(
            row -> {
                float c = row.get(C.VALUE);
                row.set(C.VALUE, row.get(E.VALUE));
                row.set(E.VALUE, c);
            },
            C.TYPE,
            E.TYPE);

    SwapWorld(int entitiesOfEach) {
        FloatColumn a = A.VALUE;
        FloatColumn b = B.VALUE;
        FloatColumn c = C.VALUE;
        FloatColumn d = D.VALUE;
        FloatColumn e = E.VALUE;
        kinds = List.of(
                new Kind(world, entitiesOfEach, List.of(a, b), List.of(b, a)),
                new Kind(world, entitiesOfEach, List.of(a, b, c), List.of(b, a, c)),
                new Kind(world, entitiesOfEach, List.of(a, b, c, d), List.of(b, a, d, c)),
                new Kind(world, entitiesOfEach, List.of(a, b, c, e), List.of(b, a, e, c)));
        Check.same("rows with A and B", 4L * entitiesOfEach, ab.query().count());
        Check.same("rows with C and D", entitiesOfEach, cd.query().count());
        Check.same("rows with C and E", entitiesOfEach, ce.query().count());
    }

    private RowKernel kernel(RowBody body, Component<?>... components) {
        return world.query().all(components).build().kernel(body);
    }

    /** Returns a schedule of the kernels, in which C with E waits for C with D. */
    Schedule schedule(int workers) {
        return Schedule.builder(world)
                .workers(workers)
                .add("ab", ab, Access.writes(A.TYPE, B.TYPE))
                .add("cd", cd, Access.writes(C.TYPE, D.TYPE))
                .add("ce", ce, Access.writes(C.TYPE, E.TYPE))
                .build();
    }

    /** Runs the kernels without a schedule. */
    void runKernels() {
        ab.run();
        cd.run();
        ce.run();
    }

    /** Checks the result of a tick for every value. */
    void check(Runnable tick) {
        float[][][] expected = kinds.stream().map(Kind::expected).toArray(float[][][]::new);
        tick.run();
        for (int i = 0; i < kinds.size(); i++) {
            kinds.get(i).check(expected[i]);
        }
    }

    @Override
    public void close() {
        world.close();
    }
}
