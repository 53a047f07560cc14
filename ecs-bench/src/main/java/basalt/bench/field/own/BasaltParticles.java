package basalt.bench.field.own;

import static basalt.bench.scene.Position3.X;
import static basalt.bench.scene.Position3.Y;
import static basalt.bench.scene.Position3.Z;
import static basalt.bench.scene.Velocity3.DX;
import static basalt.bench.scene.Velocity3.DY;
import static basalt.bench.scene.Velocity3.DZ;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.writes;

import basalt.bench.field.Rows;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.system.Schedule;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;

/**
 * A schedule of kernels that move and hurt, and of a system that destroys the dead, reads which entities have died,
 * spawns as many and counts.
 */
final class BasaltParticles implements Trial {
    private int spawned;
    private int removals;
    private int count;
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
    private final Query dead = world.query().where(Health.POINTS).atMost(0).build();
    private final SpawnKernel spawnKernel = particle.kernel(row -> {
        row.set(X, Start.spawnX(spawned));
        row.set(Health.POINTS, Start.health(spawned));
        spawned++;
    });
    private final RemovedComponents removed = world.removed(Health.TYPE);
    private final Schedule schedule = Schedule.builder(world)
            .parallel(false)
            .add("move", move, reads(Velocity3.TYPE), writes(Position3.TYPE))
            .add("hurt", hurt, writes(Health.TYPE))
            .add("renew", this::renew, exclusive())
            .build();
    private final int capacity;

    BasaltParticles(int entities) {
        capacity = entities;
        rewind();
    }

    @Override
    public int run() {
        schedule.tick(1);
        return count;
    }

    private void renew() {
        int died = dead.bulk().destroy();
        while (removed.next()) {
            removals++;
        }
        spawnKernel.spawn(died);
        count = all.count();
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
        schedule.close();
        world.close();
    }
}
