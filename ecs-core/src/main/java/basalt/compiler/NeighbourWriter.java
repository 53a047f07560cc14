package basalt.compiler;

import basalt.compiler.Graph.Kind;
import basalt.compiler.Graph.Lane;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import basalt.compiler.Graph.Other;
import basalt.compiler.NeighbourForm.Total;
import basalt.compiler.Translation.Refused;
import basalt.compiler.Translation.Store;
import basalt.internal.ClassFile;
import basalt.internal.ClassFile.Call;
import basalt.internal.ClassFile.Label;
import basalt.runtime.RowContext;
import basalt.storage.space.CellTable;
import basalt.storage.space.NeighbourPass;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.UnsafeApi;

/**
 * Writes the class of a loop of vectors over the points of a grid and their neighbours: the points of a group are
 * lanes, and each candidate of the group is in all lanes of a vector.
 *
 * <pre>
 *   group:     the runs of candidates
 *   chunk:     for each vector of points: their coordinates and values; totals = starts
 *   run:       for each run
 *   candidate:     for each candidate
 *                      match = nearer than the radius, and not the point itself
 *                      operations
 *                      totals, where match
 *              totals to the rows
 * </pre>
 *
 * <p>SAFETY: points are those of the table, and up to a group behind the last one; lanes have room for these.
 */
final class NeighbourWriter extends VectorValues {
    private static final int ISHL = 0x78;
    private static final int LSHL = 0x79;
    private static final int IAND = 0x7E;
    private static final int LAND = 0x7F;
    private static final int I2L = 0x85;
    private static final int IF_ICMPGE = 0xA2;
    private static final int GOTO = 0xA7;

    /** Tells the JIT that no sum overflows. */
    private static final int POINT_MASK = Integer.MAX_VALUE >> 1;

    // parameters of run(context, matches, entry, word, end)
    private static final int CONTEXT = 1;
    private static final int GROUP = 5;
    private static final int END_OF_GROUPS = 6;

    private final ClassFile file;
    private final NeighbourForm form;

    /** The variables of totals, and of values of the points. */
    private final Map<Lane, Integer> variables = new HashMap<>();

    /** The variables of the addresses of lanes. */
    private final Map<Lane, Integer> lanesOfPoints = new HashMap<>();

    private final Map<Lane, Integer> lanesOfOthers = new HashMap<>();

    /** The variables of the coordinates of the candidate. */
    private final Map<Lane, Integer> ofCandidate = new HashMap<>();

    private int pass;
    private int candidate;

    private NeighbourWriter(Translation body, NeighbourForm form, int bits, ClassFile file) {
        super(body, bits, file.method(Modifier.PUBLIC, "run", VectorWriter.RUN));
        this.file = file;
        this.form = form;
    }

    static VectorLoop write(Translation body, NeighbourForm form, int bits) throws Refused {
        ClassFile file = new ClassFile(VectorLoop.class.getName() + "$Written", VectorLoop.class);
        NeighbourWriter writer = new NeighbourWriter(body, form, bits, file);
        file.addConstructor();
        writer.run();
        return VectorWriter.define(file, writer.code);
    }

    private void run() {
        Label group = new Label();
        Label chunk = new Label();
        Label run = new Label();
        Label next = new Label();
        Label totals = new Label();
        Label done = new Label();

        load(RowContext.class, CONTEXT);
        code.loadConstant(NeighbourPass.class, form.pass());
        helper(NeighbourForm.class, "pass", NeighbourPass.class, RowContext.class, NeighbourPass.class);
        pass = code.storeLasting(NeighbourPass.class);
        helper(NeighbourForm.class, "memory", long.class);
        int runs = code.storeLasting(long.class);
        form.ofPoints().forEach(lane -> lanesOfPoints.put(lane, lane(lanesOfPoints.size())));
        form.ofOthers().forEach(lane -> lanesOfOthers.put(lane, lane(lanesOfPoints.size() + lanesOfOthers.size())));
        int dimensions = form.coordinates().size();
        int[] coordinates = new int[dimensions];
        int[] ofOthers = new int[dimensions];
        int[] points = new int[dimensions];
        for (int i = 0; i < dimensions; i++) {
            coordinates[i] = coordinate("table", i);
            ofOthers[i] = coordinate("others", i);
            zero(Kind.FLOAT);
            points[i] = code.storeLasting(vector(Kind.FLOAT));
            variables.put(form.coordinates().get(i), points[i]);
        }
        species(float.class);
        load(NeighbourPass.class, pass);
        code.call(Call.VIRTUAL, NeighbourPass.class, "squaredRadius", MethodType.methodType(float.class));
        broadcast(Kind.FLOAT);
        int radius = code.storeLasting(vector(Kind.FLOAT));
        zero(Kind.INT);
        int numbers = code.storeLasting(vector(Kind.INT));
        for (Node node : body.nodes()) {
            if (node.isInvariant) {
                compute(node);
                slots.put(node, code.storeLasting(type(node)));
            }
        }
        for (Total total : form.totals()) {
            zero(total.lane().kind());
            variables.put(total.lane(), code.storeLasting(vector(total.lane().kind())));
        }
        for (Lane lane : form.ofPoints()) {
            zero(lane.kind());
            variables.put(lane, code.storeLasting(type(body.graph().memory(lane))));
        }
        body.nodes().stream()
                .filter(node -> node.op == Op.LOAD)
                .forEach(node -> slots.put(node, variables.get((Lane) node.data)));
        row = intVariable();
        int end = intVariable();
        int runCount = intVariable();
        int runNumber = intVariable();
        candidate = intVariable();
        int endOfRun = intVariable();

        code.place(group);
        load(int.class, GROUP);
        load(int.class, END_OF_GROUPS);
        code.branch(IF_ICMPGE, 2, done);
        first(0);
        code.store(int.class, row);
        first(1);
        code.store(int.class, end);
        load(NeighbourPass.class, pass);
        load(int.class, GROUP);
        load(long.class, runs);
        code.call(Call.VIRTUAL, NeighbourPass.class, "runs", MethodType.methodType(int.class, int.class, long.class));
        code.store(int.class, runCount);
        increase(GROUP, 1);

        code.place(chunk);
        load(int.class, row);
        load(int.class, end);
        code.branch(IF_ICMPGE, 2, group);
        for (int i = 0; i < dimensions; i++) {
            int from = coordinates[i];
            fromMemory(Kind.FLOAT, () -> address(from, row, Float.BYTES));
            code.store(vector(Kind.FLOAT), points[i]);
        }
        code.loadConstant(vector(Kind.INT), api.ints(lanes, false));
        load(int.class, row);
        code.call(Call.VIRTUAL, vector(Kind.INT), "add", MethodType.methodType(vector(Kind.INT), int.class));
        code.store(vector(Kind.INT), numbers);
        for (Total total : form.totals()) {
            constant(body.graph().constant(total.start()));
            code.store(vector(total.lane().kind()), variables.get(total.lane()));
        }
        for (Lane lane : form.ofPoints()) {
            loadColumn(lane);
            code.store(type(body.graph().memory(lane)), variables.get(lane));
        }
        code.loadNumber(0);
        code.store(int.class, runNumber);

        code.place(run);
        load(int.class, runNumber);
        load(int.class, runCount);
        code.branch(IF_ICMPGE, 2, totals);
        ofRun("from", runs, runNumber, candidate);
        ofRun("to", runs, runNumber, endOfRun);
        increase(runNumber, 1);

        code.place(next);
        load(int.class, candidate);
        load(int.class, endOfRun);
        code.branch(IF_ICMPGE, 2, run);
        match(ofOthers, points, radius, numbers);
        accumulate();
        increase(candidate, 1);
        code.branch(GOTO, 0, next);

        code.place(totals);
        form.totals().forEach(total -> write(total, runs, end));
        increase(row, lanes);
        code.branch(GOTO, 0, chunk);
        code.place(done);
    }

    private int lane(int number) {
        load(NeighbourPass.class, pass);
        code.loadNumber(number);
        code.call(Call.VIRTUAL, NeighbourPass.class, "lane", MethodType.methodType(long.class, int.class));
        return masked();
    }

    private int coordinate(String table, int number) {
        load(NeighbourPass.class, pass);
        code.call(Call.VIRTUAL, NeighbourPass.class, table, MethodType.methodType(CellTable.class));
        String method = number == 0 ? "xs" : number == 1 ? "ys" : "zs";
        code.call(Call.VIRTUAL, CellTable.class, method, MethodType.methodType(long.class));
        return masked();
    }

    private int intVariable() {
        code.loadNumber(0);
        return code.storeLasting(int.class);
    }

    private int masked() {
        code.loadNumber(VectorWriter.ADDRESS_MASK);
        code.operate(LAND, -2);
        return code.storeLasting(long.class);
    }

    private void zero(Kind kind) {
        if (kind == Kind.MASK) {
            constant(body.graph().no);
        } else {
            constant(body.graph().convert(body.graph().constant(0), kind));
        }
    }

    private void first(int behind) {
        load(NeighbourPass.class, pass);
        code.call(Call.VIRTUAL, NeighbourPass.class, "table", MethodType.methodType(CellTable.class));
        load(int.class, GROUP);
        code.loadNumber(behind);
        code.operate(IADD, -1);
        code.call(Call.VIRTUAL, CellTable.class, "first", MethodType.methodType(int.class, int.class));
    }

    private void ofRun(String method, int runs, int number, int variable) {
        load(long.class, runs);
        load(int.class, number);
        helper(NeighbourPass.class, method, int.class, long.class, int.class);
        code.store(int.class, variable);
    }

    /** The address of a value of a point. */
    private void address(int from, int point, int size) {
        load(long.class, from);
        load(int.class, point);
        code.loadNumber(POINT_MASK);
        code.operate(IAND, -1);
        code.operate(I2L, 1);
        code.loadNumber(Integer.numberOfTrailingZeros(size));
        code.operate(LSHL, -1);
        code.operate(LADD, -2);
    }

    @Override
    void address(Lane lane) {
        address(lanesOfPoints.get(lane), row, lane.size());
    }

    /** Which points are near the candidate: squares are added in the order x, y, z. */
    private void match(int[] coordinates, int[] points, int radius, int numbers) {
        Class<?> floats = vector(Kind.FLOAT);
        MethodType binary = MethodType.methodType(floats, api.vector);
        for (int i = 0; i < points.length; i++) {
            species(float.class);
            address(coordinates[i], candidate, Float.BYTES);
            helper(UnsafeApi.class, "getFloat", float.class, long.class);
            broadcast(Kind.FLOAT);
            int other = code.storeNew(floats);
            ofCandidate.put(form.coordinates().get(i), other);
            load(floats, points[i]);
            load(floats, other);
            code.call(Call.VIRTUAL, floats, "sub", binary);
            int difference = code.storeNew(floats);
            load(floats, difference);
            load(floats, difference);
            code.call(Call.VIRTUAL, floats, "mul", binary);
            if (i > 0) {
                code.call(Call.VIRTUAL, floats, "add", binary);
            }
        }
        operator("LT", "Comparison");
        load(floats, radius);
        MethodType compare = MethodType.methodType(api.mask, api.operators("Comparison"), api.vector);
        code.call(Call.VIRTUAL, floats, "compare", compare);
        castMask(int.class);
        if (form.pass().others() == form.pass().table()) { // not the point itself
            load(vector(Kind.INT), numbers);
            operator("NE", "Comparison");
            load(int.class, candidate);
            MethodType isOther = MethodType.methodType(api.mask, api.operators("Comparison"), int.class);
            code.call(Call.VIRTUAL, vector(Kind.INT), "compare", isOther);
            code.call(Call.VIRTUAL, api.mask, "and", MethodType.methodType(api.mask, api.mask));
        }
        match = code.storeNew(api.mask);
    }

    /** All totals are computed before one changes. */
    private void accumulate() {
        List<Runnable> changes = new ArrayList<>();
        for (Store store : body.stores()) {
            Class<?> vector = vector(store.value().kind);
            int total = variables.get(store.lane());
            load(vector, total);
            push(store.value());
            load(api.mask, match);
            if (store.written() != body.graph().yes) {
                push(store.written());
                code.call(Call.VIRTUAL, api.mask, "and", MethodType.methodType(api.mask, api.mask));
            }
            castMask(store.value().kind);
            code.call(Call.VIRTUAL, vector, "blend", MethodType.methodType(vector, api.vector, api.mask));
            int changed = code.storeNew(vector);
            changes.add(() -> {
                load(vector, changed);
                code.store(vector, total);
            });
        }
        changes.forEach(Runnable::run);
    }

    /** A value of the candidate in all lanes. */
    @Override
    void gathered(Node node) {
        Lane lane = ((Other) node.data).lane();
        if (ofCandidate.containsKey(lane)) {
            load(vector(Kind.FLOAT), ofCandidate.get(lane));
            return;
        }
        species(VectorApi.element(node.kind));
        address(lanesOfOthers.get(lane), candidate, lane.size());
        Class<?> element = element(lane);
        helper(UnsafeApi.class, "get" + name(element), element, long.class);
        broadcast(node.kind);
    }

    private void write(Total total, int runs, int end) {
        Lane lane = total.lane();
        Class<?> vector = vector(lane.kind());
        load(vector, variables.get(lane));
        intoMemory(lane.kind(), () -> {
            load(long.class, runs);
            code.loadNumber((long) NeighbourPass.RUN_BYTES);
            code.operate(LADD, -2);
        });
        load(NeighbourPass.class, pass);
        load(long.class, runs);
        load(int.class, row);
        load(int.class, end);
        code.loadNumber(lanes);
        code.loadNumber(lane.offset());
        code.loadNumber(Integer.numberOfTrailingZeros(lane.size()));
        helper(
                NeighbourForm.class,
                "write",
                void.class,
                NeighbourPass.class,
                long.class,
                int.class,
                int.class,
                int.class,
                int.class,
                int.class);
    }
}
