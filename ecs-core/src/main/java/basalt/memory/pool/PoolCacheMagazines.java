package basalt.memory.pool;

/** The padding before what a cache writes; the int fills the gap behind the header, where a field of below would go. */
abstract class PoolCachePadding {
    int p00;
    long p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15, p16;
}

/** What a cache writes at each call. */
abstract class PoolCacheState extends PoolCachePadding {
    int loadedFirst;
    int loadedBlocks;
    int previousFirst;
    int previousBlocks;
}

/**
 * The two magazines of a {@link PoolCache}. They are written at each call, so they stand on cache lines of their own,
 * wherever the collector puts the cache: fields of a class lie behind those of the class that it extends.
 *
 * <p>Only the cache's thread writes them; others may read how much is in them, and see old figures.
 */
abstract class PoolCacheMagazines extends PoolCacheState {
    long q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15, q16;
}
