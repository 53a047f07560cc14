package basalt.examples.framework.render;

import basalt.examples.framework.program.OutputFile;
import basalt.examples.transform.Affine2D;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Polygon;
import java.awt.RadialGradientPaint;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Arc2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Point2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A picture for small programs, drawn by Java2D: shapes, orbits, trails and lit balls. Coordinates are pixels from the
 * upper left corner, unless a transform leads to them. Needs no display. For one thread at a time.
 */
public final class Sketch {
    private static final int STEPS = 14;
    private static final int FRAME_HUNDREDTHS = 10;
    private static final Polygon ARROW = new Polygon(new int[] {4, -4, -2, -4}, new int[] {0, 3, 0, -3}, 4);
    private static final double TRAIL_DEGREES = 65;
    private static final float DIM = 0.28f;

    private final BufferedImage picture;
    private final Graphics2D graphics;
    private final int background;
    private final List<Point2D> trail = new ArrayList<>();
    private float lightX;
    private float lightY;

    /**
     * Creates a picture.
     *
     * @param width in pixels
     * @param height in pixels
     * @param background its colour, {@code 0xRRGGBB}
     */
    public Sketch(int width, int height, int background) {
        picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        this.background = background;
        graphics = picture.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    }

    /** {@return the picture; later drawing changes it} */
    public BufferedImage picture() {
        return picture;
    }

    /**
     * Begins again with an empty picture.
     *
     * @param stars the number of points of light on it, always at the same places
     */
    public void clear(int stars) {
        graphics.setColor(new Color(background));
        graphics.fillRect(0, 0, picture.getWidth(), picture.getHeight());
        Random random = new Random(1);
        for (int i = 0; i < stars; i++) {
            int light = 0x30 + random.nextInt(0x60);
            graphics.setColor(new Color(light, light, Math.min(255, light + 0x20)));
            graphics.fillRect(random.nextInt(picture.getWidth()), random.nextInt(picture.getHeight()), 1, 1);
        }
    }

    /**
     * Draws a light, for the balls that are drawn from now on.
     *
     * @param at leads to the picture
     * @param radius where its glow ends
     * @param rgb its colour, {@code 0xRRGGBB}
     */
    public void light(Affine2D at, float radius, int rgb) {
        float x = (float) at.tx();
        float y = (float) at.ty();
        lightX = x;
        lightY = y;
        graphics.setPaint(new RadialGradientPaint(
                x, y, radius, new float[] {0, 0.4f, 1}, new Color[] {shade(rgb, 0.5f), shade(rgb, 0.1f), shade(rgb, 0)
                }));
        graphics.fill(disc(x, y, radius));
    }

    /**
     * Draws a ball, bright on the side of the light; one pixel if its radius is less than that.
     *
     * @param at leads to the picture; only its origin matters
     * @param radius in pixels
     * @param rgb its colour, {@code 0xRRGGBB}
     */
    public void ball(Affine2D at, float radius, int rgb) {
        float x = (float) at.tx();
        float y = (float) at.ty();
        float distance = (float) Math.hypot(lightX - x, lightY - y);
        if (radius < 1) {
            graphics.setColor(new Color(rgb));
            graphics.fillRect((int) x, (int) y, 1, 1);
            return;
        }
        if (distance < radius) {
            graphics.setPaint(new Color(rgb));
        } else {
            float towards = 0.6f * radius / distance;
            graphics.setPaint(new RadialGradientPaint(
                    x + (lightX - x) * towards,
                    y + (lightY - y) * towards,
                    1.7f * radius,
                    new float[] {0, 0.45f, 1},
                    new Color[] {mix(rgb, 0xffffff, 0.35f), new Color(rgb), mix(rgb, background, 0.88f)}));
        }
        graphics.fill(disc(x, y, radius));
    }

    /**
     * Draws a circle around the origin as a faint line, with a bright part that fades.
     *
     * @param at leads to the picture
     * @param radius of the circle
     * @param angle where the bright part begins, in radians, from the x axis towards the y axis
     * @param rgb its colour, {@code 0xRRGGBB}
     */
    public void orbit(Affine2D at, float radius, float angle, int rgb) {
        graphics.setStroke(new BasicStroke(1));
        graphics.setColor(mix(background, rgb, DIM));
        graphics.draw(awt(at).createTransformedShape(disc(0, 0, radius)));
        double step = -TRAIL_DEGREES / STEPS;
        for (int i = 0; i < STEPS; i++) {
            graphics.setStroke(stroke(0.8f + fade(i)));
            graphics.setColor(mix(background, rgb, DIM + (1 - DIM) * fade(i)));
            Arc2D arc = new Arc2D.Double(
                    -radius, -radius, 2 * radius, 2 * radius, Math.toDegrees(-angle) + i * step, step, Arc2D.OPEN);
            graphics.draw(awt(at).createTransformedShape(arc));
        }
    }

    private static float fade(int step) {
        float left = 1 - (float) step / STEPS;
        return left * left;
    }

    /**
     * Draws a line through those places where it was called before, and this one; it fades towards the first. For one
     * moving thing in the picture.
     *
     * @param at leads to the picture; only its origin matters
     * @param most the number of places that are kept
     * @param rgb its colour, {@code 0xRRGGBB}
     */
    public void trail(Affine2D at, int most, int rgb) {
        trail.add(new Point2D.Double(at.tx(), at.ty()));
        trail.subList(0, Math.max(0, trail.size() - most)).clear();
        graphics.setStroke(stroke(1.3f));
        for (int i = 1; i < trail.size(); i++) {
            graphics.setColor(mix(background, rgb, 0.9f * i / trail.size()));
            graphics.draw(new Line2D.Float(trail.get(i - 1), trail.get(i)));
        }
    }

    /**
     * Draws a line.
     *
     * @param at leads to the picture
     * @param toX x of its end; it begins at the origin
     * @param width in pixels
     * @param rgb its colour, {@code 0xRRGGBB}
     */
    public void line(Affine2D at, float toX, float width, int rgb) {
        graphics.setStroke(stroke(width));
        graphics.setColor(new Color(rgb));
        graphics.draw(awt(at).createTransformedShape(new Line2D.Float(0, 0, toX, 0)));
    }

    /**
     * Draws an arrowhead that points along x.
     *
     * @param at leads to the picture
     * @param length from its middle to its point
     * @param rgb its colour, {@code 0xRRGGBB}
     */
    public void arrow(Affine2D at, float length, int rgb) {
        AffineTransform transform = awt(at);
        transform.scale(length / 4, length / 4);
        graphics.setColor(new Color(rgb));
        graphics.fill(transform.createTransformedShape(ARROW));
    }

    private static AffineTransform awt(Affine2D at) {
        return new AffineTransform(at.a(), at.b(), at.c(), at.d(), at.tx(), at.ty());
    }

    /**
     * Draws a film, and writes it as {@code name.gif}, and its last frame as {@code name.png}.
     *
     * @param folder where to
     * @param name of the files
     * @param frames how many, ten a second
     * @param frame draws the next one
     * @throws IOException if a file cannot be written
     */
    public void film(Path folder, String name, int frames, Runnable frame) throws IOException {
        try (GifFile film = new GifFile(folder.resolve(name + ".gif"), FRAME_HUNDREDTHS)) {
            for (int i = 0; i < frames; i++) {
                frame.run();
                film.add(picture);
            }
            film.complete();
        }
        OutputFile.writePng(picture, folder.resolve(name + ".png"));
    }

    private static Shape disc(float x, float y, float radius) {
        return new Ellipse2D.Float(x - radius, y - radius, 2 * radius, 2 * radius);
    }

    private static BasicStroke stroke(float width) {
        return new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    }

    private static Color shade(int rgb, float opacity) {
        return new Color(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, (int) (255 * opacity + 0.5f));
    }

    /** A colour between two; 0 is the first. */
    private static Color mix(int from, int to, float share) {
        int mixed = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            float value = (from >> shift & 255) * (1 - share) + (to >> shift & 255) * share;
            mixed |= (int) (value + 0.5f) << shift;
        }
        return new Color(mixed);
    }
}
