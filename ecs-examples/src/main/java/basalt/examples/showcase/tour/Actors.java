package basalt.examples.showcase.tour;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.memory.frame.FrameIntMap;
import basalt.memory.frame.FrameLongList;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.world.Template;
import basalt.world.World;
import java.util.SplittableRandom;
import org.agrona.collections.LongArrayQueue;

/**
 * The actors: a crowd that follows a common flow field, and walkers, each with its own path and journal.
 *
 * <p>Kernels move all actors, and list those with an event in the frame arena; only these are processed further.
 */
final class Actors {
    /** Height and width of an actor, in cells of the map. */
    static final float ACTOR_CELLS = 0.9f;

    private static final float CELLS_A_FRAME = 0.2f;
    private static final int SEARCHES_A_FRAME = 10;
    private static final int ACTORS_A_WALKER = 4;
    private static final int STEPS_AN_ENTRY = 4;
    private static final int STAYING_OF = 3;

    /** The state of the current frame, in one object that the kernels capture. */
    private static final class Frame {
        FlowField field;
        Camera camera;
        FrameLongList list;
    }

    private final World world;
    private final Journals journals;
    private final PathSearch search;
    private final SplittableRandom random;
    private final Query all;
    private final Query walkers;
    private final Template crowdTemplate;
    private final Template walkerTemplate;
    private final RowKernel follow;
    private final RowKernel walk;
    private final RowKernel show;
    private final Frame now = new Frame();
    private final LongArrayQueue waiting = new LongArrayQueue(0); // walkers without a path; 0 is no entity
    private final LongArrayQueue searching = new LongArrayQueue(0); // walkers, each followed by its search ticket
    private int arrivals;

    Actors(World world, Journals journals, PathSearch search, long seed) {
        this.world = world;
        this.journals = journals;
        this.search = search;
        random = new SplittableRandom(seed);
        crowdTemplate = world.template().with(Position.TYPE, Look.TYPE).build();
        walkerTemplate =
                world.template().with(Position.TYPE, Look.TYPE, Route.TYPE).build();
        all = world.query().all(Position.TYPE, Look.TYPE).optional(Route.TYPE).build();
        walkers = world.query().all(Position.TYPE, Route.TYPE).build();
        Query crowd = world.query().all(Position.TYPE).none(Route.TYPE).build();

        Frame frame = now; // captured as a local: the JIT treats it as a constant, but not a field
        follow = crowd.kernel(row -> {
            int next = frame.field.next(Level.cell(row.get(Position.X), row.get(Position.Y)));
            row.set(Position.X, stepTo(row.get(Position.X), Level.middleX(next)));
            row.set(Position.Y, stepTo(row.get(Position.Y), Level.middleY(next)));
        });
        walk = walkers.kernel(row -> {
            float x = stepTo(row.get(Position.X), row.get(Route.X));
            float y = stepTo(row.get(Position.Y), row.get(Route.Y));
            row.set(Position.X, x);
            row.set(Position.Y, y);
            if (row.get(Route.PATH) != 0 && x == row.get(Route.X) && y == row.get(Route.Y)) {
                frame.list.add(row.entity());
            }
        });
        show = all.kernel(row -> {
            if (frame.camera.shows(row.get(Position.X), row.get(Position.Y), ACTOR_CELLS)) {
                frame.list.add(row.entity());
            }
        });
    }

    /** Enters a scene: keeps the actors from the last scene, and spawns the missing ones. */
    void enter(FlowField field, int population) {
        now.field = field;
        int newcomers = population - all.count();
        int newWalkers = 1 + (population - 1) / ACTORS_A_WALKER - walkers.count();
        walkerTemplate.spawn(newWalkers, row -> {
            initialise(row);
            row.set(Route.JOURNAL, journals.open());
        });
        crowdTemplate.spawn(newcomers - newWalkers, this::initialise);
        all.forEach(row -> {
            int cell = randomCell(field);
            row.set(Position.X, Level.middleX(cell));
            row.set(Position.Y, Level.middleY(cell));
        });
        walkers.forEach(row -> {
            row.set(Route.X, row.get(Position.X));
            row.set(Route.Y, row.get(Position.Y));
            waiting.addLong(row.entity());
        });
    }

    /** Leaves the scene: frees all paths, and keeps every third actor, including the first one. */
    void leave() {
        waiting.clear();
        try (RowCursor rows = all.cursor()) {
            for (int i = 0; rows.next(); i++) {
                boolean leaves = i % STAYING_OF != 0;
                Row row = rows.row();
                if (row.has(Route.TYPE)) {
                    freePath(row);
                    if (leaves) {
                        journals.close(row.get(Route.JOURNAL));
                    }
                }
                if (leaves) {
                    world.destroy(rows.entity());
                }
            }
        }
    }

    /**
     * Moves all actors by one step.
     *
     * @param field the flow field of the crowd
     * @param sounds counts the arrived walkers per mesh
     */
    void step(Level level, FlowField field, FrameIntMap sounds) {
        now.field = field;
        now.list = FrameLongList.in(world.frame(), world.entityCount());
        follow.run();
        walk.run();
        for (int i = 0; i < now.list.size(); i++) {
            advance(now.list.get(i), sounds);
        }
        for (int i = 0; i < SEARCHES_A_FRAME && !waiting.isEmpty(); i++) {
            search(level, waiting.pollLong());
        }
    }

    /**
     * Called after the end of the frame: walkers whose search has found a path start to walk, the others wait again.
     */
    void beginPaths() {
        while (!searching.isEmpty()) {
            long walker = searching.pollLong();
            long path = search.path(searching.pollLong());
            Row row = world.row(walker);
            row.set(Route.PATH, path);
            row.set(Route.STEP, 0);
            if (path == 0) {
                waiting.addLong(walker);
            }
        }
    }

    /** The actors within the camera's view, in the frame arena. */
    FrameLongList visible(Camera camera) {
        now.camera = camera;
        now.list = FrameLongList.in(world.frame(), world.entityCount());
        show.run();
        return now.list;
    }

    /** A random cell that the field reaches. */
    int randomCell(FlowField field) {
        int cell;
        do {
            cell = random.nextInt(Level.CELLS);
        } while (field.distance(cell) < 0);
        return cell;
    }

    /**
     * A hash of all positions and journals. Queries visit rows in ascending order, so equal worlds have equal hashes.
     */
    long hash() {
        long[] hash = {Saves.stateHash(world, Position.TYPE)};
        walkers.forEach(row -> hash[0] = hash[0] * 31 + journals.hash(row.get(Route.JOURNAL)));
        return hash[0];
    }

    Query all() {
        return all;
    }

    /** The journal of the first walker. */
    long firstJournal() {
        return world.get(walkers.first(), Route.JOURNAL);
    }

    /** Number of paths that were walked to their end. */
    int arrivals() {
        return arrivals;
    }

    private void initialise(Row row) {
        row.set(Look.MATERIAL, random.nextInt(Assets.MATERIALS));
        row.set(Look.MESH, random.nextInt(Assets.MESHES));
    }

    private void freePath(Row row) {
        if (row.get(Route.PATH) != 0) {
            search.free(row.get(Route.PATH));
            row.set(Route.PATH, 0);
        }
    }

    /** Called when a walker has reached the centre of a cell of its path. */
    private void advance(long walker, FrameIntMap sounds) {
        Row row = world.row(walker);
        long path = row.get(Route.PATH);
        int step = row.get(Route.STEP);
        if (step == search.length(path)) {
            freePath(row);
            waiting.addLong(walker);
            int mesh = row.get(Look.MESH);
            sounds.put(mesh, sounds.get(mesh) + 1);
            arrivals++;
            return;
        }
        int cell = search.cell(path, step);
        row.set(Route.X, Level.middleX(cell));
        row.set(Route.Y, Level.middleY(cell));
        row.set(Route.STEP, step + 1);
        if (step % STEPS_AN_ENTRY == 0) {
            journals.add(row.get(Route.JOURNAL), cell);
        }
    }

    /** Searches a path to a cell that the walker has not visited yet. Without one, the walker keeps waiting. */
    private void search(Level level, long walker) {
        Row row = world.row(walker);
        int to = randomCell(now.field);
        while (journals.contains(row.get(Route.JOURNAL), to)) {
            to = randomCell(now.field);
        }
        long ticket = search.find(level, Level.cell(row.get(Position.X), row.get(Position.Y)), to);
        if (ticket == 0) {
            waiting.addLong(walker);
        } else {
            searching.addLong(walker);
            searching.addLong(ticket);
        }
    }

    /** One step towards a target, which is reached exactly. */
    private static float stepTo(float from, float to) {
        float way = to - from;
        return Math.abs(way) <= CELLS_A_FRAME ? to : from + Math.copySign(CELLS_A_FRAME, way);
    }

    /**
     * The position of an actor.
     *
     * @param x to the right, in cells of the map
     * @param y down, in cells of the map
     */
    record Position(float x, float y) {
        static final Component<Position> TYPE = Component.of(Position.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    /**
     * The appearance of an actor.
     *
     * @param material index of its colours, from 0 to {@link Assets#MATERIALS} - 1
     * @param mesh index of its shape, from 0 to {@link Assets#MESHES} - 1
     */
    record Look(int material, int mesh) {
        static final Component<Look> TYPE = Component.of(Look.class);
        static final IntColumn MATERIAL = TYPE.int32("material");
        static final IntColumn MESH = TYPE.int32("mesh");
    }

    /**
     * The path and journal of a walker. Actors without a route follow the flow field.
     *
     * @param x x of the centre of the next cell, in cells of the map
     * @param y y of the centre of the next cell, in cells of the map
     * @param step number of cells of the path that were begun
     * @param path handle of the path from {@link PathSearch}; 0 while the walker waits for one
     * @param journal handle of the journal from {@link Journals}
     */
    record Route(float x, float y, int step, long path, long journal) {
        static final Component<Route> TYPE = Component.of(Route.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
        static final IntColumn STEP = TYPE.int32("step");
        static final LongColumn PATH = TYPE.int64("path");
        static final LongColumn JOURNAL = TYPE.int64("journal");
    }
}
