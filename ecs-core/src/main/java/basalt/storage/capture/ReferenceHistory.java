package basalt.storage.capture;

import basalt.component.Component;
import basalt.component.layout.ComponentAreas;
import basalt.storage.BlockImages;
import basalt.storage.Pools;
import basalt.storage.Rows;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/** The references in the states of a {@link RowHistory}: of all components that have a table of references. */
final class ReferenceHistory {
    private final Rows rows;
    private final Pools pools;
    private final BlockImages images;
    private final Set<Class<?>> excluded;
    private final CellTable[] all;
    private final List<ReferenceTable> tables = new ArrayList<>();

    /** An object without tables. */
    ReferenceHistory(Rows rows, BlockImages images, CellTable[] all, Set<Class<?>> excluded) {
        this.rows = rows;
        this.pools = rows.pools();
        this.images = images;
        this.all = all;
        this.excluded = excluded;
    }

    /** Adds the table of a component, if it has references that are in the states. */
    void track(Component<?> component, ChunkChanges.Reader changes) {
        int id = component.id();
        int number = RowHistory.references(id);
        if (pools.hasReferences(id) && all[number] == null && !excluded.contains(component.type())) {
            ReferenceTable table = new ReferenceTable(number, changes, rows.references(), pools.referenceSlots(id));
            changes.track(id);
            tables.add(table);
            all[number] = table;
        }
    }

    /** Copies the chunks that have changed. */
    void copyChanged(Step step, int block, boolean isOther) {
        for (int i = 0; i < tables.size(); i++) {
            ReferenceTable table = tables.get(i);
            int chunks = isOther ? ChunkChanges.ALL : table.changedChunks(block);
            for (int rest = chunks; rest != 0; rest &= rest - 1) {
                int chunk = Integer.numberOfTrailingZeros(rest);
                if (table.differs(block, chunk)) {
                    copy(step, table, block, chunk);
                }
            }
        }
    }

    private void copy(Step step, ReferenceTable table, int block, int chunk) {
        int part = block * ChunkChanges.CHUNKS + chunk;
        if (table.isEmpty(block, chunk)) {
            step.dropCell(all, table.number(), part);
        } else {
            table.copy(block, chunk, step.newCell(all, table.number(), part));
        }
    }

    /** Called before the chunks to restore are found. */
    void forgetChanges() {
        tables.forEach(ReferenceTable::forgetChanges);
    }

    /** Adds the chunks to restore that no step has. */
    void findChanges(int count, BitSet changedBlocks) {
        for (int i = 0; i < tables.size(); i++) {
            ReferenceTable table = tables.get(i);
            for (int block = 0; block < count; block++) {
                boolean isOther = block >= rows.blocks().count() || changedBlocks.get(block);
                table.addChanges(block, isOther ? ChunkChanges.ALL : table.changedChunks(block));
            }
        }
    }

    /** Allocates heap memory for a restoration, after {@link #findChanges}. */
    void prepare(int count) {
        for (int i = 0; i < tables.size(); i++) {
            tables.get(i).prepare(count);
        }
    }

    /**
     * Clears the references that the state does not have, and that no table restores: of blocks that are removed, and
     * of rows that lose a component that is excluded or new. Called before blocks are replaced.
     */
    void clearOthers(int count, BitSet changedBlocks) {
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            if (pools.hasReferences(id)) {
                for (int slot : pools.referenceSlots(id)) {
                    rows.references().truncate(slot, count);
                }
                if (all[RowHistory.references(id)] == null) {
                    clearOthers(id, Math.min(count, rows.blocks().count()), changedBlocks);
                }
            }
        }
    }

    private void clearOthers(int id, int count, BitSet changedBlocks) {
        CellTable presence = all[RowHistory.presence(id)];
        for (int block = 0; block < count; block++) {
            if (changedBlocks.get(block) || images.isReplaced(block)) {
                long entities = all[RowHistory.ENTITIES].cell(block);
                long indices = all[RowHistory.INDICES].cell(block);
                images.clearReferences(block, id, presence == null ? 0 : presence.cell(block), entities, indices);
            }
        }
    }

    /** Restores the chunks that were found. */
    void restoreChanged(int count) {
        for (int i = 0; i < tables.size(); i++) {
            tables.get(i).restoreChanged(count);
        }
    }

    /** Forgets the tables, and the objects in them. */
    void close() {
        tables.clear();
    }
}
