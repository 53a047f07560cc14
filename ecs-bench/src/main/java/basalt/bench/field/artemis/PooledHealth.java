package basalt.bench.field.artemis;

import com.artemis.PooledComponent;

/** Remaining ticks of a particle; pooled. */
public final class PooledHealth extends PooledComponent {
    public int points;

    @Override
    protected void reset() {
        points = 0;
    }
}
