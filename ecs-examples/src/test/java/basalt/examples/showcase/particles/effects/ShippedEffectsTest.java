package basalt.examples.showcase.particles.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShippedEffectsTest {
    @Test
    void shouldListEachFile() throws IOException, URISyntaxException {
        Path folder = Path.of(ShippedEffects.class.getResource("fountain.json").toURI())
                .getParent();
        try (Stream<Path> files = Files.list(folder)) {
            Set<String> inFolder = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(
                    ShippedEffects.names().stream()
                            .map(name -> name + ".json")
                            .collect(Collectors.toCollection(TreeSet::new)),
                    inFolder);
        }
    }

    @Test
    void shouldCoverAllFields() throws IOException {
        Effect fountain = ShippedEffects.read("fountain");
        assertEquals(12, fountain.emitters().size());
        assertNotNull(fountain.emitters().get(0).shell());
        assertNotNull(fountain.emitters().get(11).burst());
        Effect galaxy = ShippedEffects.read("galaxy");
        assertTrue(galaxy.attractors().get(0).strength() > 0);
        assertTrue(galaxy.attractors().get(1).strength() < 0);
        assertTrue(ShippedEffects.read("sparks").floor().bounce() > 0);
        Ramp flame = ShippedEffects.read("fire").emitters().get(0).ramp();
        assertFalse(flame.stops().size() < 3);
    }

    @Test
    void shouldListTheNamesInTheError() {
        IOException e = assertThrows(IOException.class, () -> ShippedEffects.read("../effects/fire"));
        assertEquals("no effect is called ../effects/fire; there are fountain, galaxy, sparks, fire", e.getMessage());
    }
}
