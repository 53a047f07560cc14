package basalt.bench.published.counters;

/** One of the components that no code names; the others are copies. */
public record Other000(int value) {}
