package basalt.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Formats the cause of a failure. */
final class Reason {
    private Reason() {}

    /**
     * Joins the messages of an exception and all its causes; messages of suppressed exceptions follow the message of
     * their owner. JMH reports exceptions of a benchmark as suppressed ones.
     *
     * @return never null; an exception without a message is named by its class
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
