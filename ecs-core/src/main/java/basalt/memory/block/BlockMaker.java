package basalt.memory.block;

import basalt.memory.chunk.BackingMemory;
import basalt.memory.handle.Handles;

/** Makes blocks of any size, by one policy of placing them. */
@FunctionalInterface
public interface BlockMaker {
    /**
     * No blocks yet.
     *
     * @param handles of which the blocks get theirs
     * @param backing where the regions come from
     * @param regionBytes how large those are that blocks share
     * @return the blocks
     */
    VariableBlocks make(Handles handles, BackingMemory backing, long regionBytes);
}
