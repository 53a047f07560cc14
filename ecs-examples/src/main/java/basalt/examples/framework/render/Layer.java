package basalt.examples.framework.render;

import basalt.component.Column;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.query.Query;
import basalt.query.Row;
import java.util.List;

/**
 * Round points, one per row of a query, drawn in ascending order of rows. A point is drawn if its centre is in the
 * picture. Every machine supports points of 64 pixels, most support larger ones.
 *
 * <pre>{@code
 * Layer sparks = Layer.points(particles, Position.X, Position.Y)
 *         .size(0.1f)
 *         .colour(Tint.RED, Tint.GREEN, Tint.BLUE)
 *         .opacity(Glow.BRIGHTNESS)
 *         .glowing(1, 12_000);
 * }</pre>
 *
 * <p>A layer is only a declaration; it holds no rows. Like its query, which must require every column, it is used on
 * the world's thread. A kernel of the query draws it, so drawing marks the query's components as changed for queries
 * with a change filter.
 */
public final class Layer {
    private final Query query;
    private final Channel x;
    private final Channel y;
    private float size = 1;
    private Channel red = new Channel(null, 1);
    private Channel green = red;
    private Channel blue = red;
    private Channel opacity = red;
    private IntColumn argb;
    private float glow;
    private float glowOfAll = Float.POSITIVE_INFINITY;

    /** A property of points: the value of a column, or the same value for all if the column is null. */
    record Channel(FloatColumn column, float value) {
        float get(Row row) {
            return column == null ? value : row.get(column);
        }
    }

    private Layer(Query query, FloatColumn x, FloatColumn y) {
        this.query = query;
        this.x = channel(x);
        this.y = channel(y);
    }

    /**
     * Declares points.
     *
     * @param query the query whose rows are drawn
     * @param x column of the centre, in world units
     * @param y column of the centre, in world units
     * @return a layer of points that are white and 1 world unit wide
     * @throws IllegalArgumentException if the query does not require the columns, or they are vectors
     */
    public static Layer points(Query query, FloatColumn x, FloatColumn y) {
        return new Layer(query, x, y);
    }

    /**
     * Sets the size of all.
     *
     * @param units diameter of a point, in world units
     * @return this
     */
    public Layer size(float units) {
        size = units;
        return this;
    }

    /**
     * Sets one colour for all.
     *
     * @param rgb {@code 0xRRGGBB}
     * @return this
     */
    public Layer colour(int rgb) {
        red = new Channel(null, (rgb >> 16 & 255) / 255f);
        green = new Channel(null, (rgb >> 8 & 255) / 255f);
        blue = new Channel(null, (rgb & 255) / 255f);
        return this;
    }

    /**
     * Takes the colour from three columns, each from 0 to 1.
     *
     * @param reds red
     * @param greens green
     * @param blues blue
     * @return this
     * @throws IllegalArgumentException if the query does not require a column, or one is a vector
     */
    public Layer colour(FloatColumn reds, FloatColumn greens, FloatColumn blues) {
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
    public Layer colour(IntColumn column) {
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
    public Layer opacity(FloatColumn column) {
        opacity = channel(column);
        return this;
    }

    /**
     * Draws all as light, which adds up, instead of as paint, which covers what is behind it, with soft edges. The more
     * rows there are in a frame, the fainter each becomes.
     *
     * @param light largest brightness of one row; with 1, a single spot of a pure colour reaches four fifths of the
     *     full brightness
     * @param lightOfAll largest brightness of all rows together; can be infinite
     * @return this
     */
    public Layer glowing(float light, float lightOfAll) {
        glow = light;
        glowOfAll = lightOfAll;
        return this;
    }

    Query query() {
        return query;
    }

    /** In world units. */
    float size() {
        return size;
    }

    /** The channels x, y, red, green, blue and opacity. */
    List<Channel> channels() {
        return List.of(x, y, red, green, blue, opacity);
    }

    /** A colour and an opacity by which the others are multiplied; null for white. */
    IntColumn argb() {
        return argb;
    }

    /** Whether it is light, not paint. */
    boolean glows() {
        return glow > 0;
    }

    /** The light that a colour of 1 adds in this frame. */
    float glow() {
        return Math.min(glow, glowOfAll / Math.max(1, query.count()));
    }

    private Channel channel(FloatColumn column) {
        require(column);
        return new Channel(column, 0);
    }

    private void require(Column column) {
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
}
