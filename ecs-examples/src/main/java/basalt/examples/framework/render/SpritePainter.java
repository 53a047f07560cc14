package basalt.examples.framework.render;

import basalt.examples.framework.render.Sprite.Level;
import basalt.query.Row;

/** Draws sprites by software: samples the sprite for each pixel that it covers. */
final class SpritePainter extends Painter {
    private static final int ALPHA = 24;

    private final Sprite sprite;

    SpritePainter(HdrImage picture, View view, Appearance look, Sprite sprite) {
        super(picture, view, look);
        this.sprite = sprite;
    }

    @Override
    void paint(Row row, float size) {
        float halfWidth = sprite.halfWidth() * size;
        float halfHeight = sprite.halfHeight() * size;
        float angle = look.angle().get(row);
        float cos = (float) Math.cos(angle);
        float sin = (float) Math.sin(angle);
        float reachX = Math.abs(cos) * halfWidth + Math.abs(sin) * halfHeight;
        float reachY = Math.abs(sin) * halfWidth + Math.abs(cos) * halfHeight;
        Level level = sprite.level(0.5f * sprite.levels().get(0).width() / halfWidth);
        int endX = endPixel(x + reachX, picture.width());
        int endY = endPixel(y + reachY, picture.height());
        for (int line = firstPixel(y - reachY); line < endY; line++) {
            float up = y - line - 0.5f;
            for (int column = firstPixel(x - reachX); column < endX; column++) {
                float right = column + 0.5f - x;
                float u = (right * cos + up * sin) / halfWidth;
                float v = (up * cos - right * sin) / halfHeight;
                if (Math.abs(u) <= 1 && Math.abs(v) <= 1) {
                    put(column, line, level, 0.5f * (1 + u) * level.width(), 0.5f * (1 - v) * level.height());
                }
            }
        }
    }

    private void put(int column, int line, Level level, float across, float down) {
        float alpha = level.sample(ALPHA, across, down);
        if (alpha > 0) {
            float covered = alpha * opacity;
            float r = covered * light(red * level.sample(16, across, down) / alpha);
            float g = covered * light(green * level.sample(8, across, down) / alpha);
            float b = covered * light(blue * level.sample(0, across, down) / alpha);
            picture.add(column, line, hidden(covered), r, g, b);
        }
    }
}
