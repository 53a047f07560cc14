package basalt.examples.showcase.tour;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;

/**
 * The path and journal of a walker. Actors without a route follow the flow field.
 *
 * @param x x of the centre of the next cell, in cells of the map
 * @param y y of the centre of the next cell, in cells of the map
 * @param step number of cells of the path that were begun
 * @param path handle of the path from {@link PathSearch}; 0 while the walker waits for one
 * @param journal handle of the journal from {@link Journals}
 */
record Route(float x, float y, int step, long path, long journal) {
    static final Component<Route> TYPE = Component.of(Route.class);
    static final FloatColumn X = TYPE.float32("x");
    static final FloatColumn Y = TYPE.float32("y");
    static final IntColumn STEP = TYPE.int32("step");
    static final LongColumn PATH = TYPE.int64("path");
    static final LongColumn JOURNAL = TYPE.int64("journal");
}
