package basalt.examples.framework.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.save.Replay;
import basalt.save.Saves;
import basalt.save.Snapshots;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {
    @TempDir
    private Path folder;

    private final Walkers walkers = new Walkers();
    private final Walkers others = new Walkers();

    @AfterEach
    void close() {
        walkers.close();
        others.close();
    }

    /** Records eight ticks; walkers come before the first, and two before the fourth. */
    private void record() {
        Path file = folder.resolve("walkers.replay");
        walkers.record();
        walkers.spawn();
        for (int tick = 1; tick <= 8; tick++) {
            walkers.tick();
            if (tick == 3) {
                walkers.spawn();
                walkers.spawn();
                assertEquals(1, walkers.population(), "they come with the next tick");
            }
        }
        assertEquals(3, walkers.population());
        walkers.replay().save(file);
        others.play(Replay.load(file, others.schedule(), others.input()));
    }

    @Test
    void shouldPlayInput() {
        record();
        for (int tick = 1; tick <= 8; tick++) {
            others.spawn(); // does nothing
            others.tick();
        }
        assertEquals(3, others.population());
        assertEquals(8, others.compared());
        assertEquals(Saves.stateHash(walkers.world()), Saves.stateHash(others.world()));
        others.tick();
        assertEquals(8, others.compared());
    }

    @Test
    void shouldNameTickSystemAndComponentOfAChangedProgram() {
        others.fasterFromTick = 5;
        record();
        for (int tick = 1; tick < 5; tick++) {
            others.tick();
        }
        assertEquals(
                "the world differs from the recorded one in tick 5, after system walk: " + Walkers.Place.TYPE.name(),
                assertThrows(IllegalStateException.class, others::tick).getMessage());
    }

    @Test
    void shouldNameNoSystemIfTheWorldDiffersBefore() {
        others.spawn();
        record();
        assertEquals(
                "the world differs from the recorded one in tick 1, before the first system: the entities that are"
                        + " alive, " + Walkers.Place.TYPE.name(),
                assertThrows(IllegalStateException.class, others::tick).getMessage());
    }

    /** What was recorded after a tick to which time was rewound is dropped. */
    @Test
    void shouldRecordAgainAfterRewinding() {
        Path file = folder.resolve("walkers.replay");
        walkers.record();
        try (Snapshots ring = Saves.snapshots(walkers.world(), 2)) {
            walkers.tick();
            ring.capture();
            walkers.spawn();
            walkers.tick();
            ring.restore(1);
            walkers.tick();
            assertEquals(2, walkers.replay().lastTick());
            walkers.replay().save(file);
        }
        others.play(Replay.load(file, others.schedule(), others.input()));
        others.tick();
        others.tick();
        assertEquals(0, others.population());
    }

    @Test
    void shouldPassTicksOn() {
        walkers.spawn();
        walkers.tick();
        assertEquals(1, walkers.population());
        assertNull(walkers.replay());
    }
}
