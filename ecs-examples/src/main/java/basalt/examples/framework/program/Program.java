package basalt.examples.framework.program;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
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
        CommandLine line = new CommandLine(program).setCaseInsensitiveEnumValuesAllowed(true);
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
     * Requires that a file can be written, and creates its folder if there is none. The file itself stays unchanged.
     *
     * @param line the command line that has the option
     * @param option name of the option
     * @param file the option's value; null if it was not given
     * @throws ParameterException if it cannot be written; the message names the cause and the remedy
     */
    public static void requireWritable(CommandLine line, String option, Path file) {
        try {
            if (file != null) {
                OutputFile.begin(file).close();
            }
        } catch (IOException e) {
            throw new ParameterException(line, option + " " + e.getMessage());
        }
    }

    private static int fail(String name, CommandLine line, String message, int exitCode) {
        PrintWriter err = line.getErr();
        err.println(name + ": " + OneLine.of(message));
        err.flush();
        return exitCode;
    }
}
