package basalt.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The JVM in which every benchmark runs.
 *
 * <p>The heap has a fixed size and is touched at the start, so that libraries on the heap do not pay for fresh pages in
 * the timed part. The collector is set explicitly, as the JVM would choose another one on a small machine.
 */
public final class BenchJvm {
    /** Lets Agrona reach the JDK's internal Unsafe. */
    static final String OPEN_INTERNALS = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    static final String COLLECTOR = "-XX:+UseG1GC";
    static final String FIRST_HEAP = "-Xms2g";
    static final String LARGEST_HEAP = "-Xmx2g";
    static final String TOUCH_HEAP = "-XX:+AlwaysPreTouch";

    private BenchJvm() {}

    /**
     * Combines the arguments of the JVM.
     *
     * @param ofCommandLine arguments to append, which take precedence
     * @return all arguments
     */
    public static String[] arguments(Collection<String> ofCommandLine) {
        List<String> arguments =
                new ArrayList<>(List.of(OPEN_INTERNALS, COLLECTOR, FIRST_HEAP, LARGEST_HEAP, TOUCH_HEAP));
        if (ofCommandLine.stream().anyMatch(argument -> argument.matches("-XX:\\+Use\\w+GC"))) {
            arguments.remove(COLLECTOR);
        }
        arguments.addAll(ofCommandLine);
        return arguments.toArray(String[]::new);
    }
}
