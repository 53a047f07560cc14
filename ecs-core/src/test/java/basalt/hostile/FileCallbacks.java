package basalt.hostile;

import basalt.component.Component;
import basalt.component.ReferenceCodec;
import basalt.component.WithCodec;
import basalt.feed.FeedClient;
import basalt.feed.FeedSchema;
import basalt.feed.Mirrored;
import basalt.feed.Prediction;
import basalt.feed.WorldFeed;
import basalt.feed.WorldMirror;
import basalt.hostile.Callbacks.State;
import basalt.memory.MemorySource;
import basalt.save.LoadOptions;
import basalt.save.Replay;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Health;
import basalt.system.Schedule;
import basalt.world.Restorable;
import basalt.world.World;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BiConsumer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The callbacks of files, snapshots, replays and feeds, for {@link Callbacks}. */
final class FileCallbacks {
    private FileCallbacks() {}

    /** Runs user code when a text is written or read. */
    public static final class CallingCodec implements ReferenceCodec<String> {
        private static Runnable onWrite = () -> {};
        private static Runnable onRead = () -> {};

        @Override
        public int write(String value, MutableDirectBuffer to, int offset) {
            onWrite.run();
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            to.putBytes(offset, bytes);
            return bytes.length;
        }

        @Override
        public String read(DirectBuffer from, int offset, int length) {
            onRead.run();
            return from.getStringWithoutLengthUtf8(offset, length);
        }

        static void in(Runnable write, Runnable read, Runnable work) {
            onWrite = write;
            onRead = read;
            try {
                work.run();
            } finally {
                onWrite = () -> {};
                onRead = () -> {};
            }
        }
    }

    record Coded(@WithCodec(CallingCodec.class) String text) {
        static final Component<Coded> TYPE = Component.of(Coded.class);
    }

    /** A resource that runs user code when it is saved or restored. */
    private static final class CallingResource implements Restorable {
        private Runnable onSave = () -> {};
        private Runnable onRestore = () -> {};

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            onSave.run();
            to.putInt(offset, 7);
            return Integer.BYTES;
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {
            onRestore.run();
        }
    }

    static void add(Map<String, BiConsumer<State, Runnable>> places) {
        files(places);
        snapshots(places);
        replays(places);
        feeds(places);
    }

    private static void files(Map<String, BiConsumer<State, Runnable>> places) {
        places.put(
                "a sink",
                (s, misuse) -> s.place = () ->
                        Saves.save(s.world, (from, offset, length) -> misuse.run(), new SaveOptions().compress()));
        places.put("a source of a merge", (s, misuse) -> {
            SaveBuffer level = level(s);
            s.place = () -> {
                var bytes = level.source();
                Saves.merge(
                        s.world,
                        (to, offset, length) -> {
                            misuse.run();
                            return bytes.read(to, offset, length);
                        },
                        new LoadOptions());
            };
        });
        places.put("the report of a merge", (s, misuse) -> {
            SaveBuffer level = level(s);
            s.place = () -> Saves.merge(s.world, level.source(), new LoadOptions().onReport(report -> misuse.run()));
        });
        places.put("an observer of a merge", (s, misuse) -> {
            SaveBuffer level = level(s);
            s.world.observers().onAdd(Coded.TYPE, entity -> misuse.run());
            s.place = () -> Saves.merge(s.world, level.source(), new LoadOptions());
        });
        places.put("a codec that reads, in a merge", (s, misuse) -> {
            SaveBuffer level = level(s);
            s.place = () ->
                    CallingCodec.in(() -> {}, misuse, () -> Saves.merge(s.world, level.source(), new LoadOptions()));
        });
        places.put("a codec that writes", (s, misuse) -> {
            s.world.add(s.first, new Coded("text"));
            s.place = () -> CallingCodec.in(
                    misuse, () -> {}, () -> Saves.save(s.world, (from, offset, length) -> {}, new SaveOptions()));
        });
        places.put("a resource that is saved", (s, misuse) -> {
            resource(s).onSave = misuse;
            s.place = () -> Saves.save(s.world, (from, offset, length) -> {}, new SaveOptions());
        });
    }

    /** A saved world to be merged. */
    private static SaveBuffer level(State s) {
        SaveBuffer buffer = s.opened(new SaveBuffer(MemorySource.direct()));
        try (World level = World.create()) {
            level.template().with(new Health(1), new Coded("text")).build().spawn(100);
            Saves.save(level, buffer, new SaveOptions());
        }
        return buffer;
    }

    private static CallingResource resource(State s) {
        CallingResource resource = new CallingResource();
        s.world.resources().put(resource);
        return resource;
    }

    private static void snapshots(Map<String, BiConsumer<State, Runnable>> places) {
        places.put("a resource that is captured", (s, misuse) -> {
            CallingResource resource = resource(s);
            Snapshots ring = Saves.snapshots(s.world, 2);
            resource.onSave = misuse;
            s.place = ring::capture;
        });
        places.put("a resource that is restored", (s, misuse) -> {
            CallingResource resource = resource(s);
            Snapshots ring = Saves.snapshots(s.world, 2);
            long tick = ring.capture();
            resource.onRestore = misuse;
            s.world.spawn(new Health(9));
            s.place = () -> ring.restore(tick);
        });
    }

    private static void replays(Map<String, BiConsumer<State, Runnable>> places) {
        places.put("the input of a tick that is recorded", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world).workers(1).build();
            Replay replay = s.opened(new Replay(s.schedule, 1, (world, buffer, offset, length) -> misuse.run()));
            s.place = () -> replay.tick(0.1f);
        });
        places.put("the input of a tick that is played", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world).workers(1).build();
            Snapshots ring = Saves.snapshots(s.world, 2);
            Replay replay = s.opened(new Replay(s.schedule, 1, (world, buffer, offset, length) -> misuse.run()));
            long start = ring.capture();
            replay.tick(0.1f);
            s.place = () -> {
                ring.restore(start);
                replay.play(start + 1);
            };
        });
        places.put("a codec of commands that are recorded", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world).workers(1).build();
            Replay replay = s.opened(new Replay(s.schedule, 1, (world, buffer, offset, length) -> {}));
            s.place = () -> CallingCodec.in(misuse, () -> {}, () -> {
                s.world.commands().add(s.world.commands().spawn(), new Coded("text"));
                replay.tick(0.1f);
            });
        });
        places.put("a sink of a replay", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world).workers(1).build();
            Replay replay = s.opened(new Replay(s.schedule, 1, (world, buffer, offset, length) -> {}));
            replay.tick(0.1f);
            s.place = () -> replay.save((from, offset, length) -> misuse.run());
        });
    }

    private static final FeedSchema SCHEMA =
            FeedSchema.builder().column(Health.POINTS).build();

    private static void feeds(Map<String, BiConsumer<State, Runnable>> places) {
        places.put("the priority of a client", (s, misuse) -> {
            WorldFeed feed = WorldFeed.of(s.world, SCHEMA, s.all);
            FeedClient client = feed.connect(1).budget(100).priority(entity -> {
                misuse.run();
                return 1;
            });
            UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 16]);
            s.world.time().advance(1);
            feed.capture();
            s.place = () -> feed.encode(client, WorldFeed.NONE, buffer, 0);
        });
        places.put("an observer of a mirror", (s, misuse) -> {
            WorldMirror mirror = mirror(s);
            s.world.observers().onAdd(Mirrored.TYPE, entity -> misuse.run());
            s.place = mirror::show;
        });
        places.put("the input of a prediction", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world).workers(1).build();
            Snapshots ring = Saves.snapshots(s.world, 4);
            Prediction<Integer> prediction =
                    new Prediction<>(mirror(s), s.schedule, ring, (world, input) -> misuse.run());
            s.place = () -> prediction.tick(0.1f, 3);
        });
        places.put("the input of a prediction that is corrected", (s, misuse) -> {
            s.schedule = Schedule.builder(s.world).workers(1).build();
            Snapshots ring = Saves.snapshots(s.world, 4);
            WorldMirror mirror = mirror(s);
            Prediction<Integer> prediction = new Prediction<>(mirror, s.schedule, ring, (world, input) -> misuse.run());
            prediction.control(s.controlled);
            prediction.tick(0.1f, 3);
            s.place = () -> prediction.correct(0);
        });
    }

    /** Shows a server's entities in the world, which has had a packet. */
    private static WorldMirror mirror(State s) {
        WorldMirror mirror = WorldMirror.of(s.world, SCHEMA, 1);
        try (World server = World.create()) {
            server.template().with(new Health(5)).build().spawn(100);
            s.controlled = server.query().all(Health.TYPE).build().first();
            WorldFeed feed =
                    WorldFeed.of(server, SCHEMA, server.query().all(Health.TYPE).build());
            server.time().advance(1);
            feed.capture();
            UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 16]);
            mirror.apply(buffer, 0, feed.encode(feed.connect(1), WorldFeed.NONE, buffer, 0));
        }
        return mirror;
    }
}
