package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.Rows;

/** Checks that the links of a tree fit together, as those of a saved world may not. O(entities). */
final class TreeCheck {
    private final Rows rows;
    private final TreeType type;
    private final TreeLinks links;
    private long children;
    private long listed;

    TreeCheck(Rows rows, TreeType type) {
        this.rows = rows;
        this.type = type;
        this.links = new TreeLinks(type, rows.entities());
    }

    /** Checks all entities. */
    void run() {
        Blocks blocks = rows.blocks();
        for (int block = 0; block < blocks.count(); block++) {
            long base = blocks.base(block);
            for (int word = 0; Blocks.isPopulated(base, ALIVE_ID) && word < WORDS; word++) {
                check(base, word);
            }
        }
        if (children != listed) {
            throw links.damaged(children + " entities have a parent, and parents have " + listed + " children");
        }
    }

    private void check(long base, int word) {
        long nodes = Pools.presentWord(base, word, type.node().id());
        long withParent = Pools.presentWord(base, word, type.childOf().id());
        if ((withParent & ~nodes) != 0) {
            int row = (word << 6) + Long.numberOfTrailingZeros(withParent & ~nodes);
            throw links.damaged("entity " + name(Place.of(base, row)) + " has "
                    + type.childOf().name() + " only");
        }
        children += Long.bitCount(withParent);
        for (long rest = nodes; rest != 0; rest &= rest - 1) {
            check(Place.of(base, (word << 6) + Long.numberOfTrailingZeros(rest)));
        }
    }

    private void check(long place) {
        long entity = Entities.handle(Place.base(place), Place.row(place));
        if (links.isChild(place)) {
            long parent = links.node(links.parent(place));
            require(links.depth(place) == links.depth(parent) + 1, place, "depth");
        } else {
            require(links.nextSibling(place) == Entity.NULL, place, "nextSibling");
            require(links.previousSibling(place) == Entity.NULL, place, "previousSibling");
        }
        checkChildren(entity, place);
    }

    private void checkChildren(long entity, long place) {
        int count = links.childCount(place);
        require(count >= 0, place, "childCount");
        long previous = Entity.NULL;
        long child = links.firstChild(place);
        for (int i = 0; i < count; i++) {
            require(child != Entity.NULL, place, "childCount");
            long childPlace = links.node(child);
            require(links.parent(childPlace) == entity, childPlace, "parent");
            require(links.previousSibling(childPlace) == previous, childPlace, "previousSibling");
            previous = child;
            child = links.nextSibling(childPlace);
        }
        require(child == Entity.NULL, place, "childCount");
        require(links.lastChild(place) == previous, place, "lastChild");
        listed += count;
    }

    private void require(boolean isRight, long place, String link) {
        if (!isRight) {
            throw links.damaged("the " + link + " of entity " + name(place) + " does not fit the links of others");
        }
    }

    private static String name(long place) {
        return Entity.toString(Entities.handle(Place.base(place), Place.row(place)));
    }
}
