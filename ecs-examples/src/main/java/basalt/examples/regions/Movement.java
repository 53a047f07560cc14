package basalt.examples.regions;

import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;

import basalt.examples.regions.Region.Motion;
import basalt.examples.regions.Region.Place;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.system.ScheduleBuilder;
import basalt.world.World;
import java.util.Arrays;

/**
 * How entities move. One system counts the entities of each cell, ghosts too. The next one moves the region's own
 * entities: those in a crowded cell turn a little, and all turn back at the walls.
 */
final class Movement {
    static final float TICK_SECONDS = 1 / 60f;

    private static final int CELL = 10;
    private static final int COLUMNS = (int) Region.Side.WIDTH / CELL;
    private static final int ROWS = (int) Region.Side.HEIGHT / CELL;
    private static final int CROWD = 4; // entities of a cell that are too many
    private static final float COS = 0.99875026f; // of the angle by which an entity turns in a tick: 0.05
    private static final float SIN = 0.04997917f;

    private final int[] counts = new int[COLUMNS * ROWS];
    private final float low;
    private final float high;

    /**
     * Movement between two walls.
     *
     * @param low the least x
     * @param high the greatest x
     */
    Movement(float low, float high) {
        this.low = low;
        this.high = high;
    }

    /** Adds the systems. */
    void addTo(ScheduleBuilder schedule, World world, Query own) {
        RowKernel count =
                world.query().all(Place.TYPE).build().kernel(row -> counts[cell(row.get(Place.X), row.get(Place.Y))]++);
        Runnable recount = () -> {
            Arrays.fill(counts, 0);
            count.run();
        };
        schedule.add("count", recount, reads(Place.TYPE), writesResource(Movement.class))
                .add(
                        "move",
                        own.kernel(this::move),
                        writes(Place.TYPE),
                        writes(Motion.TYPE),
                        readsResource(Movement.class));
    }

    private static int cell(float x, float y) {
        int column = Math.min(Math.max((int) (x / CELL), 0), COLUMNS - 1);
        int row = Math.min(Math.max((int) (y / CELL), 0), ROWS - 1);
        return row * COLUMNS + column;
    }

    private void move(Row row) {
        float x = row.get(Place.X);
        float y = row.get(Place.Y);
        float dx = row.get(Motion.DX);
        float dy = row.get(Motion.DY);
        if (counts[cell(x, y)] > CROWD) {
            float turned = dx * COS - dy * SIN;
            dy = dx * SIN + dy * COS;
            dx = turned;
        }
        float newX = x + dx * TICK_SECONDS;
        float newY = y + dy * TICK_SECONDS;
        boolean isInX = newX >= low && newX < high;
        boolean isInY = newY >= 0 && newY < Region.Side.HEIGHT;
        row.set(Place.X, isInX ? newX : x);
        row.set(Place.Y, isInY ? newY : y);
        row.set(Motion.DX, isInX ? dx : -dx);
        row.set(Motion.DY, isInY ? dy : -dy);
    }
}
