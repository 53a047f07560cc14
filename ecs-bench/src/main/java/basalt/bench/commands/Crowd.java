package basalt.bench.commands;

import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.command.Commands;
import basalt.query.CommandBody;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.World;
import java.util.Random;

/** A hundred thousand entities with position and velocity. All of them get a component, lose it, or are destroyed. */
final class Crowd implements AutoCloseable {
    private static final int ENTITIES = 100_000;
    private static final long SEED = 42;

    private final Way way;
    private final World world = World.create();
    private final Template body =
            world.template().with(Position.TYPE, Velocity.TYPE).build();
    private final Query bodies = world.query().all(Position.TYPE, Velocity.TYPE).build();
    private final Query burning = world.query().all(Burning.TYPE).build();
    private final long[] handles = new long[ENTITIES];
    private final RowKernel ignite = kernel((row, commands) -> commands.add(row.entity(), Burning.TYPE));
    private final RowKernel quench = kernel((row, commands) -> commands.remove(row.entity(), Burning.TYPE));
    private final RowKernel kill = kernel((row, commands) -> commands.destroy(row.entity()));

    /** Of the one change that is made; null before it. */
    private Schedule schedule;

    Crowd(Way way) {
        this.way = way;
        fill();
    }

    private RowKernel kernel(CommandBody changes) {
        return bodies.kernel(changes);
    }

    private void tick(RowKernel kernel, Access access) {
        if (schedule == null) {
            schedule = Schedule.builder(world)
                    .workers(1)
                    .add("change", kernel, access)
                    .build();
        }
        schedule.tick(0);
    }

    /** Spawns all entities into the empty world. */
    void fill() {
        for (int i = 0; i < ENTITIES; i++) {
            handles[i] = body.spawn();
        }
        if (way.isShuffled()) {
            shuffle(new Random(SEED));
        }
    }

    private void shuffle(Random random) {
        for (int i = ENTITIES - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            long moved = handles[other];
            handles[other] = handles[i];
            handles[i] = moved;
        }
    }

    void addAtOnce() {
        bodies.bulk().add(Burning.TYPE);
    }

    void removeAtOnce() {
        bodies.bulk().remove(Burning.TYPE);
    }

    void add() {
        switch (way) {
            case DIRECT, DIRECT_SHUFFLED -> {
                for (long entity : handles) {
                    world.add(entity, Burning.TYPE);
                }
            }
            case COMMANDS, COMMANDS_SHUFFLED -> {
                Commands commands = world.commands();
                for (long entity : handles) {
                    commands.add(entity, Burning.TYPE);
                }
                world.applyCommands();
            }
            case KERNEL -> ignite.run();
            case SYSTEM -> tick(ignite, Access.restructures(Burning.TYPE));
        }
    }

    void remove() {
        switch (way) {
            case DIRECT, DIRECT_SHUFFLED -> {
                for (long entity : handles) {
                    world.remove(entity, Burning.TYPE);
                }
            }
            case COMMANDS, COMMANDS_SHUFFLED -> {
                Commands commands = world.commands();
                for (long entity : handles) {
                    commands.remove(entity, Burning.TYPE);
                }
                world.applyCommands();
            }
            case KERNEL -> quench.run();
            case SYSTEM -> tick(quench, Access.restructures(Burning.TYPE));
        }
    }

    void destroy() {
        switch (way) {
            case DIRECT, DIRECT_SHUFFLED -> {
                for (long entity : handles) {
                    world.destroy(entity);
                }
            }
            case COMMANDS, COMMANDS_SHUFFLED -> {
                Commands commands = world.commands();
                for (long entity : handles) {
                    commands.destroy(entity);
                }
                world.applyCommands();
            }
            case KERNEL -> kill.run();
            case SYSTEM -> tick(kill, Access.destroys());
        }
    }

    /**
     * Checks that all are alive and have the component with its default value, then changes the value, which the next
     * addition must reset.
     */
    void checkAllBurn() {
        Check.same("bodies", ENTITIES, bodies.count());
        Check.same("burning", ENTITIES, burning.count());
        for (long entity : handles) {
            Check.same("seconds", (int) entity, 0, world.get(entity, Burning.SECONDS));
            world.set(entity, Burning.SECONDS, 7);
        }
    }

    /** Checks that all are alive, without the component. */
    void checkNoneBurns() {
        Check.same("bodies", ENTITIES, bodies.count());
        Check.same("burning", 0, burning.count());
    }

    /** Checks that none is alive. */
    void checkEmpty() {
        Check.same("entities", 0, world.entityCount());
        Check.same("bodies", 0, bodies.count());
    }

    @Override
    public void close() {
        Check.same("commands dropped", 0, world.commandStats().dropped());
        if (schedule != null) {
            schedule.close();
        }
        world.close();
    }
}
