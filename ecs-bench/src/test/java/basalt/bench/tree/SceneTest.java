package basalt.bench.tree;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.bench.engine.NativeLibrary;
import basalt.system.Schedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each way to update a scene gives the matrices of plain Java, for trees whose levels end within blocks and beyond. */
class SceneTest {
    private static final int COUNT = 20_000;

    @ParameterizedTest
    @CsvSource({"1, 8, true", "20000, 8, false", "20000, 8, true", "20000, 64, false", "20000, 64, true"})
    void shouldComputeTheMatrices(int count, int fanOut, boolean isArranged) {
        try (Scene scene = new Scene(new Nodes(count, fanOut), isArranged)) {
            scene.cascade();
            scene.check();
            assertThrows(IllegalStateException.class, scene::check, "a check forgets the matrices");
            try (Schedule schedule = scene.schedule(2)) {
                schedule.tick(1);
                scene.check();
            }
        }
    }

    @Test
    void shouldCascadeWhatHasMoved() {
        try (Scene scene = new Scene(new Nodes(COUNT, 8), true)) {
            scene.changes();
            scene.check();
            scene.changes();
            assertThrows(IllegalStateException.class, scene::check, "nothing had moved");
            scene.move(0, 1, 1);
            scene.changes();
            scene.check();
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void shouldRunInC(boolean isArranged) {
        assumeTrue(
                NativeLibrary.missing().isEmpty(), () -> NativeLibrary.missing().get());
        try (NativeScene scene = new NativeScene(new Nodes(COUNT, 8), isArranged)) {
            scene.run();
            scene.check();
            assertThrows(IllegalStateException.class, scene::check, "a check forgets the matrices");
        }
    }
}
