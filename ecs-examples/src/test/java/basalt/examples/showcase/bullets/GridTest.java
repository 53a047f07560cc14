package basalt.examples.showcase.bullets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.bullets.Battle.Stage;
import basalt.examples.showcase.bullets.Fleet.Ship;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridTest {
    private final World world = World.create();

    private record At(long ship, float x, float y) {
        boolean isHitBy(float bulletX, float bulletY) {
            float right = bulletX - x;
            float down = bulletY - y;
            return right * right + down * down <= Ship.RADIUS * Ship.RADIUS;
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private Grid grid(Stage stage, List<At> ships) {
        Grid grid = new Grid(stage);
        grid.begin(world.tickArena(), ships.size());
        ships.forEach(ship -> grid.count(ship.x, ship.y));
        grid.sum();
        ships.forEach(ship -> grid.place(ship.ship, ship.x, ship.y));
        return grid;
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"64, 64, 1", "64, 64, 40", "640, 480, 300", "1000, 33, 77", "33, 1000, 200", "320, 320, 2000"})
    void shouldFindTheSameAsALinearSearch(float width, float height, int count) {
        Random random = new Random(count);
        List<At> ships = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            ships.add(new At(i, random.nextFloat() * width, random.nextFloat() * height));
        }
        Grid grid = grid(new Stage(width, height), ships);
        int hits = 0;
        for (int i = 0; i < 20_000; i++) {
            float x = random.nextFloat() * (width + 60) - 30;
            float y = random.nextFloat() * (height + 60) - 30;
            long found = grid.find(x, y);
            boolean isAnyThere = ships.stream().anyMatch(ship -> ship.isHitBy(x, y));
            assertEquals(isAnyThere, found != 0, "at " + x + ", " + y);
            if (found != 0) {
                assertTrue(ships.get((int) found - 1).isHitBy(x, y), "at " + x + ", " + y);
                hits++;
            }
        }
        assertTrue(hits > 0);
    }

    /** The first ship in insertion order, not the nearest, so the result is deterministic. */
    @Test
    void shouldFindTheFirstOfSeveral() {
        Grid grid = grid(new Stage(100, 100), List.of(new At(7, 51, 50), new At(8, 50, 50), new At(9, 49, 50)));
        assertEquals(7, grid.find(50, 50));
        assertEquals(9, grid.find(43.5f, 50));
    }

    @Test
    void shouldFindNothingInAnEmptyGrid() {
        Grid grid = grid(new Stage(100, 100), List.of());
        assertEquals(0, grid.find(50, 50));
        assertEquals(0, grid.find(-1_000_000, 1e30f));
    }

    @Test
    void shouldFindShipsBesideTheStage() {
        Grid grid = grid(new Stage(100, 100), List.of(new At(1, -40, 50), new At(2, 50, 140), new At(3, 100, 100)));
        assertEquals(1, grid.find(-41, 50));
        assertEquals(2, grid.find(52, 141));
        assertEquals(3, grid.find(101, 103));
        assertEquals(0, grid.find(-40, 60));
    }

    @Test
    void shouldStartEmptyInEachTick() {
        Grid grid = grid(new Stage(100, 100), List.of(new At(1, 50, 50)));
        world.tickArena().reset();
        grid.begin(world.tickArena(), 1);
        grid.count(20, 20);
        grid.sum();
        grid.place(2, 20, 20);
        assertEquals(0, grid.find(50, 50));
        assertEquals(2, grid.find(20, 20));
    }
}
