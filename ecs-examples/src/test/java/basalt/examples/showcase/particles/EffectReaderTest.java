package basalt.examples.showcase.particles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.particles.Effect.Attractor;
import basalt.examples.showcase.particles.Effect.Burst;
import basalt.examples.showcase.particles.Effect.Camera;
import basalt.examples.showcase.particles.Effect.Colour;
import basalt.examples.showcase.particles.Effect.Emitter;
import basalt.examples.showcase.particles.Effect.Floor;
import basalt.examples.showcase.particles.Effect.Ramp;
import basalt.examples.showcase.particles.Effect.Range;
import basalt.examples.showcase.particles.Effect.Shell;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EffectReaderTest {
    private static final Colour WHITE = new Colour(1, 1, 1);
    private static final Colour RED = new Colour(1, 0, 0);

    private static Effect resource(String name) throws IOException {
        try (InputStream in = EffectReaderTest.class.getResourceAsStream(name)) {
            return EffectReader.read(in, name);
        }
    }

    private static String whole() throws IOException {
        try (InputStream in = EffectReaderTest.class.getResourceAsStream("whole.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Effect read(String text) throws IOException {
        return EffectReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "test.json");
    }

    /** The effect in whole.json, with a part replaced. */
    private static Effect with(String part, String instead) throws IOException {
        assertTrue(whole().contains(part), part);
        return read(whole().replace(part, instead));
    }

    @Test
    void shouldReadAllFields() throws IOException {
        Emitter emitter = new Emitter(
                0,
                0,
                0,
                90,
                10,
                new Range(1, 2),
                0,
                null,
                new Range(1, 2),
                5,
                null,
                new Ramp(List.of(new Effect.Stop(0, WHITE), new Effect.Stop(1, RED))));
        assertEquals(
                new Effect(
                        new Camera(0, 5, 10),
                        -7,
                        0.5f,
                        new Floor(0, 0.5f, 0.1f),
                        List.of(new Attractor(1, 2, 3, 0.5f)),
                        List.of(emitter)),
                resource("whole.json"));
    }

    @Test
    void shouldReadOptionalFields() throws IOException {
        Emitter emitter = with(
                        "\"rate\": 5",
                        "\"rate\": 5, \"radius\": 2, \"jitter\": 0.25, \"shell\": {\"rays\": 48, \"speed\": [3, 4]},"
                                + " \"burst\": {\"every\": 3, \"at\": 1, \"lasts\": 2}")
                .emitters()
                .get(0);
        assertEquals(2, emitter.radius());
        assertEquals(0.25f, emitter.jitter());
        assertEquals(new Shell(48, new Range(3, 4)), emitter.shell());
        assertEquals(new Burst(3, 1, 2), emitter.burst());
    }

    @Test
    void shouldAllowMissingFloorAndAttractors() throws IOException {
        Effect bare = read(whole().replaceAll("(?s)  \"floor.*?\"emitters", "  \"emitters"));
        assertNull(bare.floor());
        assertEquals(List.of(), bare.attractors());
        Effect without = read(whole().replaceAll("\"floor\": [^}]*}", "\"floor\": null"));
        assertNull(without.floor());
    }

    @Test
    void shouldReadFieldsInAnyOrder() throws IOException {
        String gravity = "\"gravity\": -7,";
        Effect turned = read(whole().replace(gravity, "").replace("\"floor\"", gravity + "\"floor\""));
        assertEquals(resource("whole.json"), turned);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1000", "1000", "-0.0", "1e3", "1E+2", "0.000000001"})
    void shouldReadNumbersUpToTheLimits(String number) throws IOException {
        assertEquals(
                Float.parseFloat(number),
                with("\"gravity\": -7", "\"gravity\": " + number).gravity());
    }

    @Test
    void shouldReadRangesOfOneNumber() throws IOException {
        Range life = with("\"life\": [1, 2]", "\"life\": [1.5, 1.5]")
                .emitters()
                .get(0)
                .life();
        assertEquals(new Range(1.5f, 1.5f), life);
        assertEquals(1.5f, life.at(0.7f));
    }

    @Test
    void shouldFindTheLongestLife() throws IOException {
        assertEquals(2, resource("whole.json").longestLife());
    }

    @Test
    void shouldReadTheExampleInTheDocs() throws IOException {
        String page = Files.readString(Path.of("docs", "showcases.md"));
        int start = page.lastIndexOf("```json") + "```json".length();
        Effect example = read(page.substring(start, page.indexOf("```", start)));
        assertEquals(-20, example.attractors().get(0).strength());
        assertEquals(3, example.emitters().get(0).ramp().stops().size());
    }

    @Test
    void shouldLimitTheSize() throws IOException {
        String longest = whole() + " ".repeat(EffectReader.MOST_BYTES - whole().length());
        assertEquals(resource("whole.json"), read(longest));
        assertEquals(
                "test.json:1:1: longer than 65536 bytes; an effect is a small file",
                assertThrows(IllegalArgumentException.class, () -> read(longest + " "))
                        .getMessage());
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return ' ';
            }
        };
        assertThrows(IllegalArgumentException.class, () -> EffectReader.read(endless, "endless.json"));
    }

    @Test
    void shouldSkipAByteOrderMark() throws IOException {
        assertEquals(resource("whole.json"), read("\uFEFF" + whole()));
    }

    @Test
    void shouldReportInOneLine() {
        String hidden = "\"gravity\": \"a\u202eb\u2028c\\n\"";
        Exception e = assertThrows(IllegalArgumentException.class, () -> with("\"gravity\": -7", hidden));
        assertTrue(e.getMessage().startsWith("test.json:3:14: gravity: "), e::getMessage);
        assertTrue(e.getMessage().codePoints().allMatch(c -> c >= ' ' && c <= '~'), e::getMessage);
    }

    @Test
    void shouldPassOnReadFailures(@TempDir Path folder) {
        assertThrows(NoSuchFileException.class, () -> EffectReader.read(folder.resolve("missing.json")));
    }

    @Test
    void shouldShipEachFile() throws IOException, URISyntaxException {
        Path folder = Path.of(Effect.class.getResource("effects/fountain.json").toURI())
                .getParent();
        try (Stream<Path> files = Files.list(folder)) {
            Set<String> names = files.map(file -> file.getFileName().toString().replace(".json", ""))
                    .collect(Collectors.toSet());
            assertEquals(Set.copyOf(EffectReader.NAMES), names);
        }
        Effect fountain = EffectReader.shipped("fountain");
        assertEquals(12, fountain.emitters().size());
        assertNotNull(fountain.emitters().get(0).shell());
        assertNotNull(fountain.emitters().get(11).burst());
        assertEquals(2, EffectReader.shipped("galaxy").attractors().size());
    }
}
