package basalt.examples.framework.render;

import basalt.component.Column;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.query.Query;

/** Declares the appearance of the points or sprites of a {@link Layer}. The query must require every column. */
public final class LayerBuilder {
    private final Query query;
    private final Sprite sprite;
    private final Channel x;
    private final Channel y;
    private Channel size = Channel.of(1);
    private Channel angle = Channel.of(0);
    private Channel red = Channel.of(1);
    private Channel green = Channel.of(1);
    private Channel blue = Channel.of(1);
    private Channel opacity = Channel.of(1);
    private IntColumn argb;
    private float glow;
    private float glowOfAll = Float.POSITIVE_INFINITY;

    LayerBuilder(Query query, Sprite sprite, FloatColumn x, FloatColumn y) {
        if (query == null) {
            throw new IllegalArgumentException("query must not be null");
        }
        this.query = query;
        this.sprite = sprite;
        this.x = channel(x);
        this.y = channel(y);
    }

    /**
     * Sets one size for all.
     *
     * @param units diameter of a point, longer side of a sprite, in world units
     * @return this
     * @throws IllegalArgumentException if the size is not positive
     */
    public LayerBuilder size(float units) {
        requirePositive("size", units);
        size = Channel.of(units);
        return this;
    }

    /**
     * Takes the size from a column. Rows with a size of 0 or less are not drawn.
     *
     * @param column diameter of a point, longer side of a sprite, in world units
     * @return this
     * @throws IllegalArgumentException if the query does not require the column, or it is a vector
     */
    public LayerBuilder size(FloatColumn column) {
        size = channel(column);
        return this;
    }

    /**
     * Takes the rotation of sprites from a column.
     *
     * @param column angle in radians, anticlockwise
     * @return this
     * @throws IllegalArgumentException if the query does not require the column, or it is a vector
     * @throws IllegalStateException if the layer has points, which are round
     */
    public LayerBuilder angle(FloatColumn column) {
        if (sprite == null) {
            throw new IllegalStateException("points are round and cannot be turned; use sprites");
        }
        angle = channel(column);
        return this;
    }

    /**
     * Sets one colour for all; a sprite's own colours are multiplied by it.
     *
     * @param rgb {@code 0xRRGGBB}
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public LayerBuilder colour(int rgb) {
        requireRgb(rgb);
        red = Channel.of((rgb >> 16) / 255f);
        green = Channel.of((rgb >> 8 & 255) / 255f);
        blue = Channel.of((rgb & 255) / 255f);
        return this;
    }

    /**
     * Takes the colour from three columns; a sprite's own colours are multiplied by it.
     *
     * @param reds 0 to 1
     * @param greens 0 to 1
     * @param blues 0 to 1
     * @return this
     * @throws IllegalArgumentException if the query does not require a column, or one is a vector
     */
    public LayerBuilder colour(FloatColumn reds, FloatColumn greens, FloatColumn blues) {
        red = channel(reds);
        green = channel(greens);
        blue = channel(blues);
        return this;
    }

    /**
     * Takes colour and opacity from one column. Other colours and opacities are multiplied by it.
     *
     * @param column {@code 0xAARRGGBB}
     * @return this
     * @throws IllegalArgumentException if the query does not require the column, or it is a vector
     */
    public LayerBuilder colour(IntColumn column) {
        require(column);
        argb = column;
        return this;
    }

    /**
     * Takes the opacity from a column: how much a row hides of what is behind it, or how strongly it glows.
     *
     * @param column 0 to 1
     * @return this
     * @throws IllegalArgumentException if the query does not require the column, or it is a vector
     */
    public LayerBuilder opacity(FloatColumn column) {
        opacity = channel(column);
        return this;
    }

    /**
     * Draws all as light, which adds up, instead of as paint, which covers what is behind it. Points get soft edges.
     *
     * @param light brightness; with 1, a single spot of a pure colour reaches four fifths of the full brightness
     * @return this
     * @throws IllegalArgumentException if the light is not positive
     */
    public LayerBuilder glowing(float light) {
        requirePositive("light", light);
        glow = light;
        glowOfAll = Float.POSITIVE_INFINITY;
        return this;
    }

    /**
     * Draws all as light with a limited sum: the more rows there are in a frame, the fainter each becomes.
     *
     * @param light largest brightness of one row
     * @param lightOfAll largest brightness of all rows together
     * @return this
     * @throws IllegalArgumentException if one of them is not positive
     */
    public LayerBuilder glowing(float light, float lightOfAll) {
        requirePositive("lightOfAll", lightOfAll);
        glowing(light);
        glowOfAll = lightOfAll;
        return this;
    }

    /**
     * Builds the layer.
     *
     * @return the layer
     */
    public Layer build() {
        return new Layer(
                query, sprite, new Appearance(x, y, size, angle, red, green, blue, opacity, argb, glow, glowOfAll));
    }

    private Channel channel(FloatColumn column) {
        require(column);
        return Channel.of(column);
    }

    private void require(Column column) {
        if (column == null) {
            throw new IllegalArgumentException("column must not be null");
        }
        if (column.length() != 1) {
            throw new IllegalArgumentException("column must be a scalar: column=" + column);
        }
        boolean present = query.components().contains(column.component())
                && query.selectors().contains(column.component());
        if (!present) {
            throw new IllegalArgumentException("the query must require the column's component, by all(): column="
                    + column.field() + " of " + column.component());
        }
    }

    static void requireRgb(int rgb) {
        if (rgb >>> 24 != 0) {
            throw new IllegalArgumentException("colour must be 0xRRGGBB: colour=0x" + Integer.toHexString(rgb));
        }
    }

    private static void requirePositive(String name, float value) {
        if (!(value > 0) || !Float.isFinite(value)) {
            throw new IllegalArgumentException(name + " must be > 0 and finite: " + name + "=" + value);
        }
    }
}
