package basalt.bench.published.counters;

/** One of the kinds that no code names; the others are copies. */
public final class Count000 extends Count {}
