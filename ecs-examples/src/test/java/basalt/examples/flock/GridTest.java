package basalt.examples.flock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.examples.flock.Sky.Bird;
import basalt.examples.framework.program.SmallRandom;
import basalt.query.Query;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GridTest {
    private static final int SIDE = 5;
    private static final float SIZE = SIDE * Grid.CELL;

    private final Grid grid = new Grid(SIDE);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 65, 500})
    void shouldListTheBirdsOfEachCellInTheOrderOfRows(int count) {
        try (World world = World.create()) {
            List<Bird> birds = new ArrayList<>();
            SmallRandom random = new SmallRandom(count);
            for (int i = 0; i < count; i++) {
                birds.add(new Bird(random.next() * SIZE, random.next() * SIZE, i, -i));
            }
            fill(world, birds);
            for (int row = 0; row < SIDE; row++) {
                for (int column = 0; column < SIDE; column++) {
                    assertEquals(inCell(birds, column, row), listed(column, row), "cell " + column + ", " + row);
                }
            }
        }
    }

    @Test
    void shouldHaveAnEmptyCellAroundTheSky() {
        try (World world = World.create()) {
            float end = Math.nextDown(SIZE);
            fill(
                    world,
                    List.of(
                            new Bird(0, 0, 1, 1),
                            new Bird(end, 0, 2, 2),
                            new Bird(0, end, 3, 3),
                            new Bird(end, end, 4, 4)));
            for (int place = -1; place <= SIDE; place++) {
                assertEquals(List.of(), listed(place, -1));
                assertEquals(List.of(), listed(place, SIDE));
                assertEquals(List.of(), listed(-1, place));
                assertEquals(List.of(), listed(SIDE, place));
            }
            assertEquals(1, listed(SIDE - 1, SIDE - 1).size());
        }
    }

    @Test
    void shouldForgetTheBirdsOfTheTickBefore() {
        try (World world = World.create()) {
            fill(world, List.of(new Bird(1, 1, 1, 1), new Bird(9, 9, 2, 2)));
            world.query().all(Bird.TYPE).build().bulk().destroy();
            world.tickArena().reset();
            fill(world, List.of(new Bird(9, 9, 3, 3)));
            assertEquals(List.of(), listed(0, 0));
            assertEquals(List.of(new Bird(9, 9, 3, 3)), listed(2, 2));
        }
    }

    private void fill(World world, List<Bird> birds) {
        birds.forEach(world::spawn);
        Query all = world.query().all(Bird.TYPE).build();
        grid.begin(world.tickArena(), birds.size());
        all.forEach(grid::add);
        grid.sort();
    }

    private static List<Bird> inCell(List<Bird> birds, int column, int row) {
        return birds.stream()
                .filter(bird -> (int) (bird.x() / Grid.CELL) == column && (int) (bird.y() / Grid.CELL) == row)
                .toList();
    }

    private List<Bird> listed(int column, int row) {
        List<Bird> listed = new ArrayList<>();
        int cell = (row + 1) * grid.columns + column + 1;
        for (int entry = grid.start(cell); entry < grid.start(cell + 1); entry++) {
            int bird = grid.bird(entry);
            listed.add(new Bird(
                    grid.birds.getFloat(bird + Grid.X),
                    grid.birds.getFloat(bird + Grid.Y),
                    grid.birds.getFloat(bird + Grid.DX),
                    grid.birds.getFloat(bird + Grid.DY)));
        }
        return listed;
    }
}
