package basalt.examples.framework.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** A file that a user has named to be read. Folders, devices and pipes are refused: reading one might never end. */
public final class InputFile {
    private InputFile() {}

    /**
     * Reads a file.
     *
     * @param <T> what it is
     */
    @FunctionalInterface
    public interface Reader<T> {
        /**
         * Reads all of it.
         *
         * @param file a file that can be read
         * @return what it is
         * @throws IOException if it cannot be read, after all
         */
        T read(Path file) throws IOException;
    }

    /**
     * Reads a file that an option names.
     *
     * @param <T> what it is
     * @param line whose option it is
     * @param option what it is called
     * @param file what was given
     * @param reader reads it
     * @return what was read
     * @throws ParameterException if there is no such file, or it cannot be read; the message says what is wrong, and
     *     what to do
     */
    public static <T> T read(CommandLine line, String option, Path file, Reader<T> reader) {
        try {
            return read(file, reader);
        } catch (IOException e) {
            throw new ParameterException(line, option + " " + e.getMessage());
        }
    }

    /**
     * Reads a file.
     *
     * @param <T> what it is
     * @param file what was given
     * @param reader reads it
     * @return what was read
     * @throws IOException if there is no such file, or it cannot be read; the message says what is wrong, and what to
     *     do
     */
    public static <T> T read(Path file, Reader<T> reader) throws IOException {
        try {
            if (!Files.exists(file)) {
                throw new FileFault("no such file: " + file + "; name one that is there");
            }
            if (Files.isDirectory(file)) {
                throw new FileFault("must be a file, not a folder: " + file + "; name a file in it");
            }
            if (!Files.isRegularFile(file)) {
                throw new FileFault("must be a file, not a device or pipe: " + file + "; name a file");
            }
            return reader.read(file);
        } catch (IOException e) {
            throw FileFault.reading(file, e);
        }
    }
}
