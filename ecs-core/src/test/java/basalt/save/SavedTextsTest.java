package basalt.save;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.SaveFormatException;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strings with half of a surrogate pair, such as names that were cut, in files and replays. */
class SavedTextsTest {
    private static final String CUT = "Ann \ud83d";
    private static final String OTHER = "\ude00 Ann";

    record Name(String text) {
        static final Component<Name> TYPE =
                Component.builder(Name.class).name("Name " + CUT).build();
    }

    record Said(String text) {
        static final EventType<Said> TYPE = EventType.of(Said.class);
    }

    record Second(String text) {}

    record Title(String text, Second second) {}

    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldKeepHalvesOfPairs() {
        long first = world.spawn(new Name(CUT));
        long second = world.spawn(new Name(OTHER));
        world.events(Said.TYPE).send(new Said(CUT));
        Title title = new Title(CUT, new Second(OTHER));
        world.resources().put(title);
        try (World loaded = Saving.load(Saving.bytes(world), new LoadOptions().resources(Title.class))) {
            assertEquals(CUT, loaded.get(first, Name.TYPE).text());
            assertEquals(OTHER, loaded.get(second, Name.TYPE).text());
            assertEquals(new Said(CUT), loaded.events(Said.TYPE).get(0));
            assertEquals(title, loaded.resources().get(Title.class));
        }
    }

    @Test
    void shouldKeepHalvesOfPairsInNotesAndNamesOfSystems(@TempDir Path folder) {
        int[] runs = {0, 0};
        try (Schedule schedule = schedule(world, runs)) {
            schedule.disable(CUT);
            Path file = folder.resolve("world.basalt");
            Saves.save(world, file, new SaveOptions().note(CUT));
            assertEquals(CUT, SaveInfo.read(file).note());
            try (World loaded = Saves.load(file, new LoadOptions());
                    Schedule again = schedule(loaded, runs)) {
                again.tick(1);
                assertEquals(0, runs[0]);
                assertEquals(1, runs[1]);
            }
        }
        String long3 = "\ud83d".repeat(16384 / 3 + 1);
        assertThrows(IllegalArgumentException.class, () -> new SaveOptions().note(long3));
    }

    private static Schedule schedule(World of, int[] runs) {
        return Schedule.builder(of)
                .add(CUT, () -> runs[0]++, Access.exclusive())
                .add(OTHER, () -> runs[1]++, Access.exclusive())
                .build();
    }

    @Test
    void shouldPlayHalvesOfPairs() {
        byte[] saved = Saving.bytes(world);
        byte[] recorded;
        try (Schedule schedule = schedule(world, new int[2]);
                Replay replay = new Replay(schedule, 1, (to, buffer, offset, length) -> {})) {
            replay.note(CUT);
            world.commands().add(world.commands().spawn(), new Name(CUT));
            replay.tick(1);
            recorded = Saving.bytes(replay::save);
        }
        try (World other = Saving.load(saved);
                Schedule schedule = schedule(other, new int[2]);
                Replay replay = Replay.load(Saving.source(recorded), schedule, (to, buffer, offset, length) -> {})) {
            assertEquals(CUT, replay.note());
            assertTrue(replay.play(1).isSame());
            assertEquals(Saves.stateHash(world), Saves.stateHash(other));
            other.query()
                    .all(Name.TYPE)
                    .build()
                    .forEach(row ->
                            assertEquals(CUT, other.get(row.entity(), Name.TYPE).text()));
        }
    }

    @Test
    void shouldRefuseObjectsThatAreNoText() {
        world.spawn(new Name("text"));
        FileChunks file = new FileChunks(Saving.bytes(world));
        int at = new String(file.get("REFS").array(), StandardCharsets.ISO_8859_1).indexOf("text");
        file.get("REFS").put(at, (byte) 0xFF);
        assertThrows(SaveFormatException.class, () -> Saving.load(file.complete()));
    }
}
