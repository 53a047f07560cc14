package basalt.examples.small;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.examples.framework.program.Printed;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifeTest {
    @Test
    void shouldFireAGliderOfFiveCellsEvery30Generations() {
        try (World world = World.create()) {
            Life life = new Life(world, Life.GUN);
            String gun = life.picture(36, 9);
            for (int gliders = 1; gliders <= 3; gliders++) {
                live(life, 30);
                assertEquals(36 + 5 * gliders, life.cells.count());
                assertEquals(gun, life.picture(36, 9));
            }
        }
    }

    @Test
    void shouldSettleAsTheRPentominoDoes() {
        try (World world = World.create()) {
            Life life = new Life(world, ".OO", "OO.", ".O.");
            live(life, 1103);
            assertEquals(116, life.cells.count());
            live(life, 10);
            assertEquals(116, life.cells.count(), "still lifes, blinkers and six gliders");
        }
    }

    @Test
    void shouldWrapAround() {
        try (World world = World.create()) {
            Life life = new Life(world, "OOO"); // turns over the upper border
            live(life, 1);
            assertEquals(" O \n O \n", life.picture(3, 2));
            live(life, 1);
            assertEquals("OOO\n   \n", life.picture(3, 2));
        }
    }

    @Test
    void shouldDieWithoutNeighbours() {
        try (World world = World.create()) {
            Life life = new Life(world, "O.O");
            live(life, 1);
            assertEquals(0, life.cells.count());
            live(life, 1);
            assertEquals(0, life.cells.count());
        }
    }

    @Test
    void shouldPrintTheGun() throws Exception {
        List<String> lines = Printed.toTheConsole(out -> Life.main());

        assertEquals("56 cells after 120 generations", lines.get(lines.size() - 1));
        assertEquals(Life.GUN[0].replace('.', ' '), lines.get(0).substring(0, 36));
    }

    private static void live(Life life, int generations) {
        for (int i = 0; i < generations; i++) {
            life.step();
        }
    }
}
