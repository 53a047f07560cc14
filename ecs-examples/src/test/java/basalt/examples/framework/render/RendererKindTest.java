package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.render.RendererKind.RendererException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RendererKindTest {
    private static final Scene EMPTY = new Scene(0, 0, 1, 0);

    @TempDir
    private Path folder;

    @Test
    void shouldDrawNothingWithNone() {
        try (Renderer renderer = RendererKind.NONE.open("test", 20, 10, EMPTY)) {
            renderer.draw();
            assertTrue(renderer.controls().takeTick());
            IllegalStateException none = assertThrows(IllegalStateException.class, renderer::picture);
            assertTrue(none.getMessage().contains("use egl or java2d"), none::getMessage);
        }
        assertThrows(IllegalArgumentException.class, () -> RendererKind.NONE.open("test", 0, 10, EMPTY));
    }

    @Test
    void shouldNameTheRemedyInOneLineWithoutADisplay() throws IOException, InterruptedException {
        String said = open(RendererKind.WINDOW, List.of());
        assertTrue(said.contains("; use --renderer egl or java2d") || said.contains("; use --renderer java2d"), said);
    }

    @Test
    void shouldNameTheRemedyInOneLineWithoutEgl() throws IOException, InterruptedException {
        String said = open(RendererKind.EGL, List.of("-Dorg.lwjgl.egl.libname=none-such"));
        assertEquals("no EGL: install libegl1 and libgl1-mesa-dri, or use --renderer java2d", said);
    }

    @Test
    void shouldNameTheRemedyInOneLineWithoutLibraries() throws IOException, InterruptedException {
        List<String> nowhere = List.of("-Dorg.lwjgl.librarypath=" + folder, "-Dorg.lwjgl.libname=none-such");
        assertTrue(open(RendererKind.EGL, nowhere).endsWith("or use --renderer java2d"));
        assertTrue(open(RendererKind.WINDOW, nowhere).endsWith("; use --renderer java2d"));
    }

    /** The output of a JVM without a display that opens a renderer. */
    private String open(RendererKind kind, List<String> flags) throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-classpath",
                System.getProperty("java.class.path")));
        command.addAll(flags);
        command.addAll(List.of(Opening.class.getName(), kind.name(), said.toString()));
        ProcessBuilder child =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(new File(folder.toFile(), "log"));
        child.environment()
                .keySet()
                .removeAll(List.of("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "JDK_JAVA_OPTIONS"));
        Process process = child.start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("log")));
        String line = Files.readString(said);
        assertEquals(1, line.lines().count(), line);
        return line;
    }

    /** Opens a renderer that is not available, and writes the message to a file. */
    static final class Opening {
        private Opening() {}

        public static void main(String... args) throws IOException {
            try (Renderer renderer = RendererKind.valueOf(args[0]).open("test", 8, 8, EMPTY)) {
                Files.writeString(Path.of(args[1]), "there is one: " + renderer);
            } catch (RendererException e) {
                Files.writeString(Path.of(args[1]), e.getMessage());
            }
        }
    }
}
