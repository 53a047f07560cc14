package basalt.bench.field.artemis;

import com.artemis.PooledComponent;

/** The velocity of an entity; pooled. */
public final class PooledMotion extends PooledComponent {
    public float dx;
    public float dy;
    public float dz;

    @Override
    protected void reset() {
        dx = 0;
        dy = 0;
        dz = 0;
    }
}
