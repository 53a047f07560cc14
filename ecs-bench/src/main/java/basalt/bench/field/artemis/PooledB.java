package basalt.bench.field.artemis;

import com.artemis.PooledComponent;

/** The component that is added and removed, which the world takes back for later. */
public final class PooledB extends PooledComponent {
    public float value;

    @Override
    protected void reset() {
        value = 0;
    }
}
