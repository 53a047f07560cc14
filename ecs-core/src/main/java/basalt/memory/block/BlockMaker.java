package basalt.memory.block;

/** Creates {@link VariableBlocks} for one fit policy. */
@FunctionalInterface
public interface BlockMaker {
    /**
     * Creates an empty set of blocks.
     *
     * @param handles the table that the blocks' handles come from
     * @param backing the memory that regions are taken from
     * @param regionBytes the size of a shared region
     * @return the blocks
     */
    VariableBlocks make(Handles handles, BackingMemory backing, long regionBytes);
}
