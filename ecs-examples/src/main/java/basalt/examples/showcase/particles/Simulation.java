package basalt.examples.showcase.particles;

import static basalt.examples.showcase.particles.Glow.BRIGHTNESS;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.writes;

import basalt.component.Component;
import basalt.examples.framework.program.Closing;
import basalt.examples.framework.render.RenderedExperiment;
import basalt.examples.framework.render.Scene;
import basalt.examples.showcase.particles.effects.Effect;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.World;

/**
 * The world of the particles, and what happens in a tick.
 *
 * <p>The number of particles is constant while an emitter emits: each tick spawns as many particles as have died in it.
 * New particles reuse the rows of dead ones, so the columns stay dense. Queries, kernels, the template and the schedule
 * are built once; a tick allocates nothing on the heap.
 *
 * <p>Used only by the thread that created it, like its world.
 */
final class Simulation implements RenderedExperiment, AutoCloseable {
    /** Maximum number of particles. */
    static final int MOST_PARTICLES = 50_000_000;

    static final Component<?>[] PARTICLE = {Position.TYPE, Velocity.TYPE, Life.TYPE, Glow.TYPE, Origin.TYPE, Tint.TYPE};

    private final World world;
    private final Query particles;
    private final SpawnKernel spawnKernel;
    private final RowKernel shade;
    private final Schedule schedule;

    private final SpawnPlan plan;
    private final int countAtStart;
    private final float dt;
    private final Births births = new Births();
    private final Emit emit;

    /** Creates an empty world for so many particles, run by so many threads. The caller closes it. */
    Simulation(SpawnPlan plan, int count, float dt, int workers) {
        this(World.create(), plan, count, dt, workers);
    }

    /** Uses a world that is empty, or was loaded from a file. Takes ownership of it, even if this constructor fails. */
    Simulation(World world, SpawnPlan plan, int count, float dt, int workers) {
        this.world = world;
        this.plan = plan;
        countAtStart = count;
        births.count(count);
        this.dt = dt;
        try {
            RampTable ramps = new RampTable(plan.effect());
            world.resources().put(ramps);
            world.resources().put(births);
            particles = world.query().all(PARTICLE).build();
            emit = new Emit(plan.effect(), dt, births.random());
            spawnKernel = world.template().with(PARTICLE).build().kernel(emit);
            // Not pure: the index of the lookup comes from a column, which holds arbitrary values in dead rows.
            shade = world.query().all(Glow.TYPE, Origin.TYPE, Tint.TYPE).build().kernel(new Shade(ramps.table()));
            schedule = schedule(plan.effect(), workers);
        } catch (Throwable e) {
            Closing.after(e, world);
            throw e;
        }
    }

    private Schedule schedule(Effect effect, int workers) {
        // Pure: each row is independent, and only columns are accessed. The bodies have no branches, so the JIT
        // vectorises them. They are records, as the JIT treats the fields of a record as constants.
        Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
        Query aging = world.query().all(Life.TYPE, Glow.TYPE).build();
        ScheduleBuilder systems = Schedule.builder(world).workers(workers);
        for (int i = 0; i < effect.attractors().size(); i++) {
            Attract attract = Attract.of(effect.attractors().get(i), dt);
            systems.add("attract " + i, moving.pureKernel(attract), reads(Position.TYPE), writes(Velocity.TYPE));
        }
        systems.add("pull", moving.pureKernel(Pull.of(effect, dt)), reads(Position.TYPE), writes(Velocity.TYPE));
        systems.add("move", moving.pureKernel(new Move(dt)), reads(Velocity.TYPE), writes(Position.TYPE));
        if (effect.floor() != null) {
            systems.add("bounce", moving.pureKernel(Bounce.of(effect.floor())), writes(Position.TYPE, Velocity.TYPE));
        }
        systems.add("age", aging.pureKernel(new Age(dt)), writes(Life.TYPE, Glow.TYPE)); // runs in parallel

        Query faded = aging.where(BRIGHTNESS).atMost(0);
        return systems.add("reap", () -> faded.bulk().destroy(), exclusive())
                .add("respawn", this::respawn, exclusive())
                .add("shade", shade, reads(Glow.TYPE, Origin.TYPE), readsResource(RampTable.class), writes(Tint.TYPE))
                .build();
    }

    /**
     * Starts, or restarts: replaces all particles, with the initial number of them, without those that {@link #spawn()}
     * has added. Equal seeds produce bit-identical worlds.
     */
    @Override
    public void start(long seed) {
        particles.bulk().destroy();
        births.start(countAtStart, seed);
        plan.distributePopulation(countAtStart, dt);
        for (int i = 0; i < plan.size(); i++) {
            emit.withRandomAge(plan.source(i));
            spawnKernel.spawn(plan.share(i));
        }
        shade.run();
    }

    /** Advances the simulation by {@code dt} seconds. */
    @Override
    public void tick() {
        schedule.tick(dt);
    }

    private void respawn() {
        long tick = births.tick();
        plan.distribute(births.count() - particles.count(), tick, dt, SpawnPlan.chance(tick));
        for (int i = 0; i < plan.size(); i++) {
            emit.inLastTick(plan.source(i));
            spawnKernel.spawn(plan.share(i));
        }
        births.endTick();
    }

    /** Adds a tenth more particles, up to the maximum, from the next tick until the next start. */
    @Override
    public void spawn() {
        int count = births.count();
        births.count(Math.min(MOST_PARTICLES, count + Math.max(1, count / 10)));
    }

    /** The target number of particles, which is reached while an emitter emits. */
    int count() {
        return births.count();
    }

    @Override
    public int population() {
        return particles.count();
    }

    @Override
    public float tickSeconds() {
        return dt;
    }

    @Override
    public Scene scene() {
        return ParticleScene.of(particles, plan.effect().view());
    }

    @Override
    public Schedule schedule() {
        return schedule;
    }

    @Override
    public World world() {
        return world;
    }

    @Override
    public Component<?>[] components() {
        return PARTICLE.clone();
    }

    /** The ramps never change. */
    @Override
    public Class<?>[] derived() {
        return new Class<?>[] {RampTable.class};
    }

    /** The particles, with all their components. */
    Query particles() {
        return particles;
    }

    /** The time that each system has taken in the last ticks. */
    String stats() {
        return schedule.stats().toString();
    }

    @Override
    public void close() {
        Closing.all(schedule, world);
    }
}
