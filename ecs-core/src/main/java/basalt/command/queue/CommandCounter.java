package basalt.command.queue;

import org.agrona.LangUtil;

/** Counts what becomes of commands, and keeps the first failure, and no more of them, until all are through. */
final class CommandCounter {
    private long applied;
    private long dropped;
    private Throwable failure;

    void applied(int commands) {
        applied += commands;
    }

    void dropped(int commands) {
        dropped += commands;
    }

    /** These had no memory, native or on the heap. */
    void failed(int commands, Throwable reason) {
        dropped += commands;
        if (failure == null) {
            failure = reason; // of a hundred thousand more, one would be like the other
        }
    }

    long applied() {
        return applied;
    }

    long dropped() {
        return dropped;
    }

    /** Throws what has failed since the last time. */
    void throwFailure() {
        Throwable reason = failure;
        failure = null;
        if (reason != null) {
            LangUtil.rethrowUnchecked(reason);
        }
    }
}
