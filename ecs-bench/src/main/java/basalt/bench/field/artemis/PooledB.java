package basalt.bench.field.artemis;

import com.artemis.PooledComponent;

/** The component that is added and removed; pooled. */
public final class PooledB extends PooledComponent {
    public float value;

    @Override
    protected void reset() {
        value = 0;
    }
}
