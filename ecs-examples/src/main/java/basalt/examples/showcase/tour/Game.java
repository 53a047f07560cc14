package basalt.examples.showcase.tour;

import basalt.examples.framework.inspect.Pacemaker;
import basalt.examples.framework.program.OutputFile;
import basalt.examples.showcase.tour.Actors.Position;
import basalt.examples.showcase.tour.Chunks.ChunkLoader;
import basalt.memory.MappedMemory;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.TransferableBlock;
import basalt.memory.allocator.Heap;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameIntMap;
import basalt.memory.tracking.MemoryDiagnostic;
import basalt.memory.tracking.MemorySnapshot;
import basalt.query.Query;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.system.Schedule;
import basalt.world.World;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
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
    static final int PICTURE_SCALE = 3;

    private static final int FIELD_FRAMES = 90;
    private static final int FIELD_CELLS_A_FRAME = 2_048;
    private static final int FIRST_GOAL = Level.cell(Level.SIZE / 2 + 8, Level.SIZE / 2 + 8); // a crossing of roads
    private static final int BELL = 2;
    private static final float FRAME_SECONDS = 1 / 60f;
    private static final long DEFRAGMENTED_BYTES_A_STEP = 8 << 10;

    private final Settings settings;
    private final GameMemory memory;
    private final PrintWriter out;
    private final Actors actors;
    private final PathSearch search;
    private final Chunks chunks;
    private final Screen screen;
    private final Mixer mixer;

    /** Keeps frames in time for an inspector; null for none. */
    private final Pacemaker pace;

    private Level level;
    private FlowField field;
    private FlowField nextField;
    private long movedJournals;
    private long savedBytes;
    private boolean isEnded;

    private Game(Settings settings, GameMemory memory, Pacemaker pace, PrintWriter out) {
        this.settings = settings;
        this.memory = memory;
        this.pace = pace;
        this.out = out;
        Assets assets = new Assets(memory.resources, settings.frames());
        search = new PathSearch(memory.stack, memory.world.frame(), memory.paths);
        actors = new Actors(memory.world, new Journals(memory.journals), search, settings.seed());
        screen = new Screen(assets);
        mixer = new Mixer(memory.voices, assets);
        field = new FlowField(memory.fields[0]);
        nextField = new FlowField(memory.fields[1]);
        chunks = new Chunks(memory.chunks, new ChunkLoader(memory.staging, memory.notes), assets);
    }

    /** Plays a whole game. Frees all memory, even after a failure. */
    static Outcome play(Settings settings, MemorySource machine, PrintWriter out) throws IOException {
        GameMemory memory = new GameMemory(machine, settings.guard(), settings.worldBytes());
        Outcome outcome;
        Integer port = settings.inspect();
        try (memory; // an inspector needs a schedule, which is empty: the steps of a frame are called in sequence
                Schedule none = port == null
                        ? null
                        : Schedule.builder(memory.world).workers(1).build();
                Pacemaker pace = port == null ? null : new Pacemaker(none, FRAME_SECONDS, port, memory::describe);
                Game game = new Game(settings, memory, pace, out)) {
            outcome = game.play();
        }
        print("all closed", memory, out);
        return outcome;
    }

    private Outcome play() throws IOException {
        report("start-up");
        int half = settings.frames() / 2;
        enter("first level", settings.seed());
        playFrames(0, half);
        BufferedImage first = screen.picture();
        report("end of the first scene");
        leave();
        report("between the scenes");
        enter("second level", settings.seed() + 1);
        playFrames(half, settings.frames());
        report("end of the second scene");
        mixer.write(settings.wav());
        OutputFile.writePng(enlarged(first, screen.picture()), settings.picture());
        OutputFile.write(settings.save(), this::writePositions);
        return new Outcome(
                screen.hash(),
                mixer.hash(),
                actors.hash(),
                screen.chunksMissed(),
                chunks.loaded(),
                memory.chunks.snapshot().evictions(),
                chunks.walls(),
                mixer.started(),
                search.searches(),
                actors.arrivals(),
                movedJournals,
                savedBytes,
                memory.report().tags(),
                memory.findings());
    }

    /** Both pictures, one below the other, enlarged. */
    private static BufferedImage enlarged(BufferedImage upper, BufferedImage lower) {
        int width = Screen.WIDTH * PICTURE_SCALE;
        int height = Screen.HEIGHT * PICTURE_SCALE;
        BufferedImage page = new BufferedImage(width, 2 * height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = page.createGraphics();
        graphics.drawImage(upper, 0, 0, width, height, null);
        graphics.drawImage(lower, 0, height, width, height, null);
        graphics.dispose();
        return page;
    }

    private void enter(String name, long seed) {
        level = new Level(memory.resources, name, seed);
        field.begin(level, FIRST_GOAL);
        field.advance(Level.CELLS);
        actors.enter(field, settings.actors());
    }

    private void playFrames(int from, int to) {
        for (int frame = from; frame < to && !isEnded; frame++) {
            play(frame);
            isEnded = pace != null && !pace.await();
        }
    }

    private void play(int number) {
        FrameArena frame = memory.world.frame();
        Camera camera = Camera.at(number);
        chunks.update(level.terrain(), camera, number);
        moveField(number);
        FrameIntMap arrivals = FrameIntMap.in(frame, Assets.MESHES, 0);
        actors.step(level, field, arrivals);
        arrivals.forEach((mesh, count) -> mixer.start(mesh, Math.min(0.4f, 0.1f * count)));
        Forest forest = level.forest();
        DrawList list = DrawList.of(
                memory.world, actors.visible(camera), forest, forest.visible(frame, camera), camera, memory.stack);
        screen.draw(frame, level, camera, chunks, list);
        mixer.mix(frame);
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
        actors.leave();
        chunks.clear();
        nextField.forget();
        level.free();
        long before = actors.hash();
        tidyJournals();
        if (actors.hash() != before) {
            throw new IllegalStateException("the defragmentation has changed the journals");
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
        print(stage, memory, out);
    }

    private static void print(String stage, GameMemory memory, PrintWriter out) {
        out.printf("%n%s%n%s", stage.toUpperCase(Locale.ROOT), memory.report());
        out.flush();
    }

    /** Ends the work of other threads. The owner of the memory closes the memory. */
    @Override
    public void close() {
        chunks.close();
    }

    /**
     * The settings of a game.
     *
     * @param actors number of actors in each scene
     * @param frames number of frames of both scenes together
     * @param seed equal seeds give equal pictures, sounds and positions
     * @param guard whether to look for damaged memory
     * @param worldBytes the most memory of the world, and of one that is loaded beside it
     * @param inspect port of an inspector, 0 for any; null for no inspector
     * @param wav file of the sound
     * @param picture file of the pictures
     * @param save file of the actors' positions
     */
    record Settings(
            int actors,
            int frames,
            long seed,
            boolean guard,
            long worldBytes,
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
     * @param chunksMissed how often a needed chunk of the ground was not loaded
     * @param chunksLoaded number of chunks loaded
     * @param chunksEvicted number of chunks evicted for others
     * @param walls number of walls in all loaded chunks
     * @param voices number of voices started
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
            int chunksMissed,
            int chunksLoaded,
            long chunksEvicted,
            long walls,
            int voices,
            int searches,
            int arrivals,
            long movedJournals,
            long savedBytes,
            MemorySnapshot memory,
            List<MemoryDiagnostic.Report> findings) {
        private static final String FORMAT = """

                pictures   %016x
                sound      %016x, %,d voices
                actors     %016x, %,d paths looked for, %,d walked to the end
                ground     %,d chunks loaded, %,d evicted, %,d times missed, %,d walls
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
                    soundHash,
                    voices,
                    actorsHash,
                    searches,
                    arrivals,
                    chunksLoaded,
                    chunksEvicted,
                    chunksMissed,
                    walls,
                    movedJournals,
                    savedBytes,
                    memory.peakBytes(),
                    findings.size());
            return findings.stream().map(finding -> finding + "\n").collect(Collectors.joining("", summary, ""));
        }
    }
}
