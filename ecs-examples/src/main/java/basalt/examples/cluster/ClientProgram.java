package basalt.examples.cluster;

import basalt.examples.framework.program.OneLine;
import basalt.examples.framework.program.Program;
import basalt.memory.NativeAccess;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of players who join a running cluster. */
@Command(
        name = "client",
        description = "Joins a cluster as players who steer and fire at random, and measures the round trips.",
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class ClientProgram implements Callable<Integer> {
    private static final int MOST_BOTS = 10_000;
    private static final int COMMANDS_A_SECOND = 10; // of each player
    private static final int CONNECT_SECONDS = 20;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterConfig.Options options;

    @Option(
            names = "--bots",
            paramLabel = "N",
            defaultValue = "1",
            description = "number of players, 1 to 10,000 (default: ${DEFAULT-VALUE})")
    private int bots;

    @Option(
            names = "--watch",
            paramLabel = "HOST:PORT",
            description = "watches as spectators, who ask the feed of an observer there, instead of playing")
    private String watch;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "how long to play (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(names = "--help", usageHelp = true, description = "prints this help and exits")
    private boolean help;

    private ClientProgram() {}

    /**
     * Runs the program, and exits the JVM with 0 for success, 1 for a failure, 2 for invalid arguments.
     *
     * @param args see {@code --help}
     */
    public static void main(String... args) {
        System.exit(commandLine().execute(args));
    }

    /** Creates the command line. Errors are printed in one line. */
    static CommandLine commandLine() {
        return Program.commandLine("client", new ClientProgram());
    }

    @Override
    public Integer call() throws Exception {
        CommandLine line = spec.commandLine();
        Program.requireRange(line, "--bots", bots, 1, MOST_BOTS);
        Program.requireRange(line, "--seconds", seconds, 1, Integer.MAX_VALUE);
        NativeAccess.require();

        PrintWriter out = line.getOut();
        if (watch != null) {
            watch(out);
            return 0;
        }
        try (Bots players = new Bots(options.config(), 1, bots, COMMANDS_A_SECOND)) {
            if (!players.settle(TimeUnit.SECONDS.toMillis(CONNECT_SECONDS))) {
                out.printf("%d of %d players have joined%n", players.ready(), bots);
                print(out, players, PlayerClient::problem, "problem");
                out.flush();
            }
            if (players.ready() == 0) {
                PlayerClient first = players.players().get(0);
                String reason = first.refusal() == null ? first.problem() : first.refusal();
                throw new IllegalStateException(reason == null ? "no cluster answers" : reason);
            }
            players.play(TimeUnit.SECONDS.toMillis(1)); // the JVMs warm up
            players.roundTrips().clear();
            players.play(TimeUnit.SECONDS.toMillis(seconds));
            players.settle(TimeUnit.SECONDS.toMillis(CONNECT_SECONDS));
            print(out, players);
        }
        return 0;
    }

    private void watch(PrintWriter out) throws IOException {
        try (Spectators spectators = new Spectators(options.config(), watch, bots)) {
            spectators.watch(TimeUnit.SECONDS.toMillis(seconds));
            if (spectators.ready() == 0) {
                throw new IllegalStateException("no feed answers at " + watch
                        + "; start one with mvn -q -Pcluster -Dargs=\"--observe HOST:PORT --feed " + watch
                        + "\", and let client-host be the address of this machine that it sees");
            }
            out.printf(
                    "%d of %d spectators, %d entities each; %,d packets of %d bytes; %d states compared, %d wrong%n",
                    spectators.ready(),
                    bots,
                    spectators.entities() / spectators.ready(),
                    spectators.packets(),
                    spectators.bytes() / spectators.packets(),
                    spectators.compared(),
                    spectators.wrong());
            out.flush();
            if (spectators.wrong() > 0) {
                throw new IllegalStateException("spectators have other states than the feed");
            }
        }
    }

    private void print(PrintWriter out, Bots players) {
        out.printf(
                "%d players, %s; %d sent again, %d new leaders%n",
                players.ready(),
                players.roundTrips(),
                players.players().stream().mapToInt(PlayerClient::repetitions).sum(),
                players.players().stream().mapToInt(PlayerClient::leaders).max().orElse(0));
        print(out, players, PlayerClient::refusal, "refused");
        out.flush();
    }

    private static void print(PrintWriter out, Bots players, Function<PlayerClient, String> text, String what) {
        players.players().stream()
                .map(text)
                .filter(line -> line != null)
                .distinct()
                .forEach(line -> out.println(what + ": " + OneLine.of(line)));
    }
}
