package basalt.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Commands;
import basalt.query.PairQuery;
import basalt.query.RecordBody;
import basalt.query.RowBody;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the metadata for native images has the classes whose methods the library finds by their names. */
class NativeImageTest {
    private static final Path MAIN = Path.of("src", "main");
    private static final Path METADATA =
            MAIN.resolve(Path.of("resources", "META-INF", "native-image", "io.github.basaltecs", "ecs-core"));
    private static final Pattern TYPE = Pattern.compile("\"type\": \"([^\"]+)\"");
    private static final Pattern FOLDER = Pattern.compile("\"glob\": \"([^\"]+)/\\*\"");

    /** As in {@code Handles.method(lookup, Row.class, "toArray")} and {@code Row.class.getDeclaredMethod("get")}. */
    private static final Pattern BY_NAME = Pattern.compile(
            "\\bmethod\\((?:MethodHandles\\.lookup\\(\\), )?(\\w+)\\.class, |(\\w+)\\.class\\.getDeclaredM");

    /** Interfaces of bodies and functions, of which the abstract method is looked for. */
    private static final Set<String> FORMS = Stream.concat(
                    Stream.of(RecordBody.class.getClasses()),
                    Stream.of(
                            RowBody.class,
                            Commands.Body.class,
                            Commands.PairBody.class,
                            PairQuery.Body.class,
                            Predicate.class,
                            ToDoubleFunction.class,
                            ToLongFunction.class))
            .map(Class::getName)
            .collect(Collectors.toSet());

    @Test
    void shouldHaveTheClassesWhoseMethodsAreFoundByName() throws Exception {
        Set<String> types = found(TYPE);
        Set<String> named = new TreeSet<>();
        for (String type : types) {
            if (!FORMS.contains(type)) {
                named.add(Class.forName(type).getSimpleName());
            }
        }
        assertEquals(byName(), named);
        assertTrue(types.containsAll(FORMS), () -> types + " lacks some of " + FORMS);
    }

    @Test
    void shouldHaveTheFilesOfTheInspector() throws IOException {
        Set<String> folders = found(FOLDER);

        assertEquals(Set.of("basalt/inspect/page"), folders);
        assertTrue(Files.exists(
                MAIN.resolve("resources").resolve(folders.iterator().next()).resolve("index.html")));
    }

    private static Set<String> found(Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(METADATA.resolve("reachability-metadata.json")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
    }

    private static Set<String> byName() throws IOException {
        Set<String> types = new TreeSet<>();
        try (Stream<Path> files = Files.walk(MAIN.resolve("java"))) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".java")).toList()) {
                BY_NAME.matcher(Files.readString(file))
                        .results()
                        .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                        .forEach(types::add);
            }
        }
        return types;
    }
}
