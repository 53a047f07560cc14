package basalt.runtime;

import basalt.snapshot.MatchSnapshot;

/** Runs a body over matching rows of one block. */
public interface KernelDriver {
    /**
     * Runs the body.
     *
     * @param context what the rows share
     * @param matches the snapshot
     * @param entry one block of the snapshot
     * @param fromWord the first of the words of 64 rows to run over
     * @param toWord the word after the last one
     */
    void run(RowContext context, MatchSnapshot matches, long entry, int fromWord, int toWord);

    /**
     * The body, unless it is null.
     *
     * @param body what a user has given
     * @param <B> its type
     * @return the same
     * @throws IllegalArgumentException if it is null
     */
    static <B> B require(B body) {
        if (body == null) {
            throw new IllegalArgumentException("body must not be null: give what to do to each row or span");
        }
        return body;
    }
}
