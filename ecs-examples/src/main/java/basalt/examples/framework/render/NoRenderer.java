package basalt.examples.framework.render;

import java.awt.image.BufferedImage;

/** Draws nothing, so a program runs the simulation only. */
final class NoRenderer implements Renderer {
    private final Guard guard = new Guard();
    private final Overlay overlay = new Overlay();
    private final Controls controls = new Controls();
    private final int width;
    private final int height;

    NoRenderer(int width, int height) {
        Guard.requireSize(width, height);
        this.width = width;
        this.height = height;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        return height;
    }

    @Override
    public void draw() {
        guard.requireUsable();
    }

    @Override
    public BufferedImage picture() {
        guard.requireUsable();
        throw new IllegalStateException("nothing is drawn with --renderer none; use egl or java2d for a picture");
    }

    @Override
    public Overlay overlay() {
        return overlay;
    }

    @Override
    public Controls controls() {
        return controls;
    }

    @Override
    public void close() {
        guard.end();
    }
}
