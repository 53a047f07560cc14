package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.IntColumn;
import basalt.query.BodyParts.Captured;
import basalt.query.BodyParts.Mood;
import basalt.query.BodyParts.Settings;
import basalt.query.BodyParts.Tuning;
import basalt.storage.fixture.SourceCompiler;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random bodies do in vector form what they do row by row: the same bytes in all rows, the same exception at the same
 * row, the same effects in the same order. A failure has the body's seed and source; {@code -Dbasalt.bodies.first=SEED}
 * {@code -Dbasalt.bodies.count=1} runs it alone.
 */
class RandomBodyTest {
    private static final int IN_A_CLASS = 500;
    private static final int IMAGES = 32;
    private static final int LEAST_PERCENT = 70;
    private static final int MOST_FAILURES = 5;

    private final Map<BodyScene.Density, BodyScene[]> scenes = new EnumMap<>(BodyScene.Density.class);
    private final Map<Integer, List<byte[]>> images = new HashMap<>();
    private final List<String> failures = new ArrayList<>();
    private final Map<String, Integer> refused = new TreeMap<>();
    private int translated;

    /** Bodies for which this processor's vectors are too short. */
    private int tooNarrow;

    private int thrown;
    private int withEffects;

    @AfterEach
    void close() {
        scenes.values().forEach(RandomBodyTest::close);
    }

    private static void close(BodyScene[] pair) {
        for (BodyScene scene : pair) {
            scene.close();
        }
    }

    @Test
    void shouldDoInVectorsWhatBodiesDo(@TempDir Path folder) throws Exception {
        compare(folder, Long.getLong("basalt.bodies.first", 1), Integer.getInteger("basalt.bodies.count", 40));
    }

    @Test
    @Tag("long")
    void shouldDoInVectorsWhatManyBodiesDo(@TempDir Path folder) throws Exception {
        compare(folder, 1_000_000, Integer.getInteger("basalt.bodies.many", 5_000));
    }

    private void compare(Path folder, long first, int count) throws Exception {
        requireTranslator();
        for (int done = 0; done < count && failures.size() < MOST_FAILURES; done += IN_A_CLASS) {
            List<RandomBody> bodies = new ArrayList<>();
            for (int i = done; i < Math.min(count, done + IN_A_CLASS); i++) {
                bodies.add(new RandomBody(first + i));
            }
            compare(bodies, folder);
        }
        assertTrue(failures.isEmpty(), () -> String.join("\n\n", failures));
        String summary = "%d of %d bodies were translated, %d threw, %d had effects; refused: %s"
                .formatted(translated, count, thrown, withEffects, refused);
        System.out.println(summary);
        boolean isShareKnown = count >= 100 && tooNarrow == 0;
        assertTrue(translated * 100L >= count * (long) LEAST_PERCENT || !isShareKnown, summary);
    }

    /** Skips the test where nothing can be translated. */
    private void requireTranslator() {
        BodyScene scene = scenes(BodyScene.Density.FULL)[1];
        IntColumn column = BodyParts.I0; // initialises the class, as the first row does
        TranslatedKernel.of(scene.query, row -> row.set(column, row.get(column) + 1));
    }

    private BodyScene[] scenes(BodyScene.Density density) {
        return scenes.computeIfAbsent(density, any -> new BodyScene[] {new BodyScene(density), new BodyScene(density)});
    }

    private void compare(List<RandomBody> bodies, Path folder) throws IOException, ReflectiveOperationException {
        String name = "Bodies" + bodies.get(0).seed;
        String source = RandomBody.source(name, bodies);
        String messages = SourceCompiler.compile(name, source, folder);
        assertEquals("", messages, () -> messages + source);
        URL[] path = {folder.toUri().toURL()};
        // two classes of each body: kernels of one that captures nothing share a driver, with its form
        try (URLClassLoader plain = new URLClassLoader(path, getClass().getClassLoader());
                URLClassLoader translating = new URLClassLoader(path, getClass().getClassLoader())) {
            Class<?>[] types = {plain.loadClass("basalt.random." + name), translating.loadClass("basalt.random." + name)
            };
            for (RandomBody body : bodies) {
                String failure = failure(body, types);
                if (failure != null) {
                    failures.add("seed " + body.seed + ": " + failure + "\n" + body);
                }
            }
        }
    }

    private String failure(RandomBody body, Class<?>[] types) throws ReflectiveOperationException {
        try {
            return compare(body, types);
        } catch (RuntimeException | LinkageError | AssertionError e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            return trace.toString();
        }
    }

    /** What differs; null if nothing does, or the body is refused. */
    private String compare(RandomBody body, Class<?>[] types) throws ReflectiveOperationException {
        Random random = new Random(body.seed);
        BodyScene.Density[] densities = BodyScene.Density.values();
        BodyScene.Density density = densities[random.nextInt(densities.length)];
        BodyScene[] pair = scenes(density);
        Captured captured = captured(random);
        Captured[] logs = {captured, captured.withOwnLog()};
        RowKernel[] kernels = new RowKernel[2];
        List<byte[]> image = images.computeIfAbsent(
                (int) Long.remainderUnsigned(body.seed, IMAGES),
                number -> BodyScene.image(new Random(number), number % 8 == 0 ? 1 : 0));
        for (int i = 0; i < 2; i++) {
            kernels[i] = kernel(body, types[i], pair[i], logs[i]);
            pair[i].fill(image);
        }
        String reason = kernels[1].translateNow();
        if (reason != null) {
            tooNarrow += TranslatedKernel.isTooNarrow(reason) ? 1 : 0;
            refused.merge(reason.replaceAll("\\d+", "N"), 1, Integer::sum);
            return null;
        }
        translated++;
        String difference = null;
        for (int run = 0; run < 2 && difference == null; run++) {
            captured.settings().delta = 0.125f * (run + 1);
            captured.settings().paused = run == 1;
            captured.settings().level += run;
            difference = difference(kernels, pair, logs);
        }
        if (difference != null || pair[0].hasAppliedCommands()) {
            close(scenes.remove(density));
        }
        return difference == null ? null : "run with rows " + density + ": " + difference;
    }

    private static RowKernel kernel(RandomBody body, Class<?> type, BodyScene scene, Captured captured)
            throws ReflectiveOperationException {
        try {
            return (RowKernel) type.getMethod(body.method(), Query.class, RecordQuery.Of4.class, Captured.class)
                    .invoke(null, scene.query, scene.records, captured);
        } catch (InvocationTargetException e) {
            throw new AssertionError("seed " + body.seed + ": no kernel of\n" + body, e.getCause());
        }
    }

    /** Runs both kernels once. */
    private String difference(RowKernel[] kernels, BodyScene[] pair, Captured[] logs) {
        String expected = outcome(kernels[0]);
        String found = outcome(kernels[1]);
        List<Long> effects = logs[0].log().take();
        List<Long> found2 = logs[1].log().take();
        thrown += expected == null ? 0 : 1;
        withEffects += effects.size() > 7 ? 1 : 0;
        if (!String.valueOf(expected).equals(String.valueOf(found))) {
            return "expected exception " + expected + ", but was " + found;
        }
        return effects.equals(found2)
                ? pair[0].difference(pair[1])
                : "expected effects " + effects + ", but were " + found2;
    }

    /** The exception of a run; null if there is none. */
    private static String outcome(RowKernel kernel) {
        try {
            kernel.run();
            return null;
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private static Captured captured(Random random) {
        return new Captured(
                random.nextInt(20) - 10,
                random.nextFloat(),
                random.nextDouble(),
                random.nextLong(),
                random.nextBoolean(),
                (byte) random.nextInt(),
                (short) random.nextInt(),
                (char) random.nextInt(),
                Mood.values()[random.nextInt(4)],
                new Settings(),
                new Tuning(9.81f, random.nextInt(5)),
                new int[] {random.nextInt()},
                new BodyParts.Log());
    }
}
