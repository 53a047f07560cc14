package basalt.compiler;

import basalt.compiler.Graph.Lane;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import basalt.compiler.Graph.Other;
import basalt.compiler.KernelBody.Neighbours;
import basalt.compiler.Translation.Refused;
import basalt.component.Column;
import basalt.runtime.RowContext;
import basalt.storage.space.CellTable;
import basalt.storage.space.NeighbourPass;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.agrona.BufferUtil;

/**
 * What a loop of vectors over neighbours needs of its pass: values in the order of the points, and memory.
 *
 * @param coordinates the columns of the coordinates, which are in the table
 * @param ofPoints other columns of the points, in the order of the lanes of the pass
 * @param ofOthers columns of the candidates, whose lanes are behind them
 * @param totals what is accumulated
 */
record NeighbourForm(
        NeighbourPass pass, List<Lane> coordinates, List<Lane> ofPoints, List<Lane> ofOthers, List<Total> totals) {
    /** Memory of a thread: the runs of a group, and one vector. */
    private static final ThreadLocal<ByteBuffer> MEMORY = ThreadLocal.withInitial(
            () -> ByteBuffer.allocateDirect(NeighbourPass.RUN_BYTES + 2 * CellTable.GROUP * Long.BYTES));

    /** A column that is accumulated. */
    record Total(Lane lane, Object start) {}

    static NeighbourForm of(KernelBody kernel, Translation body) throws Refused {
        Neighbours neighbours = kernel.neighbours();
        List<Total> totals = new ArrayList<>();
        Set<Lane> accumulated = new LinkedHashSet<>();
        for (Column column : kernel.result().columns().values()) {
            if (column == null) {
                continue; // the handle
            }
            Lane lane = column.length() == 1 ? Columns.laneOf(column, 0) : null;
            if (lane == null || lane.size() < Integer.BYTES) {
                throw new Refused("it accumulates " + column.field() + ", which has no 32 or 64 bits");
            }
            totals.add(new Total(lane, neighbours.starts().get(totals.size())));
            accumulated.add(lane);
        }
        if (!body.accumulators().isEmpty()) {
            throw new Refused("it writes something else than what it returns");
        }
        CellTable table = neighbours.pass().table();
        List<Lane> coordinates = IntStream.range(0, table.dimensions())
                .mapToObj(i -> new Lane(table.offset(i), 'F'))
                .toList();
        Set<Lane> ofPoints = new LinkedHashSet<>();
        Set<Lane> ofOthers = new LinkedHashSet<>();
        for (Node node : body.nodes()) {
            if (node.op == Op.LOAD && !accumulated.contains((Lane) node.data)) {
                ofPoints.add((Lane) node.data);
            } else if (node.op == Op.OTHER) {
                ofOthers.add(((Other) node.data).lane());
            }
        }
        coordinates.forEach(ofOthers::remove);
        coordinates.forEach(ofPoints::remove);
        neighbours.pass().want(ofPoints.size() + ofOthers.size());
        return new NeighbourForm(neighbours.pass(), coordinates, List.copyOf(ofPoints), List.copyOf(ofOthers), totals);
    }

    /** The number of lanes that the pass must have room for. */
    int lanes() {
        return ofPoints.size() + ofOthers.size();
    }

    /** Copies the values that some groups need. */
    void copy(int fromGroup, int toGroup) {
        for (int i = 0; i < ofPoints.size(); i++) {
            Lane lane = ofPoints.get(i);
            pass.copyOfPoints(i, lane.offset(), Integer.numberOfTrailingZeros(lane.size()), fromGroup, toGroup);
        }
        for (int i = 0; i < ofOthers.size(); i++) {
            Lane lane = ofOthers.get(i);
            int number = ofPoints.size() + i;
            pass.copyOfOthers(number, lane.offset(), Integer.numberOfTrailingZeros(lane.size()), fromGroup, toGroup);
        }
    }

    // ---- called by loops

    /** Without a context, in the warm-up, another pass. */
    static NeighbourPass pass(RowContext context, NeighbourPass pass) {
        return context == null ? ScratchPoints.current() : pass;
    }

    /** The thread's memory. */
    static long memory() {
        return BufferUtil.address(MEMORY.get());
    }

    /** Writes one vector of totals, which is behind the runs. */
    static void write(NeighbourPass pass, long runs, int point, int end, int lanes, int offset, int shift) {
        pass.write(runs + NeighbourPass.RUN_BYTES, point, Math.min(lanes, end - point), offset, shift);
    }
}
