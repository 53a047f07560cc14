package basalt.inspect;

import basalt.internal.JsonWriter;

/** What a {@code GET} shows, once or again and again. For the thread of one request. */
@FunctionalInterface
interface View {
    /** Finds the current answer; returns false if this takes longer. */
    default boolean update(long nanos) {
        return true;
    }

    /** Writes the answer. */
    void write(JsonWriter json);

    /** No more answers are wanted. */
    default void close() {}
}
