package basalt.examples.tour;

import basalt.memory.Slice;
import basalt.memory.collection.FrameColumns;
import basalt.memory.collection.FrameLayout;
import basalt.memory.collection.FrameLayout.Kind;
import basalt.memory.collection.FrameLongList;
import basalt.memory.frame.FrameArena;
import basalt.memory.region.StackAllocator;
import basalt.memory.region.StackFrame;
import basalt.query.Row;
import basalt.world.World;

/**
 * The meshes of one frame, sorted so that all with the same material and mesh lie together: a batch. All of it lies in the frame
 * arena and dies with the frame; only what the sort counts with lies on the stack, and has gone before the list is there.
 */
final class DrawList {
    /** A command: which batch it belongs to, and where on the screen its mesh goes. */
    static final FrameLayout COMMAND = FrameLayout.of(Kind.INT, Kind.INT, Kind.INT);

    static final int KEY = 0;
    static final int X = 1;
    static final int Y = 2;
    static final int KEYS = Assets.MATERIALS * Assets.MESHES;

    private final FrameColumns commands;
    private final FrameLongList batches;

    private DrawList(FrameColumns commands, FrameLongList batches) {
        this.commands = commands;
        this.batches = batches;
    }

    /** Lists what is to be drawn for some entities. */
    static DrawList of(World world, FrameLongList visible, Camera camera, StackAllocator stack) {
        FrameArena frame = world.frame();
        FrameLongList batches = FrameLongList.in(frame, KEYS);
        if (visible.isEmpty()) {
            return new DrawList(null, batches);
        }
        FrameColumns commands = FrameColumns.in(frame, COMMAND, visible.size());
        for (int i = 0; i < visible.size(); i++) {
            Row row = world.row(visible.get(i));
            commands.setInt(KEY, i, row.get(Look.MATERIAL) * Assets.MESHES + row.get(Look.MESH));
            commands.setInt(X, i, camera.screenX(row.get(Position.X)));
            commands.setInt(Y, i, camera.screenY(row.get(Position.Y)));
        }
        return new DrawList(sorted(frame, stack, commands, batches), batches);
    }

    /** Counts how many commands there are of each key, which says where they go; those of one key keep their order. */
    static FrameColumns sorted(FrameArena frame, StackAllocator stack, FrameColumns commands, FrameLongList batches) {
        FrameColumns sorted = FrameColumns.in(frame, COMMAND, commands.rows());
        try (StackFrame scratch = stack.push()) {
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

    /** How many batches there are. Ask for one by a number below this. */
    int batches() {
        return batches.size();
    }

    /** The first command of a batch. */
    int first(int batch) {
        return (int) (batches.get(batch) >>> 32);
    }

    /** How many commands a batch has. */
    int count(int batch) {
        return (int) batches.get(batch);
    }

    /** What a command says: {@link #KEY}, {@link #X} or {@link #Y}. */
    int get(int column, int command) {
        return commands.getInt(column, command);
    }
}
