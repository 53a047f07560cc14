package basalt.bench.overhead;

import basalt.bench.scene.Check;
import basalt.bench.scene.Marked;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.system.SystemOption;
import basalt.world.World;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A schedule of systems that only count their runs. */
@State(Scope.Thread)
public class EmptySystems {
    /** Dependencies between the systems. */
    public enum Order {
        /** No system has accesses, so all can run in parallel. */
        NONE(1),
        /** All systems write the same component, so each waits for the one before it. */
        ONE_BY_ONE(1, Access.writes(Marked.TYPE)),
        /** Each system must see the structural changes of the one before it, so each has its own stage. */
        STAGES(Integer.MAX_VALUE, Access.reads(Marked.TYPE), Access.restructures(Marked.TYPE));

        private final int mostStages;
        private final SystemOption[] options;

        Order(int mostStages, SystemOption... options) {
            this.mostStages = mostStages;
            this.options = options;
        }
    }

    /** Number of systems. */
    @Param({"1", "10", "100"})
    public int systems;

    /** Dependencies between the systems. */
    @Param
    public Order order;

    private World world;
    private Schedule schedule;
    private long[] runs;

    /** Builds the schedule and checks a tick. */
    @Setup
    public void build() {
        world = World.create();
        runs = new long[systems];
        ScheduleBuilder builder = Schedule.builder(world).workers(1);
        for (int i = 0; i < systems; i++) {
            builder.add("system " + i, body(runs, i), order.options);
        }
        schedule = builder.build();
        Check.same(
                "stages",
                Math.min(order.mostStages, systems),
                schedule.graph().stages().size());
        check();
    }

    /** Checks one more tick. */
    @TearDown
    public void close() {
        check();
        schedule.close();
        world.close();
    }

    void tick() {
        schedule.tick(1f / 60f);
    }

    /** Bodies of several classes, as in a game, so the JIT cannot devirtualise the calls. */
    private static Runnable body(long[] runs, int system) {
        return switch (system % 4) {
            case 0 -> () -> runs[system]++;
            case 1 -> () -> runs[system] += 1;
            case 2 -> () -> ++runs[system];
            default -> () -> runs[system] = runs[system] + 1;
        };
    }

    private void check() {
        tick();
        for (long count : runs) {
            Check.same("runs", runs[0], count);
        }
        long before = runs[0];
        tick();
        Check.same("runs", before + 1, runs[systems - 1]);
    }
}
