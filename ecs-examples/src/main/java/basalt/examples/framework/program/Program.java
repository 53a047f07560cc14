package basalt.examples.framework.program;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** An example's command line: what goes wrong is said in one line, with the program's name before it. */
public final class Program {
    private Program() {}

    /**
     * A program, to be executed with arguments: answers 0 if all went well, 1 if something failed, 2 if the arguments
     * were wrong.
     *
     * @param name what it is called
     * @param program what it does
     * @return its command line
     */
    public static CommandLine commandLine(String name, Callable<Integer> program) {
        CommandLine line = new CommandLine(program);
        line.setParameterExceptionHandler(
                (wrong, args) -> fail(name, wrong.getCommandLine(), wrong.getMessage() + "; try --help", 2));
        line.setExecutionExceptionHandler(
                (failure, in, parsed) -> fail(name, in, String.valueOf(failure.getMessage()), 1));
        return line;
    }

    /**
     * Requires that a number lies in a range.
     *
     * @param line whose option it is
     * @param option what it is called
     * @param value what was given
     * @param least the least that is allowed
     * @param most the most
     * @throws ParameterException if it does not
     */
    public static void requireRange(CommandLine line, String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ParameterException(line, "%s must be %d to %d, not %d".formatted(option, least, most, value));
        }
    }

    /**
     * Requires that a number lies in a range.
     *
     * @param line whose option it is
     * @param option what it is called
     * @param value what was given; not a number is wrong too
     * @param least the least that is allowed
     * @param most the most
     * @throws ParameterException if it does not
     */
    public static void requireRange(CommandLine line, String option, float value, float least, float most) {
        if (!(value >= least && value <= most)) {
            throw new ParameterException(line, "%s must be %s to %s, not %s".formatted(option, least, most, value));
        }
    }

    /**
     * Requires of files what {@link NamedFiles#require} does.
     *
     * @param line whose options name them
     * @param files what was given
     * @throws ParameterException if one cannot be written, or two are one
     */
    public static void require(CommandLine line, NamedFiles files) {
        try {
            files.require();
        } catch (IOException e) {
            throw new ParameterException(line, e.getMessage());
        }
    }

    private static int fail(String name, CommandLine line, String message, int exitCode) {
        PrintWriter err = line.getErr();
        err.println(name + ": " + OneLine.of(message));
        err.flush();
        return exitCode;
    }
}
