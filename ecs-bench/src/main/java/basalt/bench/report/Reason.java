package basalt.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Why something failed, in words. */
final class Reason {
    private Reason() {}

    /**
     * Puts the messages of an exception together, down to its last cause; those of suppressed exceptions follow that
     * which has them. JMH tells what a benchmark threw in these.
     *
     * @return never null: an exception that has no message is named by its class
     */
    static String of(Throwable failure) {
        List<String> messages = new ArrayList<>();
        collect(failure, messages, Collections.newSetFromMap(new IdentityHashMap<>()));
        return String.join(": ", messages);
    }

    private static void collect(Throwable failure, List<String> messages, Set<Throwable> seen) {
        if (failure == null || !seen.add(failure)) {
            return;
        }
        String message = failure.getMessage() == null || failure.getMessage().isBlank()
                ? failure.getClass().getSimpleName()
                : failure.getMessage().strip();
        if (messages.stream().noneMatch(earlier -> earlier.contains(message))) {
            messages.add(message);
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            collect(suppressed, messages, seen);
        }
        collect(failure.getCause(), messages, seen);
    }
}
