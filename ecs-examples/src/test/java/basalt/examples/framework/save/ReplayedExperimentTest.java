package basalt.examples.framework.save;

import static basalt.system.Access.exclusive;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.examples.framework.render.RenderedExperiment;
import basalt.examples.framework.render.Scene;
import basalt.examples.framework.render.View;
import basalt.query.Query;
import basalt.replay.Replay;
import basalt.save.Snapshots;
import basalt.system.Schedule;
import basalt.world.World;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayedExperimentTest {
    /** Where a walker is. */
    record Place(float x) {
        static final Component<Place> TYPE = Component.of(Place.class);
        static final FloatColumn X = TYPE.float32("x");
    }

    /** Walkers that are spawned by input alone. */
    private static final class Walkers implements RenderedExperiment, AutoCloseable {
        private final World world = World.create();
        private final Query walkers = world.query().all(Place.TYPE).build();

        /** A change of the program. */
        private long fasterFromTick = Long.MAX_VALUE;

        private final Schedule schedule = Schedule.builder(world)
                .add("rest", () -> {}, exclusive())
                .add("walk", () -> walkers.forEach(row -> row.set(Place.X, row.get(Place.X) + speed())), exclusive())
                .build();

        private float speed() {
            return world.time().tick() < fasterFromTick ? 1 : 2;
        }

        @Override
        public void start(long seed) {}

        @Override
        public void tick() {
            schedule.tick(tickSeconds());
        }

        @Override
        public void spawn() {
            world.spawn(new Place(0));
        }

        @Override
        public Schedule schedule() {
            return schedule;
        }

        @Override
        public Scene scene() {
            return Scene.of(new View(0, 0, 1), 0);
        }

        @Override
        public float tickSeconds() {
            return 0.5f;
        }

        @Override
        public int population() {
            return walkers.count();
        }

        @Override
        public World world() {
            return world;
        }

        @Override
        public Component<?>[] components() {
            return new Component<?>[] {Place.TYPE};
        }

        @Override
        public Class<?>[] derived() {
            return new Class<?>[0];
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

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
    private Path recorded() {
        Path file = folder.resolve("walkers.replay");
        try (ReplayedExperiment recording = ReplayedExperiment.recording(walkers)) {
            recording.spawn();
            for (int tick = 1; tick <= 8; tick++) {
                recording.tick();
                if (tick == 3) {
                    recording.spawn();
                    recording.spawn();
                    assertEquals(1, recording.population(), "they come with the next tick");
                }
            }
            assertEquals(3, recording.population());
            recording.replay().save(file);
        }
        return file;
    }

    private ReplayedExperiment playing(Path file) {
        return ReplayedExperiment.playing(
                others, Replay.load(file, others.schedule(), ReplayedExperiment.input(others)));
    }

    @Test
    void shouldPlayInput() {
        try (ReplayedExperiment playing = playing(recorded())) {
            for (int tick = 1; tick <= 10; tick++) {
                playing.spawn(); // does nothing
                playing.tick();
            }
            assertEquals(3, others.population());
            assertEquals(8, playing.compared());
            walkers.tick();
            walkers.tick();
            assertEquals(walkers.world().stateHash(), others.world().stateHash());
        }
    }

    @Test
    void shouldNameTickSystemAndComponentOfAChangedProgram() {
        others.fasterFromTick = 5;
        try (ReplayedExperiment playing = playing(recorded())) {
            for (int tick = 1; tick < 5; tick++) {
                playing.tick();
            }
            String message =
                    assertThrows(IllegalStateException.class, playing::tick).getMessage();
            assertEquals(
                    "the world differs from the recorded one in tick 5, after system walk: " + Place.TYPE.name(),
                    message);
        }
    }

    @Test
    void shouldNameNoSystemIfTheWorldDiffersBefore() {
        others.spawn();
        try (ReplayedExperiment playing = playing(recorded())) {
            String message =
                    assertThrows(IllegalStateException.class, playing::tick).getMessage();
            assertEquals(
                    "the world differs from the recorded one in tick 1, before the first system: the entities that are"
                            + " alive, " + Place.TYPE.name(),
                    message);
        }
    }

    /** What was recorded after a tick to which time was rewound is dropped. */
    @Test
    void shouldRecordAgainAfterRewinding() {
        Path file = folder.resolve("walkers.replay");
        try (ReplayedExperiment recording = ReplayedExperiment.recording(walkers);
                Snapshots ring = recording.snapshots(2)) {
            recording.tick();
            ring.capture();
            recording.spawn();
            recording.tick();
            ring.restore(1);
            recording.tick();
            assertEquals(2, recording.replay().lastTick());
            recording.replay().save(file);
        }
        try (ReplayedExperiment playing = playing(file)) {
            playing.tick();
            playing.tick();
            assertEquals(0, others.population());
        }
    }

    @Test
    void shouldPassTicksOn() {
        try (ReplayedExperiment neither = ReplayedExperiment.of(walkers)) {
            neither.spawn();
            neither.tick();
            assertEquals(1, neither.population());
            assertNull(neither.replay());
        }
    }
}
