package basalt.examples.framework.render;

import basalt.query.Row;
import basalt.query.RowBody;

/** Draws the rows of a layer by software. Base of the painters of points and sprites. */
abstract class Painter implements RowBody {
    private static final int WHITE = 0xffffffff;

    final HdrImage picture;
    final Appearance look;
    final float scale;

    /** The light that a colour of 1 adds in this frame. */
    private float glow;

    /** The current row: its centre in pixels from the upper left corner, and its paint. */
    float x;

    float y;
    float red;
    float green;
    float blue;
    float opacity;

    private final View view;

    Painter(HdrImage picture, View view, Appearance look) {
        this.picture = picture;
        this.view = view;
        this.look = look;
        scale = view.scale(picture.height());
    }

    static Painter of(HdrImage picture, View view, Layer layer) {
        return layer.sprite() == null
                ? new PointPainter(picture, view, layer.look())
                : new SpritePainter(picture, view, layer.look(), layer.sprite());
    }

    /** Begins a frame of a layer. */
    final void begin(Layer layer) {
        glow = layer.glow();
    }

    @Override
    public final void accept(Row row) {
        x = (look.x().get(row) - view.centreX()) * scale + 0.5f * picture.width();
        y = 0.5f * picture.height() - (look.y().get(row) - view.centreY()) * scale;
        int argb = look.argb() == null ? WHITE : row.get(look.argb());
        opacity = look.opacity().get(row) * (argb >>> 24) / 255f;
        red = look.red().get(row) * (argb >> 16 & 255) / 255f;
        green = look.green().get(row) * (argb >> 8 & 255) / 255f;
        blue = look.blue().get(row) * (argb & 255) / 255f;
        float size = look.size().get(row) * scale;
        if (!look.glows()) {
            opacity = Math.min(1, opacity);
        }
        if (size > 0 && opacity > 0 && x == x && y == y) { // NaN is not drawn
            paint(row, size);
        }
    }

    /** Draws the current row. The size is in pixels. */
    abstract void paint(Row row, float size);

    /** The light of a colour, 0 to 1. */
    final float light(float colour) {
        return look.glows() ? Math.max(0, colour) * glow : ToneMapping.toLight(colour);
    }

    /** How much a pixel is darkened if this part of it is covered. */
    final float hidden(float covered) {
        return look.glows() ? 0 : Math.min(1, covered);
    }

    /** First pixel whose centre lies at or after a coordinate. */
    static int firstPixel(float from) {
        return (int) Math.max(0, Math.ceil(from - 0.5f));
    }

    /** The pixel after the last one whose centre lies at or before a coordinate, in a picture of this length. */
    static int endPixel(float to, int length) {
        return (int) Math.min(length, Math.floor(to - 0.5f) + 1);
    }
}
