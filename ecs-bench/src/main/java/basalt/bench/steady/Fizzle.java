package basalt.bench.steady;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.FloatColumn;

/** Event: a particle has come to its end. */
record Fizzle(@EntityHandle long spark, float x) {
    static final Component<Fizzle> TYPE =
            Component.builder(Fizzle.class).sparse().build();
    static final EntityColumn SPARK = TYPE.entity("spark");
    static final FloatColumn X = TYPE.float32("x");
}
