package basalt.compiler;

import basalt.compiler.Graph.Kind;
import basalt.compiler.Graph.Lane;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import basalt.compiler.Graph.Source;
import basalt.compiler.KernelBody.Argument;
import basalt.compiler.KernelBody.RecordColumns;
import basalt.compiler.State.Cell;
import basalt.compiler.State.Choice;
import basalt.compiler.State.Known;
import basalt.compiler.State.Made;
import basalt.compiler.State.Stop;
import basalt.compiler.State.Unknown;
import basalt.compiler.Translation.Added;
import basalt.compiler.Translation.Refused;
import basalt.compiler.Translation.Store;
import basalt.component.Column;
import basalt.component.ColumnKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Executes the bytecode of a body symbolically, all paths at once, and what it calls as part of it.
 *
 * <p>A branch becomes a condition (if-conversion; Allen, Kennedy et al., Conversion of Control Dependence to Data
 * Dependence, 1983): each {@link State} has the {@link Path} to it, and where paths meet, a value becomes a SELECT.
 * Columns are variables, stored at the end. Loops are unrolled, so their conditions must be constants.
 *
 * <p>Code that throws or cannot be translated is a <i>bail</i>: a group of rows of which one reaches it is left to the
 * body itself, before anything of the group is stored. So what is translated writes columns and {@link Accumulator}s.
 */
final class Translator {
    private static final int MOST_CALLS = 16;
    private static final int MOST_INSTRUCTIONS = 6000;
    private static final int MOST_NODES = 500;

    /** With those that are no longer needed. */
    private static final int MOST_NODES_MADE = 8 * MOST_NODES;

    /** How often code of loops is repeated, in the order in which it is tried. */
    private static final int[] MOST_REPEATS = {8, 1, 0};

    // opcodes of the Java Virtual Machine Specification, chapter 6
    private static final int IFEQ = 153;
    private static final int IF_ICMPEQ = 159;
    private static final int IF_ACMPEQ = 165;
    private static final int IF_ACMPNE = 166;
    private static final int GOTO = 167;
    private static final int TABLESWITCH = 170;
    private static final int LOOKUPSWITCH = 171;
    private static final int IRETURN = 172;
    private static final int RETURN = 177;
    private static final int IFNULL = 198;
    private static final int IFNONNULL = 199;
    private static final int GOTO_W = 200;

    final Graph graph = new Graph();
    final Columns columns = new Columns(this);
    final OtherRows otherRows;
    final Instructions instructions = new Instructions(this);

    /** Fields and elements that are written, and are no {@link Accumulator}. */
    final Set<Source> others;

    private final Path always = Path.always(graph);

    /** By their places or stores, with the paths on which they matter. */
    private final Map<Object, Guard> guards = new LinkedHashMap<>();

    private final Map<Object, Path> guarded = new HashMap<>();
    private final Set<String> reasons = new LinkedHashSet<>();

    /** How often a loop is repeated while its condition is no constant; other rows are left to the body itself. */
    private final int mostRepeats;

    private Path bail = always.never();
    private int executed;

    private Translator(int mostRepeats, Set<Source> others) {
        this.mostRepeats = mostRepeats;
        this.others = others;
        this.otherRows = new OtherRows(this, mostRepeats == 0);
    }

    static Translation translate(KernelBody body) throws Refused {
        return translate(body, translation -> translation);
    }

    /** What is made of a translation, unless that is too large. */
    interface Maker<T> {
        T make(Translation translation) throws Refused;
    }

    /** Makes something of the translation with the most repeats of loops that is not too large. */
    static <T> T translate(KernelBody body, Maker<T> maker) throws Refused {
        Refused first = null;
        for (int mostRepeats : MOST_REPEATS) {
            Refused refused;
            try {
                return maker.make(new Translator(mostRepeats, Set.of()).body(body));
            } catch (Refused e) {
                refused = e;
            } catch (Stop e) {
                refused = new Refused(e.getMessage());
            } catch (RuntimeException | LinkageError e) {
                refused = new Refused("the compiler failed: " + e);
            }
            first = first == null ? refused : first;
        }
        throw first;
    }

    private Translation body(KernelBody body) throws Refused {
        if (body.function() instanceof Column column) {
            return ofColumn(column, body.operation());
        }
        State state = new State();
        state.locals = new Object[0];
        state.path = always;
        State withoutPartner = null;
        if (body.neighbours() != null) {
            otherRows.findNeighbour();
        }
        if (body.partners() != null) {
            Node hasPartner = otherRows.findPartner(body.partners(), state);
            if (hasPartner != graph.yes) {
                withoutPartner = state.copy(always.and(graph.not(hasPartner)));
                state.path = always.and(hasPartner);
            }
        }
        List<Object> arguments = new ArrayList<>();
        for (Object argument : body.arguments()) {
            arguments.add(argument(argument, state));
        }
        String descriptor = Instructions.descriptor(body.method());
        Object result = instructions.calls.call(
                new Known(body.function()), body.method().getName(), descriptor, arguments, state, 0);
        if (result == null) {
            throw new Refused(
                    reasons.isEmpty()
                            ? "no path of it returns"
                            : reasons.iterator().next());
        }
        if (body.result() != null) {
            columns.write(body.result(), result, state);
        }
        Class<?> returned = body.method().getReturnType();
        if (withoutPartner != null) {
            state = merge(List.of(state, withoutPartner));
        }
        if (body.neighbours() != null && !bail.isNever()) {
            throw new Refused(reasons.iterator().next());
        }
        Set<Source> found = new LinkedHashSet<>(others);
        List<Accumulator> accumulators = accumulators(state, found);
        Translation translation = Translation.of(
                graph,
                stores(state),
                accumulators,
                returned == boolean.class ? met(result, accumulators) : null,
                returned.isPrimitive() && Kind.of(returned).isWide() ? added(body, result, accumulators) : null,
                bail.mask(),
                List.copyOf(reasons),
                guards(),
                columns.reads,
                columns.writes);
        accumulators.stream()
                .map(Accumulator::source)
                .filter(translation::reads)
                .forEach(found::add);
        if (found.size() > others.size()) {
            return new Translator(mostRepeats, found).body(body);
        }
        if (translation.nodes().size() > MOST_NODES) {
            throw new Refused("it is too large: " + translation.nodes().size() + " operations, and at most "
                    + MOST_NODES + " are translated");
        }
        return translation;
    }

    /** Those that matter where no row bails. */
    private List<Guard> guards() {
        guarded.forEach((place, path) -> {
            if (bail.or(path).terms().equals(bail.terms())) {
                guards.remove(place);
            }
        });
        return List.copyOf(guards.values());
    }

    /** The object at a place that is not final, which is taken for constant. */
    Object guarded(Source source, State state) {
        guarded.merge(source, state.path, Path::or);
        return guards.computeIfAbsent(source, any -> new Guard(source, source.read()))
                .expected();
    }

    /** The thread must have access to the store of a world. */
    void guardAccess(Object store, State state) {
        guarded.merge(store, state.path, Path::or);
        guards.putIfAbsent(store, new Guard(null, store));
    }

    private Node met(Object result, List<Accumulator> accumulators) throws Refused {
        requireNone(accumulators);
        return graph.not(graph.compare(Op.EQ, (Node) result, graph.constant(0)));
    }

    private Added added(KernelBody body, Object result, List<Accumulator> accumulators) throws Refused {
        requireNone(accumulators);
        Node value = graph.convert((Node) result, Kind.of(body.method().getReturnType()));
        return new Added(operation(body.operation()), value);
    }

    private static Op operation(int operation) {
        return switch (operation) {
            case basalt.match.Accumulator.SUM -> Op.ADD;
            case basalt.match.Accumulator.MIN -> Op.MIN;
            default -> Op.MAX;
        };
    }

    /** A reduction of a column; of booleans their number, of which any but 0 is true. */
    private Translation ofColumn(Column column, int operation) {
        boolean isBoolean = column.kind() == ColumnKind.BOOLEAN;
        Node value = graph.memory(isBoolean ? new Lane(column.laneOffset(0), 'B') : Columns.laneOf(column, 0));
        if (isBoolean) {
            value = graph.number(graph.not(graph.compare(Op.EQ, value, graph.constant(0))));
        }
        value = graph.convert(value, column instanceof Column.Floating ? Kind.DOUBLE : Kind.LONG);
        Added added = new Added(operation(operation), value);
        return Translation.of(
                graph, List.of(), List.of(), null, added, graph.no, List.of(), List.of(), Set.of(column), Set.of());
    }

    private static void requireNone(List<Accumulator> accumulators) throws Refused {
        if (!accumulators.isEmpty()) {
            throw new Refused("it writes something, and rows may be asked in any order");
        }
    }

    private Object argument(Object argument, State state) throws Refused {
        if (argument instanceof RecordColumns record) {
            return columns.read(record, state);
        }
        return switch ((Argument) argument) {
            case ROW -> Unknown.ROW;
            case PARTNER -> Unknown.PARTNER;
            case ENTITY -> columns.entity(state);
            case OTHER -> new Unknown("an object of the kernel");
        };
    }

    /** What is written outside of the rows; what is no accumulator is added to the others. */
    private List<Accumulator> accumulators(State state, Set<Source> added) {
        List<Accumulator> accumulators = new ArrayList<>();
        state.cells.forEach((place, cell) -> {
            if (place instanceof Source source) {
                Accumulator accumulator = Accumulator.of(graph, graph.memory(source), cell.value());
                if (accumulator == null) {
                    added.add(source);
                } else if (!accumulator.terms().isEmpty()) {
                    accumulators.add(accumulator);
                }
            }
        });
        return accumulators;
    }

    private List<Store> stores(State state) {
        List<Store> stores = new ArrayList<>();
        state.cells.forEach((place, cell) -> {
            if (!(place instanceof Lane lane)) {
                return;
            }
            Node written = cell.written().mask();
            Node value = cell.value();
            boolean narrows = lane.type() == 'B' && value.op == Op.TO_BYTE
                    || lane.type() == 'S' && (value.op == Op.TO_SHORT || value.op == Op.TO_CHAR);
            if (narrows) {
                value = value.in(0); // the store takes the low bits
            }
            value = known(value, written, cell.written());
            boolean isSame = value.op == Op.LOAD && value.data.equals(lane) && lane.type() != 'Z';
            if (!cell.written().isNever() && !isSame) {
                stores.add(new Store(lane, value, written));
            }
        });
        return stores;
    }

    /** A value without the choices that are already made where it is written. */
    private Node known(Node value, Node written, Path path) {
        while (value.op == Op.SELECT) {
            boolean isFirst = written == value.in(0) || path.implies(value.in(0));
            if (!isFirst && !path.implies(graph.not(value.in(0)))) {
                break;
            }
            value = value.in(isFirst ? 1 : 2);
        }
        return value;
    }

    /** Rows of a state for which a condition holds are left to the body itself. */
    void bail(State state, Node condition, String reason) {
        Path taken = state.path.and(condition);
        if (taken.isAlways()) {
            throw new Stop(reason);
        }
        if (!taken.isNever()) {
            bail = bail.or(taken);
            reasons.add(reason);
        }
    }

    /**
     * Runs a method; the caller's state gets the path and the columns of its end. Returns the result, of a constructor
     * the new object; null if no path returns.
     */
    Object run(MethodCode code, boolean isConstructor, List<Object> arguments, State caller, int depth) throws Refused {
        if (depth > MOST_CALLS) {
            throw new Stop("its calls are too deep");
        }
        if (code.hasHandlers()) {
            throw new Stop("it calls " + code.name() + "(), which has try, catch or synchronized");
        }
        State start = new State();
        start.locals = new Object[code.locals()];
        start.cells = caller.cells;
        start.path = caller.path;
        int slot = 0;
        for (Object argument : arguments) {
            start.locals[slot] = argument;
            slot += State.isWide(argument) ? 2 : 1;
        }
        List<State> ends = new Run(code, depth).from(start);
        if (ends.isEmpty()) {
            caller.path = caller.path.and(graph.no);
            return null;
        }
        boolean isVoid = code.type().returnType() == void.class;
        for (State end : ends) {
            Object result = isConstructor ? end.locals[0] : isVoid ? Unknown.NOTHING : end.pop();
            end.locals = new Object[0];
            end.stack = new ArrayList<>();
            end.push(result);
        }
        State end = merge(ends); // rows that bail do not matter, so the path is again that of the call
        caller.cells = end.cells;
        Object result = end.pop();
        if (result == null) {
            throw new Stop("it calls " + code.name() + "(), which returns different objects");
        }
        return result;
    }

    /** One execution of a method. */
    private final class Run {
        private final MethodCode code;
        private final int depth;

        /** The states of branches to instructions that come later. */
        private final Map<Integer, List<State>> pending = new HashMap<>();

        private final List<State> returns = new ArrayList<>();

        /** The path on which an instruction was last reached. */
        private final Map<Integer, Path> reached = new HashMap<>();

        /** How often a loop was repeated whose condition is no constant, by its first instruction. */
        private final Map<Integer, Integer> repeats = new HashMap<>();

        private State now;
        private int at;

        Run(MethodCode code, int depth) {
            this.code = code;
            this.depth = depth;
        }

        List<State> from(State start) throws Refused {
            now = start;
            while (at < code.code().length) {
                List<State> met = pending.remove(at);
                if (met != null) {
                    if (now != null) {
                        met.add(now);
                    }
                    now = merge(met);
                }
                int next = at + Instructions.length(code, at);
                if (now != null) {
                    reached.put(at, now.path);
                    next = step(next);
                }
                at = next;
            }
            return returns;
        }

        /** Executes an instruction; returns where the next one is. */
        private int step(int following) throws Refused {
            if (++executed > MOST_INSTRUCTIONS || graph.size() > MOST_NODES_MADE) {
                throw new Refused("it has a loop whose bound is not a constant, or too many instructions");
            }
            try {
                int opcode = code.u1(at);
                if (opcode >= IRETURN && opcode <= RETURN) {
                    returns.add(now);
                    now = null;
                } else if (isBranch(opcode)) {
                    return branch(opcode, following);
                } else {
                    instructions.step(code, at, now, depth);
                    if (now.path.isNever()) {
                        now = null;
                    }
                }
            } catch (Stop e) {
                if (now.path.isAlways()) {
                    throw new Refused(e.getMessage());
                }
                bail = bail.or(now.path);
                reasons.add(e.getMessage());
                now = null;
            }
            return following;
        }

        private int branch(int opcode, int following) throws Refused {
            int back = -1;
            for (Map.Entry<Integer, Node> edge : edges(opcode).entrySet()) {
                State taken = now.copy(now.path.and(edge.getValue()));
                boolean isBack = edge.getKey() <= at;
                if (!taken.path.isNever() && !(isBack && isRepeatedTooOften(edge.getKey(), taken.path))) {
                    if (isBack) {
                        back = edge.getKey();
                    }
                    pending.computeIfAbsent(edge.getKey(), any -> new ArrayList<>())
                            .add(taken);
                }
                now.path = now.path.and(graph.not(edge.getValue()));
            }
            if (now.path.isNever()) {
                now = null;
            }
            if (back >= 0 && now != null) {
                throw new Refused("it has a loop whose bound is not a constant");
            }
            return back >= 0 ? back : following;
        }

        /** Leaves rows to the body that would repeat a loop too often. */
        private boolean isRepeatedTooOften(int first, Path path) {
            repeats.keySet().removeIf(inner -> inner > first && inner <= at);
            Path before = reached.get(first).or(bail); // rows that have bailed since do not matter
            boolean isByConstant = path.or(bail).terms().equals(before.terms());
            if (isByConstant || repeats.merge(first, 1, Integer::sum) <= mostRepeats) {
                return false;
            }
            bail = bail.or(path);
            reasons.add("it repeats a loop whose bound is not a constant");
            return true;
        }

        /** Where a branch goes to, with the conditions, each if none before it holds. */
        private Map<Integer, Node> edges(int opcode) {
            Map<Integer, Node> edges = new LinkedHashMap<>();
            if (opcode != TABLESWITCH && opcode != LOOKUPSWITCH) {
                edges.put(at + (opcode == GOTO_W ? code.s4(at + 1) : code.s2(at + 1)), condition(opcode, now));
                return edges;
            }
            Node key = now.popNumber();
            int table = (at & -4) + 4;
            int low = code.s4(table + 4);
            int cases = opcode == TABLESWITCH ? code.s4(table + 8) - low + 1 : low;
            for (int i = 0; i < cases; i++) {
                int value = opcode == TABLESWITCH ? low + i : code.s4(table + 8 + 8 * i);
                int offset = code.s4(opcode == TABLESWITCH ? table + 12 + 4 * i : table + 12 + 8 * i);
                edges.merge(at + offset, graph.compare(Op.EQ, key, graph.constant(value)), graph::or);
            }
            edges.remove(at + code.s4(table)); // of gaps between the cases
            edges.put(at + code.s4(table), graph.yes);
            return edges;
        }
    }

    private static boolean isBranch(int opcode) {
        return opcode >= IFEQ && opcode <= GOTO
                || opcode == TABLESWITCH
                || opcode == LOOKUPSWITCH
                || opcode >= IFNULL && opcode <= GOTO_W;
    }

    private Node condition(int opcode, State state) {
        if (opcode == GOTO || opcode == GOTO_W) {
            return graph.yes;
        }
        if (opcode == IFNULL || opcode == IFNONNULL || opcode == IF_ACMPEQ || opcode == IF_ACMPNE) {
            Object second = opcode == IFNULL || opcode == IFNONNULL ? new Known(null) : state.pop();
            Node same = instructions.isSame(state.pop(), second);
            return opcode == IFNULL || opcode == IF_ACMPEQ ? same : graph.not(same);
        }
        boolean isWithZero = opcode < IF_ICMPEQ;
        Node second = isWithZero ? graph.constant(0) : state.popNumber();
        Node first = state.popNumber();
        return switch (opcode - (isWithZero ? IFEQ : IF_ICMPEQ)) {
            case 0 -> graph.compare(Op.EQ, first, second);
            case 1 -> graph.not(graph.compare(Op.EQ, first, second));
            case 2 -> graph.compare(Op.LT, first, second);
            case 3 -> graph.not(graph.compare(Op.LT, first, second));
            case 4 -> graph.compare(Op.LT, second, first);
            default -> graph.not(graph.compare(Op.LT, second, first));
        };
    }

    // ---- where paths meet

    private State merge(List<State> states) {
        State first = states.get(0);
        if (states.size() == 1) {
            return first;
        }
        Path all = first.path;
        for (State state : states.subList(1, states.size())) {
            all = all.or(state.path);
        }
        State merged = first.copy(all);
        for (int i = 0; i < merged.locals.length; i++) {
            int slot = i;
            merged.locals[i] =
                    meet(states, all, states.stream().map(s -> s.locals[slot]).toList());
        }
        for (int i = 0; i < merged.stack.size(); i++) {
            int place = i;
            List<Object> values = states.stream().map(s -> s.stack.get(place)).toList();
            merged.stack.set(i, meet(states, all, bailOnNull(states, values)));
        }
        Set<Object> places = new LinkedHashSet<>();
        states.forEach(state -> places.addAll(state.cells.keySet()));
        for (Object place : places) {
            if (states.stream().allMatch(state -> columns.cell(state, place).equals(columns.cell(first, place)))) {
                continue; // merged has it already, or it is not written
            }
            Path written = always.never();
            List<Object> values = new ArrayList<>();
            for (State state : states) {
                Cell cell = columns.cell(state, place);
                values.add(cell.value());
                written = written.or(state.path.and(cell.written()));
            }
            merged.cells.put(place, new Cell((Node) meet(states, all, values), written));
        }
        return merged;
    }

    /** Where a value is null on some paths and an object on others, the former are left to the body itself. */
    private List<Object> bailOnNull(List<State> states, List<Object> values) {
        Known none = new Known(null);
        Object made = values.stream().filter(Made.class::isInstance).findFirst().orElse(null);
        if (made == null) {
            return values;
        }
        List<Object> objects = new ArrayList<>(values);
        for (int i = 0; i < values.size(); i++) {
            if (none.equals(values.get(i))) {
                bail = bail.or(states.get(i).path);
                reasons.add("it uses an object that may be null");
                objects.set(i, made);
            }
        }
        return objects;
    }

    /** The value where paths meet; null if there are different objects. */
    private Object meet(List<State> states, Path all, List<Object> values) {
        Object first = values.get(0);
        if (first == null || values.stream().allMatch(first::equals)) {
            return first;
        }
        Map<Object, Path> conditions = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value == null) {
                return null;
            }
            conditions.merge(value, states.get(i).path, Path::or);
        }
        Object type = typeOf(conditions.keySet());
        if (type instanceof Kind) {
            return select(conditions, all);
        }
        if (!(type instanceof Class<?> known)) {
            return null;
        }
        if (known.isEnum()) {
            List<Object> ordinals = new ArrayList<>();
            values.forEach(value -> ordinals.add(instructions.ordinal(value)));
            return new Choice(known, (Node) meet(states, all, ordinals));
        }
        List<Made> objects = values.stream()
                .map(value -> instructions.fieldsOf(value, known))
                .toList();
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String field : objects.get(0).fields.keySet()) {
            List<Object> own = objects.stream().map(o -> o.fields.get(field)).toList();
            fields.put(field, meet(states, all, bailOnNull(states, own)));
        }
        return new Made(known, fields);
    }

    /** The kind of all numbers, the enum of all constants or the class of all objects; null if they differ. */
    private static Object typeOf(Set<Object> values) {
        Object type = null;
        for (Object value : values) {
            if (value instanceof Known known && known.value() == null) {
                continue; // of any enum
            }
            Object own = value instanceof Node number
                    ? number.kind
                    : value instanceof Choice choice
                            ? choice.type()
                            : value instanceof Made made
                                    ? made.type
                                    : value instanceof Known known && known.value() instanceof Enum<?> constant
                                            ? constant.getDeclaringClass()
                                            : value instanceof Known known && known.value() instanceof Record
                                                    ? known.value().getClass()
                                                    : null;
            if (own == null || type != null && type != own) {
                return null;
            }
            type = own;
        }
        boolean hasNull = values.contains(new Known(null));
        return hasNull && !(type instanceof Class<?> c && c.isEnum()) ? null : type;
    }

    private Node select(Map<Object, Path> conditions, Path all) {
        Node result = null;
        for (Map.Entry<Object, Path> entry : conditions.entrySet()) {
            Node value = (Node) entry.getKey();
            result = result == null
                    ? value
                    : graph.select(entry.getValue().within(all).mask(), value, result);
        }
        return result;
    }
}
