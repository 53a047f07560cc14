package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Program;
import basalt.examples.showcase.tour.Game.Settings;
import basalt.memory.MemorySource;
import basalt.memory.NativeAccess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the tour. */
@Command(
        name = "tour",
        description =
                "Plays two scenes of a game without a window, draws them, and prints the memory of each allocator.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Tour implements Callable<Integer> {
    private static final int MOST_ACTORS = 16_000;
    private static final int MOST_FRAMES = 3_600;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--actors",
            paramLabel = "N",
            defaultValue = "4000",
            description = "number of actors in each scene (default: ${DEFAULT-VALUE})")
    private int actors;

    @Option(
            names = "--frames",
            paramLabel = "N",
            defaultValue = "600",
            description = "number of frames of both scenes together (default: ${DEFAULT-VALUE})")
    private int frames;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "3",
            description = "equal seeds give equal games (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--wav",
            paramLabel = "FILE",
            defaultValue = "target/tour.wav",
            description = "file of the sound (default: ${DEFAULT-VALUE})")
    private Path wav;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            defaultValue = "target/tour.png",
            description = "file of the picture: the end of each scene (default: ${DEFAULT-VALUE})")
    private Path output;

    @Option(
            names = "--save",
            paramLabel = "FILE",
            defaultValue = "target/tour.save",
            description = "file of the actors' positions (default: ${DEFAULT-VALUE})")
    private Path save;

    @Option(
            names = "--inspect",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "0",
            description = "shows the game in the browser, in real time; ends when Enter is pressed, or with the frames")
    private Integer inspect;

    @Option(names = "--guard", description = "detects damaged memory, double frees and leaks")
    private boolean guard;

    @Option(names = "--help", usageHelp = true, description = "prints this help and exits")
    private boolean help;

    private final long worldBytes;

    private Tour(long worldBytes) {
        this.worldBytes = worldBytes;
    }

    /**
     * Runs the program, and exits the JVM with 0 for success, 1 for a failure, 2 for invalid arguments.
     *
     * @param args see {@code --help}
     */
    public static void main(String... args) {
        System.setProperty("java.awt.headless", "true");
        System.exit(commandLine(GameMemory.WORLD_BYTES).execute(args));
    }

    /** Creates the command line. Errors are printed in one line. */
    static CommandLine commandLine(long worldBytes) {
        return Program.commandLine("tour", new Tour(worldBytes));
    }

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        Program.requireRange(line, "--actors", actors, 1, MOST_ACTORS);
        Program.requireRange(line, "--frames", frames, 2, MOST_FRAMES);
        if (inspect != null) {
            Program.requireRange(line, "--inspect", inspect, 0, 65_535);
        }
        Program.requireWritable(line, "--wav", wav);
        Program.requireWritable(line, "--output", output);
        Program.requireWritable(line, "--save", save);
        NativeAccess.require(); // throws if a JVM flag is missing, and names it

        PrintWriter out = line.getOut();
        Settings settings = new Settings(actors, frames, seed, guard, worldBytes, inspect, wav, output, save);
        out.print(Game.play(settings, MemorySource.direct(), out));
        out.flush();
        return 0;
    }
}
