package basalt.save;

import basalt.storage.access.StoreMerge;

/** The entities that a merge has added to a world. May be kept; it holds heap memory only. */
public final class MergeReport {
    private final StoreMerge merge;

    MergeReport(StoreMerge merge) {
        this.merge = merge;
    }

    /** The number of entities that were added. */
    public int count() {
        return merge.count();
    }

    /**
     * The handle that an entity of the file has got.
     *
     * @param saved its handle in the file, or any long
     * @return its handle in the world; {@link basalt.component.Entity#NULL} if the file has no such entity
     */
    public long handleOf(long saved) {
        return merge.handleOf(saved);
    }
}
