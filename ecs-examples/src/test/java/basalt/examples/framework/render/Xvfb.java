package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.lwjgl.system.Platform;

/**
 * An X server without a screen, whose pixels are in a file. It ends when this is closed, and also if the JVM dies: the
 * shell that starts it kills it when the shell's standard input is closed.
 */
final class Xvfb {
    private static final String PROGRAM = "Xvfb";
    private static final String START = PROGRAM
            + " -displayfd 1 -screen 0 $1 -fbdir \"$2\" -nocursor -nolisten tcp & server=$!;"
            + " cat > /dev/null; kill $server; wait $server";
    private static final int SECONDS = 60;
    private static final int PAUSE_MILLISECONDS = 10;

    private final Process process;
    private final Path folder;
    private String display;

    private Xvfb(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /** Skips the test, with the reason, where there is no Xvfb. */
    static void require() {
        if (Platform.get() != Platform.LINUX) {
            abort("windows are tested on Linux only");
        }
        for (String path : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(path, PROGRAM))) {
                return;
            }
        }
        abort("no Xvfb: install xvfb");
    }

    /**
     * Starts a server with one screen, and a free display number.
     *
     * @param folder for its files
     */
    static Xvfb start(Path folder, int width, int height) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", START, "sh", width + "x" + height + "x24", folder.toString())
                .redirectOutput(folder.resolve("display").toFile())
                .redirectError(folder.resolve("errors").toFile())
                .start();
        Xvfb server = new Xvfb(process, folder);
        try {
            server.awaitDisplay();
            return server;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    private void awaitDisplay() throws IOException, InterruptedException {
        long start = System.nanoTime();
        String number = "";
        while (!number.endsWith("\n")) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(SECONDS)) {
                fail("Xvfb has not started in " + SECONDS + " s: " + Files.readString(folder.resolve("errors")));
            }
            Thread.sleep(PAUSE_MILLISECONDS);
            number = Files.readString(folder.resolve("display"));
        }
        display = ":" + number.strip();
    }

    /** The display's name, for {@code DISPLAY}. */
    String display() {
        return display;
    }

    /** The file of its pixels. */
    Path pixels() {
        return folder.resolve("Xvfb_screen0");
    }

    /** Reads the content of the screen from a file in the format of {@code xwd}, with 32 bits per pixel. */
    static BufferedImage read(Path pixels) throws IOException {
        ByteBuffer dump = ByteBuffer.wrap(Files.readAllBytes(pixels)); // its header is big-endian
        int headerBytes = dump.getInt(0);
        int width = dump.getInt(16);
        int height = dump.getInt(20);
        boolean littleEndian = dump.getInt(28) == 0;
        int bitsPerPixel = dump.getInt(44);
        int bytesPerLine = dump.getInt(48);
        int colourBytes = dump.getInt(76) * 12;
        assertTrue(dump.getInt(4) == 7 && bitsPerPixel == 32, "not a dump of 32 bits a pixel");
        dump.order(littleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, dump.getInt(headerBytes + colourBytes + y * bytesPerLine + 4 * x));
            }
        }
        return image;
    }

    /** Stops the server, and waits for its end. */
    void close() throws IOException, InterruptedException {
        List<ProcessHandle> started = process.descendants().toList();
        process.getOutputStream().close();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            started.forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            fail("Xvfb had to be killed");
        }
    }
}
