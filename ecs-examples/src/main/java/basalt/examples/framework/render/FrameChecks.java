package basalt.examples.framework.render;

import java.awt.image.BufferedImage;

/** Checks that all film files share. */
final class FrameChecks {
    private FrameChecks() {}

    static void requireOpen(boolean closed) {
        if (closed) {
            throw new IllegalStateException("the film was closed; begin another one");
        }
    }

    /** Requires that a film is open, and that a frame has the size of another frame, which may be null. */
    static void require(boolean closed, BufferedImage other, BufferedImage frame) {
        requireOpen(closed);
        if (other != null && (other.getWidth() != frame.getWidth() || other.getHeight() != frame.getHeight())) {
            throw new IllegalArgumentException("all frames of a film must be equally large: " + frame.getWidth() + " x "
                    + frame.getHeight() + " after " + other.getWidth() + " x " + other.getHeight());
        }
    }
}
