package basalt.examples.framework.render;

/** Checks that a renderer is used on its thread and before it is closed. */
final class Guard {
    static final int MOST_PIXELS = 8_192;

    private final Thread owner = Thread.currentThread();
    private boolean closed;

    /** Requires a size that every renderer supports. */
    static void requireSize(int width, int height) {
        if (width < 1 || width > MOST_PIXELS || height < 1 || height > MOST_PIXELS) {
            throw new IllegalArgumentException(
                    "width and height must be 1 to " + MOST_PIXELS + " pixels: width=" + width + ", height=" + height);
        }
    }

    /** Requires the owner thread, and that the renderer is open. */
    void requireUsable() {
        requireOwner();
        if (closed) {
            throw new IllegalStateException("the renderer was closed; open another one");
        }
    }

    /** Marks the renderer as closed. Returns false if it was closed already. */
    boolean end() {
        requireOwner();
        boolean first = !closed;
        closed = true;
        return first;
    }

    private void requireOwner() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("the renderer belongs to the thread that opened it: owner="
                    + owner.getName() + ", caller=" + Thread.currentThread().getName());
        }
    }
}
