package basalt.system;

import basalt.internal.Friend;
import basalt.query.Kernel;
import basalt.query.Query;
import basalt.query.SpatialGrid;
import basalt.runtime.GridBuild;
import basalt.runtime.KernelWork;
import basalt.runtime.RowQuery;
import basalt.runtime.WorldRuntime;
import basalt.world.World;

/** The internal objects of the worlds and kernels that users pass to a schedule. */
final class Internals {
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);
    private static final Friend<Query, RowQuery> QUERIES = Friend.of(Query.class, RowQuery.class);
    private static final Friend<Kernel, KernelWork> KERNELS = Friend.of(Kernel.class, KernelWork.class);

    private static final Friend<SpatialGrid, GridBuild> GRIDS = Friend.of(SpatialGrid.class, GridBuild.class);

    private Internals() {}

    /** The runtime of a world. Throws if the calling thread does not own the world, or the world is closed. */
    static WorldRuntime of(World world) {
        return WORLDS.internal(world);
    }

    static RowQuery of(Query query) {
        return QUERIES.internal(query);
    }

    static KernelWork of(Kernel kernel) {
        return KERNELS.internal(kernel);
    }

    /** What builds a grid. */
    static KernelWork of(SpatialGrid grid) {
        return GRIDS.internal(grid);
    }

    /** The first of two exceptions, which may be null, with the other one suppressed. */
    static Throwable first(Throwable thrown, Throwable later) {
        if (thrown == null) {
            return later;
        }
        if (later != null && later != thrown) {
            thrown.addSuppressed(later);
        }
        return thrown;
    }
}
