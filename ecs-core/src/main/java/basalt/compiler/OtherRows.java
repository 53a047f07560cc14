package basalt.compiler;

import static basalt.component.layout.BlockLayout.DISABLED;
import static basalt.component.layout.BlockLayout.DISABLED_SUMMARY;
import static basalt.component.layout.BlockLayout.HAS_DISABLED;
import static basalt.component.layout.BlockLayout.POPULATED;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.compiler.Graph.Kind;
import basalt.compiler.Graph.Lane;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import basalt.compiler.Graph.Other;
import basalt.compiler.KernelBody.Partners;
import basalt.compiler.MethodCode.Member;
import basalt.compiler.State.Known;
import basalt.compiler.State.Stop;
import basalt.compiler.State.Unknown;
import basalt.compiler.Translation.Refused;
import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.runtime.CascadeOrder.Runs;
import basalt.runtime.RowContext;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.RowBits;
import basalt.storage.access.Store;
import basalt.storage.space.NeighbourPass;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * What a body reads of other entities, whose handles are in a column of its rows.
 *
 * <p>The calls of the world are translated down to those of {@link Store}, {@link Entities}, {@link Pools} and {@code
 * ColumnMemory} in them. The loop of vectors gathers what they give for the 64 rows of a word before its first group,
 * row after row, in memory of the thread, from which the groups load vectors. The rows are those of the word, whether
 * they match or not, so a handle may be that of no entity, or of one without the component: the place is 0 then, and
 * the values are any. A body that uses them bails.
 *
 * <p>In the warm-up the entities are a row of the scratch block, or none. It has all components or none, so that the
 * JIT sees all branches.
 *
 * <p>SAFETY: any handle may be asked for its place. A place with a component has the component's columns, whose offsets
 * are used; the memory of the thread has room for MOST values. Runs and parents are those of
 * the context.
 */
final class OtherRows {
    /** The bytes of a value of each row of a word, or of a batch of a cascade. */
    static final int BYTES = (Runs.ROWS_OF_BATCH + Integer.SIZE) * Long.BYTES; // a vector may end behind the last row

    static final int MOST = 16;

    /** The lane of handles of a pass over neighbours. */
    static final Lane HANDLE = new Lane(NeighbourPass.HANDLE, 'J');

    private static final long FIRST_INT = UnsafeApi.arrayBaseOffset(int[].class);

    /** The context in the warm-up: runs of some rows with one parent each. */
    private static final RowContext SAMPLE = new RowContext(new int[][] {
        {0, 3, 1}, {1, 4, 8}, {9, 3, 3}, {12, 12, 98}, {120, 3, 64}, {200, 12, 31}, {240, 4, 1}, {250, 3, 2}
    });

    /** The values of the parents of a level, side by side. */
    private static final ThreadLocal<ByteBuffer> TABLE = new ThreadLocal<>();

    private static final ThreadLocal<ByteBuffer> GATHERED =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect((MOST + 1) * BYTES));

    private final Translator translator;
    private final Graph graph;
    private final boolean areLeft;
    private final Set<Column> reads = new LinkedHashSet<>();

    /** The place of the row's partner, parent or neighbour; null if it has none. */
    private Node partner;

    /** Whether the partner is a parent in a cascade. */
    private boolean areParents;

    /** Whether the partner is a neighbour. */
    boolean areNeighbours;

    /**
     * @param areLeft whether code that reads other entities is left to the body itself
     */
    OtherRows(Translator translator, boolean areLeft) {
        this.translator = translator;
        this.graph = translator.graph;
        this.areLeft = areLeft;
    }

    /** The result of a method that finds an entity; null for other methods. */
    Object find(Object object, String name, List<Object> arguments, State state) throws Refused {
        if (object instanceof ComponentInfo component && name.equals("id")) {
            return graph.constant(component.id());
        }
        if (object instanceof Entities entities) {
            return name.equals("isAlive")
                    ? graph.number(isAny(place(entities, arguments.get(0), -1)))
                    : name.equals("tryUnmoved") ? graph.constant(0L) : null; // 0 if the row may have moved
        }
        if (object instanceof Pools && name.equals("read")) {
            Component<?> component = Columns.component(arguments.get(2));
            Map<String, Column> columns = new LinkedHashMap<>();
            component.columns().forEach(column -> columns.put(column.field(), column));
            return translator.columns.read(component.type(), columns, placeOf(arguments.get(0)), state);
        }
        if (!(object instanceof Store store) || !name.equals("locateVisible") && !name.equals("locateReadable")) {
            return null;
        }
        translator.guardAccess(store, state);
        if (name.equals("locateVisible")) {
            Node place = place(store.entities(), arguments.get(0), -1);
            translator.bail(state, graph.not(isAny(place)), "it asks for a component of an entity that is dead");
            return place;
        }
        Node place =
                place(store.entities(), arguments.get(0), ((ComponentInfo) ((Known) arguments.get(1)).value()).id());
        if (((Known) arguments.get(2)).value() instanceof Column column) { // else it reads a record
            addRead(column);
        }
        translator.bail(state, graph.not(isAny(place)), "it reads an entity that is dead or lacks the component");
        return place;
    }

    private void addRead(Column column) {
        if (translator.columns.writes.contains(column)) {
            throw new Stop("it reads " + column.field() + " of other entities, which it also writes");
        }
        reads.add(column);
        translator.columns.reads.add(column);
    }

    private Node isAny(Node place) {
        return graph.not(graph.compare(Op.EQ, place, graph.constant(0L)));
    }

    private Node place(Entities entities, Object handle, int component) {
        if (areLeft || areNeighbours || !(handle instanceof Node node && node.op == Op.LOAD)) {
            throw new Stop("it reads another entity, or one whose handle is in no column of its row");
        }
        return graph.other(new Other(entities, (Lane) node.data, null, component, null), node);
    }

    /** The result of a method that reads the row of an entity that was found; null for other methods. */
    Object read(Member method, List<Object> arguments) {
        if (method.owner().equals("basalt/storage/access/Store")
                && method.name().equals("component")) {
            return new Known(Columns.component(arguments.get(0)));
        }
        if (method.owner().equals("basalt/storage/access/Store")
                && method.name().equals("requireComponent")
                && arguments.get(0) instanceof Known known
                && known.value() instanceof ComponentInfo component
                && !component.isEvent()) {
            return Unknown.NOTHING;
        }
        boolean isPresence =
                method.owner().equals("basalt/storage/Pools") && method.name().equals("has");
        Lane lane = method.owner().equals("basalt/storage/ColumnMemory") ? lane(method.name(), arguments) : null;
        if (!isPresence && lane == null) {
            return null;
        }
        Node place = placeOf(arguments.get(0));
        if (place == null) {
            return null;
        }
        Other other = (Other) place.data;
        if (isPresence) {
            int component = (Integer) ((Node) arguments.get(2)).data;
            return graph.number(isAny(graph.other(other.with(component), place.in(0))));
        }
        if (reads.stream().noneMatch(column -> isLane(lane, column))) {
            throw new Stop("it reads a value of another entity that is in none of the columns for which it asks");
        }
        return graph.other(other.at(lane), place.in(0));
    }

    private static boolean isLane(Lane lane, Column column) {
        return column.kind().sizeBytes() == lane.size()
                && IntStream.range(0, column.length()).anyMatch(at -> column.laneOffset(at) == lane.offset());
    }

    // ---- partners

    /** In which rows there is a partner. */
    Node findPartner(Partners partners, State state) {
        areParents = partners.areParents();
        if (!areParents && partners.filter().values() != null) {
            throw new Stop("its partners' query has conditions on values");
        }
        Lane lane = Columns.laneOf(partners.column(), 0);
        Node handle = translator.columns.cell(state, lane).value();
        partner = graph.other(new Other(partners.entities(), lane, partners.filter(), -1, null), handle);
        if (areParents) {
            return graph.yes;
        }
        translator.columns.reads.add(partners.column());
        return isAny(partner);
    }

    /** A call of one of the partner's methods. */
    Object callPartner(String method, String descriptor, List<Object> arguments, State state) {
        return switch (method) {
            case "get" -> get(partner, Columns.column(arguments.get(0)), Columns.lane(descriptor, arguments), state);
            case "has" -> graph.number(hasPartner(Columns.askedId(arguments.get(0))));
            case "entity" -> partner.in(0);
            case "index" -> graph.convert(partner.in(0), Kind.INT);
            default -> throw new Stop("it calls " + method + "() of its partner");
        };
    }

    /** The partner's place. */
    Node partner() {
        return partner;
    }

    /** The partner is the neighbour of a point. */
    void findNeighbour() {
        areNeighbours = true;
        partner = graph.other(new Other(null, null, null, -1, null), direct(HANDLE));
    }

    private Node hasPartner(int component) {
        if (!areParents) {
            return isAny(with(partner, component));
        }
        requireOfParent("asks for", component);
        return graph.yes;
    }

    private void requireOfParent(String does, int component) {
        if (!((Other) partner.data).filter().requires(component)) {
            throw new Stop("it " + does + " a component of its parent that the query does not require");
        }
    }

    /** A value of a parent or neighbour, which the loop itself has found. */
    private Node direct(Lane lane) {
        return graph.leaf(Op.OTHER, lane.kind(), new Other(null, null, null, -1, lane));
    }

    private Node with(Node place, int component) {
        return graph.other(((Other) place.data).with(component), place.in(0));
    }

    /** A value of an entity that was found. */
    Object get(Node found, Column column, int lane, State state) {
        if (areLeft || column.kind() == ColumnKind.REFERENCE) {
            throw new Stop("it reads " + column.field() + " of another entity");
        }
        Lane read = Columns.laneOf(column, lane);
        boolean isBoolean = read.type() == 'Z';
        Lane number = isBoolean ? new Lane(read.offset(), 'B') : read;
        Node value = found == partner && areParents ? ofParent(column, number) : ofOther(found, column, number, state);
        return translator.columns.valueOf(
                column, isBoolean ? graph.not(graph.compare(Op.EQ, value, graph.constant(0))) : value);
    }

    private Node ofOther(Node found, Column column, Lane lane, State state) {
        addRead(column);
        if (areNeighbours) {
            return direct(lane);
        }
        Other other = (Other) found.data;
        Node place = found;
        int component = column.component().id();
        if (other.component() != component && !other.filter().requires(component)) {
            place = with(found, component);
            translator.bail(state, graph.not(isAny(place)), "it reads a component that its partner lacks");
        }
        return graph.other(((Other) place.data).at(lane), place.in(0));
    }

    /** A parent was visited before, so the body may write the column in its row. */
    private Node ofParent(Column column, Lane lane) {
        requireOfParent("reads", column.component().id());
        translator.columns.reads.add(column);
        return direct(lane);
    }

    /** The place of an entity's block, whose address is the place without its low bits; null for other values. */
    private static Node placeOf(Object base) {
        if (!(base instanceof Node address) || address.op != Op.AND) {
            return null;
        }
        Node place = address.in(address.in(0).isConstant() ? 1 : 0);
        return place.data instanceof Other ? place : null;
    }

    private static Lane lane(String method, List<Object> arguments) {
        char type = switch (method) {
            case "getFloat" -> 'F';
            case "getDouble" -> 'D';
            case "getByte" -> 'B';
            case "getShort" -> 'S';
            case "getInt" -> 'I';
            case "getLong" -> 'J';
            default -> 0;
        };
        return type == 0 ? null : new Lane((Integer) ((Node) arguments.get(2)).data, type);
    }

    /** Stops if the body writes what it reads of others, which may be rows before or after its own. */
    void requireNotRead(Column column) {
        if (reads.contains(column)) {
            throw new Stop("it writes " + column.field() + ", which it also reads of other entities");
        }
    }

    // ---- called by loops

    /** The thread's memory for the values of a word's rows. */
    static long memory() {
        return BufferUtil.address(GATHERED.get()) + Long.SIZE - 1 & -Long.SIZE;
    }

    /** Where the values from a row on are, of which one has so many bytes as a shift. */
    static long ofRow(long gathered, int offset, int row, int shift) {
        return (gathered & 0x00FF_FFFF_FFFF_FFFFL) + offset + ((long) (row & Long.SIZE - 1) << shift);
    }

    /** Where those of parents are. */
    static long ofRowOfBatch(long gathered, int offset, int row, int shift) {
        return (gathered & 0x00FF_FFFF_FFFF_FFFFL) + offset + ((long) (row & Runs.ROWS_OF_BATCH - 1) << shift);
    }

    // ---- runs of rows with one parent, of which the warm-up has some

    /** The context, or that of the warm-up, which takes both branches. */
    static RowContext known(RowContext context) {
        return context == null ? SAMPLE : context;
    }

    /** In each second round of the warm-up there is a table of parents. */
    static void change(int round) {
        known(SAMPLE).setParents(0, (round & 1) * 3);
    }

    static int[] runs(RowContext context) {
        return known(context).runs().ints();
    }

    /** The first run that does not end before a word. */
    static int firstRun(RowContext context, int word) {
        RowContext known = known(context);
        return known.runs().firstRun(known.firstRun(), known.endOfRuns(), word << 6);
    }

    static int endOfRuns(RowContext context) {
        return known(context).endOfRuns();
    }

    /** SAFETY: the run is one of the context or of the sample. */
    private static int ofRun(int[] runs, int run, int which) {
        return UnsafeApi.getInt(runs, FIRST_INT + ((long) (run * Runs.INTS + which) << 2));
    }

    static int rowOfBatch(int[] runs, int run) {
        return ofRun(runs, run, 0) & Runs.ROWS_OF_BATCH - 1;
    }

    static int length(int[] runs, int run) {
        return ofRun(runs, run, 2);
    }

    /** The place of the parent: in the warm-up, where the only block has the address 0, a row of the scratch block. */
    static long parent(long[] blocks, int[] runs, int run, long scratch) {
        int row = ofRun(runs, run, 1);
        return blocks[row >>> ROW_BITS] + scratch + (row & ROW_MASK);
    }

    /** The thread's table of the parents of the level, whose bytes each are given as a shift; 0 if there is none. */
    static long table(RowContext context, int shift) {
        int parents = known(context).parents();
        if (parents == 0) {
            return 0;
        }
        int bytes = parents + 2 << shift;
        ByteBuffer memory = TABLE.get();
        if (memory == null || memory.capacity() < bytes) {
            memory = ByteBuffer.allocateDirect(bytes);
            TABLE.set(memory);
        }
        return BufferUtil.address(memory) + Long.SIZE - 1 & -Long.SIZE;
    }

    /** The first parent that is not in the table. */
    static int takeParents(RowContext context) {
        return known(context).takeParents();
    }

    static int endOfParents(RowContext context) {
        return known(context).endOfParents();
    }

    static int[] parents(RowContext context) {
        return known(context).runs().parents();
    }

    static long parentOfLevel(long[] blocks, int[] parents, int i, long scratch) {
        return blocks[parents[i] >>> ROW_BITS] + scratch + (parents[i] & ROW_MASK);
    }

    /** Where the values of a run's parent are in the table. */
    static long inTable(long table, int[] runs, int run, int shift) {
        return table + ((long) ofRun(runs, run, 3) << shift);
    }

    static long[] blocks(RowContext context) {
        return known(context).blocks();
    }

    /** The scratch block in the warm-up, where there is no context; otherwise 0. */
    static long scratch(RowContext context, long entry) {
        return context == null ? MatchedBlock.base(entry) : 0;
    }

    /** The place of an entity, 0 if it is dead. In the warm-up it is the scratch block's first row, or 0. */
    static long place(Entities entities, long handles, int row, int i, long scratch) {
        long handle = UnsafeApi.getLong(null, handles + ((long) ((row & ROW_MASK & -Long.SIZE) + i) << 3));
        return entities.tryLocate(handle | -scratch >> 63) | scratch & -(handle & 1);
    }

    /** 1 if the entity has a component, otherwise 0. */
    static long has(long place, int component) {
        return RowBits.get(presentWords(place, component), Place.word(place)) >>> place & 1;
    }

    /** 1 if the entity has a component that is enabled, otherwise 0. */
    static long enabled(long place, int component) {
        long words = presentWords(place, component);
        int word = Place.word(place);
        long isDefined = RowBits.any(words + DISABLED_SUMMARY, word >>> 6) >>> word & 1;
        long disabled = RowBits.get(words + (DISABLED & -isDefined), word) & -isDefined;
        return (RowBits.get(words, word) & ~disabled) >>> place & 1;
    }

    private static long presentWords(long place, int component) {
        return Pools.presentWords(Place.base(place), component);
    }

    /** Not 0 if the place's block has one of the first 64 components, or may have a disabled one. */
    static long special(long place, long components) {
        long block = Place.base(place);
        return UnsafeApi.getLong(null, block + POPULATED) & components | UnsafeApi.getInt(null, block + HAS_DISABLED);
    }

    static void putLong(long place, long to, int i) {
        UnsafeApi.putLong(null, to + ((long) i << 3), place);
    }

    static long address(long place, int shift, int offset) {
        return Place.base(place) + ((long) Place.row(place) << shift) + offset;
    }

    static void copyLong(long place, int offset, long to, int i) {
        UnsafeApi.putLong(null, to + ((long) i << 3), UnsafeApi.getLong(null, address(place, 3, offset)));
    }

    static void copyInt(long place, int offset, long to, int i) {
        UnsafeApi.putInt(null, to + ((long) i << 2), UnsafeApi.getInt(null, address(place, 2, offset)));
    }

    static void copyShort(long place, int offset, long to, int i) {
        UnsafeApi.putInt(null, to + ((long) i << 2), UnsafeApi.getShort(null, address(place, 1, offset)));
    }

    static void copyByte(long place, int offset, long to, int i) {
        UnsafeApi.putInt(null, to + ((long) i << 2), UnsafeApi.getByte(null, address(place, 0, offset)));
    }
}
