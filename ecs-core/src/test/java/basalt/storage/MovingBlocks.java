package basalt.storage;

/** While this is open, a block moves whenever a component first appears in it. */
public final class MovingBlocks implements AutoCloseable {
    /** Whether blocks move in all tests of this JVM ({@code -Dbasalt.test.moving=true}). */
    public static final boolean ALWAYS = Blocks.movesOften;

    public MovingBlocks() {
        Blocks.movesOften = true;
    }

    @Override
    public void close() {
        Blocks.movesOften = ALWAYS;
    }
}
