package basalt.examples.framework.program;

import java.util.Arrays;
import org.agrona.LangUtil;

/**
 * Closes several resources, each even if closing another fails. The first exception is thrown; later ones are
 * suppressed exceptions of it.
 */
public final class Closing {
    private Closing() {}

    /**
     * Closes all in order, then throws the first exception, if there was one.
     *
     * @param resources resources to close; nulls are skipped
     */
    public static void all(AutoCloseable... resources) {
        all(Arrays.asList(resources));
    }

    /**
     * Closes all in order, then throws the first exception, if there was one.
     *
     * @param resources resources to close; nulls are skipped
     */
    public static void all(Iterable<? extends AutoCloseable> resources) {
        Throwable failure = close(null, resources);
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
    }

    /**
     * Closes all in order, after a failure. Exceptions of the closing become suppressed exceptions of the failure.
     *
     * @param failure the failure that happened before
     * @param resources resources to close; nulls are skipped
     */
    public static void after(Throwable failure, AutoCloseable... resources) {
        close(failure, Arrays.asList(resources));
    }

    private static Throwable close(Throwable before, Iterable<? extends AutoCloseable> resources) {
        Throwable failure = before;
        for (AutoCloseable resource : resources) {
            try {
                if (resource != null) {
                    resource.close();
                }
            } catch (Throwable e) {
                if (failure == null) {
                    failure = e;
                } else if (e != failure) { // an exception cannot suppress itself
                    failure.addSuppressed(e);
                }
            }
        }
        return failure;
    }
}
