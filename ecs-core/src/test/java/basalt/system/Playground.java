package basalt.system;

import basalt.component.Component;
import basalt.query.Query;
import basalt.save.Saves;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A small world of several blocks for random systems to work on: the same for the same seed. */
final class Playground implements AutoCloseable {
    /** A log of what a system has seen; each system has its own. */
    static final class Log {
        private long hash = 1;

        void add(long value) {
            hash = hash * 31 + value;
        }
    }

    /** An object that only its thread may use; no system declares it. */
    static final class Diary {
        private final Thread home = Thread.currentThread();
        private long hash = 1;

        void add(long value) {
            if (Thread.currentThread() != home) {
                throw new AssertionError(
                        "used by thread " + Thread.currentThread().getName());
            }
            hash = hash * 31 + value;
        }
    }

    /** A resource. */
    static final class Score {
        long points;
    }

    final World world = World.create();
    final Score score = new Score();
    final Diary diary = new Diary();
    final List<Template> templates;
    final long[] handles;

    /** Enables or disables another system. */
    Schedule schedule;

    private final boolean checksInvariants;
    private final List<Log> logs = new ArrayList<>();

    Playground(long seed) {
        Random random = new Random(seed);
        checksInvariants = seed % 16 == 0; // they take longer than the schedules do
        world.resources().put(score);
        Kinds kinds = new Kinds(1, 2, (byte) 3, (short) 4, 5, 6, true, 7, "kinds");
        templates = List.of(
                world.template().with(new Position(1, 2), new Velocity(3, 4)).build(),
                world.template().with(new Health(5), new Position(6, 7), kinds).build(),
                world.template()
                        .with(new Velocity(8, 9), new Health(10))
                        .with(Frozen.TYPE)
                        .build());
        int most = random.nextInt(20) == 0 ? 2_000 : 150;
        for (Template template : templates) {
            template.spawn(random.nextInt(most), row -> {
                if (row.has(Health.TYPE)) {
                    row.set(Health.POINTS, random.nextInt(100));
                }
                if (row.has(Position.TYPE)) {
                    row.set(Position.X, random.nextInt(64));
                }
            });
        }
        handles = new long[24];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = random.nextInt(4) == 0
                    ? templates.get(random.nextInt(3)).spawn()
                    : world.spawn(new Health(i), new Velocity(i, 1), new Rare(i, "r"));
            if (i % 3 == 0) {
                world.spawn(new Position(i, 0), kinds);
            }
        }
        world.query().all(Health.TYPE).build().forEach(row -> {
            if (random.nextInt(5) == 0) {
                world.destroy(row.entity());
            }
        });
    }

    Query all(Component<?>... components) {
        return world.query().all(components).build();
    }

    Log log() {
        Log log = new Log();
        logs.add(log);
        return log;
    }

    /** Logs each change of some components by observers. */
    void observe() {
        Log log = log();
        world.observers().onAdd(Frozen.TYPE, entity -> log.add(entity * 3));
        world.observers().onRemove(Frozen.TYPE, entity -> log.add(entity * 5));
        world.observers().onSet(Health.TYPE, entity -> log.add(entity * 7 + world.get(entity, Health.POINTS)));
        world.observers().onDestroy(entity -> log.add(entity * 11));
        world.observers()
                .onAdd(Rare.TYPE, entity -> world.observers().commands().add(entity, Velocity.TYPE));
    }

    long hash() {
        long hash = (Saves.stateHash(world) * 31 + score.points) * 31 + diary.hash;
        return hash * 31
                + Arrays.hashCode(logs.stream().mapToLong(log -> log.hash).toArray());
    }

    /** The hash of the world, including the next spawns. Only for the end, since it spawns entities. */
    long lastHash() {
        if (checksInvariants) {
            StoreInvariants.check(world);
        }
        long hash = hash();
        for (int i = 0; i < 3; i++) {
            hash = 31 * hash + world.spawn();
            for (Template template : templates) {
                hash = 31 * hash + template.spawn();
            }
        }
        return hash;
    }

    @Override
    public void close() {
        world.close();
    }
}
