package basalt.bench.published.counters;

import basalt.bench.engine.Parts;

/** A component of a library that keeps objects. */
public abstract class Count extends Parts.Part {
    public int value;

    static void swap(Count one, Count other) {
        int value = one.value;
        one.value = other.value;
        other.value = value;
    }

    public static final class A extends Count {}

    public static final class B extends Count {}

    public static final class C extends Count {}
}
