package basalt.examples.showcase.bullets.bulletml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.Garbage;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedPatternsTest {
    private static final int TICKS = 2_000;
    private static final int CAPACITY = 20_000;

    static Iterable<String> names() {
        return Pattern.shippedNames();
    }

    private static Swarm swarm(String name, float rank, int ticks) throws IOException {
        Swarm swarm = new Swarm(Pattern.shipped(name), CAPACITY, rank);
        for (int i = 0; i < ticks; i++) {
            swarm.tick();
        }
        return swarm;
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRunForever(String name) throws IOException {
        try (Swarm swarm = swarm(name, 0.5f, TICKS)) {
            assertTrue(swarm.fired > 500, "fired " + swarm.fired);
            assertTrue(swarm.count > 40 && swarm.count < CAPACITY, "flying " + swarm.count);
            assertTrue(swarm.scripts.liveBlocks() <= swarm.count);
            int before = swarm.fired;
            for (int i = 0; i < 200; i++) {
                swarm.tick();
            }
            assertTrue(swarm.fired > before, "has ended");
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldBeDeterministic(String name) throws IOException {
        try (Swarm one = swarm(name, 0.5f, 500);
                Swarm other = swarm(name, 0.5f, 500)) {
            assertEquals(one.hash(), other.hash());
            other.tick();
            assertNotEquals(one.hash(), other.hash());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldTickWithoutGarbage(String name) throws IOException {
        try (Swarm swarm = new Swarm(Pattern.shipped(name), 5_000, 0.5f)) {
            Garbage.assertNoneSoon(() -> {
                for (int tick = 0; tick < 300; tick++) {
                    swarm.tick();
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldHaveTheSameResultWithHandedOverTicks(String name) throws IOException {
        try (Swarm each = new Swarm(Pattern.shipped(name), CAPACITY, 0.5f);
                Swarm few = new Swarm(Pattern.shipped(name), CAPACITY, 0.5f)) {
            few.handsOver = true;
            for (int i = 0; i < 1_000; i++) {
                each.tick();
                few.tick();
                assertEquals(each.hash(), few.hash(), "in tick " + i);
            }
            assertTrue(few.runs < each.runs, few.runs + " of " + each.runs);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldHaveADescriptionInTheSecondLine(String name) throws IOException, URISyntaxException {
        String line = Files.readAllLines(folder().resolve(name + ".xml")).get(1);
        assertTrue(line.matches("<!-- [A-Z].*\\. -->"), line);
    }

    @Test
    void shouldListEachFile() throws IOException, URISyntaxException {
        try (Stream<Path> files = Files.list(folder())) {
            Set<String> inFolder = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".xml"))
                    .collect(Collectors.toCollection(TreeSet::new));
            Set<String> named = Pattern.shippedNames().stream()
                    .map(name -> name + ".xml")
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(named, inFolder);
        }
    }

    @Test
    void shouldBehaveAsNamed() throws IOException {
        try (Swarm spiral = swarm("spiral", 0.5f, 200);
                Swarm bloom = swarm("bloom", 0.5f, 200);
                Swarm rain = swarm("rain", 0.5f, 200);
                Swarm wave = swarm("wave", 0.5f, 200)) {
            assertEquals(0, spiral.turned);
            assertEquals(0, spiral.split);
            assertTrue(bloom.split > 50);
            assertTrue(rain.turned > 5_000);
            assertTrue(wave.turned > 5_000);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRunAtEachRank(String name) throws IOException {
        try (Swarm easy = swarm(name, 0, 1_000);
                Swarm hard = swarm(name, 1, 1_000)) {
            assertTrue(easy.fired > 100, "fired " + easy.fired);
            assertTrue(hard.fired >= easy.fired);
            if (name.equals("curtain")) {
                assertTrue(hard.fired > 8 * easy.fired, easy.fired + " and " + hard.fired);
            }
        }
    }

    private static Path folder() throws URISyntaxException {
        return Path.of(Pattern.class.getResource("spiral.xml").toURI()).getParent();
    }
}
