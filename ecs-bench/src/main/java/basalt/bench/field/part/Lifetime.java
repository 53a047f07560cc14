package basalt.bench.field.part;

import basalt.bench.field.Start;

/** How long a particle may live; nobody looks at it. */
public final class Lifetime extends Part {
    public int ticks = Start.LIFETIME;
}
