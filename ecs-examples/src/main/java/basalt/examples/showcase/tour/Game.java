package basalt.examples.showcase.tour;

import basalt.examples.framework.inspect.Pacemaker;
import basalt.examples.framework.program.Closing;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.allocator.Defragmentation;
import basalt.memory.allocator.HeapPin;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameIntMap;
import basalt.memory.frame.FrameLongList;
import basalt.memory.frame.FrameMeter;
import basalt.memory.frame.FrameMeters;
import basalt.memory.tracking.MemoryReport;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.system.Schedule;
import basalt.world.World;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Plays two scenes, frame by frame, and prints memory reports in between.
 *
 * <p>The steps of a frame are called in sequence, without a schedule: each step needs the results of the one before in
 * the frame arena of this thread, so nothing could run in parallel. A schedule would also reset the arena by itself,
 * which this example shows explicitly.
 */
final class Game implements AutoCloseable {
    private static final int FIELD_FRAMES = 90;
    private static final int FIELD_CELLS_A_FRAME = 2_048;
    private static final int FIRST_GOAL = Level.cell(Level.SIZE / 2 + 8, Level.SIZE / 2 + 8); // a crossing of roads
    private static final int BELL = 2;
    private static final float FRAME_SECONDS = 1 / 60f;
    private static final long DEFRAGMENTED_BYTES_A_STEP = 8 << 10;

    private final Settings settings;
    private final GameMemory memory;
    private final PrintWriter out;
    private final CloseStack open = new CloseStack();
    private final Actors actors;
    private final PathSearch search;
    private final Chunks chunks;
    private final Screen screen;
    private final Mixer mixer;
    private final MipStreamer mips;
    private final Album album = new Album();
    private final FrameMeter changing;
    private final FrameMeter loading;
    private final FrameMeter acting;
    private final FrameMeter drawing;
    private final FrameMeter mixing;
    private final FrameMeter reporting;

    /** Keeps frames in time for an inspector; null for none. */
    private final Pacemaker pace;

    private Level level;
    private FlowField field;
    private FlowField nextField;
    private long movedJournals;
    private long savedBytes;
    private boolean isEnded;

    private Game(Settings settings, GameMemory memory, PrintWriter out) {
        this.settings = settings;
        this.memory = memory;
        this.out = out;
        try {
            if (settings.jmx()) {
                memory.publishToJmx();
            }
            Assets assets = new Assets(memory.resources, settings.frames());
            search = new PathSearch(memory.stack, memory.world.frame(), memory.paths);
            actors = new Actors(memory.world, new Journals(memory.journals), search, settings.seed());
            chunks = open.add(new Chunks(memory.chunks, new ChunkLoader(memory.staging, memory.notes), assets));
            mips = open.add(new MipStreamer(memory.textures, memory.jobs));
            screen = new Screen(assets);
            mixer = new Mixer(memory.voices, assets);
            field = new FlowField(memory.fields[0]);
            nextField = new FlowField(memory.fields[1]);
            pace = settings.inspect() == null ? null : open.add(inspect(settings.inspect()));
        } catch (Throwable e) {
            Closing.after(e, open);
            throw e;
        }
        FrameMeters meters = memory.world.frame().meters();
        changing = meters.phase("change of scene");
        loading = meters.phase("loading");
        acting = meters.phase("acting");
        drawing = meters.phase("drawing");
        mixing = meters.phase("mixing");
        reporting = meters.phase("reporting");
    }

    /** An inspector of the world, whose schedule is empty: the steps of a frame are called in sequence. */
    private Pacemaker inspect(int port) {
        Schedule none = open.add(Schedule.builder(memory.world).workers(1).build());
        return new Pacemaker(none, FRAME_SECONDS, port, memory::describe);
    }

    /** Like {@link #play(Settings, MemorySource, PrintWriter)}, with the memory of the machine. */
    static Outcome play(Settings settings, PrintWriter out) throws IOException {
        return play(settings, MemorySource.direct(), out);
    }

    /** Plays a whole game. Frees all memory, even after a failure. */
    static Outcome play(Settings settings, MemorySource machine, PrintWriter out) throws IOException {
        GameMemory memory = new GameMemory(machine, settings.guard(), settings.textureBytes());
        Outcome outcome;
        try (memory;
                Game game = new Game(settings, memory, out)) {
            outcome = game.play();
        }
        print("all closed", memory, settings, out);
        return outcome;
    }

    private Outcome play() throws IOException {
        report("start-up");
        int half = settings.frames() / 2;
        enter("first level", settings.seed());
        playFrames(0, half);
        album.add(screen.picture());
        report("end of the first scene");
        leave();
        report("between the scenes");
        enter("second level", settings.seed() + 1);
        playFrames(half, settings.frames());
        album.add(screen.picture());
        album.add(MipSheet.of(mips));
        report("end of the second scene");
        mixer.write(settings.wav());
        album.write(settings.picture());
        SaveFile.write(settings.save(), actors.all());
        return new Outcome(
                screen.hash(),
                mixer.hash(),
                actors.hash(),
                screen.meshesDrawn(),
                screen.batchesDrawn(),
                screen.chunksMissed(),
                chunks.loaded(),
                memory.chunks.snapshot().evictions(),
                mips.loaded(),
                mips.evicted(),
                chunks.walls(),
                mixer.started(),
                mixer.dropped(),
                search.searches(),
                actors.arrivals(),
                movedJournals,
                savedBytes,
                memory.report().tags(),
                memory.findings());
    }

    private void enter(String name, long seed) {
        level = new Level(memory.resources, name, seed);
        mips.enter(Forest.TEXTURES, new Foliage(seed));
        field.begin(level, FIRST_GOAL);
        field.advance(Level.CELLS);
        changing.begin();
        try (changing) {
            actors.enter(field, settings.actors());
        }
    }

    private void playFrames(int from, int to) {
        for (int frame = from; frame < to && !isEnded; frame++) {
            play(frame);
            isEnded = pace != null && !pace.await();
        }
        if (!settings.json()) {
            printGraph();
        }
    }

    private void play(int number) {
        FrameArena frame = memory.world.frame();
        Camera camera = Camera.at(number);
        loading.begin();
        try (loading) {
            chunks.update(level.terrain(), camera, number);
            mips.update(number);
            moveField(number);
        }
        acting.begin();
        try (acting) {
            FrameIntMap arrivals = FrameIntMap.in(frame, Assets.MESHES, 0);
            actors.step(level, field, arrivals);
            arrivals.forEach((mesh, count) -> mixer.start(mesh, Math.min(0.4f, 0.1f * count)));
        }
        drawing.begin();
        try (drawing) {
            Forest forest = level.forest();
            FrameLongList visible = actors.visible(camera);
            FrameLongList trees = forest.visible(frame, camera);
            forest.see(trees, camera, mips);
            DrawList list = DrawList.of(memory.world, visible, forest, trees, camera, memory.stack);
            screen.draw(frame, level, camera, chunks, list, mips);
        }
        mixing.begin();
        try (mixing) {
            mixer.mix(frame);
        }
        if (number == settings.frames() / 4) {
            report("in a frame of the first scene");
        }
        frame.reset();
        actors.beginPaths();
        memory.endFrame();
    }

    /**
     * Gives the crowd a new goal from time to time. The new field is built over several frames, while the old one is
     * still in use.
     */
    private void moveField(int number) {
        if (number % FIELD_FRAMES == 0) {
            nextField.begin(level, actors.randomCell(field));
        }
        if (nextField.advance(FIELD_CELLS_A_FRAME)) {
            FlowField old = field;
            field = nextField;
            nextField = old;
            mixer.start(BELL, 0.5f);
        }
    }

    /** Frees the memory of the scene, and defragments the memory that stays. */
    private void leave() {
        changing.begin();
        try (changing) {
            actors.leave();
            chunks.clear();
            mips.clear();
            nextField.forget();
            level.free();
            long before = actors.hash();
            tidyJournals();
            if (actors.hash() != before) {
                throw new IllegalStateException("the defragmentation has changed the journals");
            }
        }
        saveAndLoad();
        memory.trim();
    }

    /** Saves the actors that stay, in memory, and loads them once, to be sure that the game can go on from there. */
    private void saveAndLoad() {
        try (SaveBuffer saved = new SaveBuffer(memory.saves)) {
            memory.world.save(saved, new SaveOptions());
            savedBytes = saved.size();
            try (World loaded = World.builder().memory(memory.saves).load(saved.source(), new LoadOptions())) {
                if (loaded.stateHash() != memory.world.stateHash()) {
                    throw new IllegalStateException("the loaded game is not the same as the saved one");
                }
            }
        }
    }

    /**
     * Defragments in steps, and plays a note for each. A journal provides the pitch; it is pinned, so its slice stays
     * valid.
     */
    private void tidyJournals() {
        try (HeapPin pin = memory.journals.pin(actors.firstJournal())) {
            Slice entries = pin.slice();
            Defragmentation step;
            int steps = 0;
            do {
                step = memory.journals.defragmentBytes(DEFRAGMENTED_BYTES_A_STEP);
                movedJournals += step.movedBlocks();
                mixer.start((entries.getInt(0) + steps++) % Assets.MESHES, 0.2f);
            } while (!step.finished());
        }
    }

    private void report(String stage) {
        memory.check();
        print(stage, memory, settings, out);
    }

    /** Prints the memory and the time of the last frames. */
    private void printGraph() {
        reporting.begin();
        try (reporting) {
            FrameArena frame = memory.world.frame();
            long mark = frame.mark();
            out.printf("%n%s%n", FrameGraph.of(memory.frames, frame));
            frame.release(mark);
        }
    }

    private static void print(String stage, GameMemory memory, Settings settings, PrintWriter out) {
        MemoryReport report = memory.report();
        out.printf("%n%s%n%s", stage.toUpperCase(Locale.ROOT), settings.json() ? report.toJson() + "\n" : report);
        out.flush();
    }

    /** Ends the work of other threads. The owner of the memory closes the memory. */
    @Override
    public void close() {
        open.close();
    }
}
