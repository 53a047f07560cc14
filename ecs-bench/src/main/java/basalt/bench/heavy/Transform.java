package basalt.bench.heavy;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.Length;

/** A 4x4 matrix, row by row. */
public record Transform(@Length(Matrix4.LENGTH) float[] m) {
    public static final Component<Transform> TYPE = Component.of(Transform.class);
    public static final FloatColumn M = TYPE.float32("m", Matrix4.LENGTH);
}
