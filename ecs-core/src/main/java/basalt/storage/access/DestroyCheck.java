package basalt.storage.access;

import basalt.component.Component;
import basalt.component.OnTargetDestroy;
import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.relation.RelationIndex;
import java.util.function.LongConsumer;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;

/** Strict mode's check that a system has declared which entities it destroys. */
public final class DestroyCheck {
    private DestroyCheck() {}

    /**
     * Throws unless a system may record the destruction of an entity, and of those that are destroyed with it, with
     * their components. Accepts entities that are not alive.
     */
    public static void check(Store store, AccessCheck access, long entity) {
        if (!store.entities().isAlive(entity)) {
            return;
        }
        LongArrayList all = new LongArrayList();
        LongHashSet known = new LongHashSet();
        LongConsumer add = one -> {
            if (known.add(one)) {
                all.addLong(one);
            }
        };
        add.accept(entity);
        for (int i = 0; i < all.size(); i++) {
            long place = store.entities().require(all.getLong(i));
            check(store, access, Place.base(place), Place.row(place));
            checkSources(store, access, all.getLong(i));
            store.structure().waves().forEachDependent(place, add);
        }
    }

    private static void checkSources(Store store, AccessCheck access, long target) {
        for (RelationIndex relation : store.relations().all()) {
            if (relation.policy() != OnTargetDestroy.KEEP) {
                relation.forEachLinked(
                        target,
                        source -> access.checkChanged(
                                (Component<?>) relation.column().component()));
            }
        }
    }

    private static void check(Store store, AccessCheck access, long base, int row) {
        for (int ids = 0; ids < store.blocks().populatedWords(); ids++) {
            for (long rest = Blocks.populated(base, ids); rest != 0; rest &= rest - 1) {
                int id = (ids << 6) + Long.numberOfTrailingZeros(rest);
                if (store.pools().component(id) != null && Pools.has(base, row, id)) {
                    access.checkDestroyed(store.pools().component(id));
                }
            }
        }
    }
}
