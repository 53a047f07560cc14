package basalt.bench.field.artemis;

import com.artemis.PooledComponent;

/** How many ticks a particle has left; pooled. */
public final class PooledHealth extends PooledComponent {
    public int points;

    @Override
    protected void reset() {
        points = 0;
    }
}
