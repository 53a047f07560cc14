package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Entity;
import basalt.component.OnTargetDestroy;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Rows;
import basalt.storage.change.DestroyRule;
import basalt.storage.change.DestroyWave;
import basalt.storage.change.RowSet;
import basalt.storage.change.Structure;
import java.util.function.LongConsumer;

/**
 * What happens to the entities that point at one that is destroyed, by the policy of their relation. They are changed,
 * or added to the wave, in ascending order of rows.
 */
final class RelationRule implements DestroyRule {
    private final RelationIndex index;
    private final OnTargetDestroy policy;
    private final int id;
    private final Blocks blocks;
    private final Entities entities;
    private final Structure structure;

    /**
     * The sources of an entity whose wave grows; later those of the whole wave, which stay. Without memory it has more
     * rows, so what is read from it is checked.
     */
    private final RowSet sources;

    RelationRule(RelationIndex index, Rows rows, Structure structure) {
        this.index = index;
        this.structure = structure;
        policy = index.policy();
        id = index.component().id();
        blocks = rows.blocks();
        entities = rows.entities();
        sources = new RowSet(rows.blockPool().source());
    }

    @Override
    public void update() {
        index.update();
        sources.clear();
        sources.cover(blocks.count());
    }

    @Override
    public long linked(long base, int word, long rows) {
        return index.targets(base, word, rows);
    }

    @Override
    public boolean isDependent(DestroyWave wave, long place) {
        return policy == OnTargetDestroy.DESTROY && pointsInto(wave, place);
    }

    /** Whether an entity points at another one of the wave. */
    private boolean pointsInto(DestroyWave wave, long place) {
        long target = above(place);
        return target != 0 && target != place && wave.contains(target);
    }

    @Override
    public long above(long place) {
        return entities.tryLocate(index.target(place));
    }

    @Override
    public void expand(DestroyWave wave, long place) {
        if (policy != OnTargetDestroy.DESTROY) {
            return;
        }
        long entity = Entities.handle(Place.base(place), Place.row(place));
        if (index.first(entity) < 0) {
            return;
        }
        index.addSources(entity, sources);
        for (int row = next(0); row >= 0; row = next(row + 1)) {
            long source = place(row);
            if (index.target(source) == entity) {
                wave.add(source);
            }
        }
        sources.clear();
    }

    @Override
    public void prepare(DestroyWave wave) {
        for (int i = 0; policy != OnTargetDestroy.DESTROY && i < wave.size(); i++) {
            prepare(wave, wave.place(i));
        }
    }

    private void prepare(DestroyWave wave, long place) {
        long entity = Entities.handle(Place.base(place), Place.row(place));
        for (int source = index.first(entity); source >= 0; source = index.next(source, entity)) {
            long sourcePlace = entities.place(source);
            if (!wave.contains(sourcePlace)) {
                sources.add(Blocks.index(Place.base(sourcePlace)), Place.word(sourcePlace), Place.bit(sourcePlace));
                if (policy == OnTargetDestroy.REMOVE) {
                    wave.willRemove(id);
                }
            }
        }
    }

    @Override
    public void release(DestroyWave wave) {
        if (sources.isEmpty()) {
            return;
        }
        for (int row = next(0); row >= 0; row = next(row + 1)) {
            long source = place(row);
            if (pointsInto(wave, source) && !wave.contains(source)) {
                release(source);
            }
        }
        sources.clear();
    }

    @Override
    public void settle(DestroyWave dead, LongConsumer dying) {
        if (!index.addOrphans(dead, sources)) {
            return;
        }
        for (int row = next(0); row >= 0; row = next(row + 1)) {
            long source = place(row);
            if (index.isOrphan(dead, source)) {
                if (policy == OnTargetDestroy.DESTROY) {
                    dying.accept(Entities.handle(Place.base(source), Place.row(source)));
                } else {
                    release(source);
                }
            }
        }
        sources.clear();
    }

    private void release(long source) {
        long base = Place.base(source);
        int row = Place.row(source);
        if (policy == OnTargetDestroy.REMOVE) {
            structure.remove(base, row, index.component());
        } else {
            ColumnMemory.putLong(base, row, index.column().offset(), Entity.NULL);
            structure.writes().written(Entities.handle(base, row), source, index.component());
        }
    }

    /** The first row of the world in the set at or after a row; negative if there is none. */
    private int next(int from) {
        int row = from & ROW_MASK;
        for (int block = from >>> ROW_BITS; block < blocks.count(); block++) {
            for (int word = sources.nextWord(block, row >>> 6);
                    word < WORDS;
                    word = sources.nextWord(block, word + 1)) {
                long rest = sources.word(block, word) & (word == row >>> 6 ? -1L << row : -1L);
                if (rest != 0) {
                    return (block << ROW_BITS) + (word << 6) + Long.numberOfTrailingZeros(rest);
                }
            }
            row = 0;
        }
        return -1;
    }

    private long place(int row) {
        return Place.of(blocks.base(row >>> ROW_BITS), row & ROW_MASK);
    }

    void close() {
        sources.close();
    }

    long reservedBytes() {
        return sources.reservedBytes();
    }

    @Override
    public void forEachDependent(long place, LongConsumer each) {
        if (policy == OnTargetDestroy.DESTROY) {
            index.forEachLinked(Entities.handle(Place.base(place), Place.row(place)), each);
        }
    }
}
