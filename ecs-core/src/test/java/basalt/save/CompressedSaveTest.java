package basalt.save;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.SaveFormatException;
import basalt.memory.ChildJvm;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.World;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are compressed by a library, which is optional for users and always there in these tests. */
class CompressedSaveTest {
    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    private byte[] compressed() {
        world.template()
                .with(new Position(1, 2), new Health(3))
                .build()
                .spawn(50_000, row -> row.set(Health.POINTS, row.index()));
        for (int i = 0; i < 1_000; i++) {
            world.spawn(Scalars.sample(i * i));
        }
        return Saving.bytes(world, new SaveOptions().compress());
    }

    @Test
    void shouldLoadWhatIsCompressed() {
        byte[] bytes = compressed();
        assertTrue(bytes.length < Saving.bytes(world).length / 2, "bytes: " + bytes.length);
        try (World loaded = Saving.load(bytes)) {
            assertEquals(Saves.stateHash(world), Saves.stateHash(loaded));
        }
    }

    @Test
    void shouldSurviveAnyDamage() {
        byte[] bytes = compressed();
        LoadOptions small = new LoadOptions().maxBytes(1 << 26);
        int loaded = DamagedFile.accepted(
                500,
                seed -> DamagedFile.of(bytes, seed),
                (damaged, which) -> Saving.isLoaded(damaged, small, which, world -> {}));
        assertTrue(loaded < 200, "loaded: " + loaded);
    }

    /** Saves and loads without the library. The file of the argument is compressed, if there is one. */
    static final class WithoutLibrary {
        public static void main(String[] arguments) {
            try (World world = World.create()) {
                world.spawn();
                Saving.load(Saving.bytes(world)).close();
                var save = assertThrows(
                        IllegalStateException.class, () -> Saving.bytes(world, new SaveOptions().compress()));
                System.out.println("save: " + save.getMessage());
            }
            if (arguments.length > 0) {
                LoadOptions options = new LoadOptions().skipUnknown();
                var load = assertThrows(SaveFormatException.class, () -> Saves.load(Path.of(arguments[0]), options));
                System.out.println("load: " + load.getMessage());
            }
        }
    }

    @Test
    void shouldNameTheLibraryIfItIsMissing(@TempDir Path directory) {
        String path = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("lz4"))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> flags = List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", path);
        ChildJvm alone = ChildJvm.run(flags, WithoutLibrary.class);
        assertTrue(alone.output().contains("save: ") && alone.output().contains("at.yawk.lz4:lz4-java"), alone::output);
        compressed();
        Path file = directory.resolve("compressed");
        Saves.save(world, file, new SaveOptions().compress());
        ChildJvm child = ChildJvm.run(flags, WithoutLibrary.class, file.toString());
        assertTrue(child.output().contains("load: the file is compressed: LZ4 needs the library"), child::output);
    }
}
