package basalt.inspect;

import basalt.internal.JsonWriter;

/** What a {@code GET} shows, once or again and again. For the thread of one request. */
@FunctionalInterface
interface View {
    /** Asks for the current answer, so that several views find theirs at the same time. */
    default void ask() {}

    /** Finds the current answer, for which it asks, unless this was done; returns false if this takes longer. */
    default boolean update(long nanos) {
        return true;
    }

    /** Writes the answer. */
    void write(JsonWriter json);

    /** No more answers are wanted. */
    default void close() {}
}
