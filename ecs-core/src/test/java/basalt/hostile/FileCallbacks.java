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
import basalt.hostile.Callbacks.Place;
import basalt.hostile.Callbacks.State;
import basalt.memory.MemorySource;
import basalt.save.LoadOptions;
import basalt.save.Replay;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.SaveSource;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Health;
import basalt.system.Schedule;
import basalt.world.Restorable;
import basalt.world.World;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The callbacks of files, snapshots, replays and feeds, for {@link Callbacks}. */
final class FileCallbacks {
    private static final FeedSchema SCHEMA =
            FeedSchema.builder().column(Health.POINTS).build();

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

    static void add(Map<String, Place> places) {
        files(places);
        states(places);
        replays(places);
        feeds(places);
    }

    /** Saves with what is written lost. */
    private static void save(State s) {
        Saves.save(s.world, (from, offset, length) -> {}, new SaveOptions());
    }

    /** A file of entities with a coded value. */
    private static SaveBuffer level(State s) {
        SaveBuffer buffer = s.opened(new SaveBuffer(MemorySource.direct()));
        try (World level = World.create()) {
            level.template().with(new Health(1), new Coded("text")).build().spawn(100);
            Saves.save(level, buffer, new SaveOptions());
        }
        return buffer;
    }

    private static void files(Map<String, Place> places) {
        places.put("a sink", (s, misuse) -> () -> {
            SaveOptions options = new SaveOptions().compress();
            Saves.save(s.world, (from, offset, length) -> misuse.run(), options);
        });
        places.put("a source of a merge", (s, misuse) -> {
            SaveBuffer level = level(s);
            return () -> {
                var bytes = level.source();
                SaveSource calling = (to, offset, length) -> {
                    misuse.run();
                    return bytes.read(to, offset, length);
                };
                Saves.merge(s.world, calling, new LoadOptions());
            };
        });
        places.put("the report of a merge", (s, misuse) -> {
            SaveBuffer level = level(s);
            return () -> Saves.merge(s.world, level.source(), new LoadOptions().onReport(report -> misuse.run()));
        });
        places.put("an observer of a merge", (s, misuse) -> {
            SaveBuffer level = level(s);
            s.world.observers().onAdd(Coded.TYPE, entity -> misuse.run());
            return () -> Saves.merge(s.world, level.source(), new LoadOptions());
        });
        places.put("a codec that reads, in a merge", (s, misuse) -> {
            SaveBuffer level = level(s);
            return () ->
                    CallingCodec.in(() -> {}, misuse, () -> Saves.merge(s.world, level.source(), new LoadOptions()));
        });
        places.put("a codec that writes", (s, misuse) -> {
            s.world.add(s.first, new Coded("text"));
            return () -> CallingCodec.in(misuse, () -> {}, () -> save(s));
        });
        places.put("a resource that is saved", (s, misuse) -> {
            resource(s).onSave = misuse;
            return () -> save(s);
        });
    }

    private static CallingResource resource(State s) {
        CallingResource resource = new CallingResource();
        s.world.resources().put(resource);
        return resource;
    }

    private static void states(Map<String, Place> places) {
        places.put("a resource that is captured", (s, misuse) -> {
            CallingResource resource = resource(s);
            Snapshots ring = Saves.snapshots(s.world, 2);
            resource.onSave = misuse;
            return ring::capture;
        });
        places.put("a resource that is restored", (s, misuse) -> {
            CallingResource resource = resource(s);
            Snapshots ring = Saves.snapshots(s.world, 2);
            long tick = ring.capture();
            resource.onRestore = misuse;
            s.world.spawn(new Health(9));
            return () -> ring.restore(tick);
        });
    }

    private static Replay replay(State s, Runnable onInput) {
        return s.opened(new Replay(s.schedule(), 1, (world, buffer, offset, length) -> onInput.run()));
    }

    private static void replays(Map<String, Place> places) {
        places.put("the input of a tick that is recorded", (s, misuse) -> {
            Replay replay = replay(s, misuse);
            return () -> replay.tick(0.1f);
        });
        places.put("the input of a tick that is played", (s, misuse) -> {
            Snapshots ring = Saves.snapshots(s.world, 2);
            Replay replay = replay(s, misuse);
            long start = ring.capture();
            replay.tick(0.1f);
            return () -> {
                ring.restore(start);
                replay.play(start + 1);
            };
        });
        places.put("a codec of commands that are recorded", (s, misuse) -> {
            Replay replay = replay(s, () -> {});
            return () -> CallingCodec.in(misuse, () -> {}, () -> {
                s.world.commands().add(s.world.commands().spawn(), new Coded("text"));
                replay.tick(0.1f);
            });
        });
        places.put("a sink of a replay", (s, misuse) -> {
            Replay replay = replay(s, () -> {});
            replay.tick(0.1f);
            return () -> replay.save((from, offset, length) -> misuse.run());
        });
    }

    private static void feeds(Map<String, Place> places) {
        places.put("the priority of a client", (s, misuse) -> {
            WorldFeed feed = WorldFeed.of(s.world, SCHEMA, s.all);
            FeedClient client = feed.connect(1).budget(100).priority(entity -> {
                misuse.run();
                return 1;
            });
            UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 16]);
            s.world.time().advance(1);
            feed.capture();
            return () -> feed.encode(client, WorldFeed.NONE, buffer, 0);
        });
        places.put("an observer of a mirror", (s, misuse) -> {
            WorldMirror mirror = mirror(s);
            s.world.observers().onAdd(Mirrored.TYPE, entity -> misuse.run());
            return mirror::show;
        });
        places.put("the input of a prediction", (s, misuse) -> {
            Prediction<Integer> prediction = prediction(s, misuse);
            return () -> prediction.tick(0.1f, 3);
        });
        places.put("the input of a prediction that is corrected", (s, misuse) -> {
            Prediction<Integer> prediction = prediction(s, misuse);
            prediction.control(s.controlled);
            prediction.tick(0.1f, 3);
            return () -> prediction.correct(0);
        });
    }

    private static Prediction<Integer> prediction(State s, Runnable onInput) {
        Schedule schedule = s.schedule();
        Snapshots ring = Saves.snapshots(s.world, 4);
        return new Prediction<>(mirror(s), schedule, ring, (world, input) -> onInput.run());
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
