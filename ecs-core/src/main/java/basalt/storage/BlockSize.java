package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;

import basalt.component.layout.ComponentAreas;

/**
 * The memory of a block: from {@code bytesBelow} before its base to {@code bytesAbove} behind it.
 *
 * @param bytesBelow a multiple of 16384; more than 0 if some row has had a sparse component
 * @param bytesAbove a multiple of 4096; at least the header and the areas of the reserved components
 */
record BlockSize(int bytesBelow, int bytesAbove) {
    static final BlockSize EMPTY = new BlockSize(0, ComponentAreas.process().bytesAbove(ALIVE_ID));

    /** The size of a block for rows with these components. */
    static BlockSize of(int... ids) {
        BlockSize size = EMPTY;
        for (int id : ids) {
            size = size.with(id);
        }
        return size;
    }

    /** This size, enlarged if necessary to hold the area of a component. */
    BlockSize with(int id) {
        ComponentAreas areas = ComponentAreas.process();
        return with(areas.bytesBelow(id), areas.bytesAbove(id));
    }

    /** This size, enlarged if necessary to hold what a block of another size holds. */
    BlockSize with(BlockSize other) {
        return with(other.bytesBelow, other.bytesAbove);
    }

    private BlockSize with(int below, int above) {
        return below <= bytesBelow && above <= bytesAbove
                ? this
                : new BlockSize(Math.max(below, bytesBelow), Math.max(above, bytesAbove));
    }

    /** All bytes. */
    long total() {
        return (long) bytesBelow + bytesAbove;
    }
}
