package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.tour.Game.Outcome;
import basalt.examples.showcase.tour.Game.Settings;
import basalt.examples.showcase.tour.Level.Terrain;
import basalt.memory.MemorySource;
import basalt.memory.tracking.MemorySnapshot;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.sound.sampled.UnsupportedAudioFileException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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
        outcome = play(settings(folder, ACTORS, FRAMES, SEED, false), out);
        printed = out.toString();
    }

    @Test
    void shouldPlayTheSameGameFromTheSameSeedWithGuardsOrWithout() throws IOException {
        // With guards, fresh memory has other contents, so equal results prove that no uninitialised memory is read.
        assertEquals(outcome, play(FRAMES, SEED, true));
        assertSameFile(wav(folder), wav(other));
        assertSameFile(picture(folder), picture(other));
        assertSameFile(save(folder), save(other));
    }

    private static void assertSameFile(Path one, Path two) throws IOException {
        assertTrue(Arrays.equals(Files.readAllBytes(one), Files.readAllBytes(two)), one::toString);
    }

    @Test
    void shouldPlayAnotherGameFromAnotherSeed() throws IOException {
        Outcome another = play(FRAMES, SEED + 1, false);
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
        assertEquals(10, allocators.size());
        for (String line : allocators) {
            String[] figures = stats(line);
            assertEquals("0", figures[1], line);
            assertEquals("0", figures[2], line);
            assertNotEquals("0", figures[3], line);
        }
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
        String frame = "frame arena";
        long used = bytes(report("IN A FRAME OF THE FIRST SCENE"), frame, 1);
        assertTrue(used > Screen.WIDTH * Screen.HEIGHT * 4 + Mixer.SAMPLES_A_FRAME * 4, "used: " + used);
        assertTrue(used < 1 << 20, "the memory of one frame only: " + used);
        for (String stage : List.of("END OF THE FIRST SCENE", "BETWEEN THE SCENES", "END OF THE SECOND SCENE")) {
            assertEquals(0, bytes(report(stage), frame, 1), stage);
        }
    }

    @Test
    void shouldFreeTheLevelBetweenTheScenes() throws IOException {
        List<String> between = report("BETWEEN THE SCENES");
        for (String tag : List.of("actors/paths", "level ", "level/chunks")) {
            String line = report("END OF THE FIRST SCENE").stream()
                    .filter(it -> it.startsWith(tag))
                    .findFirst()
                    .orElseThrow();
            assertNotEquals("0", stats(line)[1], line);
        }
        for (String tag : List.of("actors/paths", "level ", "level/chunks", "level/staging")) {
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
                "4bd16fea2ce03359 db090abdc04dbbee d5944206f0f4c3c7",
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
        assertEquals(Screen.WIDTH * Game.PICTURE_SCALE, page.getWidth());
        assertTrue(page.getHeight() == 2 * Screen.HEIGHT * Game.PICTURE_SCALE, "two scenes");
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
        return page.getRGB((int) column * Game.PICTURE_SCALE + 1, (int) row * Game.PICTURE_SCALE + 1) & 0xffffff;
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

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 9, 13})
    void shouldPlayTheSmallestGames(int actors) throws IOException {
        Outcome smallest = play(settings(other, actors, 2, 1, true), Writer.nullWriter());
        assertWithinBudget(smallest.memory());
        assertEquals(Game.HEADER_BYTES + actors * Game.ACTOR_BYTES, Files.size(save(other)));
    }

    private Outcome play(int frames, long seed, boolean guard) throws IOException {
        return play(settings(other, ACTORS, frames, seed, guard), Writer.nullWriter());
    }

    private static Outcome play(Settings settings, Writer out) throws IOException {
        return Game.play(settings, MemorySource.direct(), new PrintWriter(out));
    }

    private static Settings settings(Path to, int actors, int frames, long seed, boolean guard) {
        return new Settings(actors, frames, seed, guard, TestMemory.WORLD_BYTES, null, wav(to), picture(to), save(to));
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
