package basalt.hostile;

import basalt.feed.FeedClient;
import basalt.feed.FeedSchema;
import basalt.feed.Received;
import basalt.feed.WorldFeed;
import basalt.feed.WorldMirror;
import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.Soak;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.frame.FrameArena;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Health;
import basalt.system.Schedule;
import basalt.system.SystemException;
import basalt.world.Template;
import basalt.world.World;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;

/** A second thread uses an object while its owner does. Only the second thread gets an exception. */
final class Races {
    private static final long NANOS = Soak.times(100, 300) * 1_000_000L;

    private Races() {}

    /** The actions of the owner and of the other thread, both in a loop, and the checks at the end. */
    private record Race(Runnable owner, Runnable other, Runnable end) {}

    /** Runs in a separate JVM. */
    public static void main(String... arguments) {
        Walk walk = new Walk();
        races().forEach((name, race) -> {
            walk.count(name);
            String fault = run(race.get());
            if (fault != null) {
                walk.fail(name, fault);
            }
        });
        walk.end();
    }

    private static String run(Race race) {
        long begin = System.nanoTime();
        long[] taken = new long[1];
        String[] fault = new String[1];
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            while (System.nanoTime() - begin < NANOS) {
                try {
                    race.other.run();
                    taken[0]++;
                } catch (IllegalStateException refused) {
                    // expected
                } catch (Throwable e) {
                    fault[0] = "the other thread gets " + e;
                }
            }
        });
        try {
            while (System.nanoTime() - begin < NANOS) {
                race.owner.run();
            }
        } catch (Throwable e) {
            fault[0] = "the owner gets " + e;
        }
        other.join();
        try {
            race.end.run();
        } catch (Throwable e) {
            fault[0] = "at the end: " + e;
        }
        return fault[0] != null ? fault[0] : taken[0] > 0 ? "calls of the other thread accepted: " + taken[0] : null;
    }

    private static Map<String, Supplier<Race>> races() {
        Map<String, Supplier<Race>> races = new LinkedHashMap<>();
        races.put("recording", () -> {
            World world = World.create();
            long entity = world.spawn(new Health(1));
            Commands commands = world.commands();
            return new Race(
                    () -> {
                        for (int i = 0; i < 1_000; i++) {
                            commands.set(entity, Health.POINTS, i);
                        }
                        world.applyCommands();
                    },
                    () -> commands.set(entity, Health.POINTS, -1),
                    () -> {
                        Walk.require(world.get(entity, Health.POINTS) >= 0, "a value of the other thread");
                        StoreInvariants.check(world);
                        world.close();
                    });
        });
        races.put("recording while the owner closes", () -> {
            World[] world = {World.create()};
            Commands[] commands = {world[0].commands()};
            return new Race(
                    () -> {
                        world[0].commands().spawn();
                        world[0].close();
                        world[0] = World.create();
                        commands[0] = world[0].commands();
                    },
                    () -> commands[0].spawn(),
                    () -> world[0].close());
        });
        races.put("spawning and destroying", () -> {
            World world = World.create();
            return new Race(() -> world.destroy(world.spawn(new Health(1))), () -> world.spawn(new Health(2)), () -> {
                Walk.require(world.entityCount() == 0, "entities");
                StoreInvariants.check(world);
                world.close();
            });
        });
        races.put("iterating while the owner changes", () -> {
            World world = World.create();
            world.template().with(new Health(1)).build().spawn(1_000);
            Query all = world.query().all(Health.TYPE).build();
            return new Race(
                    () -> {
                        long entity = world.spawn(new Health(2));
                        all.count();
                        world.destroy(entity);
                    },
                    () -> all.forEach(row -> row.set(Health.POINTS, 5)),
                    () -> {
                        Walk.require(all.reduce().sum(Health.POINTS) == 1_000, "the other thread has written");
                        world.close();
                    });
        });
        if (Walk.STRICT) { // only strict mode checks these threads: see Slice
            races.put("a slice of the frame arena while the owner closes", () -> {
                World[] world = {World.create()};
                Slice[] slice = {world[0].frame().allocate(64, 8)};
                return new Race(
                        () -> {
                            world[0].close();
                            world[0] = World.create();
                            slice[0] = world[0].frame().allocate(64, 8);
                            slice[0].putLong(0, 42);
                            Walk.require(slice[0].getLong(0) == 42, "the other thread has written");
                        },
                        () -> slice[0].putLong(0, -1),
                        () -> world[0].close());
            });
        }
        races.put("saving and capturing while the owner changes", () -> {
            World world = World.create();
            world.template().with(new Health(1)).build().spawn(1_000);
            Snapshots ring = Saves.snapshots(world, 2);
            boolean[] turn = new boolean[1];
            return new Race(
                    () -> {
                        long entity = world.spawn(new Health(2));
                        Saves.save(world, (from, offset, length) -> {}, new SaveOptions());
                        ring.capture();
                        world.destroy(entity);
                    },
                    () -> {
                        turn[0] = !turn[0];
                        if (turn[0]) {
                            Saves.save(world, (from, offset, length) -> {}, new SaveOptions());
                        } else {
                            ring.capture();
                        }
                    },
                    () -> {
                        Walk.require(world.entityCount() == 1_000, "entities");
                        StoreInvariants.check(world);
                        world.close();
                    });
        });
        races.put("packets of a feed and a mirror", () -> {
            World server = World.create();
            World client = World.create();
            server.template().with(new Health(1)).build().spawn(100);
            FeedSchema schema = FeedSchema.builder().column(Health.POINTS).build();
            WorldFeed feed =
                    WorldFeed.of(server, schema, server.query().all(Health.TYPE).build());
            WorldMirror mirror = WorldMirror.of(client, schema, 1);
            FeedClient peer = feed.connect(1);
            UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 16]);
            UnsafeBuffer other = new UnsafeBuffer(new byte[1 << 16]);
            int[] calls = new int[1];
            return new Race(
                    () -> {
                        server.time().advance(1);
                        feed.capture();
                        int bytes = feed.encode(peer, mirror.tick(), buffer, 0);
                        Walk.require(mirror.apply(buffer, 0, bytes) == Received.APPLIED, "a packet is refused");
                        mirror.show();
                    },
                    () -> {
                        switch (calls[0]++ % 4) {
                            case 0 -> feed.capture();
                            case 1 -> feed.encode(peer, WorldFeed.NONE, other, 0);
                            case 2 -> mirror.apply(other, 0, 100);
                            default -> mirror.show();
                        }
                    },
                    () -> {
                        Walk.require(client.entityCount() == 100, "entities");
                        StoreInvariants.check(client);
                        server.close();
                        client.close();
                    });
        });
        races.put("allocating from a pool", () -> {
            CountingMemory memory = new CountingMemory(MemorySource.direct());
            PoolAllocator pool = new PoolAllocator(memory, 64, 16);
            return new Race(() -> pool.free(pool.allocate()), pool::allocate, () -> {
                pool.close();
                Walk.require(memory.outstanding() == 0, "leak");
            });
        });
        races.put("spawns by a kernel whose system does not declare them", () -> {
            World world = World.create();
            Template template = world.template().with(new Health(1)).build();
            template.spawn(20_000);
            Query all = world.query().all(Health.TYPE).build();
            Template[] hidden = {template}; // a captured template counts as declared
            Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .add("shoot", all.kernel((row, commands) -> hidden[0].spawn(commands)))
                    .build();
            return new Race(() -> refused(() -> schedule.tick(1)), () -> template.spawn(world.commands()), () -> {
                Walk.require(world.entityCount() == 20_000, "entities");
                StoreInvariants.check(world);
                schedule.close();
                world.close();
            });
        });
        if (Walk.STRICT) {
            races.put("allocating from a frame arena", () -> {
                FrameArena arena = new FrameArena(MemorySource.direct());
                Consumer<Integer> frame = bytes -> {
                    arena.allocate(bytes, 8).putLong(0, bytes);
                };
                return new Race(
                        () -> {
                            frame.accept(1_000);
                            arena.reset();
                        },
                        () -> frame.accept(2_000),
                        arena::close);
            });
        }
        return races;
    }

    private static void refused(Runnable use) {
        try {
            use.run();
        } catch (SystemException e) {
            Walk.require(e.getCause() instanceof IllegalStateException, "a system fails by " + e.getCause());
            return;
        }
        throw new IllegalStateException("wrong: no exception");
    }
}
