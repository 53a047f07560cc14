package basalt.bench.hierarchy;

/** Trees of one size, whose entities follow one another level by level; all but leaves have eight children. */
enum Shape {
    /** 12,500 roots, and 100,000 children. */
    FAMILIES(9, 12_500),
    /** Ten trees of 10,000 entities. */
    TREES(10_000, 10);

    private static final int CHILDREN = 8;

    private final int size;
    private final int trees;

    Shape(int size, int trees) {
        this.size = size;
        this.trees = trees;
    }

    int trees() {
        return trees;
    }

    int entities() {
        return size * trees;
    }

    /** The number of a root. */
    int root(int tree) {
        return tree * size;
    }

    boolean isRoot(int entity) {
        return entity % size == 0;
    }

    /** The number of the parent, in a tree that is so many trees behind. */
    int parent(int entity, int treesBehind) {
        int tree = (entity / size + treesBehind) % trees;
        return root(tree) + (entity % size - 1) / CHILDREN;
    }
}
