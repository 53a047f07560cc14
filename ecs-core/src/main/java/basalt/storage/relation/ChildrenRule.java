package basalt.storage.relation;

import basalt.component.Entity;
import basalt.component.HasChildrenException;
import basalt.component.OnParentDestroy;
import basalt.component.TreeType;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.change.DestroyRule;
import basalt.storage.change.DestroyWave;
import basalt.storage.change.Structure;
import java.util.function.LongConsumer;

/**
 * What happens to the children of a parent that is destroyed, by the policy of the tree's type; and a child that is
 * destroyed leaves its parent. For the store's thread.
 */
final class ChildrenRule implements DestroyRule {
    private final TreeType type;
    private final Tree tree;
    private final TreeLinks links;
    private final Structure structure;
    private final int childOfId;
    private final int nodeId;

    ChildrenRule(Tree tree, Structure structure) {
        this.tree = tree;
        this.structure = structure;
        type = tree.type();
        links = tree.links();
        childOfId = type.childOf().id();
        nodeId = type.node().id();
    }

    @Override
    public long linked(long base, int word, long rows) {
        return Pools.presentWord(base, word, nodeId) & rows;
    }

    @Override
    public boolean isDependent(DestroyWave wave, long place) {
        long parent = type.onParentDestroy() == OnParentDestroy.DESTROY ? links.parent(place) : Entity.NULL;
        return parent != Entity.NULL && wave.contains(links.node(parent));
    }

    @Override
    public void expand(DestroyWave wave, long place) {
        if (type.onParentDestroy() == OnParentDestroy.DESTROY && links.isNode(place)) {
            for (long child = links.firstChild(place); child != Entity.NULL; ) {
                long childPlace = links.node(child);
                wave.add(childPlace);
                child = links.nextSibling(childPlace);
            }
        }
    }

    @Override
    public void prepare(DestroyWave wave) {
        for (int i = 0; structure.writes().isNeeded() && i < wave.size(); i++) {
            recordUnlinked(wave, wave.place(i));
        }
        for (int i = 0; type.onParentDestroy() != OnParentDestroy.DESTROY && i < wave.size(); i++) {
            prepare(wave, wave.place(i));
        }
    }

    private void recordUnlinked(DestroyWave wave, long place) {
        long parent = links.parent(place);
        if (structure.writes().isNeeded() && parent != Entity.NULL && !wave.contains(links.node(parent))) {
            tree.recordWrites(handle(place), parent, Entity.NULL, Entity.NULL);
        }
    }

    private void prepare(DestroyWave wave, long place) {
        if (!links.isNode(place)) {
            return;
        }
        for (long child = links.firstChild(place); child != Entity.NULL; ) {
            long childPlace = links.node(child);
            if (!wave.contains(childPlace)) {
                if (type.onParentDestroy() == OnParentDestroy.REFUSE) {
                    throw new HasChildrenException(handle(place), links.childCount(place), type.name());
                }
                wave.willRemove(childOfId);
                tree.recordWrites(handle(childPlace), handle(place), Entity.NULL, Entity.NULL);
            }
            child = links.nextSibling(childPlace);
        }
    }

    @Override
    public void release(DestroyWave wave) {
        for (int i = 0; type.onParentDestroy() == OnParentDestroy.DETACH && i < wave.size(); i++) {
            release(wave, wave.place(i));
        }
    }

    private void release(DestroyWave wave, long place) {
        if (!links.isNode(place)) {
            return;
        }
        for (long child = links.firstChild(place); child != Entity.NULL; ) {
            long childPlace = links.node(child);
            long next = links.nextSibling(childPlace);
            if (!wave.contains(childPlace)) {
                tree.detach(child);
            }
            child = next;
        }
    }

    @Override
    public void unlink(DestroyWave wave, long place) {
        tree.linked();
        long parent = links.parent(place);
        if (tree.isAlive(parent)) { // else it was destroyed before, in a circle over trees of several types
            recordUnlinked(wave, place); // again: an observer may have read the record
            tree.unlink(place, parent);
        }
    }

    @Override
    public long above(long place) {
        long parent = links.parent(place);
        return parent == Entity.NULL ? 0 : links.node(parent);
    }

    @Override
    public void unlinkAll(DestroyWave wave) {
        tree.linked();
        int count = type.onParentDestroy() == OnParentDestroy.DESTROY ? wave.uncertain() : wave.size();
        for (int i = 0; i < count; i++) {
            long place = wave.place(i);
            long parent = links.parent(place);
            if (parent != Entity.NULL && !wave.contains(links.node(parent))) {
                tree.unlink(place, parent);
            }
        }
    }

    private static long handle(long place) {
        return Entities.handle(Place.base(place), Place.row(place));
    }

    @Override
    public void forEachDependent(long place, LongConsumer each) {
        if (type.onParentDestroy() == OnParentDestroy.DESTROY && links.isNode(place)) {
            for (long child = links.firstChild(place); child != Entity.NULL; ) {
                each.accept(child);
                child = links.nextSibling(links.node(child));
            }
        }
    }
}
