package basalt.examples.framework.program;

import java.util.Arrays;
import org.agrona.LangUtil;

/**
 * Closes several things: each, whatever the others throw. What is thrown first is what is to be told, and has the rest
 * added to it.
 */
public final class Closing {
    private Closing() {}

    /**
     * Closes all, in their order; then throws what was thrown first, whatever it is.
     *
     * @param belongings what to close; nulls are skipped
     */
    public static void all(AutoCloseable... belongings) {
        all(Arrays.asList(belongings));
    }

    /**
     * Closes all, in their order; then throws what was thrown first, whatever it is.
     *
     * @param belongings what to close; nulls are skipped
     */
    public static void all(Iterable<? extends AutoCloseable> belongings) {
        Throwable failure = close(null, belongings);
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
    }

    /**
     * Closes all, in their order, because of a failure, which is what is to be told: what is thrown meanwhile is added
     * to it.
     *
     * @param failure what has gone wrong before
     * @param belongings what to close; nulls are skipped
     */
    public static void after(Throwable failure, AutoCloseable... belongings) {
        close(failure, Arrays.asList(belongings));
    }

    private static Throwable close(Throwable before, Iterable<? extends AutoCloseable> belongings) {
        Throwable failure = before;
        for (AutoCloseable belonging : belongings) {
            try {
                if (belonging != null) {
                    belonging.close();
                }
            } catch (Throwable e) {
                if (failure == null) {
                    failure = e;
                } else if (e != failure) { // nothing can be added to itself
                    failure.addSuppressed(e);
                }
            }
        }
        return failure;
    }
}
