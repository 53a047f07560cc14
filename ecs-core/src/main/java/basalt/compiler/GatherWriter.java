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

    /** Puts what is read of parents where it is for each of the rows, a vector with one value at a time. */
    final void gatherOfParents() {
        List<Node> values = others.stream().filter(GatherWriter::isOfParent).toList();
        if (values.isEmpty()) {
            return;
        }
        load(RowContext.class, CONTEXT);
        helper(OtherRows.class, "runs", int[].class, RowContext.class);
        final int runs = code.storeLasting(int[].class);
        load(RowContext.class, CONTEXT);
        load(int.class, WORD);
        helper(OtherRows.class, "firstRun", int.class, RowContext.class, int.class);
        final int run = code.storeLasting(int.class);
        load(RowContext.class, CONTEXT);
        helper(OtherRows.class, "endOfRuns", int.class, RowContext.class);
        final int endOfRuns = code.storeLasting(int.class);
        load(RowContext.class, CONTEXT);
        helper(OtherRows.class, "blocks", long[].class, RowContext.class);
        final int blocks = code.storeLasting(long[].class);
        code.loadNumber(0);
        final int left = code.storeLasting(int.class);
        Label nextRun = new Label();
        Label next = new Label();
        Label isDone = new Label();
        code.place(nextRun);
        load(int.class, run);
        load(int.class, endOfRuns);
        code.branch(IF_ICMPGE, 2, isDone);
        load(int[].class, runs);
        load(int.class, run);
        helper(OtherRows.class, "rowOfBatch", int.class, int[].class, int.class);
        code.store(int.class, at);
        load(int[].class, runs);
        load(int.class, run);
        helper(OtherRows.class, "length", int.class, int[].class, int.class);
        code.store(int.class, left);
        load(long[].class, blocks);
        load(int[].class, runs);
        load(int.class, run);
        load(long.class, scratch);
        helper(OtherRows.class, "parent", long.class, long[].class, int[].class, int.class, long.class);
        code.store(long.class, place);
        increase(run, 1);
        load(int.class, left);
        code.loadNumber(1);
        code.branch(IF_ICMPNE, 2, next);
        values.forEach(value -> gatherOfParent(value, false)); // stores of vectors would be slower
        code.branch(GOTO, 0, nextRun);
        code.place(next);
        values.forEach(value -> gatherOfParent(value, true));
        increase(at, lanes);
        increase(left, -lanes);
        load(int.class, left);
        code.branch(IFGT, 1, next);
        code.branch(GOTO, 0, nextRun);
        code.place(isDone);
    }

    private void increase(int variable, int by) {
        load(int.class, variable);
        code.loadNumber(by);
        code.operate(IADD, -1);
        code.store(int.class, variable);
    }

    private void gatherOfParent(Node node, boolean isForSeveral) {
        Lane lane = ((Other) node.data).lane();
        Class<?> element = VectorApi.element(node.kind);
        Class<?> inMemory = element(lane);
        if (isForSeveral) {
            species(element);
        } else {
            addressOfParent(node);
        }
        load(long.class, place);
        code.loadNumber(Integer.numberOfTrailingZeros(lane.size()));
        code.loadNumber(lane.offset());
        helper(OtherRows.class, "address", long.class, long.class, int.class, int.class);
        helper(UnsafeApi.class, "get" + name(inMemory), inMemory, long.class);
        if (!isForSeveral) {
            helper(UnsafeApi.class, "put" + name(element), void.class, long.class, element);
            return;
        }
        broadcast(node.kind);
        code.loadConstant(api.segment, api.memory);
        addressOfParent(node);
        code.loadConstant(ByteOrder.class, ByteOrder.nativeOrder());
        MethodType into = MethodType.methodType(void.class, api.segment, long.class, ByteOrder.class);
        code.call(Call.VIRTUAL, vector(node.kind), "intoMemorySegment", into);
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
