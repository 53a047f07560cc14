package basalt.internal;

import basalt.command.CommandQueue;
import basalt.memory.block.ArenaAccess;
import basalt.memory.frame.FrameArena;
import basalt.query.Commands;
import basalt.query.Kernel;
import basalt.query.Query;
import basalt.runtime.KernelWork;
import basalt.runtime.RowQuery;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.system.Schedule;
import basalt.world.World;

/** The internal objects of exported objects, for tests. */
public final class Internal {
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);
    private static final Friend<Kernel, KernelWork> KERNELS = Friend.of(Kernel.class, KernelWork.class);
    private static final Friend<Query, RowQuery> QUERIES = Friend.of(Query.class, RowQuery.class);

    private static final Friend<Commands, CommandQueue> COMMANDS = Friend.of(Commands.class, CommandQueue.class);

    private static final Friend<FrameArena, ArenaAccess> ARENAS = Friend.of(FrameArena.class, ArenaAccess.class);

    private static final Friend<Schedule, TickControl> CONTROLS = Friend.of(Schedule.class, TickControl.class);

    private Internal() {}

    /** Limits the ticks of a schedule. */
    public static TickControl of(Schedule schedule) {
        return CONTROLS.internal(schedule);
    }

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

    /** The query inside the library. */
    public static RowQuery of(Query query) {
        return QUERIES.internal(query);
    }

    /** What a kernel does. */
    public static KernelWork of(Kernel kernel) {
        return KERNELS.internal(kernel);
    }
}
