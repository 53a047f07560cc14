package basalt.examples.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.tracking.MemorySnapshot;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.sound.sampled.UnsupportedAudioFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GameTest {
    private static final int ACTORS = 1_000;
    private static final int FRAMES = 240;

    private final StringWriter printed = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void shouldPlayTheSameGameFromTheSameSeedWithGuardsOrWithout() throws IOException {
        Outcome plain = play(5, false);
        byte[] sound = Files.readAllBytes(wav());
        byte[] positions = Files.readAllBytes(save());
        Outcome guarded = play(5, true); // fresh memory has other contents here: nobody reads what nobody wrote
        assertEquals(plain, guarded);
        assertTrue(Arrays.equals(sound, Files.readAllBytes(wav())));
        assertTrue(Arrays.equals(positions, Files.readAllBytes(save())));
    }

    @Test
    void shouldPlayAnotherGameFromAnotherSeed() throws IOException {
        Outcome one = play(5, false);
        Outcome other = play(6, false);
        assertNotEquals(one.pictureHash(), other.pictureHash());
        assertNotEquals(one.soundHash(), other.soundHash());
        assertNotEquals(one.actorsHash(), other.actorsHash());
    }

    @Test
    void shouldKeepEveryBudgetAndGiveEverythingBack() throws IOException {
        Outcome outcome = play(5, false);
        assertWithinBudget(outcome.memory());
        assertTrue(outcome.memory().find("level/staging").orElseThrow().denials() > 0, "a budget that never denies");
        assertTrue(outcome.memory().hardBytes() < Long.MAX_VALUE);

        List<String> last = report("ALL CLOSED");
        assertEquals("0", figures(last.get(2))[1], last.get(2));
    }

    @Test
    void shouldHaveWorkForEachAllocator() throws IOException {
        Outcome outcome = play(5, false);
        List<String> allocators = report("ALL CLOSED").stream()
                .dropWhile(line -> !line.startsWith("allocator"))
                .skip(1)
                .takeWhile(line -> !line.isBlank())
                .toList();
        assertEquals(13, allocators.size());
        for (String line : allocators) {
            String[] figures = figures(line);
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
    }

    @Test
    void shouldUseAllMemoryAsItIsMeantToBe() throws IOException {
        assertEquals(List.of(), play(5, false).findings());
    }

    @Test
    void shouldFreeTheLevelBetweenTheScenes() throws IOException {
        play(5, false);
        List<String> between = report("BETWEEN THE SCENES");
        for (String tag : List.of("actors/paths", "level ", "level/chunks", "level/textures", "level/staging")) {
            String line = between.stream()
                    .filter(it -> it.startsWith(tag))
                    .findFirst()
                    .orElseThrow();
            assertEquals("0", figures(line)[1], line);
        }
        assertTrue(bytes(report("BETWEEN THE SCENES"), "resource arena", 1)
                < bytes(report("END OF THE FIRST SCENE"), "resource arena", 1));
    }

    @Test
    void shouldWriteSoundOfTheRightLengthThatIsNotSilent() throws IOException, UnsupportedAudioFileException {
        play(5, false);
        short[] samples = MixerTest.samples(wav());
        assertEquals(FRAMES * Mixer.SAMPLES_A_FRAME, samples.length);
        int heard = 0;
        for (short sample : samples) {
            heard += Math.abs(sample) > 300 ? 1 : 0;
        }
        assertTrue(heard > samples.length / 10, "heard " + heard);
    }

    @Test
    void shouldSaveWhereAllActorsAre() throws IOException {
        Files.write(save(), new byte[100_000]); // longer than what comes
        play(5, false);
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(save())).order(ByteOrder.nativeOrder());
        assertEquals(SaveFile.MAGIC, file.getLong());
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

    @Test
    void shouldPlayTheSmallestGame() throws IOException {
        Outcome outcome = Game.play(settings(1, 2, 1, true), new PrintWriter(printed));
        assertWithinBudget(outcome.memory());
        assertEquals(SaveFile.HEADER_BYTES + SaveFile.ACTOR_BYTES, Files.size(save()));
    }

    @Test
    void shouldGiveEverythingBackWhenItFails() {
        Settings settings = new Settings(
                10,
                10,
                1,
                GameMemory.TEXTURE_BYTES,
                true,
                false,
                folder.resolve("missing/tour.wav"),
                picture(),
                save());
        assertThrows(IOException.class, () -> Game.play(settings, new PrintWriter(printed)));
    }

    private Outcome play(long seed, boolean guard) throws IOException {
        printed.getBuffer().setLength(0);
        return Game.play(settings(ACTORS, FRAMES, seed, guard), new PrintWriter(printed));
    }

    private Settings settings(int actors, int frames, long seed, boolean guard) {
        return new Settings(actors, frames, seed, GameMemory.TEXTURE_BYTES, guard, false, wav(), picture(), save());
    }

    private static void assertWithinBudget(MemorySnapshot tag) {
        assertTrue(tag.peakBytes() <= tag.hardBytes(), tag::toJson);
        tag.children().forEach(GameTest::assertWithinBudget);
    }

    private Path wav() {
        return folder.resolve("tour.wav");
    }

    private Path picture() {
        return folder.resolve("tour.png");
    }

    private Path save() {
        return folder.resolve("tour.save");
    }

    /** The lines from a title on. */
    private List<String> report(String title) {
        return printed.toString().lines().dropWhile(line -> !line.equals(title)).toList();
    }

    private static long bytes(List<String> report, String allocator, int column) {
        String line = report.stream()
                .filter(it -> it.startsWith(allocator))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(figures(line)[column].replace(",", ""));
    }

    /** The columns of a table's line: a name, in which single spaces may be, and figures. */
    private static String[] figures(String line) {
        return line.split(" {2,}");
    }
}
