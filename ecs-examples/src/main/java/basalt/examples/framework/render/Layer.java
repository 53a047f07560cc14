package basalt.examples.framework.render;

import basalt.component.FloatColumn;
import basalt.query.Query;

/**
 * Points or sprites, one per row of a query, drawn in ascending order of rows.
 *
 * <pre>{@code
 * Layer sparks = Layer.points(particles, Position.X, Position.Y)
 *         .size(0.1f)
 *         .colour(Tint.RED, Tint.GREEN, Tint.BLUE)
 *         .opacity(Glow.BRIGHTNESS)
 *         .glowing(0.5f)
 *         .build();
 * }</pre>
 *
 * <p>A layer is only a declaration; it holds no rows. Like its query, it is used on the world's thread. A kernel of the
 * query draws it, so drawing marks the query's components as changed for queries with a change filter.
 */
public final class Layer {
    private final Query query;
    private final Sprite sprite;
    private final Appearance look;

    Layer(Query query, Sprite sprite, Appearance look) {
        this.query = query;
        this.sprite = sprite;
        this.look = look;
    }

    /**
     * Declares round points. A point is drawn if its centre is in the picture. Every machine supports points of 64
     * pixels, most support larger ones.
     *
     * @param query the query whose rows are drawn
     * @param x column of the centre, in world units
     * @param y column of the centre, in world units
     * @return a builder; by default the points are white and 1 world unit wide
     * @throws IllegalArgumentException if the query does not require the columns, or they are vectors
     */
    public static LayerBuilder points(Query query, FloatColumn x, FloatColumn y) {
        return new LayerBuilder(query, null, x, y);
    }

    /**
     * Declares sprites.
     *
     * @param query the query whose rows are drawn
     * @param x column of the centre, in world units
     * @param y column of the centre, in world units
     * @param sprite the image
     * @return a builder; by default the sprites have their own colours, are upright, and their longer side is 1 world
     *     unit
     * @throws IllegalArgumentException if the query does not require the columns, or they are vectors; if
     *     there is no sprite
     */
    public static LayerBuilder sprites(Query query, FloatColumn x, FloatColumn y, Sprite sprite) {
        if (sprite == null) {
            throw new IllegalArgumentException("sprite must not be null; draw points without one");
        }
        return new LayerBuilder(query, sprite, x, y);
    }

    Query query() {
        return query;
    }

    /** The image; null for points. */
    Sprite sprite() {
        return sprite;
    }

    Appearance look() {
        return look;
    }

    /** The light that a colour of 1 adds in this frame. */
    float glow() {
        return look.glow(query.count());
    }
}
