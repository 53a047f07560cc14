package basalt.bench.field.part;

import basalt.bench.field.Start;

/** Lifetime of a particle; nothing reads it. */
public final class Lifetime extends Part {
    public int ticks = Start.LIFETIME;
}
