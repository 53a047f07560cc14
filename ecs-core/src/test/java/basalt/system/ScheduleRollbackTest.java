package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.RunCondition.every;
import static basalt.system.RunCondition.everyTicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.Contents;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Velocity;
import basalt.world.Arrangement;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random schedules whose world goes back to earlier ticks, at random, lead to the same world in each tick as without
 * that, for any number of workers. Entities are compared by index: their generations differ.
 */
class ScheduleRollbackTest {
    private static final int SCHEDULES = Soak.times(100, 1_000);
    private static final int TICKS = 20;
    private static final Component<?>[] COMPONENTS = {Position.TYPE, Velocity.TYPE, Health.TYPE, Frozen.TYPE, Rarer.TYPE
    };

    /** What a system has found in all ticks. */
    private record Total(double value) {}

    /** What the tests compare after each tick. */
    private record Seen(Map<Integer, String> entities, Total total, List<Double> events, String time, long hash) {}

    /** What a system does; nothing depends on generations. */
    private enum Job {
        MOVE((game, name, condition) -> {
            RowKernel kernel = game.all(Position.TYPE, Velocity.TYPE)
                    .kernel(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
            game.builder.add(name, kernel, writes(Position.TYPE), condition);
        }),
        REAP((game, name, condition) -> {
            RowKernel kernel = game.all(Health.TYPE).kernel((row, commands) -> {
                if ((row.index() + game.tick()) % 5 == 0) {
                    commands.destroy(row.entity());
                }
            });
            game.builder.add(name, kernel, destroys(), condition);
        }),
        SHOOT((game, name, condition) -> {
            Runnable body = () -> {
                for (int i = game.tick() % 7 * 15; i > 0; i--) {
                    long bullet = game.bullet.spawn(game.world.commands());
                    game.world.commands().set(bullet, Velocity.DX, i);
                }
            };
            game.builder.add(name, body, spawns(), condition);
        }),
        SPLIT((game, name, condition) -> {
            RowKernel kernel = game.all(Position.TYPE).kernel((row, commands) -> {
                if ((row.index() + game.tick()) % 11 == 0) {
                    long half = commands.spawn();
                    commands.add(half, new Health(row.index()));
                    commands.add(half, new Rarer(row.get(Position.X)));
                }
            });
            game.builder.add(name, kernel, spawns(), restructures(Health.TYPE, Rarer.TYPE), condition);
        }),
        FREEZE((game, name, condition) -> {
            RowKernel kernel = game.all(Velocity.TYPE).kernel((row, commands) -> {
                switch ((row.index() + game.tick()) % 9) {
                    case 0 -> commands.add(row.entity(), Frozen.TYPE);
                    case 3 -> commands.remove(row.entity(), Frozen.TYPE);
                    case 5 -> commands.disable(row.entity(), Velocity.TYPE);
                    default -> {}
                }
            });
            game.builder.add(name, kernel, restructures(Frozen.TYPE, Velocity.TYPE), condition);
        }),
        SEND((game, name, condition) -> {
            RowKernel kernel = game.all(Health.TYPE).kernel((row, commands) -> {
                if (row.index() % 4 == 0) {
                    commands.send(new Blow(row.get(Health.POINTS) + game.tick() / 100.0));
                }
            });
            game.builder.add(name, kernel, sends(Blow.TYPE), condition);
        }),
        RECEIVE((game, name, condition) -> {
            EventReader<Blow> reader = game.channel.reader();
            Runnable body = () -> reader.forEach(
                    event -> game.addToTotal(event + game.channel.get(event, Blow.WEIGHT) + reader.missed()));
            game.builder.add(name, body, exclusive(), condition);
        }),
        MOURN((game, name, condition) -> {
            RemovedComponents removals = game.world.removed(Health.TYPE);
            Runnable body = () -> removals.forEach(entity -> game.addToTotal((int) entity));
            game.builder.add(name, body, exclusive(), condition);
        }),
        COMPACT((game, name, condition) -> game.builder.add(
                name, () -> game.world.rows().compactRows(1 + game.tick() % 5 * 10), exclusive(), condition)),
        ARRANGE((game, name, condition) -> {
            Arrangement arrangement = game.world
                    .rows()
                    .arrange(game.all(Velocity.TYPE, Health.TYPE))
                    .byColumnDescending(Health.POINTS);
            Runnable body = () -> {
                if (game.tick() % 4 == 0) {
                    arrangement.run();
                } else {
                    game.addToTotal(arrangement.runRows(20) ? 1 : 2);
                }
            };
            game.builder.add(name, body, exclusive(), condition);
        }),
        FOLLOW((game, name, condition) -> {
            RowKernel kernel = game.world
                    .query()
                    .all(Velocity.TYPE)
                    .changed(Position.TYPE)
                    .build()
                    .kernel(row -> row.set(Velocity.DY, row.get(Velocity.DY) + 1));
            game.builder.add(name, kernel, writes(Velocity.TYPE), condition);
        });

        /** Adds the job to the schedule of a game. */
        interface Adding {
            void to(Game game, String name, SystemOption condition);
        }

        private final Adding adding;

        Job(Adding adding) {
            this.adding = adding;
        }
    }

    /** A world with a random schedule. */
    private static final class Game implements AutoCloseable {
        final World world = World.create();
        final Template soldier = world.template()
                .with(new Position(1, 2), new Velocity(3, 4), new Health(5))
                .build();
        final Template bullet =
                world.template().with(new Position(0, 0), new Velocity(0, 9)).build();
        final EventChannel<Blow> channel = world.events(Blow.TYPE);
        final ScheduleBuilder builder;
        final Schedule schedule;
        final List<Job> jobs = new ArrayList<>();

        Game(long seed, int workers) {
            builder = Schedule.builder(world).workers(workers);
            if (workers > 1) {
                builder.thresholds(0, 0);
            }
            Random random = new Random(seed);
            for (int i = 2 + random.nextInt(3); i > 0; i--) {
                Job job = Job.values()[random.nextInt(Job.values().length)];
                jobs.add(job);
                job.adding.to(this, job + " " + i, condition(random.nextInt(6)));
            }
            schedule = builder.build();
            soldier.spawn(50 + random.nextInt(200), row -> row.set(Health.POINTS, row.index() % 13));
            world.resources().put(new Total(0));
        }

        private static RunCondition condition(int number) {
            return switch (number) {
                case 0 -> everyTicks(2);
                case 1 -> everyTicks(3);
                case 2 -> every(0.7f);
                default -> everyTicks(1);
            };
        }

        Query all(Component<?>... components) {
            return world.query().all(components).build();
        }

        int tick() {
            return (int) world.time().tick();
        }

        void addToTotal(double value) {
            Total before = world.resources().get(Total.class);
            world.resources().put(new Total(before.value() * 0.75 + value));
        }

        Seen advance() {
            schedule.tick(0.25f);
            return seen();
        }

        Seen seen() {
            List<Double> events = new ArrayList<>();
            for (long event = channel.firstLive(); event < channel.sent(); event++) {
                events.add(event + channel.get(event, Blow.WEIGHT));
            }
            return new Seen(
                    Contents.byIndex(world, COMPONENTS),
                    world.resources().get(Total.class),
                    events,
                    world.time().toString(),
                    Saves.stateHash(world));
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

    @TestOfWorkers
    void shouldLeadToTheSameWorldAsAStraightRun(int workers) {
        int restorations = 0;
        for (long seed = 0; seed < SCHEDULES; seed++) {
            restorations += compare(seed, workers, straight(seed));
        }
        assertTrue(restorations > 3 * SCHEDULES, "so few restorations: " + restorations);
    }

    private static List<Seen> straight(long seed) {
        try (Game game = new Game(seed, 1)) {
            List<Seen> ticks = new ArrayList<>(List.of(game.seen()));
            for (int tick = 0; tick < TICKS; tick++) {
                ticks.add(game.advance());
            }
            return ticks;
        }
    }

    /** Runs with restorations; returns their number. */
    private static int compare(long seed, int workers, List<Seen> expected) {
        Random random = new Random(seed + workers);
        int restorations = 0;
        try (Game game = new Game(seed, workers);
                Snapshots ring = Saves.snapshots(game.world, 1 + random.nextInt(8))) {
            ring.capture();
            for (int step = 0; game.tick() < TICKS; step++) {
                Seen seen = game.advance();
                assertEquals(expected.get(game.tick()), seen, "seed " + seed + ", step " + step + ": " + game.jobs);
                if (random.nextInt(4) > 0) {
                    ring.capture();
                }
                if (step < 3 * TICKS && random.nextInt(3) == 0) {
                    long back = ring.newestTick() - random.nextInt(6);
                    if (ring.has(back)) {
                        ring.restore(back);
                        restorations++;
                        assertEquals(expected.get((int) back), game.seen(), "seed " + seed + ": " + game.jobs);
                    }
                }
            }
        }
        return restorations;
    }
}
