package basalt.examples.framework.program;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The command line of an example. Prints each error in one line that begins with the program's name. */
public final class Program {
    private Program() {}

    /**
     * Creates a command line to be executed with arguments. It returns 0 for success, 1 for a failure, 2 for invalid
     * arguments.
     *
     * @param name name of the program
     * @param program body of the program
     * @return the command line
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
     * @param line the command line that has the option
     * @param option name of the option
     * @param value the option's value
     * @param least smallest value allowed
     * @param most largest value allowed
     * @throws ParameterException if it is out of range
     */
    public static void requireRange(CommandLine line, String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new ParameterException(line, "%s must be %d to %d, not %d".formatted(option, least, most, value));
        }
    }

    /**
     * Requires that a number lies in a range.
     *
     * @param line the command line that has the option
     * @param option name of the option
     * @param value the option's value; NaN is out of range
     * @param least smallest value allowed
     * @param most largest value allowed
     * @throws ParameterException if it is out of range
     */
    public static void requireRange(CommandLine line, String option, float value, float least, float most) {
        if (!(value >= least && value <= most)) {
            throw new ParameterException(line, "%s must be %s to %s, not %s".formatted(option, least, most, value));
        }
    }

    /**
     * Checks files by {@link NamedFiles#require}.
     *
     * @param line the command line that has the options
     * @param files the files to check
     * @throws ParameterException if one cannot be written, or two options name the same file
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
