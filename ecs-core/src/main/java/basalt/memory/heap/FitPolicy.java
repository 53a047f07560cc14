package basalt.memory.heap;

import basalt.friend.Friend;
import basalt.memory.block.BlockMaker;

/** Which hole a {@link Heap} puts a new block into, of those that are large enough. */
public enum FitPolicy {
    /** The lowest one. Low addresses stay dense, and high regions run empty and can be given back. */
    FIRST_FIT,

    /** The smallest one, and the lowest among equals. Large holes are kept for large blocks. */
    BEST_FIT;

    static {
        Friend.install(FitPolicy.class, BlockMaker.class, new Friend<>() {
            @Override
            public BlockMaker inside(FitPolicy fitPolicy) {
                return (handles, backing, regionBytes) -> new HeapBlocks(handles, backing, regionBytes, fitPolicy);
            }
        });
    }
}
