package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.command.Commands;
import basalt.component.BooleanColumn;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.query.Query;
import basalt.system.Access;
import basalt.system.RunCondition;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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

    /** A world whose templates and systems depend on the seed. */
    private static final class Game implements AutoCloseable {
        final World world;
        final Schedule schedule;
        private final List<Template> templates = new ArrayList<>();
        private final Query living;
        private final Query all;

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
            List<Runnable> bodies = List.of(this::spawn, this::spawnMany, this::destroy, this::toggle, this::record);
            for (int i = 0; i < 8; i++) {
                Runnable body = bodies.get(random.nextInt(bodies.size()));
                RunCondition condition = random.nextInt(4) == 0
                        ? RunCondition.every(0.1f + random.nextFloat())
                        : random.nextInt(6) == 0 ? RunCondition.once() : RunCondition.everyTicks(1 + random.nextInt(5));
                builder.add("system " + i, body, Access.exclusive(), condition);
            }
            schedule = builder.build();
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

        long tick() {
            schedule.tick(0.05f);
            return world.stateHash();
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
            try (Game loaded = new Game(Saving.load(Saving.bytes(game.world)), seed)) {
                assertEquals(game.world.stateHash(), loaded.world.stateHash(), "seed " + seed);
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
