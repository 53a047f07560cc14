package basalt.bench.field.own;

import static basalt.bench.scene.Position3.X;
import static basalt.bench.scene.Position3.Y;
import static basalt.bench.scene.Position3.Z;
import static basalt.bench.scene.Velocity3.DX;
import static basalt.bench.scene.Velocity3.DY;
import static basalt.bench.scene.Velocity3.DZ;

import basalt.bench.field.Start;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.world.Template;
import basalt.world.World;
import basalt.world.WorldMemory;

/** A world of entities with positions and velocities, its templates, queries and kernel. */
final class BodyWorld implements AutoCloseable {
    final World world = World.create();
    final Template still = world.template().with(new Position3(0, 0, 0)).build();
    final Template moving = world.template()
            .with(new Position3(0, 0, 0), new Velocity3(Start.DX, Start.DY, Start.DZ))
            .build();
    final Query all = world.query().all(Position3.TYPE).build();
    final Query movers = world.query().all(Position3.TYPE, Velocity3.TYPE).build();
    final RowKernel move = movers.kernel(row -> {
        row.set(X, row.get(X) + row.get(DX));
        row.set(Y, row.get(Y) + row.get(DY));
        row.set(Z, row.get(Z) + row.get(DZ));
    });

    /** Sets an entity to its initial position. */
    void place(long entity, int number) {
        Row row = world.row(entity);
        row.set(X, Start.x(number));
        row.set(Y, Start.y(number));
        row.set(Z, Start.z(number));
    }

    /** Adds a velocity with its values. */
    void launch(long entity) {
        world.add(entity, Velocity3.TYPE);
        Row row = world.row(entity);
        row.set(DX, Start.DX);
        row.set(DY, Start.DY);
        row.set(DZ, Start.DZ);
    }

    float value(long entity, int field) {
        return switch (field) {
            case 0 -> world.get(entity, X);
            case 1 -> world.get(entity, Y);
            case 2 -> world.get(entity, Z);
            default -> world.has(entity, Velocity3.TYPE) ? velocity(entity, field) : 0;
        };
    }

    private float velocity(long entity, int field) {
        return switch (field) {
            case 3 -> world.get(entity, DX);
            case 4 -> world.get(entity, DY);
            default -> world.get(entity, DZ);
        };
    }

    /** Block headers, presence words and columns in use, and the memory reserved for frames, commands and snapshots. */
    long nativeBytes() {
        WorldMemory memory = world.memory();
        return memory.columnBytes() + memory.frameBytes() + memory.commandBytes();
    }

    /** All reserved memory: for blocks, events, frames, commands and snapshots. */
    long reservedBytes() {
        return world.memory().totalBytes();
    }

    @Override
    public void close() {
        world.close();
    }
}
