package basalt.examples.survivor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.survivor.Model.Arsenal;
import basalt.examples.survivor.Model.Boss;
import basalt.examples.survivor.Model.Enemy;
import basalt.examples.survivor.Model.Global;
import basalt.examples.survivor.Model.Homing;
import basalt.examples.survivor.Model.Hostile;
import basalt.examples.survivor.Model.Info;
import basalt.examples.survivor.Model.Inventory;
import basalt.examples.survivor.Model.Item;
import basalt.examples.survivor.Model.Level;
import basalt.examples.survivor.Model.Position;
import basalt.examples.survivor.Model.Score;
import basalt.examples.survivor.Model.Timer;
import basalt.examples.survivor.Model.Weapon;
import basalt.save.Determinism;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.World;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GameTest {
    private static final float TICK_SECONDS = 1 / 60f;

    private final World world = World.builder().seed(7).build();
    private final Game game = game(world, 2);
    private int frames;

    @TempDir
    private Path folder;

    private Game game(World of, int workers) {
        return new Game(of, workers, ui -> ui.add("count frames", () -> frames++));
    }

    private static void tick(Game of, int ticks) {
        for (int i = 0; i < ticks; i++) {
            of.schedule.tick(TICK_SECONDS);
        }
    }

    @AfterEach
    void close() {
        game.schedule.close();
        world.close();
    }

    @Tag("slow")
    @Test
    void shouldBeTheSameForAnyNumberOfWorkers() {
        game.start();
        long hash = hashAfter(30, 1);
        assertEquals(hash, hashAfter(30, 4));
        Determinism.check(game.schedule, 30);
    }

    private long hashAfter(int ticks, int workers) {
        try (World other = World.builder().seed(7).build()) {
            Game same = game(other, workers);
            try (same.schedule) {
                same.start();
                tick(same, ticks);
                return Saves.stateHash(other);
            }
        }
    }

    @Tag("slow")
    @Test
    void shouldPlay() {
        game.start();
        assertEquals(5000, world.query(Enemy.class).count());
        int missiles = most(470, () -> world.query(Homing.class).count());
        int stunned = most(470, () -> world.query(Timer.class).with(Enemy.class).count());
        long hero = game.hero.entity;

        assertTrue(missiles > 0);
        assertTrue(stunned > 0);
        assertTrue(world.get(hero, Score.class).kills() > 100);
        int level = world.get(hero, Level.class).level();
        assertTrue(level > 1);
        Item[] items = world.get(hero, Inventory.class).items();
        assertEquals(new Item(Item.UPGRADE, level), items[items.length - 1]);
        for (long weapon : world.get(hero, Arsenal.class).weapons()) {
            assertTrue(world.get(weapon, Weapon.class).cooldown() < 0.5f);
        }
        assertEquals(
                "boss of second 15",
                world.get(world.query(Boss.class).single(), Info.class).name());
        assertTrue(world.query(Hostile.class).count() > 0);
    }

    private int most(int ticks, IntSupplier count) {
        int most = 0;
        for (int i = 0; i < ticks; i++) {
            tick(game, 1);
            most = Math.max(most, count.getAsInt());
        }
        return most;
    }

    @Test
    void shouldKeepTurretsAtTheirBoss() {
        game.start();
        game.addBoss();
        tick(game, 60);
        long boss = world.query(Boss.class).single();
        Boss parts = world.get(boss, Boss.class);

        Position middle = world.get(boss, Position.class);
        assertEquals(middle.at(), world.get(boss, Global.class).at());
        assertEquals(
                middle.at().x() - 12, world.get(parts.left(), Global.class).at().x(), 1e-3);
        assertEquals(
                middle.at().x() + 12,
                world.get(parts.right(), Global.class).at().x(),
                1e-3);
    }

    @Test
    void shouldPause() {
        game.start();
        tick(game, 10);
        Position before = world.get(game.hero.entity, Position.class);
        game.schedule.disable("sim");
        for (int i = 0; i < 10; i++) {
            tick(game, 1);
            game.schedule.frame(1);
        }
        assertEquals(before, world.get(game.hero.entity, Position.class));
        assertEquals(10, frames);
        game.schedule.enable("sim");
        tick(game, 1);
        assertNotEquals(before, world.get(game.hero.entity, Position.class));
    }

    @Test
    void shouldRewind() {
        game.start();
        tick(game, 60);
        try (Snapshots ring = Saves.snapshots(world, 4)) {
            ring.capture();
            tick(game, 60);
            long hash = Saves.stateHash(world);
            ring.restore(60);
            tick(game, 60);
            assertEquals(hash, Saves.stateHash(world));
        }
    }

    @Tag("slow")
    @Test
    void shouldContinueASavedGame() {
        game.start();
        tick(game, 120);
        Path file = folder.resolve("survivor.basalt");
        world.save(file);
        try (World loaded = World.load(file)) {
            Game again = game(loaded, 1);
            try (again.schedule) {
                assertEquals(Saves.stateHash(world), Saves.stateHash(loaded));
                tick(game, 60);
                tick(again, 60);
                assertEquals(Saves.stateHash(world), Saves.stateHash(loaded));
                assertEquals("hero", loaded.get(again.hero.entity, Info.class).name());
                assertArrayEquals(
                        world.get(game.hero.entity, Inventory.class).items(),
                        loaded.get(again.hero.entity, Inventory.class).items());
            }
        }
    }
}
