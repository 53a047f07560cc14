package basalt.examples.framework.render;

import basalt.component.FloatColumn;
import basalt.query.Row;

/**
 * A number that each point or sprite has.
 *
 * @param column where it comes from; null if all have the same
 * @param value what all have if there is no column
 */
record Channel(FloatColumn column, float value) {
    static Channel of(float value) {
        return new Channel(null, value);
    }

    static Channel of(FloatColumn column) {
        return new Channel(column, 0);
    }

    float get(Row row) {
        return column == null ? value : row.get(column);
    }
}
