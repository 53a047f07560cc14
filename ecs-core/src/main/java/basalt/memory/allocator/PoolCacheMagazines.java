package basalt.memory.allocator;

/**
 * The padding before the fields that a cache writes. The int fills the gap behind the object header, where a field of a
 * subclass could be placed.
 */
abstract class PoolCachePadding {
    int p00;
    long p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15, p16;
}

/** The fields that a cache writes at each call. */
abstract class PoolCacheState extends PoolCachePadding {
    int loadedFirst;
    int loadedBlocks;
    int previousFirst;
    int previousBlocks;
}

/**
 * The two magazines of a {@link PoolCache}. They are written at each call, so padding keeps them on their own cache
 * lines, at any object address: the fields of a class are placed behind those of its superclass.
 *
 * <p>Only the cache's thread writes them; other threads may read the counts and see old values.
 */
abstract class PoolCacheMagazines extends PoolCacheState {
    long q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15, q16;
}
