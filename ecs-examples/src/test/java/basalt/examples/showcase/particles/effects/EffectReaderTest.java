package basalt.examples.showcase.particles.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
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
                new Ramp(List.of(new Ramp.Stop(0, WHITE), new Ramp.Stop(1, RED))));
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
                assertThrows(EffectException.class, () -> read(longest + " ")).getMessage());
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return ' ';
            }
        };
        assertThrows(EffectException.class, () -> EffectReader.read(endless, "endless.json"));
    }

    @Test
    void shouldSkipAByteOrderMark() throws IOException {
        assertEquals(resource("whole.json"), read("\uFEFF" + whole()));
        assertEquals(
                "test.json:1:1: must be an object, not a list",
                assertThrows(EffectException.class, () -> read("\uFEFF[]")).getMessage());
        assertEquals(
                "test.json:1:1: empty; must be an object",
                assertThrows(EffectException.class, () -> read("\uFEFF")).getMessage());
        assertThrows(EffectException.class, () -> read("\uFEFF\uFEFF" + whole()));
    }

    /** Right-to-left marks, line separators and format characters. */
    @ParameterizedTest
    @ValueSource(strings = {"a\u202eb", "a\u2066b", "a\u2028b", "a\u2029b", "a\u0085b", "a\ufeffb", "a\u00adb"})
    void shouldQuoteAFileInOneLine(String hidden) {
        EffectException e =
                assertThrows(EffectException.class, () -> with("\"gravity\": -7", "\"gravity\": \"" + hidden + "\""));
        assertTrue(e.getMessage().endsWith(", not \"a b\""), e::getMessage);
    }

    @Test
    void shouldQuoteUnpairedSurrogatesAsBlanks() {
        for (String half : new String[] {"\\ud800", "\\udc00"}) {
            EffectException e = assertThrows(
                    EffectException.class, () -> with("\"gravity\": -7", "\"gravity\": \"a" + half + "b\""));
            assertTrue(e.getMessage().endsWith(", not \"a b\""), e::getMessage);
        }
    }

    @Test
    void shouldQuoteAFilesNameInOneLine() {
        EffectException e = assertThrows(
                EffectException.class, () -> EffectReader.read(new ByteArrayInputStream(new byte[0]), "a\nb.json"));
        assertEquals("a b.json:1:1: empty; must be an object", e.getMessage());
    }

    @Test
    void shouldPassOnReadFailures(@TempDir Path folder) {
        assertThrows(NoSuchFileException.class, () -> EffectReader.read(folder.resolve("missing.json")));
    }
}
