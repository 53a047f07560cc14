package basalt.memory.block;

/** Creates {@link VariableBlocks} for one fit policy. */
@FunctionalInterface
public interface BlockMaker {
    /** Creates an empty set of blocks. */
    VariableBlocks make(Handles handles, BackingMemory backing, long regionBytes);
}
