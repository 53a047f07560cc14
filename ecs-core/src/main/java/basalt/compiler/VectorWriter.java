package basalt.compiler;

import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.compiler.Graph.Kind;
import basalt.compiler.Graph.Lane;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import basalt.compiler.Graph.Source;
import basalt.compiler.Translation.Refused;
import basalt.compiler.Translation.Store;
import basalt.compiler.VectorLoop.RestOfWord;
import basalt.internal.ClassFile;
import basalt.internal.ClassFile.Call;
import basalt.internal.ClassFile.Code;
import basalt.internal.ClassFile.Label;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.runtime.RowContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.UnsafeApi;

/**
 * Writes the class of a loop of vectors:
 *
 * <pre>
 *   reload: values that do not change during the run, and accumulators
 *   next:   the next words with matches
 *   loop:   for each group of rows:
 *               match = the bits of the group; none: continue
 *               loads, operations
 *               match &amp; bail: accumulators to memory; the body itself for the rest of the word; reload
 *               stores of what was computed where match, and of what was loaded elsewhere
 *               accumulators, where match
 *   done:   accumulators to memory
 * </pre>
 *
 * <p>All vectors have the same number of lanes, whatever their size: as many as values of the largest size fit into
 * the longest vector. Masks have the species of ints. Storing what was loaded is faster than a masked store; only rows
 * of one's own words are written, so no other thread writes them.
 *
 * <p>SAFETY: an address is that of the lowest column of a block whose memory has all columns (see {@link
 * VectorLoop#canRun}), and a row, masked with ROW_MASK, of a group that begins at a multiple of its length.
 * Accumulators are fields and elements that the translator has found.
 */
final class VectorWriter extends GatherWriter {
    /** HotSpot never compiles longer methods. */
    private static final int MOST_CODE = 8000;

    /** The bytes of an address that are used. The mask tells the JIT that no sum overflows, so it drops checks. */
    static final long ADDRESS_MASK = 0x00FF_FFFF_FFFF_FFFFL;

    // instructions of the Java Virtual Machine Specification, chapter 6
    private static final int FADD = 0x62;
    private static final int DADD = 0x63;
    private static final int ISHL = 0x78;
    private static final int LSHL = 0x79;
    private static final int I2L = 0x85;

    // parameters of run(context, matches, entry, word, end)
    static final int MATCHES = 2;
    private static final int END = 6;

    static final MethodType RUN =
            MethodType.methodType(void.class, RowContext.class, MatchedRows.class, long.class, int.class, int.class);
    private static final MethodType BAIL = MethodType.methodType(
            int.class,
            List.class,
            RestOfWord.class,
            RowContext.class,
            MatchedRows.class,
            long.class,
            int.class,
            int.class);

    private final ClassFile file;

    /** Where accumulators are in runs without a context. */
    private final long[] copies;

    /** The variables of accumulators, in their order: a number of those that are ordered, else a vector. */
    private final List<Integer> totals = new ArrayList<>();

    /** The variables of what was in memory. */
    private final List<Integer> founds = new ArrayList<>();

    /** Of a function whose results are added up; otherwise null. */
    private final PartialResults partials;

    private int words;
    private int group;

    private VectorWriter(Translation body, long[] copies, int bits, ClassFile file) {
        super(body, bits, file.method(Modifier.PUBLIC, "run", RUN));
        this.file = file;
        this.copies = copies;
        this.partials = body.added() == null ? null : new PartialResults(this, body.added());
    }

    /** Makes the loop of a body for vectors of at most so many bits. */
    static VectorLoop write(Translation body, RestOfWord rest, long[] copies, int bits) throws Refused {
        ClassFile file = new ClassFile(VectorLoop.class.getName() + "$Written", VectorLoop.class);
        VectorWriter writer = new VectorWriter(body, copies, bits, file);
        if (writer.others.size() > OtherRows.MOST) {
            throw new Refused("it reads too many values of other entities");
        }
        for (Lane lane : body.lanes()) {
            if (lane.size() * Byte.SIZE * writer.lanes < Integer.SIZE) {
                throw new Refused("it mixes values of " + lane.size() * Byte.SIZE
                        + " and 64 bits, for which vectors of " + bits + " bits are too short");
            }
        }
        return writer.write(rest);
    }

    private VectorLoop write(RestOfWord rest) throws Refused {
        file.addConstructor();
        run(rest);
        return define(file, code);
    }

    /** Makes an object of the class, whose method is complete. */
    static VectorLoop define(ClassFile file, Code code) throws Refused {
        int length = code.length();
        code.end();
        if (length >= MOST_CODE) {
            throw new Refused(
                    "it is too large: " + length + " bytes of code, and the JIT compiles fewer than " + MOST_CODE);
        }
        try {
            Lookup written = file.defineHidden(MethodHandles.lookup());
            return (VectorLoop) written.findConstructor(written.lookupClass(), MethodType.methodType(void.class))
                    .asType(MethodType.methodType(VectorLoop.class))
                    .invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException("a loop of vectors was not made", e);
        }
    }

    // ---- the loop

    private void run(RestOfWord rest) {
        Label reload = new Label();
        Label next64 = new Label();
        Label nextRun = new Label();
        Label loop = new Label();
        Label skip = new Label();
        Label done = new Label();
        code.place(reload);
        loadInvariants();
        code.loadNumber(0L);
        int any = code.storeLasting(long.class);
        code.loadNumber(0);
        row = code.storeLasting(int.class);
        code.loadNumber(0);
        int end = code.storeLasting(int.class);
        code.loadNumber(0L);
        group = code.storeLasting(long.class);
        beginGathering();
        gatherOfParents();

        code.place(next64);
        load(int.class, WORD);
        load(int.class, END);
        code.branch(IF_ICMPGE, 2, done);
        load(long.class, ENTRY);
        load(int.class, WORD);
        load(int.class, END);
        helper(MatchedBlock.class, "define", long.class, long.class, int.class, int.class);
        code.store(long.class, any);
        load(int.class, WORD);
        code.loadNumber(-Long.SIZE);
        code.operate(IAND, -1);
        code.loadNumber(Long.SIZE);
        code.operate(IADD, -1);
        code.store(int.class, WORD);

        code.place(nextRun);
        load(long.class, any);
        code.loadNumber(0L);
        code.operate(LCMP, -3);
        code.branch(IFEQ, 1, next64);
        load(int.class, WORD);
        load(long.class, any);
        helper(VectorLoop.class, "firstRow", int.class, int.class, long.class);
        code.store(int.class, row);
        load(int.class, row);
        load(long.class, any);
        helper(VectorLoop.class, "endOfRun", int.class, int.class, long.class);
        code.store(int.class, end);
        load(long.class, any);
        helper(VectorLoop.class, "withoutRun", long.class, long.class);
        code.store(long.class, any);

        code.place(loop);
        load(int.class, row);
        load(int.class, end);
        code.branch(IF_ICMPGE, 2, nextRun);
        bitsOf(words);
        code.store(long.class, group);
        load(long.class, group);
        code.loadNumber((1L << lanes) - 1);
        code.operate(LAND, -2);
        code.loadNumber(0L);
        code.operate(LCMP, -3);
        code.branch(IFEQ, 1, skip);
        gather();
        writeGroup(rest, reload);
        load(int.class, row);
        code.loadNumber(lanes);
        code.operate(IADD, -1);
        code.store(int.class, row);
        code.branch(GOTO, 0, loop);
        code.place(skip);
        load(int.class, row);
        load(long.class, group);
        code.loadNumber(lanes);
        helper(VectorLoop.class, "nextGroup", int.class, int.class, long.class, int.class);
        code.store(int.class, row);
        code.branch(GOTO, 0, loop);
        code.place(done);
        writeTotals();
    }

    private void loadInvariants() {
        load(long.class, ENTRY);
        code.loadNumber(lowest);
        helper(VectorLoop.class, "origin", long.class, long.class, int.class);
        code.loadNumber(ADDRESS_MASK);
        code.operate(LAND, -2);
        base = code.storeLasting(long.class);
        load(long.class, ENTRY);
        helper(MatchedBlock.class, "words", long.class, long.class);
        words = code.storeLasting(long.class);
        for (Node node : body.nodes()) {
            if (node.op == Op.HAS) {
                load(long.class, ENTRY);
                code.loadNumber((Integer) node.data);
                helper(VectorLoop.class, "presentWords", long.class, long.class, int.class);
                present.put(node.data, code.storeLasting(long.class));
            } else if (node.isInvariant) {
                compute(node);
                slots.put(node, code.storeLasting(type(node)));
            } else if (node.op == Op.INDEX) {
                load(long.class, ENTRY);
                helper(VectorLoop.class, "firstIndex", int.class, long.class);
                present.put(node, code.storeLasting(int.class));
            }
        }
        for (int i = 0; i < body.accumulators().size(); i++) {
            readTotal(i);
        }
        if (partials != null) {
            partials.read();
        }
    }

    /** One group of rows, whose matching rows are the low bits of {@link #group}. */
    private void writeGroup(RestOfWord rest, Label reload) {
        load(long.class, group);
        maskOfBits();
        match = code.storeNew(api.mask);
        Set<Integer> sizes = new TreeSet<>();
        body.lanes().forEach(lane -> sizes.add(lane.size()));
        for (int size : sizes) {
            load(long.class, base);
            load(int.class, row);
            code.loadNumber(ROW_MASK);
            code.operate(IAND, -1);
            code.operate(I2L, 1);
            code.loadNumber(Integer.numberOfTrailingZeros(size));
            code.operate(LSHL, -1);
            code.operate(LADD, -2);
            addresses.put(size, code.storeNew(long.class));
        }
        if (body.bail() != body.graph().no) {
            writeBail(rest, reload);
        }
        List<Runnable> stores = new ArrayList<>();
        for (Store store : body.stores()) { // all loads come before the stores
            slot(store.value());
            slot(store.written());
            if (store.lane().type() != 'Z') {
                slot(load(store.lane()));
            }
            stores.add(() -> store(store));
        }
        for (int i = 0; i < body.accumulators().size(); i++) {
            Accumulator accumulator = body.accumulators().get(i);
            int total = totals.get(i);
            accumulator.terms().forEach(this::slot);
            stores.add(() -> accumulate(accumulator, total));
        }
        if (body.met() != null) {
            narrow();
        }
        if (partials != null) {
            partials.add(group);
        }
        stores.forEach(Runnable::run);
    }

    private void writeBail(RestOfWord rest, Label reload) {
        Label stay = new Label();
        push(body.bail());
        load(api.mask, match);
        code.call(Call.VIRTUAL, api.mask, "and", MethodType.methodType(api.mask, api.mask));
        code.call(Call.VIRTUAL, api.mask, "anyTrue", MethodType.methodType(boolean.class));
        load(MatchedRows.class, MATCHES);
        helper(VectorLoop.class, "bails", boolean.class, boolean.class, MatchedRows.class);
        code.branch(IFEQ, 1, stay);
        writeTotals();
        code.loadConstant(List.class, body.guards());
        code.loadConstant(RestOfWord.class, rest);
        load(RowContext.class, CONTEXT);
        load(MatchedRows.class, MATCHES);
        load(long.class, ENTRY);
        load(int.class, row);
        load(int.class, END);
        code.call(Call.STATIC, VectorLoop.class, "bail", BAIL);
        code.store(int.class, WORD);
        code.branch(GOTO, 0, reload); // the block may have moved, and fields may have changed
        code.placeWithin(stay);
    }

    /** Removes the rows that do not meet a predicate from the word. */
    private void narrow() {
        load(long.class, words);
        load(int.class, row);
        push(body.met());
        code.call(Call.VIRTUAL, api.mask, "toLong", MethodType.methodType(long.class));
        code.loadNumber(lanes);
        helper(VectorLoop.class, "narrow", void.class, long.class, int.class, long.class, int.class);
    }

    private Node load(Lane lane) {
        return body.graph().memory(lane);
    }

    // ---- accumulators

    /** What is in memory is the lane 0, or the number. */
    private void readTotal(int i) {
        Accumulator accumulator = body.accumulators().get(i);
        Class<?> element = accumulator.source().type();
        Class<?> vector = vector(accumulator.kind());
        place(i);
        helper(UnsafeApi.class, "get" + name(element), element, Object.class, long.class);
        int found = code.storeLasting(element);
        founds.add(found);
        if (accumulator.isOrdered()) {
            load(element, found);
        } else {
            constant(Accumulator.identity(body.graph(), accumulator.op(), accumulator.kind()));
            code.loadNumber(0);
            load(element, found);
            code.call(Call.VIRTUAL, vector, "withLane", MethodType.methodType(vector, int.class, element));
        }
        totals.add(code.storeLasting(accumulator.isOrdered() ? element : vector));
    }

    private void writeTotals() {
        for (int i = 0; i < totals.size(); i++) {
            Accumulator accumulator = body.accumulators().get(i);
            Class<?> element = accumulator.source().type();
            Class<?> vector = vector(accumulator.kind());
            place(i);
            load(accumulator.isOrdered() ? element : vector, totals.get(i));
            if (!accumulator.isOrdered()) {
                code.loadConstant(
                        api.operators("Associative"),
                        api.operator(accumulator.op().name()));
                MethodType reduce = MethodType.methodType(element, api.operators("Associative"));
                code.call(Call.VIRTUAL, vector, "reduceLanes", reduce);
            }
            load(element, founds.get(i));
            helper(VectorLoop.class, "put", void.class, Object.class, long.class, element, element);
        }
        if (partials != null) {
            partials.write();
        }
    }

    /** The base and offset of an accumulator. */
    private void place(int i) {
        Source source = body.accumulators().get(i).source();
        load(RowContext.class, CONTEXT);
        code.loadConstant(Object.class, source.base());
        code.loadConstant(Object.class, copies);
        helper(VectorLoop.class, "base", Object.class, Object.class, Object.class, Object.class);
        load(RowContext.class, CONTEXT);
        code.loadNumber(source.offset());
        code.loadNumber(VectorForm.offsetOfCopy(i));
        helper(VectorLoop.class, "offset", long.class, Object.class, long.class, long.class);
    }

    private void accumulate(Accumulator accumulator, int total) {
        Kind kind = accumulator.kind();
        Class<?> vector = vector(kind);
        if (accumulator.isOrdered()) {
            addInOrder(accumulator, total);
            return;
        }
        load(vector, total);
        operator(accumulator.op().name(), "Binary");
        push(accumulator.terms().get(0));
        load(api.mask, match);
        castMask(kind);
        MethodType type = MethodType.methodType(vector, api.operators("Binary"), api.vector, api.mask);
        code.call(Call.VIRTUAL, vector, "lanewise", type);
        code.store(vector, total);
    }

    /** The sum of floating-point numbers depends on the order. */
    private void addInOrder(Accumulator accumulator, int total) {
        Kind kind = accumulator.kind();
        Class<?> element = VectorApi.element(kind);
        Class<?> vector = vector(kind);
        List<Integer> terms = new ArrayList<>();
        for (Node term : accumulator.terms()) {
            constant(Accumulator.identity(body.graph(), Op.ADD, kind));
            push(term);
            load(api.mask, match);
            castMask(kind);
            code.call(Call.VIRTUAL, vector, "blend", MethodType.methodType(vector, api.vector, api.mask));
            terms.add(code.storeNew(vector));
        }
        load(element, total);
        for (int lane = 0; lane < lanes; lane++) {
            for (int term : terms) {
                load(vector, term);
                code.loadNumber(lane);
                code.call(Call.VIRTUAL, vector, "lane", MethodType.methodType(element, int.class));
                code.operate(kind == Kind.FLOAT ? FADD : DADD, kind == Kind.FLOAT ? -1 : -2);
            }
        }
        code.store(element, total);
    }

    // ---- stores

    private void store(Store store) {
        Lane lane = store.lane();
        Kind kind = store.value().kind;
        if (lane.type() == 'Z') {
            blendBooleans(store);
        } else {
            Class<?> wide = vector(kind);
            load(wide, unmasked.getOrDefault(lane, slot(load(lane))));
            push(store.value());
            written(store);
            castMask(kind);
            code.call(Call.VIRTUAL, wide, "blend", MethodType.methodType(wide, api.vector, api.mask));
            if (lane.type() == 'B' || lane.type() == 'S') {
                convert(lane.type() == 'B' ? "I2B" : "I2S", element(lane));
            }
        }
        intoMemory(lane);
    }

    /** Keeps the bytes of the rows that are not written as they are. */
    private void blendBooleans(Store store) {
        Class<?> element = elementOfBooleans(store.lane());
        Class<?> vector = VectorApi.ofElement(element);
        push(store.value());
        castMask(element);
        int value = code.storeNew(api.mask);
        fromMemory(store.lane());
        species(element);
        code.loadNumber(0);
        code.operate(I2B, 0);
        code.call(Call.STATIC, vector, "broadcast", MethodType.methodType(vector, api.species, element));
        code.loadNumber(1);
        code.operate(I2B, 0);
        load(api.mask, value);
        code.call(Call.VIRTUAL, vector, "blend", MethodType.methodType(vector, element, api.mask));
        written(store);
        castMask(element);
        code.call(Call.VIRTUAL, vector, "blend", MethodType.methodType(vector, api.vector, api.mask));
        if (element == int.class) {
            convert("I2B", byte.class);
        }
    }

    private void written(Store store) {
        load(api.mask, match);
        if (store.written() != body.graph().yes) {
            push(store.written());
            code.call(Call.VIRTUAL, api.mask, "and", MethodType.methodType(api.mask, api.mask));
        }
    }
}
