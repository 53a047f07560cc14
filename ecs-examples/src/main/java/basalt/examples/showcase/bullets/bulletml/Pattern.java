package basalt.examples.showcase.bullets.bulletml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A program for bullets, read from a file in BulletML 0.21.
 *
 * <pre>{@code
 * Pattern pattern = Pattern.shipped("spiral");
 * Interpreter interpreter = new Interpreter();
 * Script script = new Script();
 * PoolAllocator scripts = new PoolAllocator(source, pattern.scriptBytes(), 4);
 * for (int i = 0; i < pattern.topCount(); i++) {                 // all run at the same time
 *     long handle = scripts.allocate();
 *     script.wrap(pattern, scripts, handle).start(pattern.top(i), Params.NONE);
 * }
 * ...
 * if (!interpreter.run(script.wrap(pattern, scripts, handle), shooter)) {   // each tick
 *     scripts.free(handle);
 * }
 * }</pre>
 *
 * <p>Files are untrusted input: no other file is ever opened, a file has at most 1 MiB, elements are nested at most 64
 * deep and references 32 deep, and formulas have at most 256 operators. Every error in a file is a
 * {@link PatternException}.
 *
 * <p>References are compiled as calls, not as copies, so a pattern is never larger than its file. Immutable and
 * thread-safe.
 */
public final class Pattern {
    /** The action of a bullet without a script. */
    public static final int NO_ACTION = -1;

    private static final List<String> SHIPPED =
            List.of("spiral", "ring", "fan", "rain", "bloom", "wave", "curtain", "pinwheel");

    private final String name;
    private final int[] tops;
    private final int paramCount;
    private final int scriptBytes;
    private final int[] entries;
    final Instruction[] code;

    /** Takes ownership of the arrays; entries has the first instruction of each action. */
    Pattern(String name, Instruction[] code, int[] entries, int[] tops, int paramCount, int scriptBytes) {
        this.name = name;
        this.code = code;
        this.entries = entries;
        this.tops = tops;
        this.paramCount = paramCount;
        this.scriptBytes = scriptBytes;
    }

    /**
     * Reads a file.
     *
     * @param file the file
     * @return the pattern, with the name of the file
     * @throws PatternException if the content is not a valid pattern
     * @throws IOException if it cannot be read
     */
    public static Pattern read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, String.valueOf(file.getFileName()));
        }
    }

    /**
     * Reads a stream to its end, and does not close it.
     *
     * @param in the bytes
     * @param name its name in messages
     * @return the pattern
     * @throws PatternException if the content is not a valid pattern
     * @throws IOException if it cannot be read
     */
    public static Pattern read(InputStream in, String name) throws IOException {
        return Compiler.compile(PatternReader.read(in, name), name);
    }

    /**
     * The names of the patterns that are part of the examples.
     *
     * @return all names, for {@link #shipped}
     */
    public static List<String> shippedNames() {
        return SHIPPED;
    }

    /**
     * Reads a pattern that is part of the examples.
     *
     * @param name one of {@link #shippedNames()}
     * @return the pattern, with the name of its file
     * @throws IOException if it cannot be read
     */
    public static Pattern shipped(String name) throws IOException {
        String file = name + ".xml";
        try (InputStream in = Pattern.class.getResourceAsStream(file)) {
            return read(in, file);
        }
    }

    /**
     * The name of the pattern.
     *
     * @return the name of its file
     */
    public String name() {
        return name;
    }

    /**
     * Number of top-level actions: their labels begin with "top".
     *
     * @return at least 1
     */
    public int topCount() {
        return tops.length;
    }

    /**
     * A top-level action.
     *
     * @param index from 0, in the order of the file
     * @return the action, for {@link Script#start}
     * @throws IndexOutOfBoundsException if there is none
     */
    public int top(int index) {
        return tops[index];
    }

    /**
     * The memory that a script needs at most.
     *
     * @return bytes, a multiple of 4
     */
    public int scriptBytes() {
        return scriptBytes;
    }

    /** Number of parameters that its actions use at most. */
    int paramCount() {
        return paramCount;
    }

    /** The index of an action's first instruction. */
    int entry(int action) {
        return entries[action];
    }
}
