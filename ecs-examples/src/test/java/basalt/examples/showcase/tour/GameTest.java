package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.tour.Game.Outcome;
import basalt.examples.showcase.tour.Game.Settings;
import basalt.examples.showcase.tour.Level.Terrain;
import basalt.examples.showcase.tour.MipStreamer.MipChain;
import basalt.memory.tracking.MemorySnapshot;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.sound.sampled.UnsupportedAudioFileException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GameTest {
    private static final int ACTORS = 1_000;
    private static final int FRAMES = 240;

    private static final long SEED = 5;

    /** The outcome of one game, which most tests share, as a game is slow. */
    private static Outcome outcome;

    private static String printed;

    @TempDir
    private static Path folder;

    @TempDir
    private Path other;

    @BeforeAll
    static void play() throws IOException {
        Files.write(save(folder), new byte[100_000]); // longer than the new content
        StringWriter out = new StringWriter();
        outcome = Game.play(
                settings(folder, ACTORS, FRAMES, SEED, GameMemory.TEXTURE_BYTES, false), new PrintWriter(out));
        printed = out.toString();
    }

    @Test
    void shouldPlayTheSameGameFromTheSameSeedWithGuardsOrWithout() throws IOException {
        // With guards, fresh memory has other contents, so equal results prove that no uninitialised memory is read.
        assertEquals(outcome, play(FRAMES, SEED, GameMemory.TEXTURE_BYTES, true));
        assertSameFile(wav(folder), wav(other));
        assertSameFile(picture(folder), picture(other));
        assertSameFile(save(folder), save(other));
    }

    private static void assertSameFile(Path one, Path two) throws IOException {
        assertTrue(Arrays.equals(Files.readAllBytes(one), Files.readAllBytes(two)), one::toString);
    }

    @Test
    void shouldPlayAnotherGameFromAnotherSeed() throws IOException {
        Outcome another = play(FRAMES, SEED + 1, GameMemory.TEXTURE_BYTES, false);
        assertNotEquals(outcome.pictureHash(), another.pictureHash());
        assertNotEquals(outcome.soundHash(), another.soundHash());
        assertNotEquals(outcome.actorsHash(), another.actorsHash());
    }

    @Test
    void shouldKeepEveryBudgetAndFreeAllMemory() throws IOException {
        assertWithinBudget(outcome.memory());
        assertTrue(outcome.memory().find("level/staging").orElseThrow().denials() > 0, "the budget never denies");
        assertTrue(outcome.memory().hardBytes() < Long.MAX_VALUE);

        List<String> last = report("ALL CLOSED");
        assertEquals("0", stats(last.get(2))[1], last.get(2));
    }

    @Test
    void shouldUseEachAllocator() throws IOException {
        List<String> allocators = report("ALL CLOSED").stream()
                .dropWhile(line -> !line.startsWith("allocator"))
                .skip(1)
                .takeWhile(line -> !line.isBlank())
                .toList();
        assertEquals(13, allocators.size());
        for (String line : allocators) {
            String[] figures = stats(line);
            assertEquals("0", figures[1], line);
            assertEquals("0", figures[2], line);
            assertNotEquals("0", figures[3], line);
        }
        assertTrue(outcome.meshes() > FRAMES);
        assertTrue(outcome.batches() > FRAMES && outcome.batches() < outcome.meshes());
        assertTrue(outcome.chunksLoaded() > 50 && outcome.chunksEvicted() > 0);
        assertTrue(outcome.chunksMissed() > 0 && outcome.chunksMissed() < outcome.chunksLoaded()); // at the beginning
        assertTrue(outcome.voices() > 10);
        assertTrue(outcome.searches() > outcome.arrivals() && outcome.arrivals() > 10);
        assertTrue(outcome.movedJournals() > 10);
        assertTrue(outcome.savedBytes() > 1_000, "the actors that stay: " + outcome.savedBytes());
    }

    @Test
    void shouldMisuseNoMemory() throws IOException {
        assertEquals(List.of(), outcome.findings());
    }

    /** Assets are allocated before the first frame, all other memory on demand. */
    @Test
    void shouldHaveItsAssetsAtStartUp() {
        List<String> startUp = report("START-UP");
        long recording = FRAMES * Mixer.SAMPLES_A_FRAME * 2;
        assertTrue(bytes(startUp, "resource arena \"resources\"", 1) > Screen.WIDTH * Screen.HEIGHT * 4 + recording);
        for (String allocator : List.of("frame arena", "scratch arena", "size class", "heap", "pool", "streaming")) {
            assertEquals(0, bytes(startUp, allocator, 1), allocator);
        }
    }

    @Test
    void shouldEmptyTheFrameArenaAfterEachFrame() {
        String frame = "frame arena \"frame\"";
        long used = bytes(report("IN A FRAME OF THE FIRST SCENE"), frame, 1);
        assertTrue(used > Screen.WIDTH * Screen.HEIGHT * 4 + Mixer.SAMPLES_A_FRAME * 4, "used: " + used);
        assertTrue(used < 1 << 20, "the memory of one frame only: " + used);
        for (String stage : List.of("END OF THE FIRST SCENE", "BETWEEN THE SCENES", "END OF THE SECOND SCENE")) {
            assertEquals(0, bytes(report(stage), frame, 1), stage);
        }
        for (int worker = 0; worker < 2; worker++) {
            String arena = "frame arena \"job worker " + worker + '"';
            assertEquals(0, bytes(report("ALL CLOSED"), arena, 1)); // before this, a job may still run
            assertTrue(bytes(report("ALL CLOSED"), arena, 3) >= MipChain.bytes(0), "painted there");
        }
    }

    @Test
    void shouldDrawAGraphOfTheLastFramesOfEachScene() {
        List<String> graphs =
                printed.lines().filter(line -> line.startsWith("last ")).toList();
        assertEquals(2, graphs.size(), graphs::toString);
        for (String graph : graphs) {
            assertTrue(graph.matches("last 60 frames {2}[▁▂▃▄▅▆▇█]{60} {2}\\d+ to \\d+ bytes, .* on average"), graph);
            long least = Long.parseLong(graph.split(" {2}")[2].split(" ")[0]);
            assertTrue(least > Screen.WIDTH * Screen.HEIGHT * 4 + Mixer.SAMPLES_A_FRAME * 4, graph);
        }
        assertNotEquals(graphs.get(0), graphs.get(1));
    }

    @Test
    void shouldFreeTheLevelBetweenTheScenes() throws IOException {
        List<String> between = report("BETWEEN THE SCENES");
        for (String tag : List.of("actors/paths", "level ", "level/chunks", "level/textures")) {
            String line = report("END OF THE FIRST SCENE").stream()
                    .filter(it -> it.startsWith(tag))
                    .findFirst()
                    .orElseThrow();
            assertNotEquals("0", stats(line)[1], line);
        }
        for (String tag : List.of("actors/paths", "level ", "level/chunks", "level/textures", "level/staging")) {
            String line = between.stream()
                    .filter(it -> it.startsWith(tag))
                    .findFirst()
                    .orElseThrow();
            assertEquals("0", stats(line)[1], line);
        }
        assertTrue(bytes(report("BETWEEN THE SCENES"), "resource arena", 1)
                < bytes(report("END OF THE FIRST SCENE"), "resource arena", 1));
    }

    /** All floating point here is the same on each machine: plain arithmetic, and StrictMath. */
    @Test
    void shouldReproduceTheGameOfASeed() {
        assertEquals(
                "ba8a0bb285885c0e 7e4f1ba31260aa09 b14668ea1afa8605",
                "%x %x %x".formatted(outcome.actorsHash(), outcome.soundHash(), outcome.pictureHash()));
    }

    @Test
    void shouldWriteSoundOfTheRightLengthThatIsNeitherSilentNorClipped()
            throws IOException, UnsupportedAudioFileException {
        short[] samples = MixerTest.samples(wav(folder));
        assertEquals(FRAMES * Mixer.SAMPLES_A_FRAME, samples.length);
        int heard = 0;
        int loudest = 0;
        long sum = 0;
        for (short sample : samples) {
            heard += Math.abs(sample) > 300 ? 1 : 0;
            loudest = Math.max(loudest, Math.abs(sample));
            sum += sample;
        }
        assertTrue(heard > samples.length / 10, "heard " + heard);
        assertTrue(loudest > 10_000 && loudest < Short.MAX_VALUE, "loudest " + loudest);
        assertEquals(0, sum / samples.length, 300, "the mean");
    }

    /** In both scenes, uncovered pixels show the ground of the map. */
    @Test
    void shouldDrawTheGroundOfBothScenes() throws IOException {
        BufferedImage page = ImageIO.read(picture(folder).toFile());
        assertEquals(Screen.WIDTH * Album.SCALE, page.getWidth());
        assertTrue(page.getHeight() > (2 * Screen.HEIGHT + MipChain.side(0)) * Album.SCALE, "two scenes, and the mips");
        for (int scene = 0; scene < 2; scene++) {
            Camera camera = Camera.at(FRAMES / 2 * (scene + 1) - 1);
            int top = scene * Screen.HEIGHT;
            Terrain terrain = new Terrain(5 + scene);
            int cells = 0;
            int right = 0;
            for (int cell = 0; cell < Level.CELLS; cell++) {
                float x = Level.middleX(cell);
                float y = Level.middleY(cell);
                float depth = camera.depth(x, y);
                if (depth < 7 && camera.shows(x, y, 0) && Camera.screenY(depth) < Screen.HEIGHT) {
                    int full = Assets.colour(
                            terrain.seed(),
                            terrain.kind(cell % Level.SIZE, cell / Level.SIZE) * Assets.RAMP + Assets.RAMP - 1);
                    float column = Camera.screenX(camera.side(x, y), depth);
                    right += Hues.same(pixel(page, column, top + Camera.screenY(depth)), full) ? 1 : 0;
                    cells++;
                }
            }
            assertTrue(cells > 8 && right > cells * 2 / 3, right + " of " + cells);
            Set<Integer> colours = new HashSet<>();
            for (int i = 0; i < Screen.WIDTH * Screen.HEIGHT; i++) {
                colours.add(pixel(page, i % Screen.WIDTH, top + i / Screen.WIDTH));
            }
            assertTrue(colours.size() > 300, "colours: " + colours.size());
            assertEquals(0x4f8fd8, pixel(page, 0, top));
        }
    }

    private static int pixel(BufferedImage page, float column, float row) {
        return page.getRGB((int) column * Album.SCALE + 1, (int) row * Album.SCALE + 1) & 0xffffff;
    }

    @Test
    void shouldStreamMipsUnderTheirBudget() throws IOException {
        MemorySnapshot textures = outcome.memory().find("level/textures").orElseThrow();
        assertTrue(outcome.mipsLoaded() > 2 * Forest.TEXTURES + 50, "loaded " + outcome.mipsLoaded());
        assertTrue(outcome.mipsEvicted() > 10, "evicted " + outcome.mipsEvicted());
        assertTrue(outcome.mipsLoaded() < 3 * FRAMES, "must not thrash");
        assertTrue(textures.peakBytes() > GameMemory.TEXTURE_BYTES * 3 / 4);
        assertEquals(0, textures.denials());
    }

    @Test
    void shouldReportATooSmallTextureBudgetAndFreeAllMemory() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> play(2, SEED, (16 << 10) - 1, true));
        Failures.assertNothingHidden(refused);
        assertEquals(
                "the coarsest mips of 64 textures need 16384 bytes: raise the budget of 16383 bytes",
                refused.getMessage());
    }

    @Test
    void shouldDifferOnlyInPicturesWithMoreTextureMemory() throws IOException {
        Outcome little = play(60, SEED, 16 << 10, false);
        Outcome much = play(60, SEED, 6 << 20, false);
        assertEquals(2 * Forest.TEXTURES, little.mipsLoaded(), "the coarsest alone");
        assertEquals(0, little.mipsEvicted() + much.mipsEvicted());
        assertNotEquals(little.pictureHash(), much.pictureHash());
        assertEquals(little.actorsHash(), much.actorsHash());
        assertEquals(little.soundHash(), much.soundHash());
    }

    @Test
    void shouldSaveThePositionsOfAllActors() throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(save(folder))).order(ByteOrder.nativeOrder());
        assertEquals(Game.MAGIC, file.getLong());
        assertEquals(ACTORS, file.getLong());
        Terrain terrain = new Terrain(6); // of the second scene
        long hash = 0;
        for (int i = 0; i < ACTORS; i++) {
            float x = file.getFloat();
            float y = file.getFloat();
            assertTrue(!terrain.isWall((int) x, (int) y), x + ", " + y);
            hash = hash * 31 + (long) (x * 1000) + (long) (y * 1000);
        }
        assertNotEquals(0, hash);
        assertEquals(0, file.remaining());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 9, 13})
    void shouldPlayTheSmallestGames(int actors) throws IOException {
        Outcome smallest = Game.play(
                settings(other, actors, 2, 1, GameMemory.TEXTURE_BYTES, true), new PrintWriter(Writer.nullWriter()));
        assertWithinBudget(smallest.memory());
        assertEquals(Game.HEADER_BYTES + actors * Game.ACTOR_BYTES, Files.size(save(other)));
    }

    @Test
    void shouldPublishItsMemoryByJmxIfRequested() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("basalt.memory:type=MemoryTracker,name=tour");
        List<Long> allocated = new ArrayList<>();
        PrintWriter asking = new PrintWriter(Writer.nullWriter()) {
            @Override
            public void flush() { // after each report
                if (server.isRegistered(name)) {
                    try {
                        allocated.add((Long) server.getAttribute(name, "AllocatedBytes"));
                    } catch (JMException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        };
        Path to = other;

        Game.play(new Settings(4, 8, 1, 1 << 18, false, true, false, null, wav(to), picture(to), save(to)), asking);

        assertEquals(5, allocated.size(), "reports while the memory is open");
        assertTrue(allocated.get(1) > 0, allocated::toString);
        assertFalse(server.isRegistered(name));
        Game.play(settings(to, 4, 8, 1, 1 << 18, false), asking);
        assertEquals(5, allocated.size(), "not requested");
    }

    private Outcome play(int frames, long seed, long textureBytes, boolean guard) throws IOException {
        return Game.play(
                settings(other, ACTORS, frames, seed, textureBytes, guard), new PrintWriter(Writer.nullWriter()));
    }

    private static Settings settings(Path to, int actors, int frames, long seed, long textureBytes, boolean guard) {
        return new Settings(
                actors, frames, seed, textureBytes, guard, false, false, null, wav(to), picture(to), save(to));
    }

    private static void assertWithinBudget(MemorySnapshot tag) {
        assertTrue(tag.peakBytes() <= tag.hardBytes(), tag::toJson);
        tag.children().forEach(GameTest::assertWithinBudget);
    }

    private static Path wav(Path to) {
        return to.resolve("tour.wav");
    }

    private static Path picture(Path to) {
        return to.resolve("tour.png");
    }

    private static Path save(Path to) {
        return to.resolve("tour.save");
    }

    /** The lines of a report, from its title on. */
    private static List<String> report(String title) {
        return printed.lines().dropWhile(line -> !line.equals(title)).toList();
    }

    private static long bytes(List<String> report, String allocator, int column) {
        String line = report.stream()
                .filter(it -> it.startsWith(allocator))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(stats(line)[column].replace(",", ""));
    }

    /** The columns of a line of a table: a name, which can contain single spaces, and numbers. */
    private static String[] stats(String line) {
        return line.split(" {2,}");
    }
}
