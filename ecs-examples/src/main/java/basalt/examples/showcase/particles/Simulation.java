package basalt.examples.showcase.particles;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.writes;

import basalt.component.Component;
import basalt.examples.framework.experiment.Experiment;
import basalt.examples.framework.program.SmallRandom;
import basalt.examples.framework.render.Layer;
import basalt.examples.framework.render.Scene;
import basalt.examples.showcase.particles.Particle.Glow;
import basalt.examples.showcase.particles.Particle.Life;
import basalt.examples.showcase.particles.Particle.Origin;
import basalt.examples.showcase.particles.Particle.Position;
import basalt.examples.showcase.particles.Particle.Tint;
import basalt.examples.showcase.particles.Particle.Velocity;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.Restorable;
import basalt.world.World;
import java.nio.ByteOrder;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The world of the particles, and what happens in a tick.
 *
 * <p>The number of particles is constant while an emitter emits: each tick spawns as many particles as have died in it.
 * New particles reuse the rows of dead ones, so the columns stay dense. Queries, kernels, the template and the schedule
 * are built once; a tick allocates nothing on the heap.
 *
 * <p>Used only by the thread that created it, like its world.
 */
final class Simulation extends Experiment {
    /** Maximum number of particles. */
    static final int MOST_PARTICLES = 50_000_000;

    private static final int NIGHT = 0x020308;
    private static final float POINT_SIZE = 0.0025f; // part of the picture's height
    private static final float LIGHT_OF_ALL = 40_000;

    /**
     * What decides which particles are spawned next: how many there should be, the number of the tick, and the random
     * numbers. A resource, so that it is restored together with the particles.
     */
    private static final class Births implements Restorable {
        private static final int TICK = Integer.BYTES;
        private static final int RANDOM = TICK + Long.BYTES;

        private final SmallRandom random = new SmallRandom(0);
        private int count;
        private long tick;

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            to.putInt(offset, count, ByteOrder.LITTLE_ENDIAN);
            to.putLong(offset + TICK, tick, ByteOrder.LITTLE_ENDIAN);
            return RANDOM + random.save(to, offset + RANDOM);
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {
            count = from.getInt(offset, ByteOrder.LITTLE_ENDIAN);
            tick = from.getLong(offset + TICK, ByteOrder.LITTLE_ENDIAN);
            random.restore(from, offset + RANDOM, length - RANDOM);
        }
    }

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

    /** Uses a world that is empty, or was loaded from a file. Takes ownership of it, even if this constructor fails. */
    Simulation(World world, SpawnPlan plan, int count, float dt, int workers) {
        this.world = world;
        this.plan = plan;
        countAtStart = count;
        births.count = count;
        this.dt = dt;
        try {
            Ramps ramps = Ramps.of(plan.effect());
            world.resources().put(ramps);
            world.resources().put(births);
            particles = world.query().all(Particle.COMPONENTS).build();
            emit = new Emit(plan, dt, births.random);
            spawnKernel = world.template().with(Particle.COMPONENTS).build().kernel(emit);
            shade = world.query().all(Glow.TYPE, Origin.TYPE, Tint.TYPE).build().kernel(Systems.shade(ramps));
            schedule = schedule(plan.effect(), workers);
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, world);
            throw e;
        }
    }

    private Schedule schedule(Effect effect, int workers) {
        Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
        Query aging = world.query().all(Life.TYPE, Glow.TYPE).build();
        ScheduleBuilder systems = Schedule.builder(world).workers(workers);
        for (int i = 0; i < effect.attractors().size(); i++) {
            RowBody attract = Systems.attract(effect.attractors().get(i), dt);
            systems.add("attract " + i, moving.kernel(attract), reads(Position.TYPE), writes(Velocity.TYPE));
        }
        systems.add("pull", moving.kernel(Systems.pull(effect, dt)), reads(Position.TYPE), writes(Velocity.TYPE));
        systems.add("move", moving.kernel(Systems.move(dt)), reads(Velocity.TYPE), writes(Position.TYPE));
        if (effect.floor() != null) {
            systems.add("bounce", moving.kernel(Systems.bounce(effect.floor())), writes(Position.TYPE, Velocity.TYPE));
        }
        systems.add("age", aging.kernel(Systems.age(dt)), writes(Life.TYPE, Glow.TYPE)); // runs in parallel

        Query faded = aging.where(Glow.BRIGHTNESS).atMost(0);
        return systems.add("reap", () -> faded.bulk().destroy(), exclusive())
                .add("respawn", this::respawn, exclusive())
                .add("shade", shade, reads(Glow.TYPE, Origin.TYPE), readsResource(Ramps.class), writes(Tint.TYPE))
                .build();
    }

    /**
     * Starts, or restarts: replaces all particles, with the initial number of them, without those that {@link #spawn()}
     * has added. Equal seeds produce bit-identical worlds.
     */
    @Override
    protected void begin(long seed) {
        particles.bulk().destroy();
        births.count = countAtStart;
        births.tick = 0;
        births.random.seed(seed);
        plan.distributePopulation(countAtStart, dt);
        for (int i = 0; i < plan.size(); i++) {
            emit.from(i, true);
            spawnKernel.spawn(plan.share(i));
        }
        shade.run();
    }

    private void respawn() {
        long tick = births.tick;
        plan.distribute(births.count - particles.count(), tick, dt, SpawnPlan.chance(tick));
        for (int i = 0; i < plan.size(); i++) {
            emit.from(i, false);
            spawnKernel.spawn(plan.share(i));
        }
        births.tick++;
    }

    /** Adds a tenth more particles, up to the maximum, from the next tick until the next start. */
    @Override
    protected void spawnMore() {
        int count = births.count;
        births.count = Math.min(MOST_PARTICLES, count + Math.max(1, count / 10));
    }

    /** The target number of particles, which is reached while an emitter emits. */
    int count() {
        return births.count;
    }

    @Override
    public int population() {
        return particles.count();
    }

    @Override
    public float tickSeconds() {
        return dt;
    }

    /** Points of light; the more there are, the fainter each becomes. */
    @Override
    public Scene scene() {
        Effect.Camera camera = plan.effect().view();
        Layer sparks = Layer.points(particles, Position.X, Position.Y)
                .size(POINT_SIZE * camera.height())
                .colour(Tint.RED, Tint.GREEN, Tint.BLUE)
                .opacity(Glow.BRIGHTNESS)
                .glowing(1, LIGHT_OF_ALL);
        return new Scene(camera.x(), camera.y(), camera.height(), NIGHT, sparks);
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
        return Particle.COMPONENTS.clone();
    }

    /** The ramps never change. */
    @Override
    public Class<?>[] derived() {
        return new Class<?>[] {Ramps.class};
    }

    /** The particles, with all their components. */
    Query particles() {
        return particles;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(this::endReplay, schedule, world);
    }
}
