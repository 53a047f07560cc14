package basalt.internal;

import basalt.command.Commands;
import basalt.command.queue.CommandQueue;
import basalt.memory.block.ArenaAccess;
import basalt.memory.frame.FrameArena;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.SpanKernel;
import basalt.runtime.KernelPlan;
import basalt.runtime.QueryPlan;
import basalt.runtime.WorldRuntime;
import basalt.world.World;

/** The internal objects of exported objects, for tests. */
public final class Internal {
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);
    private static final Friend<RowKernel, KernelPlan> ROW_KERNELS = Friend.of(RowKernel.class, KernelPlan.class);
    private static final Friend<Query, QueryPlan> QUERIES = Friend.of(Query.class, QueryPlan.class);
    private static final Friend<SpanKernel, KernelPlan> SPAN_KERNELS = Friend.of(SpanKernel.class, KernelPlan.class);

    private static final Friend<Commands, CommandQueue> COMMANDS = Friend.of(Commands.class, CommandQueue.class);

    private static final Friend<FrameArena, ArenaAccess> ARENAS = Friend.of(FrameArena.class, ArenaAccess.class);

    private Internal() {}

    /** The internal access to an arena. */
    public static ArenaAccess of(FrameArena arena) {
        return ARENAS.internal(arena);
    }

    /** The queue of a recorder. */
    public static CommandQueue of(Commands commands) {
        return COMMANDS.internal(commands);
    }

    /** A recorder for a queue. */
    public static Commands recorder(CommandQueue queue) {
        return COMMANDS.exported(queue);
    }

    /** The runtime of a world, for its own thread. */
    public static WorldRuntime of(World world) {
        return WORLDS.internal(world);
    }

    /** The plan of a query. */
    public static QueryPlan of(Query query) {
        return QUERIES.internal(query);
    }

    /** The plan of a kernel. */
    public static KernelPlan of(RowKernel kernel) {
        return ROW_KERNELS.internal(kernel);
    }

    /** The plan of a kernel. */
    public static KernelPlan of(SpanKernel kernel) {
        return SPAN_KERNELS.internal(kernel);
    }
}
