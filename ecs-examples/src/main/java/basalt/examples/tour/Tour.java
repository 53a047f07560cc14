package basalt.examples.tour;

import basalt.memory.NativeAccess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the tour. */
@Command(
        name = "tour",
        description = "Plays two scenes of a game without a window, and says at each turn who has how much memory.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Tour implements Callable<Integer> {
    private static final int MOST_ACTORS = 16_000;
    private static final int MOST_FRAMES = 3_600;

    private enum Form {
        TABLE,
        JSON
    }

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--actors",
            paramLabel = "N",
            defaultValue = "4000",
            description = "how many walk about in each scene (default: ${DEFAULT-VALUE})")
    private int actors;

    @Option(
            names = "--frames",
            paramLabel = "N",
            defaultValue = "600",
            description = "how many frames both scenes have together (default: ${DEFAULT-VALUE})")
    private int frames;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "the same seed gives the same game (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--wav",
            paramLabel = "FILE",
            defaultValue = "target/tour.wav",
            description = "where the sound goes (default: ${DEFAULT-VALUE})")
    private Path wav;

    @Option(
            names = "--save",
            paramLabel = "FILE",
            defaultValue = "target/tour.save",
            description = "where the actors' positions go (default: ${DEFAULT-VALUE})")
    private Path save;

    @Option(names = "--guard", description = "looks for damaged memory, double frees and leaks")
    private boolean guard;

    @Option(
            names = "--report",
            paramLabel = "FORM",
            defaultValue = "table",
            description = "what reports are: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Form report;

    @Option(names = "--help", usageHelp = true, description = "prints this, and does nothing else")
    private boolean help;

    private Tour() {}

    /**
     * Runs the program, and ends the JVM: with 0 if all went well, 1 if something failed, 2 if the arguments were wrong.
     *
     * @param args see {@code --help}
     */
    public static void main(String... args) {
        System.exit(commandLine().execute(args));
    }

    /** The program, to be executed with arguments. What goes wrong is said in one line. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Tour());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler(
                (wrong, args) -> fail(wrong.getCommandLine(), wrong.getMessage() + "; try --help", 2));
        line.setExecutionExceptionHandler((failure, in, parsed) -> fail(in, String.valueOf(failure.getMessage()), 1));
        return line;
    }

    @Override
    public Integer call() throws IOException {
        requireRange("--actors", actors, 1, MOST_ACTORS);
        requireRange("--frames", frames, 2, MOST_FRAMES);
        requireWritable("--wav", wav);
        requireWritable("--save", save);
        NativeAccess.require(); // says which flag the JVM lacks, if so

        PrintWriter out = spec.commandLine().getOut();
        out.print(Game.play(new Settings(actors, frames, seed, guard, report == Form.JSON, wav, save), out));
        out.flush();
        return 0;
    }

    private void requireRange(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw wrong("%s must be %d to %d, not %d".formatted(option, least, most, value));
        }
    }

    /** Better now than after the run. */
    private void requireWritable(String option, Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (Files.isDirectory(file) || folder == null) {
                throw wrong(option + " must be a file, not a folder: " + file);
            }
            Files.createDirectories(folder);
            if (!Files.isWritable(Files.exists(file) ? file : folder)) {
                throw wrong(option + " is not writable: " + file);
            }
        } catch (IOException e) {
            throw wrong(option + " is not writable: " + file);
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private static int fail(CommandLine line, String message, int exitCode) {
        PrintWriter err = line.getErr();
        err.println("tour: " + message.replaceAll("\\R", " "));
        err.flush();
        return exitCode;
    }
}
