package basalt.bench.field.artemis;

import com.artemis.PooledComponent;

/** How many ticks a particle has left, which the world takes back for later. */
public final class PooledHealth extends PooledComponent {
    public int points;

    @Override
    protected void reset() {
        points = 0;
    }
}
