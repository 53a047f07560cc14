package basalt.examples.small;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.Printed;
import basalt.examples.small.TowerDefence.Enemy;
import basalt.examples.small.TowerDefence.Score;
import basalt.examples.small.TowerDefence.Shot;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TowerDefenceTest {
    private static final float TICK_SECONDS = 1 / 30f;

    @Test
    void shouldKeepCountOfEnemiesShotsAndGold() {
        try (World world = World.create()) {
            TowerDefence game = new TowerDefence(world, 1);
            Score score = game.score;
            while (score.wave < 7) {
                game.schedule.tick(TICK_SECONDS);
                assertEquals(came(score.wave), game.enemies.count() + score.fallen + score.arrived);
                assertEquals(world.events(Shot.class).sent(), score.shots);
                int spent = TowerDefence.PRICE * game.towers.count();
                assertEquals(2 * TowerDefence.PRICE + TowerDefence.PRICE / 5 * score.fallen, score.gold + spent);
                assertTrue(game.enemies.min(Enemy.class, Enemy::health, 1) > 0, "a fallen enemy walks on");
            }
            assertTrue(score.fallen > 20, () -> "fallen: " + score.fallen);
            assertTrue(score.arrived > 0, "the first towers are too few");
        }
    }

    @Test
    void shouldPlayTheSameWithOneAndTwoWorkers() {
        assertEquals(pictures(1), pictures(2));
    }

    @Test
    void shouldPrintEachWave() throws Exception {
        Printed.requireQuickPrograms();
        List<String> lines = Printed.toTheConsole(out -> TowerDefence.main());

        assertEquals("110 enemies have fallen, 4 have arrived", lines.get(lines.size() - 1));
        for (int wave = 0; wave <= TowerDefence.WAVES; wave++) {
            String line = lines.get(wave);
            assertTrue(line.matches("[-ToO]{" + TowerDefence.ROAD + "} wave +" + wave), line);
        }
    }

    /** Number of enemies in all waves up to one. */
    private static int came(int wave) {
        return 3 * wave + wave * (wave + 1) / 2;
    }

    private static List<String> pictures(int workers) {
        try (World world = World.create()) {
            TowerDefence game = new TowerDefence(world, workers);
            List<String> pictures = new ArrayList<>();
            for (int tick = 0; tick < 300; tick++) {
                game.schedule.tick(TICK_SECONDS);
                pictures.add(game.picture());
            }
            return pictures;
        }
    }
}
