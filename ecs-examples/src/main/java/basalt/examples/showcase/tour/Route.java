package basalt.examples.showcase.tour;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;

/**
 * Where a walker goes, and has been. Actors without a route follow the crowd.
 *
 * @param x the middle of the next cell, in cells of the map
 * @param y likewise
 * @param step how many cells of the path were set off for
 * @param path from {@link PathSearch}, the whole way; 0 while the walker waits for one
 * @param journal from {@link Journals}
 */
record Route(float x, float y, int step, long path, long journal) {
    static final Component<Route> TYPE = Component.of(Route.class);
    static final FloatColumn X = TYPE.float32("x");
    static final FloatColumn Y = TYPE.float32("y");
    static final IntColumn STEP = TYPE.int32("step");
    static final LongColumn PATH = TYPE.int64("path");
    static final LongColumn JOURNAL = TYPE.int64("journal");
}
