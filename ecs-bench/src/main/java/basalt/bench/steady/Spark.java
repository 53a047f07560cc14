package basalt.bench.steady;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** What is left of a particle's life. */
record Spark(float life, float heat) {
    static final Component<Spark> TYPE = Component.of(Spark.class);
    static final FloatColumn LIFE = TYPE.float32("life");
    static final FloatColumn HEAT = TYPE.float32("heat");
}
