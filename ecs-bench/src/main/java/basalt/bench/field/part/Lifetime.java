package basalt.bench.field.part;

import basalt.bench.field.Start;

/** How long a particle may live; nothing reads it. */
public final class Lifetime extends Part {
    public int ticks = Start.LIFETIME;
}
