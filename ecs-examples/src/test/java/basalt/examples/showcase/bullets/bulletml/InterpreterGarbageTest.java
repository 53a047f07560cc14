package basalt.examples.showcase.bullets.bulletml;

import basalt.examples.framework.program.Garbage;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InterpreterGarbageTest {
    static Iterable<String> names() {
        return ShippedPatterns.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldTickWithoutGarbage(String name) throws IOException {
        try (Swarm swarm = new Swarm(ShippedPatterns.read(name), 5_000, 0.5f)) {
            Garbage.assertNoneSoon(() -> {
                for (int tick = 0; tick < 300; tick++) {
                    swarm.tick();
                }
            });
        }
    }
}
