package basalt.command;

import basalt.memory.NativeMemoryException;

/** Counts what becomes of commands, and keeps the first failure, and no more of them, until all are through. */
final class Tally {
    private long applied;
    private long dropped;
    private NativeMemoryException failure;

    void applied(int commands) {
        applied += commands;
    }

    void dropped(int commands) {
        dropped += commands;
    }

    void failed(int commands, NativeMemoryException reason) {
        dropped += commands;
        if (failure == null) {
            failure = reason; // of a hundred thousand more, one would be like the other
        }
    }

    CommandFigures figures() {
        return new CommandFigures(applied, dropped);
    }

    /** Throws what has failed since the last time. */
    void throwFailure() {
        NativeMemoryException reason = failure;
        failure = null;
        if (reason != null) {
            throw reason;
        }
    }
}
