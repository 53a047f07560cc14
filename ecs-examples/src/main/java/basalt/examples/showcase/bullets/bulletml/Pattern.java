package basalt.examples.showcase.bullets.bulletml;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program for bullets, read from a file in BulletML 0.21.
 *
 * <pre>{@code
 * Pattern pattern = Pattern.read(Path.of("spiral.xml"));
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
 * deep and references 32 deep, and formulas have at most 256 operations. Every error in a file is a
 * {@link PatternException}.
 *
 * <p>References are compiled as calls, not as copies, so a pattern is never larger than its file. Immutable and
 * thread-safe.
 */
public final class Pattern {
    /** The action of a bullet without a script. */
    public static final int NO_ACTION = -1;

    private final String name;
    private final boolean horizontal;
    private final int[] tops;
    private final int scriptBytes;
    private final int[] entries;
    private final int[] paramCounts;
    final int[] code;
    final int[] formulas;
    final double[] constants;

    /** Takes ownership of the arrays. */
    Pattern(String name, boolean horizontal, Program program, int[] tops, int scriptBytes) {
        this.name = name;
        this.horizontal = horizontal;
        this.tops = tops;
        this.scriptBytes = scriptBytes;
        entries = program.entries();
        paramCounts = program.paramCounts();
        code = program.code();
        formulas = program.formulas();
        constants = program.constants();
    }

    /**
     * Reads a file, in the encoding of its byte order mark or its XML declaration, or else in UTF-8.
     *
     * @param file the file
     * @return the pattern, with the name of the file
     * @throws PatternException if the content is not a valid pattern
     * @throws IOException if it cannot be read
     */
    public static Pattern read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return read(in, String.valueOf(file.getFileName()));
        }
    }

    /**
     * Reads a text. Does not close the reader.
     *
     * @param reader the text
     * @param name its name in messages
     * @return the pattern
     * @throws PatternException if the content is not a valid pattern
     * @throws IOException if it cannot be read
     */
    public static Pattern read(Reader reader, String name) throws IOException {
        return Compiler.compile(SourceText.read(reader, name), name);
    }

    /** Reads bytes. Does not close the stream. */
    static Pattern read(InputStream in, String name) throws IOException {
        return Compiler.compile(SourceText.read(in, name), name);
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
     * Whether it was written for a screen that scrolls sideways, so its "up" is left. Scripts account for this already.
     *
     * @return false if its type is vertical or none
     */
    public boolean isHorizontal() {
        return horizontal;
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

    /** The address of an action's code. */
    int entry(int action) {
        return entries[action];
    }

    /** Number of parameters that an action uses. */
    int paramCount(int action) {
        return paramCounts[action];
    }

    /** Whether an action exists. */
    boolean has(int action) {
        return action >= 0 && action < entries.length;
    }

    @Override
    public String toString() {
        return "Pattern[" + name + ", tops=" + tops.length + ", scriptBytes=" + scriptBytes + "]";
    }
}
