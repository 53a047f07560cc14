package basalt.bench;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * The figures that a program prints in its last line; lines before it may be anything, such as a virtual machine's
 * warnings.
 */
public final class LastLine {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?");

    private LastLine() {}

    /**
     * Reads the figures.
     *
     * @param output what the program has printed
     * @param count how many numbers the last line must have
     * @return the numbers
     * @throws IOException if it has anything else; the message names the line
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
