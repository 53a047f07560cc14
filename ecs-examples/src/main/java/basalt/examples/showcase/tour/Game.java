package basalt.examples.showcase.tour;

import basalt.examples.framework.inspect.Pacemaker;
import basalt.examples.framework.program.Closing;
import basalt.examples.framework.program.OutputFile;
import basalt.examples.showcase.tour.Actors.Position;
import basalt.examples.showcase.tour.Album.MipSheet;
import basalt.examples.showcase.tour.Chunks.ChunkLoader;
import basalt.examples.showcase.tour.Forest.Foliage;
import basalt.examples.showcase.tour.GameMemory.CloseStack;
import basalt.memory.MappedMemory;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.TransferableBlock;
import basalt.memory.allocator.Heap;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameHistory;
import basalt.memory.frame.FrameIntMap;
import basalt.memory.frame.FrameLongList;
import basalt.memory.frame.FrameMeter;
import basalt.memory.frame.FrameMeters;
import basalt.memory.frame.FrameString;
import basalt.memory.tracking.MemoryDiagnostic;
import basalt.memory.tracking.MemoryReport;
import basalt.memory.tracking.MemorySnapshot;
import basalt.query.Query;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.system.Schedule;
import basalt.world.World;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Plays two scenes, frame by frame, and prints memory reports in between.
 *
 * <p>The steps of a frame are called in sequence, without a schedule: each step needs the results of the one before in
 * the frame arena of this thread, so nothing could run in parallel. A schedule would also reset the arena by itself,
 * which this example shows explicitly.
 */
final class Game implements AutoCloseable {
    static final long MAGIC = 0x3130_544C_4153_4142L; // BASALT01 in little-endian order
    static final long HEADER_BYTES = 16;
    static final long ACTOR_BYTES = 8;

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
        OutputFile.write(settings.save(), this::writePositions);
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
            mips.close();
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
            Saves.save(memory.world, saved, new SaveOptions());
            savedBytes = saved.size();
            try (World loaded = Saves.load(
                    saved.source(), new LoadOptions().builder(World.builder().memory(memory.saves)))) {
                if (Saves.stateHash(loaded) != Saves.stateHash(memory.world)) {
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
        try (Heap.Pin pin = memory.journals.pin(actors.firstJournal())) {
            Slice entries = pin.slice();
            Heap.Defragmentation step;
            int steps = 0;
            do {
                step = memory.journals.defragmentBytes(DEFRAGMENTED_BYTES_A_STEP);
                movedJournals += step.movedBlocks();
                mixer.start((entries.getInt(0) + steps++) % Assets.MESHES, 0.2f);
            } while (!step.finished());
        }
    }

    /**
     * Writes the positions of the actors to a file, as a memory block.
     *
     * <pre>
     *   +--------+--------+     +---+---+---+---+
     *   | MAGIC  | actors |     | x | y | x | y |    in the processor's byte order
     *   | long   | long   |     | floats        |
     *   +--------+--------+     +---+---+---+---+
     *   0        8        16 bytes
     * </pre>
     */
    private void writePositions(Path file) throws IOException {
        Query all = actors.all();
        long bytes = HEADER_BYTES + all.count() * ACTOR_BYTES;
        try (MappedMemory memory = MappedMemory.open(file, bytes);
                TransferableBlock block = TransferableBlock.allocate(memory, bytes, 8)) { // the whole file
            Slice out = block.slice();
            out.putLong(0, MAGIC);
            out.putLong(8, all.count());
            long[] at = {HEADER_BYTES};
            all.forEach(row -> {
                out.putFloat(at[0], row.get(Position.X));
                out.putFloat(at[0] + 4, row.get(Position.Y));
                at[0] += ACTOR_BYTES;
            });
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

    /**
     * A line of text about the last frames: a bar for the memory of each, then the range of bytes and the mean time.
     */
    static final class FrameGraph {
        /** The most frames in a graph. */
        static final int FRAMES = 60;

        private static final String BARS = "▁▂▃▄▅▆▇█";
        private static final int CAPACITY_BYTES = 3 * FRAMES + 128; // a bar takes 3 bytes in UTF-8

        private FrameGraph() {}

        /**
         * Writes the line, the oldest frame first.
         *
         * @param history at least one frame, at most {@link #FRAMES}
         * @param frame provides the memory of the line
         */
        static FrameString of(FrameHistory history, FrameArena frame) {
            long least = Long.MAX_VALUE;
            long most = 0;
            long nanos = 0;
            for (int ago = 0; ago < history.size(); ago++) {
                least = Math.min(least, history.highWaterBytes(ago));
                most = Math.max(most, history.highWaterBytes(ago));
                nanos += history.nanos(ago);
            }
            FrameString line = FrameString.in(frame, CAPACITY_BYTES);
            line.append("last ").append(history.size()).append(" frames  ");
            for (int ago = history.size() - 1; ago >= 0; ago--) {
                long aboveLeast = history.highWaterBytes(ago) - least;
                line.append(BARS.charAt((int) (aboveLeast * (BARS.length() - 1) / Math.max(1, most - least))));
            }
            line.append("  ").append(least).append(" to ").append(most).append(" bytes, ");
            return line.appendFixed(nanos / 1e6 / history.size(), 2).append(" ms on average");
        }
    }

    /**
     * The settings of a game.
     *
     * @param actors number of actors in each scene
     * @param frames number of frames of both scenes together
     * @param seed equal seeds give equal pictures, sounds and positions
     * @param textureBytes budget of the mips of the textures
     * @param guard whether to look for damaged memory
     * @param jmx whether JMX publishes the allocated memory while the game runs
     * @param json whether reports are JSON instead of tables
     * @param inspect port of an inspector, 0 for any; null for no inspector
     * @param wav file of the sound
     * @param picture file of the pictures
     * @param save file of the actors' positions
     */
    record Settings(
            int actors,
            int frames,
            long seed,
            long textureBytes,
            boolean guard,
            boolean jmx,
            boolean json,
            Integer inspect,
            Path wav,
            Path picture,
            Path save) {}

    /**
     * The result of a game.
     *
     * @param pictureHash hash of all pictures
     * @param soundHash hash of all sound
     * @param actorsHash hash of the final positions and journals of the actors
     * @param meshes number of meshes drawn
     * @param batches number of batches drawn
     * @param chunksMissed how often a needed chunk of the ground was not loaded
     * @param chunksLoaded number of chunks loaded
     * @param chunksEvicted number of chunks evicted for others
     * @param mipsLoaded number of mips loaded
     * @param mipsEvicted number of mips evicted for others
     * @param walls number of walls in all loaded chunks
     * @param voices number of voices started
     * @param voicesDropped number of further voices dropped for lack of a block
     * @param searches number of path searches
     * @param arrivals number of paths that were walked to their end
     * @param movedJournals number of journals moved between the scenes
     * @param savedBytes size of the game that was saved between the scenes, and loaded
     * @param memory final statistics of all tags
     * @param findings reports of misuse
     */
    record Outcome(
            long pictureHash,
            long soundHash,
            long actorsHash,
            long meshes,
            long batches,
            int chunksMissed,
            int chunksLoaded,
            long chunksEvicted,
            int mipsLoaded,
            int mipsEvicted,
            long walls,
            int voices,
            int voicesDropped,
            int searches,
            int arrivals,
            long movedJournals,
            long savedBytes,
            MemorySnapshot memory,
            List<MemoryDiagnostic.Report> findings) {
        private static final String FORMAT = """

                pictures   %016x, %,d meshes in %,d batches
                sound      %016x, %,d voices, %,d more dropped
                actors     %016x, %,d paths looked for, %,d walked to the end
                ground     %,d chunks loaded, %,d evicted, %,d times missed, %,d walls
                textures   %,d mips loaded, %,d evicted
                journals   %,d moved
                saved      %,d bytes between the scenes, and loaded
                memory     %,d bytes at most, %,d findings
                """;

        @Override
        public String toString() {
            String summary = String.format(
                    Locale.ROOT,
                    FORMAT,
                    pictureHash,
                    meshes,
                    batches,
                    soundHash,
                    voices,
                    voicesDropped,
                    actorsHash,
                    searches,
                    arrivals,
                    chunksLoaded,
                    chunksEvicted,
                    chunksMissed,
                    walls,
                    mipsLoaded,
                    mipsEvicted,
                    movedJournals,
                    savedBytes,
                    memory.peakBytes(),
                    findings.size());
            return findings.stream().map(finding -> finding + "\n").collect(Collectors.joining("", summary, ""));
        }
    }
}
