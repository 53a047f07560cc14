package basalt.bench.fragmented;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** The common component, which the benchmark changes. */
public record Data(float value) {
    public static final Component<Data> TYPE = Component.of(Data.class);
    public static final FloatColumn VALUE = TYPE.float32("value");
}
