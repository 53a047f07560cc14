package basalt.bench.cascade;

import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.system.Schedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each way to update a scene gives the matrices of plain Java, for trees whose levels end within blocks and beyond. */
class SceneTest {
    private static final int COUNT = 20_000;

    @ParameterizedTest
    @CsvSource({
        "1, 8, BREADTH_FIRST",
        "20000, 8, BREADTH_FIRST",
        "20000, 8, RANDOM",
        "20000, 8, ARRANGED",
        "20000, 64, BREADTH_FIRST",
        "20000, 64, RANDOM",
        "20000, 64, ARRANGED"
    })
    void shouldCascade(int count, int fanOut, Placement placement) {
        try (Scene scene = new Scene(new Nodes(count, fanOut), placement)) {
            scene.cascade();
            scene.check();
            scene.cascade();
            scene.check();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Placement.class,
            names = {"BREADTH_FIRST", "ARRANGED"})
    void shouldLookUpParentsInOrder(Placement placement) {
        try (Scene scene = new Scene(new Nodes(COUNT, 8), placement)) {
            scene.pairs();
            scene.check();
        }
    }

    @ParameterizedTest
    @CsvSource({"8", "64"})
    void shouldCascadeBySpans(int fanOut) {
        try (Scene scene = new Scene(new Nodes(COUNT, fanOut), Placement.ARRANGED)) {
            scene.families();
            scene.check();
        }
    }

    @Test
    void shouldCascadeWhatHasMoved() {
        try (Scene scene = new Scene(new Nodes(COUNT, 8), Placement.ARRANGED)) {
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
    @CsvSource({"1", "2"})
    void shouldCascadeInASchedule(int workers) {
        try (Scene scene = new Scene(new Nodes(COUNT, 8), Placement.ARRANGED);
                Schedule schedule = scene.schedule(workers)) {
            schedule.tick(1);
            scene.check();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Placement.class,
            names = {"BREADTH_FIRST", "RANDOM"})
    void shouldRunInC(Placement placement) {
        try (NativeScene scene = new NativeScene(new Nodes(COUNT, 8), placement)) {
            scene.run();
            scene.check();
            scene.runInJava();
            scene.check();
        }
    }

    @Test
    void shouldNoticeWhatWasNotUpdated() {
        try (Scene scene = new Scene(new Nodes(9, 8), Placement.RANDOM);
                NativeScene arrays = new NativeScene(new Nodes(9, 8), Placement.RANDOM)) {
            scene.cascade();
            scene.check();
            arrays.run();
            arrays.check();

            assertThrows(IllegalStateException.class, scene::check);
            assertThrows(IllegalStateException.class, arrays::check);
        }
    }
}
