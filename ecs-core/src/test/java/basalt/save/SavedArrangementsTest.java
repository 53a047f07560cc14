package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.SaveFormatException;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.query.QueryBuilder;
import basalt.storage.MovedRows;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.system.Schedule;
import basalt.world.Arrangement;
import basalt.world.Template;
import basalt.world.World;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrangements in saved worlds. */
class SavedArrangementsTest {
    private static final int ENTITIES = 8_000;

    private final List<World> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(World::close);
    }

    private static final class Game {
        final World world;
        final Template template;
        final Arrangement byX;
        final Arrangement frozen;

        Game(World world) {
            this.world = world;
            template = world.template().with(new Position(0, 0), new Health(0)).build();
            byX = world.rows()
                    .arrange(query(Position.TYPE, Health.TYPE).none(Frozen.TYPE).build())
                    .byColumn(Position.X);
            frozen = world.rows().arrange(query(Frozen.TYPE).build()).together();
        }

        private QueryBuilder query(Component<?>... components) {
            return world.query().all(components);
        }

        void change(long seed, int births) {
            Random random = new Random(seed);
            for (int i = 0; i < births; i++) {
                long entity = template.spawn();
                world.set(entity, Position.X, random.nextFloat());
                if (random.nextInt(4) == 0) {
                    world.add(entity, Frozen.TYPE);
                }
            }
            for (long entity : order(world)) {
                if (random.nextInt(50) == 0) {
                    world.destroy(entity);
                } else {
                    world.set(entity, Position.X, world.get(entity, Position.X) + random.nextFloat() / 100);
                }
            }
        }
    }

    private Game open(World world) {
        opened.add(world);
        return new Game(world);
    }

    private static List<Long> order(World of) {
        List<Long> order = new ArrayList<>();
        try (Query all = of.query().build()) {
            all.forEach(row -> order.add(row.entity()));
        }
        return order;
    }

    private static void assertSame(World one, World other) {
        assertEquals(MovedRows.indices(one), MovedRows.indices(other));
        assertEquals(order(one), order(other));
        assertEquals(Saves.stateHash(one), Saves.stateHash(other));
        StoreInvariants.check(other);
    }

    static IntStream numbersOfRuns() {
        return IntStream.of(0, 1, 11, 14, 100, 3, 10, 12, 13, 15, 16).limit(Soak.times(5, 11));
    }

    /** Saved before, in the midst of, and after some runs. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("numbersOfRuns")
    void shouldGoOnInLoadedWorlds(int runs) {
        Game game = open(World.create());
        game.change(1, ENTITIES);
        for (int i = 0; i < runs; i++) {
            game.byX.runRows(1_000);
            game.frozen.runRows(100);
        }
        byte[] bytes = Saving.bytes(game.world);
        World waiting = Saving.load(bytes);
        opened.add(waiting);
        assertArrayEquals(bytes, Saving.bytes(waiting), "saved again before the program has made the arrangements");
        Game loaded = open(Saving.load(bytes));
        assertArrayEquals(bytes, Saving.bytes(loaded.world));
        for (int i = 0; i < Soak.times(2, 20); i++) {
            for (Game each : List.of(game, loaded)) {
                each.change(i, 100);
                each.byX.runRows(700);
                each.frozen.runRows(70);
            }
            assertSame(game.world, loaded.world);
        }
        game.byX.run();
        loaded.byX.run();
        assertSame(game.world, loaded.world);
    }

    @Tag("slow")
    @Test
    void shouldGiveTheRowsOfClosedOnesToTheNext() {
        Game game = open(World.create());
        game.change(1, ENTITIES);
        for (int i = 0; i < 100; i++) {
            try (Arrangement passing =
                    game.world.rows().arrange(game.query(Position.TYPE).build()).byColumn(Position.X)) {
                passing.runRows(100);
            }
        }
        try (Arrangement third = game.world
                .rows()
                .arrange(game.query(Frozen.TYPE, Position.TYPE).build())
                .byColumn(Position.X)) {
            third.run();
            byte[] bytes = Saving.bytes(game.world);
            assertEquals(2, arrangement(new FileChunks(bytes), 0).getInt(), "the lowest free ordinal");
            Game loaded = open(Saving.load(bytes));
            try (Arrangement again = loaded.world
                    .rows()
                    .arrange(loaded.query(Frozen.TYPE, Position.TYPE).build())
                    .byColumn(Position.X)) {
                List<Integer> before = MovedRows.indices(loaded.world);
                again.run();
                assertEquals(before, MovedRows.indices(loaded.world), "all are where they belong");
            }
        }
    }

    @Test
    void shouldStayWholeIfTheProgramMakesNone() {
        Game game = open(World.create());
        game.change(1, ENTITIES);
        game.byX.run();
        game.frozen.run();
        World loaded = Saving.load(Saving.bytes(game.world));
        opened.add(loaded);
        StoreInvariants.check(loaded);
        loaded.rows().compact();
        for (long entity : order(loaded)) {
            loaded.destroy(entity);
        }
        loaded.rows().compact();
        StoreInvariants.check(loaded);
        assertEquals(0, loaded.entityCount());
    }

    @Test
    void shouldRestoreSnapshotsFromBeforeAndAfter() {
        Game game = open(World.create());
        game.change(1, ENTITIES);
        try (Schedule schedule = Schedule.builder(game.world)
                        .workers(1)
                        .add("nothing", () -> {})
                        .build();
                Snapshots ring = Saves.snapshots(game.world, 4)) {
            long before = Saves.stateHash(game.world);
            ring.capture();
            schedule.tick(1);
            Arrangement passing =
                    game.world.rows().arrange(game.query(Position.TYPE).build()).byColumn(Position.X);
            passing.run();
            long arranged = Saves.stateHash(game.world);
            assertNotEquals(before, arranged);
            ring.capture();
            passing.close();
            ring.restore(1);
            assertEquals(arranged, Saves.stateHash(game.world));
            StoreInvariants.check(game.world);
            try (Arrangement next =
                    game.world.rows().arrange(game.query(Position.TYPE).build()).byColumn(Position.X)) {
                next.run();
                StoreInvariants.check(game.world);
            }
            ring.restore(0);
            assertEquals(before, Saves.stateHash(game.world));
            StoreInvariants.check(game.world);
        }
    }

    /** The state of the arrangement that was made as number n, from 0 on, after its kind. */
    private static ByteBuffer arrangement(FileChunks file, int number) {
        ByteBuffer owners = file.get("OWNR");
        int seen = 0;
        for (int at = FileChunks.HEADER; at < owners.limit(); ) {
            int kind = owners.get(at++);
            if (kind == 3 && seen++ == number) {
                return owners.position(at);
            }
            at += kind == 0 ? 0 : kind == 3 ? 12 : 8 + 4 * owners.getInt(at + 4) + 17;
            if (kind == 2 && owners.get(at - 1) == 1) {
                at += 4 + 4 * owners.getInt(at);
            }
        }
        throw new AssertionError("no arrangement " + number);
    }

    @Test
    void shouldRefuseWhatNoArrangementHas() {
        Game game = open(World.create());
        game.change(1, ENTITIES);
        game.byX.run();
        game.frozen.run();
        FileChunks file = new FileChunks(Saving.bytes(game.world));
        ByteBuffer state = arrangement(file, 1);
        int at = state.position();
        assertEquals(1, state.getInt(at));
        state.putInt(at, 0);
        assertRefused(file, "two owners of blocks have the same kind, components and ordinal");
        for (int wrong : new int[] {-1, 1 << 16, Integer.MAX_VALUE}) {
            state.putInt(at, wrong);
            assertRefused(file, "the ordinal of an arrangement");
        }
        state.putInt(at, 0xFFFF).putInt(at + 4, -1);
        assertRefused(file, "the next row of an arrangement");
        state.putInt(at + 4, 0).putInt(at + 8, -1);
        assertRefused(file, "the state of an arrangement");
        state.putInt(at, 1).putInt(at + 4, Integer.MAX_VALUE).putInt(at + 8, Integer.MAX_VALUE);
        arrangement(file, 0).putInt(at - 13 + 4, Integer.MAX_VALUE);
        Game loaded = open(Saving.load(file.complete()));
        for (int i = 0; i < 20; i++) {
            loaded.byX.runRows(3_000);
            loaded.frozen.runRows(3_000);
        }
        StoreInvariants.check(loaded.world);
        assertTrue(loaded.byX.runRows(Integer.MAX_VALUE));
    }

    private static void assertRefused(FileChunks file, String message) {
        byte[] bytes = file.complete();
        assertThrowsWith(SaveFormatException.class, () -> Saving.load(bytes), message);
    }

    @Test
    void shouldBeInVersion2Only() {
        Game game = open(World.create());
        game.template.spawn(ROWS);
        assertEquals(1, Saving.bytes(game.world)[8]);
        game.byX.run();
        byte[] bytes = Saving.bytes(game.world);
        assertEquals(2, bytes[8]);
        bytes[8] = 1;
        assertFalse(assertThrows(SaveFormatException.class, () -> Saving.load(bytes))
                .getMessage()
                .isEmpty());
    }
}
