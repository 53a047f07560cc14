package basalt.bench;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Reads the numbers in the last line of a program's output. Earlier lines, such as warnings of the JVM, are ignored.
 */
public final class LastLine {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?");

    private LastLine() {}

    /**
     * Reads the numbers.
     *
     * @param output the output of the program
     * @param count required count of numbers
     * @return the numbers
     * @throws IOException if the line has other content; the message quotes the line
     */
    public static double[] numbers(String output, int count) throws IOException {
        String text = output.strip();
        String line = text.substring(text.lastIndexOf('\n') + 1).strip();
        String[] words = line.split("\\s+");
        double[] numbers = new double[count];
        if (words.length != count) {
            throw new IOException("the last line must have " + count + " numbers: '" + line + "'");
        }
        for (int i = 0; i < count; i++) {
            if (!NUMBER.matcher(words[i]).matches()) {
                throw new IOException("the last line must have nothing but numbers: '" + line + "'");
            }
            numbers[i] = Double.parseDouble(words[i]);
        }
        return numbers;
    }
}
