package basalt.bench.field.artemis;

import basalt.bench.field.Start;
import com.artemis.PooledComponent;

/** Lifetime of a particle; pooled; nothing reads it. */
public final class PooledLifetime extends PooledComponent {
    public int ticks = Start.LIFETIME;

    @Override
    protected void reset() {
        ticks = Start.LIFETIME;
    }
}
