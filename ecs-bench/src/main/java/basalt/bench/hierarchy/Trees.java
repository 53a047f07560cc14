package basalt.bench.hierarchy;

/** The same entities and trees, in a world or in arrays. */
interface Trees extends AutoCloseable {
    /** Makes all entities, after what is left is destroyed. */
    void spawn();

    /** Attaches each child, in order, to its parent in a tree that is so many trees behind. */
    void attach(int treesBehind);

    /** Destroys all roots, one by one. */
    void destroyRoots();

    /** Throws unless all entities are in trees, as {@link #attach} made them. */
    void checkAttached(int treesBehind);

    /** Throws unless there are no entities. */
    void checkEmpty();

    @Override
    void close();
}
