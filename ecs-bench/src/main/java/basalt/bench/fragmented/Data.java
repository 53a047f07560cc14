package basalt.bench.fragmented;

import basalt.component.Component;
import basalt.component.FloatColumn;

/** What every fragment has, and what the benchmark changes. */
record Data(float value) {
    static final Component<Data> TYPE = Component.of(Data.class);
    static final FloatColumn VALUE = TYPE.float32("value");
}
