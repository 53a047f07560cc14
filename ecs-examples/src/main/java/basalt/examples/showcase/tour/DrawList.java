package basalt.examples.showcase.tour;

import basalt.examples.showcase.tour.Actors.Look;
import basalt.examples.showcase.tour.Actors.Position;
import basalt.memory.MemoryScope;
import basalt.memory.Slice;
import basalt.memory.allocator.ScratchArena;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameColumns;
import basalt.memory.frame.FrameColumns.Layout.Kind;
import basalt.memory.frame.FrameLongList;
import basalt.query.Row;
import basalt.world.World;

/**
 * The draw commands of a frame, sorted into batches of equal material and mesh, or equal texture, so the renderer
 * changes its state once per batch. The list lies in the frame arena and is freed with the frame; the counters of the
 * sort lie on the stack.
 */
final class DrawList {
    /** A command: key of its batch, position on the screen, size and depth. */
    static final FrameColumns.Layout COMMAND = FrameColumns.Layout.of(Kind.INT, Kind.INT, Kind.INT, Kind.INT, Kind.INT);

    static final int KEY = 0;

    /** The left edge, in pixels. */
    static final int X = 1;

    /** The upper edge, in pixels. */
    static final int Y = 2;

    /** The width and the height, in pixels. */
    static final int SIZE = 3;

    /** The depth, in fractions of a cell. */
    static final int DEPTH = 4;

    /** Keys from here on are textures of trees. Keys below are materials and meshes of actors. */
    static final int FIRST_TREE = Assets.MATERIALS * Assets.MESHES;

    static final int KEYS = FIRST_TREE + Forest.TEXTURES;
    static final int PARTS_A_CELL = 256;

    private final FrameColumns commands;
    private final FrameLongList batches;

    private DrawList(FrameColumns commands, FrameLongList batches) {
        this.commands = commands;
        this.batches = batches;
    }

    /** Builds the list for some actors and trees. */
    static DrawList of(
            World world, FrameLongList actors, Forest forest, FrameLongList trees, Camera camera, ScratchArena stack) {
        FrameArena frame = world.frame();
        FrameLongList batches = FrameLongList.in(frame, KEYS);
        if (actors.isEmpty() && trees.isEmpty()) {
            return new DrawList(null, batches);
        }
        FrameColumns commands = FrameColumns.in(frame, COMMAND, actors.size() + trees.size());
        for (int i = 0; i < actors.size(); i++) {
            Row row = world.row(actors.get(i));
            int key = row.get(Look.MATERIAL) * Assets.MESHES + row.get(Look.MESH);
            command(commands, i, key, camera, row.get(Position.X), row.get(Position.Y), Actors.ACTOR_CELLS);
        }
        for (int i = 0; i < trees.size(); i++) {
            int tree = (int) trees.get(i);
            int key = FIRST_TREE + forest.texture(tree);
            command(commands, actors.size() + i, key, camera, forest.x(tree), forest.y(tree), Forest.TREE_CELLS);
        }
        return new DrawList(sorted(frame, stack, commands, batches), batches);
    }

    private static void command(FrameColumns commands, int at, int key, Camera camera, float x, float y, float cells) {
        float depth = camera.depth(x, y);
        float size = cells * Camera.pixels(depth);
        commands.setInt(KEY, at, key);
        commands.setInt(X, at, Math.round(Camera.screenX(camera.side(x, y), depth) - size / 2));
        commands.setInt(Y, at, Math.round(Camera.screenY(depth) - size));
        commands.setInt(SIZE, at, Math.max(1, Math.round(size)));
        commands.setInt(DEPTH, at, (int) (depth * PARTS_A_CELL));
    }

    /** Sorts the commands by key, with a stable counting sort. */
    static FrameColumns sorted(FrameArena frame, ScratchArena stack, FrameColumns commands, FrameLongList batches) {
        FrameColumns sorted = FrameColumns.in(frame, COMMAND, commands.rows());
        try (MemoryScope scratch = stack.open()) {
            Slice places = scratch.allocate(KEYS * 4L, 64);
            places.fill((byte) 0);
            for (int i = 0; i < commands.rows(); i++) {
                long place = commands.getInt(KEY, i) * 4L;
                places.putInt(place, places.getInt(place) + 1);
            }
            int start = 0;
            for (int key = 0; key < KEYS; key++) {
                int count = places.getInt(key * 4L);
                places.putInt(key * 4L, start);
                if (count > 0) {
                    batches.add((long) start << 32 | count);
                }
                start += count;
            }
            for (int i = 0; i < commands.rows(); i++) {
                long place = commands.getInt(KEY, i) * 4L;
                int to = places.getInt(place);
                places.putInt(place, to + 1);
                for (int column = 0; column < COMMAND.columns(); column++) {
                    sorted.setInt(column, to, commands.getInt(column, i));
                }
            }
        }
        return sorted;
    }

    /** Number of batches. */
    int batches() {
        return batches.size();
    }

    /** The first command of a batch. */
    int first(int batch) {
        return (int) (batches.get(batch) >>> 32);
    }

    /** Number of commands in a batch. */
    int count(int batch) {
        return (int) batches.get(batch);
    }

    /** A value of a command: one of the columns of {@link #COMMAND}. */
    int get(int column, int command) {
        return commands.getInt(column, command);
    }
}
