package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import basalt.component.Component;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.storage.MovedRows;
import basalt.storage.StoreInvariants;
import basalt.system.Access;
import basalt.system.RunCondition;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of all versions of the format are loaded for ever. A version's file was made by {@link #main}, and is never
 * made again: the records here stay as they are.
 */
class SavedVersionsTest {
    record All(
            float f32,
            double f64,
            byte i8,
            short i16,
            int i32,
            long i64,
            boolean flag,
            @EntityHandle long target,
            @Length(3) float[] vector,
            String text) {
        static final Component<All> TYPE =
                Component.builder(All.class).name("versions.All").build();
    }

    record Tag() {
        static final Component<Tag> TYPE =
                Component.builder(Tag.class).name("versions.Tag").build();
    }

    record Rare(int value) {
        static final Component<Rare> TYPE =
                Component.builder(Rare.class).name("versions.Rare").sparse().build();
    }

    record Score(int points, String name) {}

    private static All sample(int i, long target) {
        return new All(
                i,
                i / 3.0,
                (byte) i,
                (short) -i,
                i << 20,
                (long) i << 40,
                i % 2 == 0,
                target,
                new float[] {i, 2 * i, 3 * i},
                i % 3 == 0 ? null : "text " + i);
    }

    private static Template template(World world) {
        return world.template().with(new Rare(5)).with(Tag.TYPE).build();
    }

    private static Schedule schedule(World world, List<Long> log) {
        return Schedule.builder(world)
                .add("third", () -> log.add(world.time().tick()), Access.exclusive(), RunCondition.everyTicks(3))
                .build();
    }

    /** Entities of which every second one has another kind, by the version of a file. */
    private static List<Long> fill(World world, int version) {
        if (version == 2) {
            world.template().with(new Rare(1)).build().spawn(4 * ROWS);
            world.query().build().bulk().destroy();
            MovedRows.compact(world);
        }
        List<Long> entities = fill(world);
        if (version == 2) {
            int[] from = IntStream.range(0, 200)
                    .filter(i -> i % 10 < 4 || i % 10 > 5)
                    .map(i -> MovedRows.row(world, entities.get(i)))
                    .toArray();
            MovedRows.move(world, from, reversed(from));
        }
        return entities;
    }

    private static int[] reversed(int[] values) {
        return IntStream.range(0, values.length)
                .map(i -> values[values.length - 1 - i])
                .toArray();
    }

    private static List<Long> fill(World world) {
        List<Long> entities = new ArrayList<>();
        Template template = template(world);
        for (int i = 0; i < 100; i++) {
            entities.add(world.spawn(sample(i, i == 0 ? 0 : entities.get(0))));
            entities.add(template.spawn());
        }
        for (int i = 0; i < 200; i += 10) {
            world.destroy(entities.get(i + 5));
            world.disable(entities.get(i));
            world.disable(entities.get(i + 1), Rare.TYPE);
        }
        return entities;
    }

    /** Makes the file of a version that the library writes: its path and the version are the arguments. */
    public static void main(String[] arguments) throws IOException {
        try (World world = World.create();
                Schedule schedule = schedule(world, new ArrayList<>())) {
            fill(world, Integer.parseInt(arguments[1]));
            world.resources().put(new Score(7, "seven"));
            if (arguments[1].equals("1")) {
                try (Snapshots ring = Saves.snapshots(world, 1)) {
                    ring.capture();
                    world.spawn();
                    ring.restore(0);
                }
            }
            for (int tick = 0; tick < 4; tick++) {
                schedule.tick(0.25f);
            }
            Files.createDirectories(Path.of(arguments[0]).getParent());
            world.save(Path.of(arguments[0]));
        }
    }

    private static byte[] file(String name) throws IOException {
        try (InputStream file = SavedVersionsTest.class.getResourceAsStream(name)) {
            assertNotNull(file, name);
            return file.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldLoadVersion(int version) throws IOException {
        List<Long> log = new ArrayList<>();
        try (World world = World.create();
                World loaded = Saving.load(
                        file("version-" + version + ".basalt"),
                        new LoadOptions()
                                .components(All.TYPE, Tag.TYPE, Rare.TYPE)
                                .resources(Score.class));
                Schedule schedule = schedule(loaded, log)) {
            List<Long> entities = fill(world, version);
            assertEquals(180, loaded.entityCount());
            for (int i = 0; i < entities.size(); i++) {
                long now = entities.get(i);
                long saved = now & 0x00FF_FFFF_FFFF_FFFFL; // the first world of a thread has handles without a number
                boolean isAlive = world.isAlive(now);
                assertEquals(isAlive, loaded.isAlive(saved), "entity " + i);
                if (isAlive && i % 2 == 0) {
                    All expected = sample(i / 2, i == 0 ? 0 : entities.get(0) & 0x00FF_FFFF_FFFF_FFFFL);
                    All all = loaded.get(saved, All.TYPE);
                    assertArrayEquals(expected.vector(), all.vector());
                    assertEquals(
                            expected.toString().replaceAll("\\[F@\\w+", ""),
                            all.toString().replaceAll("\\[F@\\w+", ""));
                } else if (isAlive) {
                    assertEquals(new Rare(5), loaded.get(saved, Rare.TYPE));
                    assertEquals(i % 10 != 1, loaded.isEnabled(saved, Rare.TYPE));
                }
                assertEquals(isAlive && i % 10 == 0, isAlive && !loaded.isEnabled(saved));
                if (isAlive) {
                    assertEquals(MovedRows.row(world, now), MovedRows.row(loaded, saved));
                }
            }
            assertEquals(MovedRows.movedBlocks(world), MovedRows.movedBlocks(loaded));
            assertEquals(version == 2 ? 2 : 0, MovedRows.movedBlocks(loaded));
            assertEquals(version == 2 ? 2 : 0, MovedRows.spareBlocks(loaded));
            StoreInvariants.check(loaded);
            assertEquals(new Score(7, "seven"), loaded.resources().get(Score.class));
            assertEquals(1.0, loaded.time().elapsedSeconds());
            for (int tick = 0; tick < 6; tick++) {
                schedule.tick(0.25f);
            }
            assertEquals(List.of(6L, 9L), log);
            assertEquals(
                    template(world).spawn() & 0xFFFF_FFFFL, template(loaded).spawn() & 0xFFFF_FFFFL);
        }
    }
}
