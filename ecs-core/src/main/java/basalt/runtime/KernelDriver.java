package basalt.runtime;

import basalt.match.MatchSnapshot;

/** Runs a body over matching rows of one block. */
public interface KernelDriver extends SnapshotLoop {
    /** Runs the body. */
    void run(RowContext context, MatchSnapshot matches, long entry, int fromWord, int toWord);

    @Override
    default void run(RowContext context, MatchSnapshot matches) {
        EntryRun.run(this, context, matches, 0, 0, matches.count(), 0);
    }

    /** The body, unless it is null. */
    static <B> B require(B body) {
        if (body == null) {
            throw new IllegalArgumentException("body must not be null: pass the code for each row or span");
        }
        return body;
    }
}
