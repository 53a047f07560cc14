package basalt.examples.showcase.bullets.bulletml;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What bullets do, read from a file in BulletML 0.21.
 *
 * <pre>{@code
 * Pattern pattern = Pattern.read(Path.of("spiral.xml"));
 * Interpreter interpreter = new Interpreter();
 * Script script = new Script();
 * PoolAllocator scripts = new PoolAllocator(source, pattern.scriptBytes(), 4);
 * for (int i = 0; i < pattern.topCount(); i++) {                 // they run side by side
 *     long handle = scripts.allocate();
 *     script.wrap(pattern, scripts, handle).start(pattern.top(i), Params.NONE);
 * }
 * ...
 * if (!interpreter.run(script.wrap(pattern, scripts, handle), shooter)) {   // each tick
 *     scripts.free(handle);
 * }
 * }</pre>
 *
 * <p>A file is read as a stranger's: nothing but the file itself is ever opened, it may be 1 MiB large, elements may be
 * nested 64 deep and references 32 deep, formulas have at most 256 operations. Whatever is wrong with it is a {@link
 * PatternException}.
 *
 * <p>References are compiled as calls, not as copies, so that a pattern is never larger than its file. Immutable: may
 * be used by any thread.
 */
public final class Pattern {
    /** The action of a bullet that does nothing but fly. */
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

    /** Takes over the arrays. */
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
     * Reads a file, in the encoding of its byte order mark, or that its first line names, or UTF-8.
     *
     * @param file where it is
     * @return the pattern, called as the file is
     * @throws PatternException if it is no pattern
     * @throws IOException if it cannot be read
     */
    public static Pattern read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return read(in, String.valueOf(file.getFileName()));
        }
    }

    /**
     * Reads a text, and closes nothing.
     *
     * @param reader where it comes from
     * @param name what it is called in messages
     * @return the pattern
     * @throws PatternException if it is no pattern
     * @throws IOException if it cannot be read
     */
    public static Pattern read(Reader reader, String name) throws IOException {
        return Compiler.compile(SourceText.read(reader, name), name);
    }

    /** Reads bytes, and closes nothing. */
    static Pattern read(InputStream in, String name) throws IOException {
        return Compiler.compile(SourceText.read(in, name), name);
    }

    /**
     * What it is called.
     *
     * @return the name that it was read under
     */
    public String name() {
        return name;
    }

    /**
     * Whether it was made for a screen that scrolls sideways: its own "up" is left then. That is in what scripts do
     * already.
     *
     * @return false if its type is vertical or none
     */
    public boolean isHorizontal() {
        return horizontal;
    }

    /**
     * How many actions start by themselves: those whose label begins with "top".
     *
     * @return at least 1
     */
    public int topCount() {
        return tops.length;
    }

    /**
     * An action that starts by itself.
     *
     * @param index from 0, in the order of the file
     * @return the action, for {@link Script#start}
     * @throws IndexOutOfBoundsException if there is none
     */
    public int top(int index) {
        return tops[index];
    }

    /**
     * How much memory a script needs, whatever it does.
     *
     * @return bytes, a multiple of 4
     */
    public int scriptBytes() {
        return scriptBytes;
    }

    /** Where an action's code begins. */
    int entry(int action) {
        return entries[action];
    }

    /** How many parameters an action has use for. */
    int paramCount(int action) {
        return paramCounts[action];
    }

    /** Whether there is such an action. */
    boolean has(int action) {
        return action >= 0 && action < entries.length;
    }

    @Override
    public String toString() {
        return "Pattern[" + name + ", tops=" + tops.length + ", scriptBytes=" + scriptBytes + "]";
    }
}
