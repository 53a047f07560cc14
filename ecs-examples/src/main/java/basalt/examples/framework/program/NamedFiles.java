package basalt.examples.framework.program;

import basalt.examples.framework.program.OutputFile.FileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Collects the files that the options of a program name, and checks them before any work begins: each output can be
 * written, and no two options name the same file.
 *
 * <pre>{@code
 * NamedFiles files = new NamedFiles();
 * files.read("--effect", effect);
 * files.written("--output", picture);
 * files.written("--gif", film);
 * files.require();
 * }</pre>
 */
public final class NamedFiles {
    private final List<Named> all = new ArrayList<>();

    private enum Use {
        READ,
        WRITTEN,
        FOLDER
    }

    private record Named(String option, Path path, Use use, Predicate<String> names) {}

    /** Creates an empty collection. */
    public NamedFiles() {}

    /**
     * Adds a file that is read. No other option may overwrite it. {@link InputFile} checks whether it can be read.
     *
     * @param option name of the option
     * @param file the option's value; null if it was not given
     */
    public void read(String option, Path file) {
        add(new Named(option, file, Use.READ, null));
    }

    /**
     * Adds a file that is written, see {@link OutputFile}.
     *
     * @param option name of the option
     * @param file the option's value; null if it was not given
     */
    public void written(String option, Path file) {
        add(new Named(option, file, Use.WRITTEN, null));
    }

    /**
     * Adds a folder in which files are written.
     *
     * @param option name of the option
     * @param folder the option's value; null if it was not given
     * @param names accepts the names, in lower case, of files that may be written in the folder
     */
    public void folder(String option, Path folder, Predicate<String> names) {
        add(new Named(option, folder, Use.FOLDER, names));
    }

    private void add(Named named) {
        if (named.path() != null) {
            all.add(named);
        }
    }

    /**
     * Requires that all outputs can be written and that no two options name the same file. Creates missing folders, and
     * changes no file.
     *
     * @throws IOException if a check fails; the message names the options, the file, the cause and the remedy
     */
    public void require() throws IOException {
        for (int i = 0; i < all.size(); i++) {
            Named named = all.get(i);
            Named same;
            try {
                same = check(named, all.subList(0, i));
            } catch (IOException e) {
                throw new FileException(named.option() + " "
                        + FileException.writing(named.path(), e).getMessage());
            }
            if (same != null) {
                throw new FileException(same.option() + " and " + named.option() + " name the same file: "
                        + named.path() + "; choose different files");
            }
        }
    }

    /** Checks a file against those added before it. Returns the one that it conflicts with, or null. */
    private static Named check(Named named, List<Named> others) throws IOException {
        if (named.use() == Use.WRITTEN) {
            OutputFile.require(named.path());
        }
        for (Named other : others) {
            if (clash(named, other)) {
                return other;
            }
        }
        if (named.use() == Use.FOLDER) {
            OutputFile.requireFolder(named.path());
            for (Path file : linked(named)) {
                OutputFile.require(file);
            }
        }
        return null;
    }

    /** The links, folders, devices and pipes in the folder whose names are those of files to be written. */
    private static List<Path> linked(Named folder) throws IOException {
        if (!Files.isDirectory(folder.path())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder.path())) {
            return files.filter(file -> folder.names().test(lowerCase(file)))
                    .filter(file -> !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }

    private static String lowerCase(Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT);
    }

    private static boolean clash(Named named, Named other) throws IOException {
        if (named.use() == Use.READ && other.use() == Use.READ || isRefused(named) || isRefused(other)) {
            return false;
        }
        return OutputFile.areOne(named.path(), other.path()) || isIn(named, other) || isIn(other, named);
    }

    /** Whether reading it will fail for another reason. */
    private static boolean isRefused(Named named) {
        return named.use() == Use.READ && !Files.isRegularFile(named.path());
    }

    private static boolean isIn(Named named, Named folder) throws IOException {
        if (folder.use() != Use.FOLDER || named.use() == Use.FOLDER) {
            return false;
        }
        for (Path file : linked(folder)) {
            if (OutputFile.areOne(named.path(), file)) {
                return true;
            }
        }
        String name = lowerCase(OutputFile.target(named.path()));
        return folder.names().test(name)
                && OutputFile.areOne(named.path(), folder.path().resolve(name));
    }
}
