package basalt.compiler;

import basalt.compiler.Graph.Lane;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Other;
import basalt.internal.ClassFile.Call;
import basalt.internal.ClassFile.Code;
import basalt.internal.ClassFile.Label;
import basalt.match.Filter;
import basalt.runtime.RowContext;
import basalt.storage.Entities;
import java.lang.invoke.MethodType;
import java.nio.ByteOrder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.agrona.UnsafeApi;

/**
 * Writes the code that gathers what is read of other entities: for the 64 rows of a word, row after row, by the handles
 * in a column; and of parents, for all rows of a batch of a cascade, run after run.
 *
 * <p>SAFETY: see {@link OtherRows}.
 */
abstract class GatherWriter extends VectorValues {
    // instructions of the Java Virtual Machine Specification, chapter 6
    static final int IAND = 0x7E;
    static final int LAND = 0x7F;
    private static final int LOR = 0x81;
    private static final int LXOR = 0x83;
    static final int LCMP = 0x94;
    static final int IFEQ = 0x99;
    private static final int IFGT = 0x9D;
    private static final int IF_ICMPEQ = 0x9F;
    private static final int IF_ICMPNE = 0xA0;
    private static final int IF_ICMPLT = 0xA1;
    static final int IF_ICMPGE = 0xA2;
    static final int GOTO = 0xA7;

    // parameters of run(context, matches, entry, word, end)
    static final int CONTEXT = 1;
    static final int WORD = 5;

    int base;
    private int scratch;
    private int gatheredWord;
    private int at;
    private int place;
    private int bit;
    private int runs;
    private int run;
    private int blocks;
    private int left;
    private int table;

    GatherWriter(Translation body, int bits, Code code) {
        super(body, bits, code);
    }

    final void beginGathering() {
        if (others.isEmpty()) {
            return;
        }
        helper(OtherRows.class, "memory", long.class);
        gathered = code.storeLasting(long.class);
        load(RowContext.class, CONTEXT);
        load(long.class, ENTRY);
        helper(OtherRows.class, "scratch", long.class, RowContext.class, long.class);
        scratch = code.storeLasting(long.class);
        code.loadNumber(-1);
        gatheredWord = code.storeLasting(int.class);
        code.loadNumber(0);
        at = code.storeLasting(int.class);
        code.loadNumber(0L);
        place = code.storeLasting(long.class);
        code.loadNumber(0L);
        bit = code.storeLasting(long.class);
    }

    private static boolean isOfParent(Node node) {
        return ((Other) node.data).entities() == null;
    }

    /**
     * Puts what is read of parents where it is for each of the rows: for a run of siblings, a vector with one value at
     * a time. If parents are scattered, their values are first put side by side in a table for the whole level, so that
     * each row needs one cache line of it instead of one for each column. A body that bails may change parents, so it
     * has no table.
     */
    final void gatherOfParents() {
        List<Node> values = others.stream().filter(GatherWriter::isOfParent).toList();
        if (values.isEmpty()) {
            return;
        }
        runs = local(int[].class, "runs");
        blocks = local(long[].class, "blocks");
        load(RowContext.class, CONTEXT);
        load(int.class, WORD);
        helper(OtherRows.class, "firstRun", int.class, RowContext.class, int.class);
        run = code.storeLasting(int.class);
        int endOfRuns = local(int.class, "endOfRuns");
        code.loadNumber(0);
        left = code.storeLasting(int.class);
        boolean hasTable = body.bail() == body.graph().no;
        if (hasTable) {
            fillTable(values);
        }
        Label nextRun = new Label();
        Label isDone = new Label();
        code.place(nextRun);
        load(int.class, run);
        load(int.class, endOfRuns);
        code.branch(IF_ICMPGE, 2, isDone);
        ofRun("rowOfBatch", at);
        ofRun("length", left);
        if (hasTable) {
            gatherFromTable(values, nextRun);
        }
        load(long[].class, blocks);
        load(int[].class, runs);
        load(int.class, run);
        load(long.class, scratch);
        helper(OtherRows.class, "parent", long.class, long[].class, int[].class, int.class, long.class);
        code.store(long.class, place);
        increase(run, 1);
        Label several = new Label();
        load(int.class, left);
        code.loadNumber(1);
        code.branch(IF_ICMPNE, 2, several);
        values.forEach(value -> copyOfParent(value, () -> read(value))); // stores of vectors would be slower
        code.branch(GOTO, 0, nextRun);
        code.place(several);
        values.forEach(this::copiesOfParent);
        increase(at, lanes);
        increase(left, -lanes);
        load(int.class, left);
        code.branch(IFGT, 1, several);
        code.branch(GOTO, 0, nextRun);
        code.place(isDone);
    }

    /** A variable with what a method of {@link OtherRows} finds in the context. */
    private int local(Class<?> type, String method) {
        load(RowContext.class, CONTEXT);
        helper(OtherRows.class, method, type, RowContext.class);
        return code.storeLasting(type);
    }

    private void ofRun(String method, int variable) {
        load(int[].class, runs);
        load(int.class, run);
        helper(OtherRows.class, method, int.class, int[].class, int.class);
        code.store(int.class, variable);
    }

    /** The bytes of a parent in the table, as a shift: half a cache line, one, or two. */
    private static int tableShift(List<Node> values) {
        return placeShift(values) + (values.size() <= 8 ? 3 : 4);
    }

    /** The bytes of a value in the table, as a shift. There are at most 16 values, see OtherRows.MOST. */
    private static int placeShift(List<Node> values) {
        return values.stream().anyMatch(value -> value.kind.isWide()) ? 3 : 2;
    }

    private void fillTable(List<Node> values) {
        load(RowContext.class, CONTEXT);
        code.loadNumber(tableShift(values));
        helper(OtherRows.class, "table", long.class, RowContext.class, int.class);
        table = code.storeLasting(long.class);
        load(long.class, table);
        int to = code.storeLasting(long.class);
        int parents = local(int[].class, "parents");
        int parent = local(int.class, "takeParents");
        int end = local(int.class, "endOfParents");
        Label next = new Label();
        Label isFull = new Label();
        load(long.class, table);
        code.loadNumber(0L);
        code.operate(LCMP, -3);
        code.branch(IFEQ, 1, isFull);
        code.place(next);
        load(int.class, parent);
        load(int.class, end);
        code.branch(IF_ICMPGE, 2, isFull);
        load(long[].class, blocks);
        load(int[].class, parents);
        load(int.class, parent);
        load(long.class, scratch);
        helper(OtherRows.class, "parentOfLevel", long.class, long[].class, int[].class, int.class, long.class);
        code.store(long.class, place);
        for (Node value : values) {
            Class<?> element = VectorApi.element(value.kind);
            inTable(to, values, value);
            read(value);
            helper(UnsafeApi.class, "put" + name(element), void.class, long.class, element);
        }
        load(long.class, to);
        code.loadNumber(1L << tableShift(values));
        code.operate(LADD, -2);
        code.store(long.class, to);
        increase(parent, 1);
        code.branch(GOTO, 0, next);
        code.place(isFull);
    }

    /** The address of a value in the table, of a parent at an address. */
    private void inTable(int parent, List<Node> values, Node value) {
        load(long.class, parent);
        code.loadNumber((long) values.indexOf(value) << placeShift(values));
        code.operate(LADD, -2);
    }

    /** Gathers the rows of a run, and goes on with the next one, if there is a table. */
    private void gatherFromTable(List<Node> values, Label nextRun) {
        Label withoutTable = new Label();
        Label next = new Label();
        load(long.class, table);
        code.loadNumber(0L);
        code.operate(LCMP, -3);
        code.branch(IFEQ, 1, withoutTable);
        load(long.class, table);
        load(int[].class, runs);
        load(int.class, run);
        code.loadNumber(tableShift(values));
        helper(OtherRows.class, "inTable", long.class, long.class, int[].class, int.class, int.class);
        code.store(long.class, place);
        increase(run, 1);
        code.place(next);
        for (Node value : values) {
            Class<?> element = VectorApi.element(value.kind);
            copyOfParent(value, () -> {
                inTable(place, values, value);
                helper(UnsafeApi.class, "get" + name(element), element, long.class);
            });
        }
        increase(at, 1);
        increase(left, -1);
        load(int.class, left);
        code.branch(IFGT, 1, next);
        code.branch(GOTO, 0, nextRun);
        code.place(withoutTable);
    }

    /** Reads a value of the entity at a place. */
    private void read(Node value) {
        Lane lane = ((Other) value.data).lane();
        Class<?> element = element(lane);
        load(long.class, place);
        code.loadNumber(Integer.numberOfTrailingZeros(lane.size()));
        code.loadNumber(lane.offset());
        helper(OtherRows.class, "address", long.class, long.class, int.class, int.class);
        helper(UnsafeApi.class, "get" + name(element), element, long.class);
    }

    private void copyOfParent(Node value, Runnable read) {
        Class<?> element = VectorApi.element(value.kind);
        addressOfParent(value);
        read.run();
        helper(UnsafeApi.class, "put" + name(element), void.class, long.class, element);
    }

    /** Copies a value to this row and those after it, as many as a vector has. */
    private void copiesOfParent(Node value) {
        species(VectorApi.element(value.kind));
        read(value);
        broadcast(value.kind);
        code.loadConstant(api.segment, api.memory);
        addressOfParent(value);
        code.loadConstant(ByteOrder.class, ByteOrder.nativeOrder());
        MethodType into = MethodType.methodType(void.class, api.segment, long.class, ByteOrder.class);
        code.call(Call.VIRTUAL, vector(value.kind), "intoMemorySegment", into);
    }

    /** Where the values of the parents of this row and the next ones are. */
    private void addressOfParent(Node node) {
        load(long.class, gathered);
        code.loadNumber(others.indexOf(node) * OtherRows.BYTES);
        load(int.class, at);
        code.loadNumber(node.kind.isWide() ? 3 : 2);
        helper(OtherRows.class, "ofRowOfBatch", long.class, long.class, int.class, int.class, int.class);
    }

    /** Gathers what is read of other entities for the rows of this word, unless that is done. */
    final void gather() {
        if (others.stream().allMatch(GatherWriter::isOfParent)) {
            return;
        }
        Label isDone = new Label();
        Label next = new Label();
        load(int.class, row);
        code.loadNumber(-Long.SIZE);
        code.operate(IAND, -1);
        load(int.class, gatheredWord);
        code.branch(IF_ICMPEQ, 2, isDone);
        load(int.class, row);
        code.loadNumber(-Long.SIZE);
        code.operate(IAND, -1);
        code.store(int.class, gatheredWord);
        code.loadNumber(0);
        code.store(int.class, at);
        code.place(next);
        Set<Other> keys = new LinkedHashSet<>();
        for (Node node : others) {
            if (isOfParent(node)) {
                continue;
            }
            for (Other key = ((Other) node.data).at(null); key != null; key = key.outer()) {
                keys.add(key);
            }
        }
        keys.stream().filter(key -> key.outer() == null).forEach(key -> gather(key, keys));
        load(int.class, at);
        code.loadNumber(1);
        code.operate(IADD, -1);
        code.store(int.class, at);
        load(int.class, at);
        code.loadNumber(Long.SIZE);
        code.branch(IF_ICMPLT, 2, next);
        code.place(isDone);
    }

    /** Gathers what is read of an entity if it is as a key says; what the code has tested before is known. */
    private void gather(Other key, Set<Other> keys) {
        Label none = new Label();
        if (key.component() >= 0) {
            ask("has", key.component());
        } else if (key.filter() != null) {
            match(key.filter());
        } else {
            find(key);
        }
        code.loadNumber(0L);
        code.operate(LCMP, -3);
        code.branch(IFEQ, 1, none);
        others.stream()
                .filter(node -> ((Other) node.data).at(null).equals(key))
                .forEach(node -> copy(((Other) node.data).lane(), node));
        keys.stream().filter(inner -> key.equals(inner.outer())).forEach(inner -> gather(inner, keys));
        code.placeWithin(none);
    }

    /** Finds an entity; the places that the body asks for are 0 until more is known. */
    private void find(Other key) {
        for (Node node : others) {
            Other other = (Other) node.data;
            if (other.lane() == null && other.outermost().equals(key)) {
                code.loadNumber(0L);
                put("putLong", node);
            }
        }
        code.loadConstant(Object.class, key.entities());
        code.cast(Entities.class);
        load(long.class, base);
        code.loadNumber((long) key.handle().offset() - lowest);
        code.operate(LADD, -2);
        load(int.class, row);
        load(int.class, at);
        load(long.class, scratch);
        helper(OtherRows.class, "place", long.class, Entities.class, long.class, int.class, int.class, long.class);
        code.store(long.class, place);
        load(long.class, place);
    }

    private void copy(Lane lane, Node node) {
        load(long.class, place);
        if (lane == null) {
            put("putLong", node);
            return;
        }
        code.loadNumber(lane.offset());
        put(
                switch (lane.size()) {
                    case 1 -> "copyByte";
                    case 2 -> "copyShort";
                    case 4 -> "copyInt";
                    default -> "copyLong";
                },
                node);
    }

    /** Puts the place, or what is at an offset of it, where the value of this row is gathered. */
    private void put(String method, Node node) {
        load(long.class, gathered);
        code.loadNumber((long) others.indexOf(node) * OtherRows.BYTES);
        code.operate(LADD, -2);
        load(int.class, at);
        if (method.equals("putLong")) {
            helper(OtherRows.class, method, void.class, long.class, long.class, int.class);
        } else {
            helper(OtherRows.class, method, void.class, long.class, int.class, long.class, int.class);
        }
    }

    /** 1 if the entity matches, otherwise 0. */
    private void match(Filter filter) {
        Label isDone = new Label();
        code.loadNumber(1L);
        for (int id : filter.all()) {
            and("has", id);
        }
        code.store(long.class, bit);
        load(long.class, place);
        code.loadNumber(filter.special());
        helper(OtherRows.class, "special", long.class, long.class, long.class);
        code.loadNumber(0L);
        code.operate(LCMP, -3);
        code.branch(IFEQ, 1, isDone);
        load(long.class, bit);
        for (int id : filter.all()) {
            and("enabled", id);
        }
        for (int[] group : filter.any()) {
            code.loadNumber(0L);
            for (int id : group) {
                ask("enabled", id);
                code.operate(LOR, -2);
            }
            code.operate(LAND, -2);
        }
        for (int id : filter.none()) {
            code.loadNumber(1L);
            ask("enabled", id);
            code.operate(LXOR, -2);
            code.operate(LAND, -2);
        }
        code.store(long.class, bit);
        code.placeWithin(isDone);
        load(long.class, bit);
    }

    private void and(String method, int id) {
        ask(method, id);
        code.operate(LAND, -2);
    }

    private void ask(String method, int id) {
        load(long.class, place);
        code.loadNumber(id);
        helper(OtherRows.class, method, long.class, long.class, int.class);
    }
}
