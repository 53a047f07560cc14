package basalt.system;

import basalt.friend.Friend;
import basalt.query.RowKernel;
import basalt.query.SpanKernel;
import basalt.runtime.KernelPlan;
import basalt.runtime.SystemTime;
import basalt.runtime.WorldRuntime;
import basalt.world.Time;
import basalt.world.World;

/** The internal objects of the worlds, kernels and times that users hand to a schedule. */
final class Internals {
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);
    private static final Friend<RowKernel, KernelPlan> ROW_KERNELS = Friend.of(RowKernel.class, KernelPlan.class);
    private static final Friend<SpanKernel, KernelPlan> SPAN_KERNELS = Friend.of(SpanKernel.class, KernelPlan.class);

    private static final Friend<Time, SystemTime> TIMES = Friend.of(Time.class, SystemTime.class);

    private Internals() {}

    /** What a world runs with. Throws if the calling thread does not own it, or it is closed. */
    static WorldRuntime of(World world) {
        return WORLDS.inside(world);
    }

    static SystemTime of(Time time) {
        return TIMES.inside(time);
    }

    static KernelPlan of(RowKernel kernel) {
        return ROW_KERNELS.inside(kernel);
    }

    static KernelPlan of(SpanKernel kernel) {
        return SPAN_KERNELS.inside(kernel);
    }
}
