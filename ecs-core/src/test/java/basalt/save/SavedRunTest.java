package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.BooleanColumn;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.storage.MovedRows;
import basalt.system.Access;
import basalt.system.RunCondition;
import basalt.system.Schedule;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random runs that are saved and loaded at a random tick: from there on, both have the same hash in each tick. */
class SavedRunTest {
    private static final int TICKS = 40;

    record Place(float x, float dx, boolean marked) {
        static final Component<Place> TYPE = Component.of(Place.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn DX = TYPE.float32("dx");
        static final BooleanColumn MARKED = TYPE.bool("marked");
    }

    record Life(int left, @EntityHandle long parent) {
        static final Component<Life> TYPE = Component.of(Life.class);
        static final IntColumn LEFT = TYPE.int32("left");
        static final EntityColumn PARENT = TYPE.entity("parent");
    }

    record Tag() {
        static final Component<Tag> TYPE = Component.of(Tag.class);
    }

    record Rare(int value) {
        static final Component<Rare> TYPE =
                Component.builder(Rare.class).sparse().build();
    }

    record Hit(@EntityHandle long target, int damage, String reason) {
        static final EventType<Hit> TYPE = EventType.of(Hit.class);
        static final EntityColumn TARGET = TYPE.entity("target");
        static final IntColumn DAMAGE = TYPE.int32("damage");
    }

    record Noise() {
        static final EventType<Noise> TYPE = EventType.of(Noise.class);
    }

    /** A world whose templates and systems depend on the seed. */
    private static final class Game implements AutoCloseable {
        final World world;
        final Schedule schedule;
        private final List<Template> templates = new ArrayList<>();
        private final Query living;
        private final Query all;
        private final boolean movesRows;

        Game(World world, long seed) {
            this.world = world;
            Random random = new Random(seed);
            templates.add(world.template()
                    .with(new Place(0, 1, false), new Life(9, 0))
                    .build());
            templates.add(world.template().with(new Life(5, 0)).with(Tag.TYPE).build());
            templates.add(world.template().with(new Place(5, -1, true)).build());
            templates.add(world.template().with(new Life(3, 0)).with(Tag.TYPE).build());
            living = world.query().all(Life.TYPE).build();
            all = world.query().includeDisabled().build();
            Query places = world.query().all(Place.TYPE).none(Tag.TYPE).build();
            var builder = Schedule.builder(world).workers(1 + random.nextInt(2));
            builder.add(
                    "move",
                    places.kernel(row -> row.set(
                            Place.X,
                            row.get(Place.X) + row.get(Place.DX) * world.time().tick())),
                    Access.writes(Place.TYPE));
            builder.add(
                    "age", living.kernel(row -> row.set(Life.LEFT, row.get(Life.LEFT) - 1)), Access.writes(Life.TYPE));
            Query touched = world.query().all(Life.TYPE).changed(Place.TYPE).build();
            builder.add(
                    "touched",
                    touched.kernel(row -> row.set(Life.LEFT, row.get(Life.LEFT) * 3)),
                    Access.writes(Life.TYPE),
                    RunCondition.everyTicks(1 + random.nextInt(4)));
            List<Supplier<Runnable>> bodies = List.of(
                    () -> this::spawn,
                    () -> this::spawnMany,
                    () -> this::destroy,
                    () -> this::toggle,
                    () -> this::record,
                    () -> this::send,
                    () -> this::send,
                    () -> receiver(random.nextBoolean(), random.nextInt(30)),
                    () -> receiver(random.nextBoolean(), Integer.MAX_VALUE),
                    this::listener,
                    () -> mourner(random.nextBoolean() ? Life.TYPE : Rare.TYPE, random.nextInt(9)),
                    () -> watcher(world.query().changed(Life.TYPE)),
                    () -> watcher(world.query().changed(Place.TYPE, Rare.TYPE).added(Tag.TYPE)),
                    () -> watcher(world.query().added(Life.TYPE).none(Rare.TYPE)));
            for (int i = 0; i < 12; i++) {
                Runnable body = bodies.get(random.nextInt(bodies.size())).get();
                RunCondition condition = random.nextInt(4) == 0
                        ? RunCondition.every(0.1f + random.nextFloat())
                        : random.nextInt(6) == 0 ? RunCondition.once() : RunCondition.everyTicks(1 + random.nextInt(5));
                builder.add("system " + i, body, Access.exclusive(), condition);
            }
            schedule = builder.build();
            movesRows = random.nextBoolean();
        }

        private Random random(int which) {
            return new Random(world.time().tick() * 31 + which);
        }

        private void spawn() {
            Random random = random(1);
            for (int i = random.nextInt(60); i > 0; i--) {
                Template template = templates.get(random.nextInt(templates.size()));
                long made = random.nextBoolean() ? template.spawn() : world.spawn(new Life(i, 0), new Rare(i));
                if (world.has(made, Life.TYPE)) {
                    world.set(made, Life.PARENT, made);
                }
            }
        }

        private void spawnMany() {
            Random random = random(2);
            int count = random.nextInt(random.nextInt(8) == 0 ? ROWS : 300);
            templates.get(random.nextInt(templates.size())).spawn(count);
        }

        private void destroy() {
            Random random = random(3);
            List<Long> gone = new ArrayList<>();
            all.forEach(row -> {
                if (random.nextInt(4) == 0) {
                    gone.add(row.entity());
                }
            });
            gone.forEach(world::destroy);
        }

        private void toggle() {
            Random random = random(4);
            List<Long> some = new ArrayList<>();
            all.forEach(row -> {
                if (random.nextInt(10) == 0) {
                    some.add(row.entity());
                }
            });
            for (long entity : some) {
                switch (random.nextInt(4)) {
                    case 0 -> world.disable(entity);
                    case 1 -> world.enable(entity);
                    case 2 -> world.add(entity, new Rare(Entity.index(entity)));
                    default -> {
                        if (world.has(entity, Life.TYPE)) {
                            world.disable(entity, Life.TYPE);
                        } else {
                            world.add(entity, Tag.TYPE);
                        }
                    }
                }
            }
        }

        private void record() {
            Commands commands = world.commands();
            Random random = random(5);
            for (int i = random.nextInt(70); i > 0; i--) {
                templates.get(random.nextInt(templates.size())).spawn(commands);
            }
            world.applyCommands();
        }

        private void send() {
            Random random = random(6);
            EventChannel<Hit> hits = world.events(Hit.TYPE);
            int count = random.nextInt(20) == 0 ? ROWS : random.nextInt(4) == 0 ? 0 : 40;
            all.forEach(row -> {
                if (random.nextInt(8) == 0) {
                    hits.send(new Hit(row.entity(), random.nextInt(9), random.nextBoolean() ? null : "hit"));
                }
            });
            for (int i = 0; i < count; i++) {
                world.commands().send(Noise.TYPE);
            }
            world.applyCommands();
        }

        /** Reads some of the events, and changes what they name. */
        private Runnable receiver(boolean fromStart, int most) {
            EventChannel<Hit> hits = world.events(Hit.TYPE);
            EventReader<Hit> reader = fromStart ? hits.readerFromStart() : hits.reader();
            return () -> {
                for (int i = 0; i < most && reader.next(); i++) {
                    Hit hit = hits.get(reader.event());
                    if (world.isAlive(hit.target()) && world.has(hit.target(), Life.TYPE)) {
                        int left = world.get(hit.target(), Life.LEFT) - hit.damage();
                        world.set(hit.target(), Life.LEFT, hit.reason() == null ? left : 2 * left);
                    }
                }
                count(reader.missed());
            };
        }

        private Runnable listener() {
            EventReader<Noise> reader = world.events(Noise.TYPE).reader();
            return () -> count(reader.remaining() > 20 ? reader.skipAll() : reader.missed());
        }

        /** Reads some of the removals. */
        private Runnable mourner(Component<?> component, int most) {
            RemovedComponents removed = world.removed(component);
            return () -> {
                for (int i = 0; i <= most && removed.next(); i++) {
                    count(removed.entity());
                }
            };
        }

        private Runnable watcher(QueryBuilder changes) {
            Query query = changes.build();
            return () -> {
                int[] rows = new int[1];
                query.forEach(row -> rows[0] = 31 * rows[0] + row.index());
                count(rows[0]);
            };
        }

        private void moveRows() {
            Random random = random(7);
            switch (random.nextInt(8)) {
                case 0 -> MovedRows.compact(world);
                case 1 -> MovedRows.shuffle(world, random, 500);
                default -> {}
            }
        }

        /** Makes a number part of the state. */
        private void count(long number) {
            world.spawn(new Rare((int) (number ^ number >>> 32)));
        }

        long tick() {
            schedule.tick(0.05f);
            if (movesRows) {
                moveRows();
            }
            return Saves.stateHash(world);
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, Long.getLong("basalt.save.runs", 25));
    }

    /** {@code -Dbasalt.save.runs=N} sets how many. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveTheSameHashes(long seed) {
        Random random = new Random(seed);
        try (Game game = new Game(World.create(), seed)) {
            for (int tick = random.nextInt(TICKS); tick > 0; tick--) {
                game.tick();
            }
            byte[] saved = Saving.bytes(game.world);
            if (random.nextBoolean()) {
                try (World waiting = Saving.load(saved)) {
                    saved = Saving.bytes(waiting);
                }
            }
            try (Game loaded = new Game(Saving.load(saved), seed)) {
                assertEquals(Saves.stateHash(game.world), Saves.stateHash(loaded.world), "seed " + seed);
                for (int tick = 0; tick < TICKS; tick++) {
                    assertEquals(game.tick(), loaded.tick(), "seed " + seed + ", " + game.world.time());
                }
                assertEquals(handles(game), handles(loaded));
            }
        }
    }

    private static List<Long> handles(Game game) {
        List<Long> handles = new ArrayList<>();
        game.all.forEach(row -> handles.add(row.entity()));
        return handles;
    }
}
