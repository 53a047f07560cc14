package basalt.bench.field.artemis;

import com.artemis.PooledComponent;

/** The position of an entity; pooled. */
public final class PooledPlace extends PooledComponent {
    public float x;
    public float y;
    public float z;

    @Override
    protected void reset() {
        x = 0;
        y = 0;
        z = 0;
    }
}
