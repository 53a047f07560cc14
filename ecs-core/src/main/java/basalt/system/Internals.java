package basalt.system;

import basalt.internal.Friend;
import basalt.query.CascadeKernel;
import basalt.query.RowKernel;
import basalt.query.SpanKernel;
import basalt.runtime.KernelPlan;
import basalt.runtime.SystemTime;
import basalt.runtime.WorldRuntime;
import basalt.world.Time;
import basalt.world.World;

/** The internal objects of the worlds, kernels and times that users pass to a schedule. */
final class Internals {
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);
    private static final Friend<RowKernel, KernelPlan> ROW_KERNELS = Friend.of(RowKernel.class, KernelPlan.class);
    private static final Friend<SpanKernel, KernelPlan> SPAN_KERNELS = Friend.of(SpanKernel.class, KernelPlan.class);
    private static final Friend<CascadeKernel, KernelPlan> CASCADES = Friend.of(CascadeKernel.class, KernelPlan.class);

    private static final Friend<Time, SystemTime> TIMES = Friend.of(Time.class, SystemTime.class);

    private Internals() {}

    /** The runtime of a world. Throws if the calling thread does not own the world, or the world is closed. */
    static WorldRuntime of(World world) {
        return WORLDS.internal(world);
    }

    static SystemTime of(Time time) {
        return TIMES.internal(time);
    }

    static KernelPlan of(RowKernel kernel) {
        return ROW_KERNELS.internal(kernel);
    }

    static KernelPlan of(SpanKernel kernel) {
        return SPAN_KERNELS.internal(kernel);
    }

    static KernelPlan of(CascadeKernel kernel) {
        return CASCADES.internal(kernel);
    }
}
