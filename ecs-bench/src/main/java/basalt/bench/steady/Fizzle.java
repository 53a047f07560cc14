package basalt.bench.steady;

import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EventType;
import basalt.component.FloatColumn;

/** An event: the life of a particle has ended. */
record Fizzle(@EntityHandle long spark, float x) {
    static final EventType<Fizzle> TYPE = EventType.of(Fizzle.class);
    static final EntityColumn SPARK = TYPE.entity("spark");
    static final FloatColumn X = TYPE.float32("x");
}
