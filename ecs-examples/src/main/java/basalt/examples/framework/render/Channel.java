package basalt.examples.framework.render;

import basalt.component.FloatColumn;
import basalt.query.Row;

/**
 * A property of points or sprites: one value per row, or the same value for all.
 *
 * @param column column of the values; null if all rows have the same value
 * @param value the value of all rows if there is no column
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
