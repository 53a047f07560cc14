package basalt.system;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.query.Query;
import basalt.save.Saves;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.world.Restorable;
import basalt.world.Template;
import basalt.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** A small world of several blocks for random systems to work on: the same for the same seed. */
final class Playground implements AutoCloseable {
    /** Numbers that are part of the state of the world. */
    static class Notes implements Restorable {
        final long[] values = new long[MOST_NOTES];

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            for (int i = 0; i < values.length; i++) {
                to.putLong(offset + i * Long.BYTES, values[i]);
            }
            return values.length * Long.BYTES;
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {
            for (int i = 0; i < values.length; i++) {
                values[i] = from.getLong(offset + i * Long.BYTES);
            }
        }
    }

    /** A resource that systems declare. */
    static final class Score extends Notes {}

    /** A log of what a system has seen, as a hash. Of an entity it has only the index, as generations differ. */
    final class Log {
        private final int number = logs++;

        void add(long value) {
            notes.values[number] = notes.values[number] * 31 + (int) value;
        }
    }

    /** A log that only its thread may use; no system declares it. */
    final class Diary {
        private final Thread home = Thread.currentThread();
        private final Log log = new Log();

        void add(long value) {
            if (Thread.currentThread() != home) {
                throw new AssertionError(
                        "used by thread " + Thread.currentThread().getName());
            }
            log.add(value);
        }
    }

    /** Children outlive their parent. */
    static final TreeType CREW = TreeType.of("playground: crew", TreeType.OnParentDestroy.DETACH);

    private static final int MOST_NOTES = 20;
    private static final Kinds KINDS = new Kinds(1, 2, (byte) 3, (short) 4, 5, 6, true, 7, "kinds");

    final World world;
    final Score score = new Score();
    final List<Template> templates;
    final long[] handles;

    private final Notes notes = new Notes();
    private int logs;
    final Diary diary = new Diary();

    /** Enables or disables another system. */
    Schedule schedule;

    private final boolean checksInvariants;

    private Playground(World world, long[] handles, boolean checksInvariants) {
        this.world = world;
        this.handles = handles;
        this.checksInvariants = checksInvariants;
        world.resources().put(score);
        world.resources().put(notes);
        templates = List.of(
                world.template().with(new Position(1, 2), new Velocity(3, 4)).build(),
                world.template().with(new Health(5), new Position(6, 7), KINDS).build(),
                world.template()
                        .with(new Velocity(8, 9), new Health(10))
                        .with(Frozen.TYPE)
                        .build());
    }

    /** The same in a world that was loaded from a file. */
    Playground(World loaded, Playground saved) {
        this(loaded, saved.handles, saved.checksInvariants);
    }

    Playground(long seed) {
        this(World.create(), new long[24], seed % 16 == 0); // checks take longer than the schedules do
        Random random = new Random(seed);
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
        for (int i = 0; i < handles.length; i++) {
            handles[i] = random.nextInt(4) == 0
                    ? templates.get(1 + random.nextInt(2)).spawn()
                    : world.spawn(new Health(i), new Velocity(i, 1), new Rare(i, "r"));
            if (i % 3 == 0) {
                world.spawn(new Position(i, 0), KINDS);
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
        return new Log();
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
        return (Saves.stateHash(world) * 31 + score.values[0]) * 31 + Arrays.hashCode(notes.values);
    }

    /** The hash of the world, including the next spawns. Only for the end, since it spawns entities. */
    long lastHash() {
        if (checksInvariants) {
            StoreInvariants.check(world);
        }
        long hash = hash();
        for (int i = 0; i < 3; i++) {
            hash = 31 * hash + Entity.index(world.spawn());
            for (Template template : templates) {
                hash = 31 * hash + Entity.index(template.spawn());
            }
        }
        return hash;
    }

    @Override
    public void close() {
        world.close();
    }
}
