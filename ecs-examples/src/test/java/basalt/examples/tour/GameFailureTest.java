package basalt.examples.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Games that fail, at each moment: nothing is left behind, and what is told is what went wrong first. */
class GameFailureTest {
    private static final List<String> STAGES = List.of(
            "START-UP",
            "IN A FRAME OF THE FIRST SCENE",
            "END OF THE FIRST SCENE",
            "BETWEEN THE SCENES",
            "END OF THE SECOND SCENE",
            "ALL CLOSED");

    /** Most of what a stage allocates is mips, one like the other. */
    private static final int MOST_OF_A_STAGE = 14;

    @TempDir
    private Path folder;

    @Test
    void shouldGiveEverythingBackWhicheverAllocationFails() throws IOException, InterruptedException {
        Map<String, List<Long>> stages = allocationsByStage();
        assertTrue(
                stages.keySet()
                        .containsAll(List.of("", "START-UP", "IN A FRAME OF THE FIRST SCENE", "BETWEEN THE SCENES")),
                stages::toString);
        int once = 0;
        int always = 0;
        for (long refused : sample(stages)) {
            once += fails(refused, refused) ? 1 : 0;
            always += fails(refused, Long.MAX_VALUE) ? 1 : 0;
        }
        assertTrue(once > 10 && always > 20, "failed: " + once + " and " + always);
    }

    @Test
    void shouldGiveEverythingBackWhenAnOutputCannotBeWritten() throws InterruptedException {
        Settings settings = settings(folder.resolve("missing"), true);
        ToldMemory machine = ToldMemory.refusing(0);
        IOException failure = assertThrows(IOException.class, () -> play(settings, machine));
        Failures.assertNothingHidden(failure);
        assertEquals(0, machine.allocatedBytes());
        Failures.assertThreadsEnd();
    }

    @Test
    void shouldGiveEverythingBackWhenTheSettingsAreWrong() throws InterruptedException {
        for (long textureBytes : new long[] {-1, 0, 1}) {
            ToldMemory machine = ToldMemory.refusing(0);
            Settings settings = new Settings(1, 2, 1, textureBytes, true, false, folder, folder, folder);
            Failures.assertNothingHidden(assertThrows(IllegalArgumentException.class, () -> play(settings, machine)));
            assertEquals(0, machine.allocatedBytes());
            Failures.assertThreadsEnd();
        }
    }

    /** Whether a game fails when some allocations do; without others it goes on. */
    private boolean fails(long first, long last) throws IOException, InterruptedException {
        ToldMemory machine = ToldMemory.refusing(first, last);
        boolean failed = false;
        try {
            play(settings(folder, first % 2 == 0), machine);
        } catch (NativeMemoryException | CompletionException e) {
            Failures.assertRefused(e);
            if (first == last) {
                Failures.assertNothingHidden(e);
            }
            failed = true;
        } catch (IllegalStateException e) {
            assertTrue(e.getMessage().startsWith("no memory for the coarsest mips"), e::toString);
            for (Throwable added : e.getSuppressed()) {
                Failures.assertRefused(added);
            }
            failed = true;
        }
        assertTrue(machine.allocations() >= first, "it was refused");
        assertEquals(0, machine.allocatedBytes(), "allocation " + first);
        Failures.assertThreadsEnd();
        return failed;
    }

    private Map<String, List<Long>> allocationsByStage() throws IOException {
        Map<String, List<Long>> stages = new LinkedHashMap<>();
        StringWriter out = new StringWriter();
        ToldMemory machine = new ToldMemory(number -> {
            synchronized (stages) { // jobs allocate, too
                stages.computeIfAbsent(stage(out), stage -> new ArrayList<>()).add(number);
            }
        });
        Game.play(settings(folder, false), machine, new PrintWriter(out));
        return stages;
    }

    private static String stage(StringWriter out) {
        return out.toString().lines().filter(STAGES::contains).reduce("", (before, last) -> last);
    }

    /** The first and the last allocations of each stage, and some between them. */
    private static Set<Long> sample(Map<String, List<Long>> stages) {
        SplittableRandom random = new SplittableRandom(11);
        Set<Long> sample = new TreeSet<>();
        for (List<Long> all : stages.values()) {
            sample.add(all.get(0));
            sample.add(all.get(all.size() - 1));
            for (int i = 2; i < Math.min(MOST_OF_A_STAGE, all.size()); i++) {
                sample.add(all.get(random.nextInt(all.size())));
            }
        }
        return sample;
    }

    private static void play(Settings settings, MemorySource machine) throws IOException {
        Game.play(settings, machine, new PrintWriter(Writer.nullWriter()));
    }

    private static Settings settings(Path to, boolean guard) {
        return new Settings(
                40,
                8,
                1,
                GameMemory.TEXTURE_BYTES,
                guard,
                false,
                to.resolve("tour.wav"),
                to.resolve("tour.png"),
                to.resolve("tour.save"));
    }
}
