package basalt.inspect;

import basalt.internal.Friend;
import basalt.internal.JsonWriter;
import basalt.query.SpatialGrid;
import basalt.runtime.GridBuild;
import basalt.storage.space.CellTable;
import java.util.Arrays;
import java.util.Base64;

/**
 * How many points are in the cells of a grid, seen along z: one byte a tile, at most 255. A tile is a cell, or 2 by 2
 * of them, 4 by 4 and so on, so that all fit into the picture. Of many points, some are counted: each stands for as
 * many.
 */
final class CellPicture extends Question {
    private static final int MOST_COLUMNS = 128;
    private static final int MOST_LINES = 64;
    private static final int MOST_POINTS = 20_000;
    private static final int MOST_COUNT = 255;

    private static final Friend<SpatialGrid, GridBuild> GRIDS = Friend.of(SpatialGrid.class, GridBuild.class);

    private final SpatialGrid grid;
    private final CellTable points;
    private final byte[] tiles = new byte[MOST_COLUMNS * MOST_LINES];
    private double width;
    private double height;
    private double left;
    private double bottom;
    private int columns;
    private int lines;
    private int every;
    private int count;
    private long tick;

    CellPicture(Inspection inspected, SpatialGrid grid) {
        super(inspected);
        this.grid = grid;
        points = GRIDS.internal(grid).table(grid.layers().indexOf(grid));
    }

    /** In one step: it looks at no more points than a step of other questions looks at rows. */
    @Override
    boolean proceed(long deadlineNanos) {
        count = points.count();
        every = Math.max(1, (count + MOST_POINTS - 1) / MOST_POINTS);
        tick = inspected.tick();
        measure();
        Arrays.fill(tiles, (byte) 0);
        for (int point = 0; point < count; point += every) {
            if (points.x(point) == points.x(point)) { // not NaN, as of entities that are gone
                int column = (int) (Math.floor(points.x(point) / width) - left);
                int line = (int) (Math.floor(points.y(point) / height) - bottom);
                int tile = line * columns + column;
                tiles[tile] = (byte) Math.min(MOST_COUNT, (tiles[tile] & MOST_COUNT) + 1);
            }
        }
        return true;
    }

    /** Finds the tiles. */
    private void measure() {
        float minX = Float.POSITIVE_INFINITY;
        float minY = Float.POSITIVE_INFINITY;
        float maxX = Float.NEGATIVE_INFINITY;
        float maxY = Float.NEGATIVE_INFINITY;
        for (int point = 0; point < count; point += every) {
            if (points.x(point) == points.x(point)) {
                minX = Math.min(minX, points.x(point));
                minY = Math.min(minY, points.y(point));
                maxX = Math.max(maxX, points.x(point));
                maxY = Math.max(maxY, points.y(point));
            }
        }
        height = points.cellHeight();
        width = height / 2;
        columns = 0;
        lines = 0;
        if (minX > maxX) {
            return;
        }
        while (tiles(minX, maxX, width) > MOST_COLUMNS || tiles(minY, maxY, height) > MOST_LINES) {
            width *= 2;
            height *= 2;
        }
        left = Math.floor(minX / width);
        bottom = Math.floor(minY / height);
        columns = (int) tiles(minX, maxX, width);
        lines = (int) tiles(minY, maxY, height);
    }

    private static double tiles(float min, float max, double size) {
        return Math.floor(max / size) - Math.floor(min / size) + 1;
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().put("tick", tick).put("points", count).put("every", every);
        json.put("radius", (double) grid.radius()).put("dimensions", points.dimensions());
        json.put("x", left * width)
                .put("y", bottom * height)
                .put("width", width)
                .put("height", height);
        json.put("columns", columns).put("lines", lines);
        json.put("counts", Base64.getEncoder().encodeToString(Arrays.copyOf(tiles, columns * lines)));
        json.endObject();
    }
}
