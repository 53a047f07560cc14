package basalt.examples.framework.render;

import basalt.query.Row;

/**
 * Draws points by software: paint has an edge that is half a pixel soft on both sides; light fades from the centre
 * outwards.
 */
final class PointPainter extends Painter {
    PointPainter(HdrImage picture, View view, Appearance look) {
        super(picture, view, look);
    }

    @Override
    void paint(Row row, float size) {
        if (x < 0 || x > picture.width() || y < 0 || y > picture.height()) {
            return; // as OpenGL does with points
        }
        float reach = 0.5f * size + 0.5f;
        float r = light(red) * opacity;
        float g = light(green) * opacity;
        float b = light(blue) * opacity;
        int endX = endPixel(x + reach, picture.width());
        int endY = endPixel(y + reach, picture.height());
        for (int line = firstPixel(y - reach); line < endY; line++) {
            float down = line + 0.5f - y;
            for (int column = firstPixel(x - reach); column < endX; column++) {
                float right = column + 0.5f - x;
                float covered = covered(right * right + down * down, reach);
                if (covered > 0) {
                    picture.add(column, line, hidden(covered * opacity), covered * r, covered * g, covered * b);
                }
            }
        }
    }

    private float covered(float squaredDistance, float reach) {
        if (look.glows()) {
            float fading = Math.max(0, 1 - squaredDistance / (reach * reach));
            return fading * fading;
        }
        return Math.max(0, Math.min(1, reach - (float) Math.sqrt(squaredDistance)));
    }
}
