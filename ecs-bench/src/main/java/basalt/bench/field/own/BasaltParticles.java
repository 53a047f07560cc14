package basalt.bench.field.own;

import static basalt.bench.scene.Position3.X;
import static basalt.bench.scene.Position3.Y;
import static basalt.bench.scene.Position3.Z;
import static basalt.bench.scene.Velocity3.DX;
import static basalt.bench.scene.Velocity3.DY;
import static basalt.bench.scene.Velocity3.DZ;

import basalt.bench.field.Rows;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.world.Template;
import basalt.world.World;

/** Kernels that move and hurt, one that records the destruction of dead particles, and a spawn kernel. */
final class BasaltParticles implements Trial {
    private int spawned;
    private final World world = World.create();
    private final Template particle = world.template()
            .with(
                    new Position3(0, 0, 0),
                    new Velocity3(Start.DX, Start.DY, Start.DZ),
                    new Life(Start.LIFETIME),
                    new Health(0))
            .build();
    private final Query all = world.query()
            .all(Position3.TYPE, Velocity3.TYPE, Life.TYPE, Health.TYPE)
            .build();
    private final RowKernel move = world.query()
            .all(Position3.TYPE, Velocity3.TYPE)
            .build()
            .pureKernel(row -> {
                row.set(X, row.get(X) + row.get(DX));
                row.set(Y, row.get(Y) + row.get(DY));
                row.set(Z, row.get(Z) + row.get(DZ));
            });
    private final RowKernel hurt = world.query()
            .all(Health.TYPE)
            .build()
            .pureKernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) - 1));
    private final RowKernel reap = world.query().all(Health.TYPE).build().kernel((row, commands) -> {
        if (row.get(Health.POINTS) <= 0) {
            commands.destroy(row.entity());
        }
    });
    private final SpawnKernel spawnKernel = particle.kernel(row -> {
        row.set(X, Start.spawnX(spawned));
        row.set(Health.POINTS, Start.health(spawned));
        spawned++;
    });
    private final int capacity;

    BasaltParticles(int entities) {
        capacity = entities;
        rewind();
    }

    @Override
    public int run() {
        move.run();
        hurt.run();
        int before = world.entityCount();
        reap.run();
        spawnKernel.spawn(before - world.entityCount());
        return all.count();
    }

    @Override
    public void rewind() {
        all.bulk().destroy();
        spawned = 0;
        spawnKernel.spawn(capacity);
    }

    @Override
    public float[] values() {
        Rows rows = new Rows(all.count());
        all.forEach(row -> rows.add(row.get(X), row.get(Y), row.get(Z), row.get(Health.POINTS)));
        return rows.sorted();
    }

    @Override
    public void close() {
        world.close();
    }
}
