package basalt.examples.particles;

import static basalt.examples.particles.Glow.BRIGHTNESS;
import static basalt.examples.particles.Life.AGE;
import static basalt.examples.particles.Life.LIFETIME;
import static basalt.examples.particles.Position.X;
import static basalt.examples.particles.Position.Y;
import static basalt.examples.particles.Velocity.DX;
import static basalt.examples.particles.Velocity.DY;
import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.writes;

import basalt.component.Component;
import basalt.examples.program.Experiment;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.system.Schedule;
import basalt.world.World;
import basalt.world.WorldMemory;

/**
 * The world of the particles, and what happens in a tick.
 *
 * <p>There are always equally many: as many as die are born in the same tick. The new ones get the rows that the dead have
 * left, so the columns stay dense. Queries, kernels, the template and the schedule are made once; a tick allocates nothing on the
 * heap.
 *
 * <p>For the thread that made it, like its world.
 */
final class Simulation implements Experiment, AutoCloseable {
    private static final Component<?>[] PARTICLE = {Position.TYPE, Velocity.TYPE, Life.TYPE, Glow.TYPE, Tint.TYPE};

    private final World world = World.create();
    private final Query particles = world.query().all(PARTICLE).build();
    private final SpawnKernel births;
    private final Schedule schedule;

    private final Show show;
    private int count;
    private final float dt;
    private final Birth birth;
    private int ticks;

    /** Makes a world for this many particles of a show, still empty, and so many threads. Close it. */
    Simulation(Show show, int count, float dt, int workers) {
        this.show = show;
        this.count = count;
        this.dt = dt;

        // Kernels capture locals, not fields of this object: the JIT takes a captured local for a constant.
        Step step = Step.of(dt);
        birth = new Birth(step);
        births = world.template().with(PARTICLE).build().kernel(birth);

        // Pure: each row by itself, columns only. No branches either, so the JIT makes vector instructions of these.
        Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
        RowKernel pull = moving.pureKernel(row -> {
            row.set(DX, row.get(DX) * step.keep());
            row.set(DY, (row.get(DY) + step.fall()) * step.keep());
        });
        RowKernel move = moving.pureKernel(row -> {
            row.set(X, row.get(X) + row.get(DX) * step.dt());
            row.set(Y, Math.max(0, row.get(Y) + row.get(DY) * step.dt()));
        });
        Query aging = world.query().all(Life.TYPE, Glow.TYPE).build();
        RowKernel age = aging.pureKernel(row -> {
            float older = row.get(AGE) + step.dt();
            row.set(AGE, older);
            row.set(BRIGHTNESS, Math.max(0, 1 - older / row.get(LIFETIME)));
        });

        // Not pure: it records commands, which are carried out when it has ended.
        RowKernel reap = aging.kernel((row, commands) -> {
            long entity = row.entity();
            if (row.get(BRIGHTNESS) <= 0) {
                commands.destroy(entity);
            }
        });

        schedule = Schedule.builder(world)
                .workers(workers)
                .add("pull", pull, writes(Velocity.TYPE))
                .add("move", move, writes(Position.TYPE))
                .add("age", age, writes(Life.TYPE, Glow.TYPE)) // beside "pull": they have nothing in common
                .add("reap", reap, destroys())
                .add("respawn", this::respawn, exclusive())
                .build();
    }

    /** Begins, or begins again: all particles are new. The same seed makes the same world, bit for bit. */
    @Override
    public void start(long seed) {
        particles.bulk().destroy();
        birth.seed(seed);
        ticks = 0;
        for (int i = 0; i < show.size(); i++) {
            birth.longAgo(show.emitter(i));
            births.spawn(show.meanShare(i, count));
        }
    }

    /** Lets {@code dt} seconds pass. */
    @Override
    public void tick() {
        schedule.tick(dt);
        ticks++;
    }

    private void respawn() {
        int died = count - particles.count();
        for (int i = 0; i < show.size(); i++) {
            birth.justNow(show.emitter(i));
            births.spawn(show.share(i, died, ticks * dt));
        }
    }

    /** From the next tick on there is a tenth more of them. */
    void grow() {
        count += Math.max(1, count / 10);
    }

    /** The particles, with all their components. */
    Query particles() {
        return particles;
    }

    /** What the world holds of native memory. */
    WorldMemory memory() {
        return world.memory();
    }

    @Override
    public void close() {
        schedule.close();
        world.close();
    }
}
