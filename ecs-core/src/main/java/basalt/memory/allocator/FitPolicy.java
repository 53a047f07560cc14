package basalt.memory.allocator;

import basalt.internal.Friend;
import basalt.memory.block.BlockMaker;

/** Which of the holes that are large enough a {@link Heap} uses for a new block. */
public enum FitPolicy {
    /** The lowest hole. Low addresses stay dense, and high regions become empty and can be given back. */
    FIRST_FIT,

    /** The smallest hole, and the lowest of several. Large holes are kept for large blocks. */
    BEST_FIT;

    static {
        Friend.install(FitPolicy.class, BlockMaker.class, new Friend<>() {
            @Override
            public BlockMaker internal(FitPolicy fitPolicy) {
                return (handles, backing, regionBytes) -> new HeapBlocks(handles, backing, regionBytes, fitPolicy);
            }
        });
    }
}
