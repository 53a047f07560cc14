package basalt.command.queue;

import org.agrona.LangUtil;

/** Counts applied and dropped commands, and keeps the first failure until all commands are processed. */
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

    /** Counts commands for which there was no memory, native or on the heap, or which were refused. */
    void failed(int commands, Throwable reason) {
        dropped += commands;
        if (failure == null) {
            failure = reason; // only the first: there may be one for each command
        }
    }

    long applied() {
        return applied;
    }

    long dropped() {
        return dropped;
    }

    /** Throws the first failure since the last call, if there is one. */
    void throwFailure() {
        Throwable reason = failure;
        failure = null;
        if (reason != null) {
            LangUtil.rethrowUnchecked(reason);
        }
    }
}
