package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.OutputFile;
import basalt.query.Query;
import basalt.world.World;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lwjgl.glfw.GLFW;
import org.lwjgl.glfw.GLFWNativeX11;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.linux.X11;
import org.lwjgl.system.linux.XEvent;

/**
 * Tests the window on an X server in memory. Another JVM opens it: the environment selects the display, and a JVM loads
 * OpenGL either for windows or for EGL, not for both.
 */
class WindowTest {
    private static final int WIDTH = 480;
    private static final int HEIGHT = 360;
    private static final int SECONDS = 120;

    @TempDir
    private static Path screenFolder;

    private static Xvfb server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startServer() throws IOException, InterruptedException {
        Xvfb.require();
        server = Xvfb.start(screenFolder, WIDTH, HEIGHT);
    }

    @AfterAll
    static void endServer() throws IOException, InterruptedException {
        if (server != null) {
            server.close();
        }
    }

    @Tag("slow")
    @Test
    void shouldShowTheSameAsEgl() throws IOException, InterruptedException {
        Egl.require();
        Path shown = folder.resolve("shown.png");
        Path read = folder.resolve("read.png");
        inWindow(Showing.class, server.pixels().toString(), shown.toString(), read.toString());
        BufferedImage expected;
        try (World world = World.create();
                Renderer renderer = openSpots(RendererKind.EGL, world)) {
            renderer.draw();
            expected = renderer.picture();
        }
        BufferedImage onScreen = ImageIO.read(shown.toFile());
        assertEquals(0, Pixels.difference(ImageIO.read(read.toFile()), onScreen), "the window has another picture");
        double difference = Pixels.difference(expected, onScreen);
        assertTrue(difference < 0.5, "mean difference: " + difference);
        assertTrue(Pixels.count(onScreen, rgb -> Pixels.brightest(rgb) > 100) > 10_000, "empty picture");
    }

    @Test
    void shouldHandleEachKeyAndEndWhenClosed() throws IOException, InterruptedException {
        inWindow(Typing.class);
    }

    /** Opens a renderer with some rows of each kind of layer. */
    private static Renderer openSpots(RendererKind kind, World world) {
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            world.spawn(new Spot(
                    WIDTH * random.nextFloat(),
                    HEIGHT * random.nextFloat(),
                    random.nextFloat(),
                    random.nextFloat(),
                    random.nextFloat(),
                    random.nextFloat(),
                    random.nextInt() | 0x80000000));
        }
        Query spots = world.query().all(Spot.TYPE).build();
        Layer paint = Layer.points(spots, Spot.X, Spot.Y)
                .size(20)
                .colour(Spot.RED, Spot.GREEN, Spot.BLUE)
                .opacity(Spot.OPACITY);
        Layer light =
                Layer.points(spots, Spot.X, Spot.Y).size(20).colour(Spot.ARGB).glowing(0.5f, Float.POSITIVE_INFINITY);
        Scene scene = new Scene(WIDTH / 2f, HEIGHT / 2f, HEIGHT, 0x102030, paint, light);
        return kind.open("test", WIDTH, HEIGHT, scene);
    }

    /** Runs a program on the server's display. Fails with the output of the program if it fails. */
    private void inWindow(Class<?> program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "--add-modules",
                "jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-Dbasalt.strict=" + System.getProperty("basalt.strict"),
                "-Djava.awt.headless=true",
                "-classpath",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder child = new ProcessBuilder(command);
        child.environment().keySet().removeAll(List.of("WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XAUTHORITY"));
        child.environment().put("DISPLAY", server.display());
        child.environment().put("LIBGL_ALWAYS_SOFTWARE", "true");
        File log = folder.resolve("log").toFile();
        Process process = child.redirectErrorStream(true).redirectOutput(log).start();
        try {
            assertTrue(process.waitFor(SECONDS, TimeUnit.SECONDS), () -> "not in " + SECONDS + " s: " + text(log));
        } finally {
            process.destroyForcibly();
        }
        assertEquals(0, process.exitValue(), () -> text(log));
    }

    private static String text(File file) {
        try {
            return Files.readString(file.toPath());
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Waits until the X server has handled all requests of the window, by a request with a reply. */
    private static void awaitServer(long window) {
        GLFW.glfwGetWindowPos(window, new int[1], new int[1]);
    }

    /** Draws a frame, and writes both the content of the screen and the picture of the renderer. */
    static final class Showing {
        private Showing() {}

        public static void main(String... args) throws IOException {
            try (World world = World.create();
                    Renderer renderer = openSpots(RendererKind.WINDOW, world)) {
                renderer.draw();
                awaitServer(GLFW.glfwGetCurrentContext());
                OutputFile.writePng(Xvfb.read(Path.of(args[0])), Path.of(args[1]));
                OutputFile.writePng(renderer.picture(), Path.of(args[2]));
            }
        }
    }

    /** Presses each key by events through the X server, closes a second window, and checks the controls each time. */
    static final class Typing {
        private final Renderer renderer;
        private final Controls controls;
        private final long window;
        private long milliseconds;

        private Typing(Renderer renderer) {
            this.renderer = renderer;
            controls = renderer.controls();
            renderer.draw();
            window = GLFW.glfwGetCurrentContext();
        }

        public static void main(String... args) {
            try (World world = World.create();
                    Renderer renderer = openSpots(RendererKind.WINDOW, world)) {
                new Typing(renderer).pressEachKey();
            }
            try (World world = World.create();
                    Renderer renderer = openSpots(RendererKind.WINDOW, world)) {
                new Typing(renderer).closeWindow();
            }
        }

        private void pressEachKey() {
            type(GLFW.GLFW_KEY_A);
            assertTrue(controls.takeTick(), "a key without a meaning");
            type(GLFW.GLFW_KEY_SPACE);
            assertTrue(controls.isPaused());
            assertFalse(controls.takeTick());
            for (int key : new int[] {GLFW.GLFW_KEY_N, GLFW.GLFW_KEY_PERIOD}) {
                type(key);
                assertTrue(controls.takeTick(), "a step by key " + key);
                assertFalse(controls.takeTick());
            }
            hold(GLFW.GLFW_KEY_N, 3);
            for (int i = 0; i < 3; i++) {
                assertTrue(controls.takeTick());
            }
            assertFalse(controls.takeTick());
            hold(GLFW.GLFW_KEY_SPACE, 4);
            assertFalse(controls.isPaused(), "a key that is held pauses once");
            type(GLFW.GLFW_KEY_S);
            assertEquals(1, controls.takeSpawns());
            hold(GLFW.GLFW_KEY_S, 5);
            assertEquals(5, controls.takeSpawns());
            send(X11.KeyPress, GLFW.GLFW_KEY_R);
            awaitServer(window);
            renderer.draw();
            assertTrue(controls.isRewinding(), "while the key is held");
            send(X11.KeyRelease, GLFW.GLFW_KEY_R);
            awaitServer(window);
            renderer.draw();
            assertFalse(controls.isRewinding());
            assertFalse(controls.isQuit());
            type(GLFW.GLFW_KEY_ESCAPE);
            assertTrue(controls.isQuit());
        }

        private void closeWindow() {
            assertFalse(controls.isQuit());
            GLFW.glfwSetWindowShouldClose(window, true); // like a window manager
            renderer.draw();
            assertTrue(controls.isQuit());
        }

        private void type(int key) {
            hold(key, 1);
        }

        /** Presses a key, repeats it, releases it, and draws, as the window handles events when it presents a frame. */
        private void hold(int key, int presses) {
            for (int i = 0; i < presses; i++) {
                send(X11.KeyPress, key);
            }
            send(X11.KeyRelease, key);
            awaitServer(window);
            renderer.draw();
        }

        private void send(int type, int key) {
            long display = GLFWNativeX11.glfwGetX11Display();
            long target = GLFWNativeX11.glfwGetX11Window(window);
            try (MemoryStack stack = MemoryStack.stackPush()) {
                XEvent event = XEvent.calloc(stack);
                event.xkey()
                        .type(type)
                        .display(display)
                        .window(target)
                        .root(X11.XRootWindow(display, X11.XDefaultScreen(display)))
                        .time(++milliseconds)
                        .keycode(GLFW.glfwGetKeyScancode(key))
                        .same_screen(true);
                assertTrue(X11.XSendEvent(display, target, false, X11.NoEventMask, event) != 0);
            }
        }
    }
}
