package basalt.examples.small;

import basalt.examples.framework.inspect.Inspected;
import basalt.memory.frame.FrameIntMap;
import basalt.query.RecordQuery;
import basalt.query.RowKernel;
import basalt.world.World;

/**
 * Conway's game of life on a plane of 65,536 by 65,536 cells. Only living cells are entities. Each generation counts
 * the neighbours of each cell in a map; the map lies in the frame arena and is freed with the frame.
 */
final class Life {
    private static final int LIVES = 16; // flag of a living cell in the map; the lower bits count its neighbours

    record Cell(int x, int y) {}

    final RecordQuery.Of1<Cell> cells;
    private final World world;
    private final RowKernel count;
    private final RowKernel die;
    private FrameIntMap places; // neighbours by cell; a missing entry is 0

    /** Spawns the first generation: each O in the lines of the pattern is a living cell. */
    Life(World world, String... pattern) {
        this.world = world;
        cells = world.query(Cell.class);
        for (int y = 0; y < pattern.length; y++) {
            for (int x = 0; x < pattern[y].length(); x++) {
                if (pattern[y].charAt(x) == 'O') {
                    world.spawn(new Cell(x, y));
                }
            }
        }
        count = cells.each(cell -> {
            for (int i = 0; i < 9; i++) {
                int place = place(cell.x() + i % 3 - 1, cell.y() + i / 3 - 1);
                places.put(place, places.get(place) + (i == 4 ? LIVES : 1));
            }
        });
        die = cells.each((entity, cell, commands) -> {
            int neighbours = places.get(place(cell.x(), cell.y())) - LIVES;
            if (neighbours != 2 && neighbours != 3) {
                commands.destroy(entity); // recorded, and applied after the loop
            }
        });
    }

    /** Computes the next generation. */
    void step() {
        places = FrameIntMap.in(world.frame(), 9 * cells.count() + 1, 0);
        count.run();
        die.run();
        places.forEach((place, neighbours) -> {
            if (neighbours == 3) { // of a dead cell
                world.spawn(new Cell(place >> 16, (short) place));
            }
        });
        world.frame().reset(); // ends the frame: the map is gone
    }

    /** Packs the coordinates into one key, 16 bits each, so the plane wraps around. */
    private static int place(int x, int y) {
        return x << 16 | y & 0xffff;
    }

    /** The upper left part of the plane. */
    String picture(int width, int height) {
        StringBuilder picture = new StringBuilder((" ".repeat(width) + "\n").repeat(height));
        cells.forEach(cell -> {
            if (cell.x() >= 0 && cell.x() < width && cell.y() >= 0 && cell.y() < height) {
                picture.setCharAt(cell.y() * (width + 1) + cell.x(), 'O');
            }
        });
        return picture.toString();
    }

    /** Gosper's glider gun: every 30 generations it emits a glider of five cells. */
    static final String[] GUN = {
        "........................O...........",
        "......................O.O...........",
        "............OO......OO............OO",
        "...........O...O....OO............OO",
        "OO........O.....O...OO..............",
        "OO........O...O.OO....O.O...........",
        "..........O.....O.......O...........",
        "...........O...O....................",
        "............OO......................"
    };

    public static void main(String... args) {
        try (World world = World.create()) {
            Life life = new Life(world, GUN);
            Inspected.steps(world, 1 / 10f, 120, life::step, args); // with --inspect, until Enter is pressed
            System.out.printf("%s%d cells after 120 generations%n", life.picture(64, 36), life.cells.count());
        }
    }
}
