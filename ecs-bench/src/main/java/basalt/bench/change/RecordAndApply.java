package basalt.bench.change;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.World;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A hundred thousand structural changes, recorded and applied, or made directly: adding a component with its default
 * value, removing it, and destroying entities. They are undone before the next invocation, outside the timed part,
 * which takes most of a millisecond or more.
 */
public class RecordAndApply extends OperationBenchmark {
    private static final int ENTITIES = 100_000;

    /** How changes are made. */
    public enum Way {
        /** By calls of the world, one by one. */
        DIRECT,
        /** Recorded one by one in the world's commands, then applied. */
        COMMANDS,
        /** Recorded by a kernel, row by row, and applied after the kernel. */
        KERNEL,
        /** Recorded by a kernel that a schedule with one worker runs as a system. */
        SYSTEM,
        /** Like DIRECT, but in random order. */
        DIRECT_SHUFFLED,
        /** Like COMMANDS, but in random order. */
        COMMANDS_SHUFFLED
    }

    /** Entities with position and velocity, and one change of all of them. */
    @State(Scope.Thread)
    public abstract static class Crowd {
        /** How the changes are made. */
        @Param
        public Way way;

        final World world = World.create();
        final Query bodies = world.query().all(Position.TYPE, Velocity.TYPE).build();
        final Query burning = world.query().all(Burning.TYPE).build();
        final long[] handles = new long[ENTITIES];
        private final Template body =
                world.template().with(Position.TYPE, Velocity.TYPE).build();
        private final Commands commands = world.commands();
        private RowKernel kernel;
        private Schedule schedule;

        /** Changes all entities, in the way that is measured. */
        abstract void change();

        /** Undoes the change, and checks that. */
        abstract void undo();

        /** Checks that all are changed. */
        abstract void checkChanged();

        final void build(Commands.Body change, Access access) {
            kernel = bodies.kernel(change);
            schedule = Schedule.builder(world)
                    .workers(1)
                    .add("change", kernel, access)
                    .build();
            spawn();
            for (int round = 0; round < 2; round++) {
                undo();
                change();
                checkChanged();
            }
        }

        /** Spawns all entities into the empty world. */
        final void spawn() {
            SplittableRandom random = new SplittableRandom(42);
            boolean isShuffled = way == Way.DIRECT_SHUFFLED || way == Way.COMMANDS_SHUFFLED;
            for (int i = 0; i < ENTITIES; i++) {
                int other = isShuffled ? random.nextInt(i + 1) : i;
                handles[i] = handles[other];
                handles[other] = body.spawn();
            }
        }

        final void change(LongConsumer direct, ObjLongConsumer<Commands> recorded) {
            switch (way) {
                case DIRECT, DIRECT_SHUFFLED -> {
                    for (long entity : handles) {
                        direct.accept(entity);
                    }
                }
                case COMMANDS, COMMANDS_SHUFFLED -> {
                    for (long entity : handles) {
                        recorded.accept(commands, entity);
                    }
                    world.applyCommands();
                }
                case KERNEL -> kernel.run();
                default -> schedule.tick(0);
            }
        }

        /** Undoes the last change. */
        @Setup(Level.Invocation)
        public void prepare() {
            undo();
        }

        /** Checks the last change, and one more. */
        @TearDown
        public void close() {
            checkChanged();
            undo();
            change();
            checkChanged();
            Check.same("commands dropped", 0, world.statistics().commands().dropped());
            schedule.close();
            world.close();
        }
    }

    /** Entities that get a component. */
    public static class Adding extends Crowd {
        /** Builds the world and checks two rounds. */
        @Setup
        public void build() {
            build((row, to) -> to.add(row.entity(), Burning.TYPE), Access.restructures(Burning.TYPE));
        }

        @Override
        void change() {
            change(entity -> world.add(entity, Burning.TYPE), (to, entity) -> to.add(entity, Burning.TYPE));
        }

        @Override
        void undo() {
            bodies.bulk().remove(Burning.TYPE);
            Check.same("burning", 0, burning.count());
        }

        /** Checks the default value, and changes it, which the next addition must not find. */
        @Override
        void checkChanged() {
            Check.same("burning", ENTITIES, burning.count());
            for (long entity : handles) {
                Check.same("seconds", (int) entity, 0, world.get(entity, Burning.SECONDS));
                world.set(entity, Burning.SECONDS, 7);
            }
        }
    }

    /** Entities that lose a component. */
    public static class Removing extends Crowd {
        /** Builds the world and checks two rounds. */
        @Setup
        public void build() {
            build((row, to) -> to.remove(row.entity(), Burning.TYPE), Access.restructures(Burning.TYPE));
        }

        @Override
        void change() {
            change(entity -> world.remove(entity, Burning.TYPE), (to, entity) -> to.remove(entity, Burning.TYPE));
        }

        @Override
        void undo() {
            bodies.bulk().add(Burning.TYPE);
            Check.same("burning", ENTITIES, burning.count());
        }

        @Override
        void checkChanged() {
            Check.same("burning", 0, burning.count());
            Check.same("bodies", ENTITIES, bodies.count());
        }
    }

    /** Entities that are destroyed. */
    public static class Destroying extends Crowd {
        /** Builds the world and checks two rounds. */
        @Setup
        public void build() {
            build((row, to) -> to.destroy(row.entity()), Access.destroys());
        }

        @Override
        void change() {
            change(world::destroy, Commands::destroy);
        }

        @Override
        void undo() {
            if (world.entityCount() == 0) {
                spawn();
            }
            Check.same("bodies", ENTITIES, bodies.count());
        }

        @Override
        void checkChanged() {
            Check.same("entities", 0, world.entityCount());
        }
    }

    /** Adds a component. */
    @Benchmark
    public void add(Adding crowd) {
        crowd.change();
    }

    /** Removes a component. */
    @Benchmark
    public void remove(Removing crowd) {
        crowd.change();
    }

    /** Destroys all entities. */
    @Benchmark
    public void destroy(Destroying crowd) {
        crowd.change();
    }
}
