package basalt.component;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.ChildJvm;
import basalt.save.LoadOptions;
import basalt.save.Saves;
import basalt.world.World;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The library's own components, in new JVMs that have not used them yet. */
class LibraryTypesTest {
    private static final String PATH =
            ChildJvm.pathOf(LibraryTypesTest.class, World.class, UnsafeApi.class, Executable.class);

    @TempDir
    Path folder;

    @Test
    void shouldAllBeKnownByName() throws IOException {
        List<String> names = libraryTypes();
        assertTrue(names.containsAll(List.of(ChildOf.class.getName(), TreeNode.class.getName())), names::toString);

        Map<String, Long> known = ChildJvm.numbers(Lookup.class, PATH, names.toArray(String[]::new));

        assertEquals(names.stream().collect(Collectors.toMap(name -> name, name -> 1L)), known);
    }

    @Test
    void shouldLoadWithATree() {
        Path file = save();

        assertEquals(Map.of("children", 1L), ChildJvm.numbers(Load.class, PATH, file.toString()));
    }

    private Path save() {
        Path file = folder.resolve("tree.basalt");
        try (World world = World.create()) {
            world.hierarchy().attach(world.spawn(new Tally(1)), world.spawn(new Tally(2)));
            world.save(file);
        }
        return file;
    }

    /** The records of the library that are components or events. */
    private static List<String> libraryTypes() throws IOException {
        Path root = Path.of(ChildJvm.pathOf(World.class));
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file ->
                            root.relativize(file).toString().replace('/', '.').replace('\\', '.'))
                    .filter(name -> name.startsWith("basalt.") && name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .filter(LibraryTypesTest::isRecordType)
                    .toList();
        }
    }

    private static boolean isRecordType(String name) {
        try {
            Class<?> type = Class.forName(name, false, LibraryTypesTest.class.getClassLoader());
            return type.isRecord()
                    && Arrays.stream(type.getDeclaredFields())
                            .anyMatch(field -> Modifier.isStatic(field.getModifiers())
                                    && RecordType.class.isAssignableFrom(field.getType()));
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            return false;
        }
    }

    record Tally(int value) {
        static final Component<Tally> TYPE = Component.of(Tally.class);
    }

    /** In the child: prints which names are known. */
    static final class Lookup {
        public static void main(String[] names) {
            for (String name : names) {
                boolean known = Component.tryFind(name) != null || EventType.tryFind(name) != null;
                System.out.println(name + "=" + (known ? 1 : 0));
            }
        }
    }

    /** In the child: loads a file, and prints what it has. */
    static final class Load {
        public static void main(String[] arguments) {
            LoadOptions options = new LoadOptions().components(Tally.TYPE);
            try (World world = Saves.load(Path.of(arguments[0]), options)) {
                System.out.println("children="
                        + world.query().all(ChildOf.TYPE, Tally.TYPE).build().count());
            }
        }
    }
}
