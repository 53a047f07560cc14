package basalt.storage.capture;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.component.Component;
import basalt.component.layout.ById;
import basalt.component.layout.ComponentAreas;
import basalt.memory.MemorySource;
import basalt.storage.BlockImages;
import basalt.storage.Rows;
import org.agrona.CloseHelper;

/**
 * A hash of the rows of one world: which entities there are, the components that they have and have disabled, the
 * values of the components, and which entity has which row. It is the same for rows with the same contents, however
 * they came to have them.
 *
 * <p>It is a sum over all chunks of {@value ChunkChanges#CHUNK_ROWS} rows of all components. So only those that have
 * changed are hashed again: chunks in which rows were written, and the presence in blocks whose structure has changed.
 * Rows without a component do not count, nor do generations, free rows, and managed columns.
 *
 * <p>For the store's thread. Must be closed.
 */
public final class RowHash implements AutoCloseable {
    private final Rows rows;
    private final BlockImages images;
    private final ChunkChanges.Reader changes;
    private final LaneHash function;
    private final ById<ComponentHash> components = new ById<>(null);
    private final OrderHash order = new OrderHash();

    private int blocks;

    /** The first version of the structure after the last hash. */
    private long interval;

    /** Begins to record what changes. */
    public RowHash(Rows rows, ChunkChanges changes, MemorySource source) {
        this.rows = rows;
        images = rows.images();
        this.changes = changes.addReader();
        try {
            function = new LaneHash(source);
        } catch (Throwable e) {
            this.changes.close();
            throw e;
        }
    }

    /** Hashes what has changed since the last call. */
    public void update() {
        rows.settle();
        int count = rows.blocks().count();
        prepare(count);
        if (count < blocks) {
            truncate(count);
        }
        for (int block = 0; block < count; block++) {
            if (block >= blocks || changes.isReplaced() || images.hasChanged(block, interval)) {
                updatePresence(block);
                order.update(block, rows.blocks().base(block));
            }
        }
        for (int id = 0; id < components.end(); id++) {
            ComponentHash component = components.get(id);
            if (component != null && component.hasValues() && changes.isAny(id)) {
                updateValues(component, id, count);
            }
        }
        blocks = count;
        interval = images.beginInterval();
        changes.clear();
    }

    private void prepare(int count) {
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            Component<?> component = rows.pools().component(id);
            if (components.get(id) == null && (component != null || id <= DISABLED_ID)) {
                ComponentHash first = new ComponentHash(id, component);
                if (first.hasValues()) {
                    changes.track(id);
                }
                components.set(id, first);
                interval = 0; // its presence in all blocks is new
            }
        }
        changes.read(count);
        order.cover(count);
        for (int id = 0; id < components.end(); id++) {
            if (components.get(id) != null) {
                components.get(id).cover(count);
            }
        }
    }

    private void truncate(int count) {
        order.truncate(count);
        for (int id = 0; id < components.end(); id++) {
            if (components.get(id) != null) {
                components.get(id).truncate(count);
            }
        }
    }

    private void updatePresence(int block) {
        long base = rows.blocks().base(block);
        for (int id = 0; id < components.end(); id++) {
            ComponentHash component = components.get(id);
            if (component != null) {
                int changed = component.updatePresence(block, base, images.isPopulated(block, id));
                if (changed != 0 && component.hasValues()) {
                    changes.add(id, block, changed);
                }
            }
        }
    }

    private void updateValues(ComponentHash component, int id, int count) {
        for (int block = 0; block < count; block++) {
            int chunks = changes.chunks(id, block);
            if (chunks != 0) {
                component.updateValues(block, rows.blocks().base(block), chunks, function);
            }
        }
    }

    /** The hash of all components, after {@link #update}. */
    public long sum() {
        long sum = 0;
        for (int id = 0; id < components.end(); id++) {
            sum += sum(id);
        }
        return sum;
    }

    /**
     * The hash of one component, after {@link #update}. That of "alive" depends also on which entity has which row.
     * Returns 64 bits; 0 if no row has it.
     */
    public long sum(int id) {
        long sum = components.get(id) == null ? 0 : components.get(id).sum();
        return id == ALIVE_ID ? sum + order.sum() : sum;
    }

    /**
     * The hash of the rows that have a component, and of those that have it disabled, after {@link #update}. Returns 64
     * bits; 0 if no row has it.
     */
    public long presence(int id) {
        return components.get(id) == null ? 0 : components.get(id).presenceSum();
    }

    /** The hash of two numbers, in their order. */
    public static long combine(long hash, long value) {
        return LaneHash.mix(LaneHash.mix(hash + 1) + value);
    }

    /** Bytes reserved from the memory source. Returns bytes. */
    public long reservedBytes() {
        return LaneHash.reservedBytes();
    }

    /** Frees the buffer, and ends the recording. */
    @Override
    public void close() {
        CloseHelper.closeAll(function, changes);
    }
}
