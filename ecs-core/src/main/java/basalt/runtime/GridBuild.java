package basalt.runtime;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.storage.space.CellTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Builds the tables of a grid's layers from the present positions of the matching rows. A schedule splits the rows of
 * each layer into parts. The steps of {@link CellTable} are the phases of the run: the first and the last one are a
 * piece each, the others a piece for each part. Points are in the same order for any number of parts.
 */
public final class GridBuild extends KernelWork {
    static final int LAST_STEP = 5;

    /** A layer with so many times fewer points than the largest one is one part: each part has all buckets. */
    private static final int FEW = 4;

    private final Object grid;
    private final List<Layer> layers = new ArrayList<>();

    /** Those of a run at once. */
    private MatchedRows[] matches = {};

    /** Makes the exception for a row with a coordinate that is not finite. */
    public interface NotFinite {
        RuntimeException at(long base, int row);
    }

    private record Layer(RowQuery query, CellTable table, NotFinite error) {}

    /**
     * Without layers yet.
     *
     * @param grid what the schedule knows the grid by
     * @param columns the positions
     */
    public GridBuild(RowQuery query, Object grid, Set<?> columns) {
        super(query, null, () -> new Touched(columns, Set.of(), List.of()), new CapturedState());
        this.grid = grid;
    }

    public void add(RowQuery query, CellTable table, NotFinite error) {
        layers.add(new Layer(query, table, error));
    }

    /** The points of a layer, of which there are those that were added. */
    public CellTable table(int layer) {
        return layers.get(layer).table;
    }

    /** If it throws while it builds, all layers are empty. */
    @Override
    public void run() {
        requireNoLoop();
        IterationContext here = query.context();
        int outside = here.iterations();
        try {
            matches = open(here.open(query.filter()), matches);
            run(matches);
        } catch (Throwable e) {
            clear();
            throw e;
        } finally {
            here.endTo(outside);
        }
    }

    private void requireNoLoop() {
        for (int i = 0; i < layers.size(); i++) {
            if (layers.get(i).table.isInLoop()) {
                throw new IllegalStateException("rebuild() was called while a kernel runs over neighbours of the grid;"
                        + " call it before, or afterwards");
            }
        }
    }

    /**
     * Opens the matching rows of all layers but the first one, in their order.
     *
     * @param first those of the first one
     * @param before an array that is returned if it has the right length
     */
    MatchedRows[] open(MatchedRows first, MatchedRows[] before) {
        MatchedRows[] rows = before.length == layers.size() ? before : new MatchedRows[layers.size()];
        rows[0] = first;
        for (int i = 1; i < rows.length; i++) {
            RowQuery layer = layers.get(i).query;
            rows[i] = layer.context().open(layer.filter());
        }
        return rows;
    }

    /** Makes all layers empty. */
    void clear() {
        for (int i = 0; i < layers.size(); i++) {
            layers.get(i).table.clear();
        }
    }

    /** Does all steps, in one part. */
    void run(MatchedRows[] rows) {
        for (int step = 0; step <= LAST_STEP; step++) {
            run(step, rows, 0, 1);
        }
    }

    /** Does a step of one of so many parts of each layer. */
    void run(int step, MatchedRows[] rows, int part, int parts) {
        int most = 0;
        for (int i = 0; step == 0 && i < rows.length; i++) {
            most = Math.max(most, rows[i].countRows());
        }
        for (int i = 0; i < rows.length; i++) {
            Layer layer = layers.get(i);
            CellTable table = layer.table;
            if (step > 0 && step < LAST_STEP && part >= table.parts()) {
                continue;
            }
            switch (step) {
                case 0 -> {
                    int count = rows[i].countRows();
                    table.begin(count, most, count < most / FEW ? 1 : parts);
                }
                case 1 -> {
                    table.beginPart(part);
                    visit(layer, rows[i], part, false);
                    table.endPart(part);
                }
                case 2 -> table.sum(part);
                case 3 -> visit(layer, rows[i], part, true);
                case 4 -> table.group(part, query.store().blocks().addresses());
                default -> table.end(query.store().structureVersion());
            }
        }
    }

    /** Finds, or puts, the rows of one of so many parts, run by run. */
    private static void visit(Layer layer, MatchedRows rows, int part, boolean isPut) {
        long count = layer.table.count();
        int parts = layer.table.parts();
        int first = (int) (count * part / parts);
        int end = (int) (count * (part + 1) / parts);
        int at = 0; // the rows before
        for (int i = 0; i < rows.count() && at < end; i++) {
            long entry = rows.entry(i);
            int ofBlock = parts == 1 ? 0 : MatchedBlock.countRows(entry);
            if (ofBlock > 0 && at + ofBlock <= first) {
                at += ofBlock;
                continue;
            }
            int row = MatchedBlock.nextMatch(entry, 0);
            while (row < ROWS && at < end) {
                int endOfRun = MatchedBlock.endOfRun(entry, row);
                int from = row + Math.max(0, first - at);
                int to = Math.min(endOfRun, row + end - at);
                if (from < to) {
                    visit(layer, part, at + from - row, MatchedBlock.base(entry), from, to, isPut);
                }
                at += endOfRun - row;
                row = MatchedBlock.nextMatch(entry, endOfRun);
            }
        }
    }

    private static void visit(Layer layer, int part, int at, long base, int from, int to, boolean isPut) {
        if (isPut) {
            layer.table.put(part, at, base, from, to);
            return;
        }
        int odd = layer.table.find(part, at, base, from, to);
        if (odd >= 0) {
            throw layer.error.at(base, odd);
        }
    }

    @Override
    public KernelRun newRun() {
        return new KernelRun.OfGrid(this);
    }

    @Override
    public Object grid() {
        return grid;
    }

    @Override
    public boolean isSpecialised() {
        return false;
    }
}
