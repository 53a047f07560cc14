package basalt.model;

import java.util.Objects;
import java.util.function.Supplier;

/** Assertions that build their message only on failure. They run about a hundred million times. */
final class Check {
    private Check() {}

    static void that(boolean condition, Supplier<String> text) {
        if (!condition) {
            throw new AssertionError(text.get());
        }
    }

    static void same(Object expected, Object actual, Supplier<String> text) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError(text.get() + ": expected " + expected + " but was " + actual);
        }
    }

    static void same(long expected, long actual, Supplier<String> text) {
        if (expected != actual) {
            throw new AssertionError(text.get() + ": expected " + expected + " but was " + actual);
        }
    }
}
