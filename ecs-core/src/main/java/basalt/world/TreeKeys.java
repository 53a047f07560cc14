package basalt.world;

import basalt.component.Entity;
import basalt.storage.Entities;
import basalt.storage.relation.Trees.LevelOrder;

/** The places of entities in the breadth-first order of a tree. */
record TreeKeys(LevelOrder order) implements RowKeys {
    @Override
    public void begin() {
        order.update();
    }

    @Override
    public long key(long base, int row) {
        return order.rank(Entity.index(Entities.handle(base, row)));
    }
}
