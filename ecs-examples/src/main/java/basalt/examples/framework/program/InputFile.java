package basalt.examples.framework.program;

import basalt.examples.framework.program.OutputFile.FileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Reads a file that a user has named. Folders, devices and pipes are rejected, since reading a device or pipe might
 * never end.
 */
public final class InputFile {
    private InputFile() {}

    /**
     * Reads a file.
     *
     * @param <T> type of the result
     */
    @FunctionalInterface
    public interface Reader<T> {
        /**
         * Reads the whole file.
         *
         * @param file a regular file
         * @return the content
         * @throws IOException if reading fails
         */
        T read(Path file) throws IOException;
    }

    /**
     * Reads a file that an option names.
     *
     * @param <T> type of the result
     * @param line command line of the option
     * @param option name of the option
     * @param file the file
     * @param reader reads it
     * @return the content
     * @throws ParameterException if there is no such file, or it cannot be read; the message names the cause and the
     *     remedy
     */
    public static <T> T read(CommandLine line, String option, Path file, Reader<T> reader) {
        try {
            if (Files.isDirectory(file)) {
                throw new FileException("must be a file, not a folder: " + file + "; name a file in it");
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new FileException("must be a file, not a device or pipe: " + file + "; name a file");
            }
            return reader.read(file.toRealPath());
        } catch (IOException e) {
            throw new ParameterException(
                    line, option + " " + FileException.of(file, "read", e).getMessage());
        }
    }
}
