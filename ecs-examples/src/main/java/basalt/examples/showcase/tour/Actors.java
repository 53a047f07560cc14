package basalt.examples.showcase.tour;

import basalt.examples.framework.program.StateHash;
import basalt.memory.collection.FrameIntMap;
import basalt.memory.collection.FrameLongList;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.world.Template;
import basalt.world.World;
import java.util.SplittableRandom;
import org.agrona.collections.LongArrayQueue;

/**
 * What walks about: a crowd that goes where all go, and walkers, each on a path of its own, which keep a journal.
 *
 * <p>Kernels move all, and list in the frame arena those that something has happened to; the rest is done for these
 * alone.
 */
final class Actors {
    /** How high and wide one is, in cells of the map. */
    static final float ACTOR_CELLS = 0.9f;

    private static final float CELLS_A_FRAME = 0.2f;
    private static final int SEARCHES_A_FRAME = 10;
    private static final int ACTORS_A_WALKER = 4;
    private static final int STEPS_AN_ENTRY = 4;
    private static final int STAYING_OF = 3;

    /** What differs from frame to frame. One small object, which the kernels capture. */
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
    private final LongArrayQueue searching = new LongArrayQueue(0); // walkers, each followed by its ticket
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

        Frame frame = now; // kernels capture locals, not fields: the JIT takes a captured local for a constant
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

    /** All come into a scene, those that stayed from the one before and as many new ones as are missing. */
    void enter(FlowField field, int population) {
        now.field = field;
        int newcomers = population - all.count();
        int newWalkers = 1 + (population - 1) / ACTORS_A_WALKER - walkers.count();
        walkerTemplate.spawn(newWalkers, row -> {
            dress(row);
            row.set(Route.JOURNAL, journals.open());
        });
        crowdTemplate.spawn(newcomers - newWalkers, this::dress);
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

    /** The scene is over: no path is good any more, and one actor of three stays, the first one in any case. */
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
     * All take a step.
     *
     * @param field where the crowd goes
     * @param sounds counts for each mesh how many walkers with it have arrived
     */
    void step(Level level, FlowField field, FrameIntMap sounds) {
        now.field = field;
        now.list = FrameLongList.in(world.frame(), world.entityCount());
        follow.run();
        walk.run();
        for (int i = 0; i < now.list.size(); i++) {
            goOn(now.list.get(i), sounds);
        }
        for (int i = 0; i < SEARCHES_A_FRAME && !waiting.isEmpty(); i++) {
            search(level, waiting.pollLong());
        }
    }

    /** The frame has ended: a walker with a path out of it sets off, and the others wait on. */
    void setOff() {
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

    /** Those that the camera shows, in memory of the frame. */
    FrameLongList visible(Camera camera) {
        now.camera = camera;
        now.list = FrameLongList.in(world.frame(), world.entityCount());
        show.run();
        return now.list;
    }

    /** A cell that an actor can be in. */
    int randomCell(FlowField field) {
        int cell;
        do {
            cell = random.nextInt(Level.CELLS);
        } while (field.distance(cell) < 0);
        return cell;
    }

    /**
     * A number for where all are, and have been. Queries visit rows in order, so that equal worlds have equal numbers.
     */
    long hash() {
        StateHash hash = new StateHash();
        hash.add(all, Position.X, Position.Y);
        walkers.forEach(row -> hash.add(journals.hash(row.get(Route.JOURNAL))));
        return hash.value();
    }

    Query all() {
        return all;
    }

    /** The journal of the first walker. */
    long firstJournal() {
        return world.get(walkers.first(), Route.JOURNAL);
    }

    /** How often a walker came to the end of its path. */
    int arrivals() {
        return arrivals;
    }

    private void dress(Row row) {
        row.set(Look.MATERIAL, random.nextInt(Assets.MATERIALS));
        row.set(Look.MESH, random.nextInt(Assets.MESHES));
    }

    private void freePath(Row row) {
        if (row.get(Route.PATH) != 0) {
            search.free(row.get(Route.PATH));
            row.set(Route.PATH, 0);
        }
    }

    /** A walker is in the middle of a cell of its path. */
    private void goOn(long walker, FrameIntMap sounds) {
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

    /** Looks for a path to where the walker has not been yet; if there is none, it waits on. */
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

    /** Gets there exactly, and stays. */
    private static float stepTo(float from, float to) {
        float way = to - from;
        return Math.abs(way) <= CELLS_A_FRAME ? to : from + Math.copySign(CELLS_A_FRAME, way);
    }
}
