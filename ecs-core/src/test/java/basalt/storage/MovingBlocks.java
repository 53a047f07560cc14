package basalt.storage;

/** While this is open, a block moves whenever a component first appears in it, or never moves for that reason. */
public final class MovingBlocks implements AutoCloseable {
    /** Whether blocks move in all tests of this JVM ({@code -Dbasalt.test.moving=true}). */
    public static final boolean ALWAYS = Blocks.movesOften;

    public MovingBlocks(boolean on) {
        Blocks.movesOften = on;
    }

    /** Runs a body while a block moves whenever a component first appears in it. */
    public static void during(Runnable body) {
        MovingBlocks moving = new MovingBlocks(true);
        try {
            body.run();
        } finally {
            moving.close();
        }
    }

    @Override
    public void close() {
        Blocks.movesOften = ALWAYS;
    }
}
