package basalt.bench.steady;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** The remaining life of a particle. */
record Spark(float life, float heat) {
    static final Component<Spark> TYPE = Component.of(Spark.class);
    static final FloatColumn LIFE = TYPE.float32("life");
    static final FloatColumn HEAT = TYPE.float32("heat");
}
