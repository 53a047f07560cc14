package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.tour.Game.Settings;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Makes games fail at each point: no memory is left behind, and the first failure is reported. */
class GameFailureTest {
    private static final List<String> STAGES = List.of(
            "START-UP",
            "IN A FRAME OF THE FIRST SCENE",
            "END OF THE FIRST SCENE",
            "BETWEEN THE SCENES",
            "END OF THE SECOND SCENE",
            "ALL CLOSED");

    /** An allocation, numbered from 1 within its thread, as the order between threads is random. */
    private record Allocation(String thread, long number) {}

    /** Fails an allocation, and all later ones if {@code goesOn}. */
    private static final class Refusal implements LongConsumer {
        private final Allocation refused;
        private final boolean goesOn;
        private long asked; // requests of this thread
        private volatile boolean begun;

        Refusal(Allocation refused, boolean goesOn) {
            this.refused = refused;
            this.goesOn = goesOn;
        }

        @Override
        public void accept(long number) {
            boolean now = Thread.currentThread().getName().equals(refused.thread) && ++asked == refused.number;
            if (now) {
                begun = true;
            }
            if (now || begun && goesOn) {
                throw new NativeMemoryException("allocation " + number + " is to fail", 0, 0);
            }
        }
    }

    @TempDir
    private Path folder;

    @Tag("slow")
    @Test
    void shouldFreeAllMemoryAfterAFailedAllocation() throws IOException, InterruptedException {
        failSome(4);
    }

    @Tag("long")
    @Test
    void shouldFreeAllMemoryAfterAnyFailedAllocation() throws IOException, InterruptedException {
        failSome(14); // most are equal mips
    }

    private void failSome(int mostOfAStage) throws IOException, InterruptedException {
        Map<String, List<Allocation>> stages = allocationsByStage();
        for (String stage : List.of("", "START-UP", "IN A FRAME OF THE FIRST SCENE", "BETWEEN THE SCENES")) {
            assertTrue(stages.containsKey(stage), stages::toString);
        }
        for (String thread : List.of("chunk loader")) {
            assertTrue(stages.containsKey(thread), stages::toString);
        }
        int once = 0;
        int always = 0;
        Set<Allocation> sample = sample(stages, mostOfAStage);
        for (Allocation refused : sample) {
            once += fails(refused, false) ? 1 : 0;
            always += fails(refused, true) ? 1 : 0;
        }
        assertTrue(
                once > sample.size() / 5 && always > sample.size() / 2,
                "failed: " + once + " and " + always + " of " + sample.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tour.wav", "tour.png", "tour.save"})
    void shouldFreeAllMemoryWhenAnOutputCannotBeWritten(String output) throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve(output).resolve("not empty")); // so it cannot be deleted either
        ObservedMemory machine = ObservedMemory.refusing(0);
        IOException failure = assertThrows(IOException.class, () -> play(settings(folder, true), machine));
        Failures.assertNothingHidden(failure);
        assertEquals(0, machine.allocatedBytes());
        Failures.assertThreadsEnd();
    }

    /** Whether a game fails if an allocation fails, and all later ones if {@code goesOn}. */
    private boolean fails(Allocation refused, boolean goesOn) throws IOException, InterruptedException {
        Refusal refusal = new Refusal(refused, goesOn);
        ObservedMemory machine = new ObservedMemory(refusal);
        boolean failed = false;
        try {
            play(settings(folder, refused.number % 2 == 0), machine);
        } catch (NativeMemoryException | CompletionException e) {
            Failures.assertRefused(e);
            if (!goesOn) {
                Failures.assertNothingHidden(e);
            }
            failed = true;
        }
        assertTrue(refusal.begun, "it was refused");
        assertEquals(0, machine.allocatedBytes(), refused::toString);
        Failures.assertThreadsEnd();
        return failed;
    }

    /** The allocations of the game's thread by stage, and of each other thread. */
    private Map<String, List<Allocation>> allocationsByStage() throws IOException {
        Thread own = Thread.currentThread();
        Map<String, Long> numbers = new HashMap<>();
        Map<String, List<Allocation>> stages = new LinkedHashMap<>();
        StringWriter out = new StringWriter();
        ObservedMemory machine = new ObservedMemory(number -> {
            Thread thread = Thread.currentThread();
            synchronized (stages) { // jobs allocate too
                Allocation one = new Allocation(thread.getName(), numbers.merge(thread.getName(), 1L, Long::sum));
                stages.computeIfAbsent(thread == own ? stage(out) : thread.getName(), stage -> new ArrayList<>())
                        .add(one);
            }
        });
        Game.play(settings(folder, false), machine, new PrintWriter(out));
        return stages;
    }

    private static String stage(StringWriter out) {
        return out.toString().lines().filter(STAGES::contains).reduce("", (before, last) -> last);
    }

    /** The first and last allocations of each stage, and some in between. */
    private static Set<Allocation> sample(Map<String, List<Allocation>> stages, int mostOfAStage) {
        SplittableRandom random = new SplittableRandom(11);
        Set<Allocation> sample = new LinkedHashSet<>();
        for (List<Allocation> all : stages.values()) {
            sample.add(all.get(0));
            sample.add(all.get(all.size() - 1));
            for (int i = 2; i < Math.min(mostOfAStage, all.size()); i++) {
                sample.add(all.get(random.nextInt(all.size())));
            }
        }
        return sample;
    }

    private static void play(Settings settings, MemorySource machine) throws IOException {
        Game.play(settings, machine, new PrintWriter(Writer.nullWriter()));
    }

    private static Settings settings(Path to, boolean guard) {
        Path wav = to.resolve("tour.wav");
        return new Settings(
                40, 8, 1, guard, TestMemory.WORLD_BYTES, null, wav, to.resolve("tour.png"), to.resolve("tour.save"));
    }
}
