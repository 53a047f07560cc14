package basalt.compiler;

import static basalt.component.layout.BlockLayout.GENERATIONS;

import basalt.compiler.Graph.Kind;
import basalt.compiler.Graph.Lane;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Op;
import basalt.compiler.KernelBody.RecordColumns;
import basalt.compiler.State.Cell;
import basalt.compiler.State.Choice;
import basalt.compiler.State.Known;
import basalt.compiler.State.Stop;
import basalt.compiler.State.Unknown;
import basalt.compiler.Translation.Refused;
import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.EnumColumn;
import basalt.component.VariableColumn;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The row of a body: what its methods read and write, and the records that are read from it and written to it. */
final class Columns {
    /** The columns whose values are read. */
    final Set<Column> reads = new LinkedHashSet<>();

    final Set<Column> writes = new LinkedHashSet<>();

    private final Translator translator;
    private final Graph graph;

    /** An array or reference in a record, which can only be written back as it came. */
    private record WholeField(Column column) {}

    Columns(Translator translator) {
        this.translator = translator;
        this.graph = translator.graph;
    }

    // ---- calls of the row

    /** A call of one of the row's methods. */
    Object call(String method, String descriptor, List<Object> arguments, State state) {
        return switch (method) {
            case "get" -> get(column(arguments.get(0)), lane(descriptor, arguments), state);
            case "set" -> {
                set(column(arguments.get(0)), lane(descriptor, arguments), arguments.get(arguments.size() - 1), state);
                yield Unknown.NOTHING;
            }
            case "entity" -> entity(state);
            case "index" -> graph.leaf(Op.INDEX, Kind.INT, null);
            case "has" -> graph.number(has(arguments.get(0)));
            case "isEnabled" -> graph.number(isEnabled(arguments.get(0)));
            default -> throw new Stop("it calls row." + method + "()");
        };
    }

    static Column column(Object value) {
        if (value instanceof Known known && known.value() instanceof Column column) {
            return column;
        }
        throw new Stop("it accesses a column that is not a constant");
    }

    static int lane(String descriptor, List<Object> arguments) {
        boolean hasLane = descriptor.indexOf(";I") > 0 && arguments.size() == (descriptor.endsWith(")V") ? 3 : 2);
        Column column = column(arguments.get(0));
        if (column instanceof VariableColumn) {
            throw new Stop("it accesses a list or a string");
        }
        if (!hasLane) {
            if (column.length() != 1) {
                throw new Stop("it accesses a vector without a lane");
            }
            return 0;
        }
        if (!(arguments.get(1) instanceof Node lane && lane.isConstant())) {
            throw new Stop("it accesses a lane of a vector that is not a constant");
        }
        int number = (Integer) lane.data;
        if (number < 0 || number >= column.length()) {
            throw new Stop("it accesses a lane that the vector lacks");
        }
        return number;
    }

    private Object get(Column column, int lane, State state) {
        reads.add(column);
        if (column.kind() == ColumnKind.REFERENCE) {
            return new Unknown("the reference " + column.field());
        }
        return valueOf(column, cell(state, laneOf(column, lane)).value());
    }

    /** What the body gets of a column's value in memory. */
    Object valueOf(Column column, Node value) {
        return column instanceof EnumColumn<?> constants
                ? new Choice(
                        constants.type(), normal(value, constants.constants().size()))
                : column.kind() == ColumnKind.BOOLEAN ? graph.number(value) : value;
    }

    /** An ordinal; -1, which is null, if there is no such constant. */
    private Node normal(Node ordinal, int constants) {
        Node none = graph.constant(-1);
        Node notNegative = graph.binary(Op.MAX, ordinal, none);
        return graph.select(graph.compare(Op.LT, ordinal, graph.constant(constants)), notNegative, none);
    }

    private void set(Column column, int lane, Object value, State state) {
        translator.otherRows.requireNotRead(column);
        writes.add(column);
        if (column.kind() == ColumnKind.REFERENCE) {
            throw new Stop("it writes the reference " + column.field());
        }
        Node number = column instanceof EnumColumn<?> ? translator.instructions.ordinal(value) : number(value);
        Node stored = switch (column.kind()) {
            case BOOLEAN -> graph.not(graph.compare(Op.EQ, number, graph.constant(0)));
            case INT8 -> graph.unary(Op.TO_BYTE, number);
            case INT16 -> graph.unary(Op.TO_SHORT, number);
            default -> number;
        };
        state.cells.put(laneOf(column, lane), new Cell(stored, state.path.everywhere()));
    }

    private static Node number(Object value) {
        if (value instanceof Node number) {
            return number;
        }
        throw new Stop("it writes a value that is not a number");
    }

    static Lane laneOf(Column column, int lane) {
        char type = switch (column.kind()) {
            case FLOAT32 -> 'F';
            case FLOAT64 -> 'D';
            case INT8 -> 'B';
            case INT16 -> 'S';
            case INT32 -> 'I';
            case INT64, ENTITY -> 'J';
            case BOOLEAN -> 'Z';
            case REFERENCE, LIST, STRING, STRING_LIST ->
                throw new IllegalArgumentException("no lane of numbers: " + column);
        };
        return new Lane(column.laneOffset(lane), type);
    }

    /** The cell of a lane or source; before the first write it has the value in memory. */
    Cell cell(State state, Object place) {
        Cell cell = state.cells.get(place);
        return cell != null ? cell : new Cell(graph.memory(place), state.path.never());
    }

    /** The handle: the generation of the row above the index. */
    Node entity(State state) {
        if (translator.otherRows.areNeighbours) {
            return cell(state, OtherRows.HANDLE).value();
        }
        Node generation = cell(state, new Lane(GENERATIONS, 'I')).value();
        Node upper = graph.binary(Op.SHL, graph.convert(generation, Kind.LONG), graph.constant(Integer.SIZE));
        Node index = graph.convert(graph.leaf(Op.INDEX, Kind.INT, null), Kind.LONG); // never negative
        return graph.binary(Op.ADD, upper, index);
    }

    private Node has(Object argument) {
        return graph.leaf(Op.HAS, Kind.MASK, askedId(argument));
    }

    /** The id of a component for which the body asks. */
    static int askedId(Object argument) {
        Component<?> component = component(argument);
        if (component.isEvent()) {
            throw new Stop("it asks for a component that is not a constant");
        }
        return component.id();
    }

    private Node isEnabled(Object argument) {
        Node has = has(argument);
        return graph.and(has, graph.not(graph.leaf(Op.DISABLED, Kind.MASK, has.data)));
    }

    /** A component, or that of a record's class. */
    static Component<?> component(Object value) {
        Object asked = value instanceof Known known ? known.value() : null;
        Component<?> component = asked instanceof Component<?> known
                ? known
                : asked instanceof Class<?> type && type.isRecord()
                        ? Component.tryFind(type.asSubclass(Record.class))
                        : null;
        if (component == null) {
            throw new Stop("it asks for a component that is not a constant");
        }
        return component;
    }

    // ---- records

    /** The record with the values of its columns. */
    Object read(RecordColumns record, State state) throws Refused {
        return read(
                record.type(), record.columns(), record.isOfPartner() ? translator.otherRows.partner() : null, state);
    }

    /**
     * As {@link #read(RecordColumns, State)}.
     *
     * @param other the place of the entity with the columns; null for the row itself
     */
    Object read(Class<?> type, Map<String, Column> columns, Node other, State state) throws Refused {
        Object made = read(type, columns, other, "", state);
        if (made == null) {
            throw new Stop("the constructor of " + type.getSimpleName() + " returns on no path");
        }
        return made;
    }

    private Object read(Class<?> type, Map<String, Column> columns, Node other, String prefix, State state)
            throws Refused {
        List<Object> values = new ArrayList<>();
        for (RecordComponent field : type.getRecordComponents()) {
            String name = prefix + field.getName();
            requireNoLists(field, columns, name);
            values.add(
                    columns.containsKey(name)
                            ? value(columns.get(name), other, field, state)
                            : read(field.getType(), columns, other, name + ".", state));
        }
        return values.contains(null) ? null : translator.instructions.construct(type, values, state);
    }

    /** Stops at an array of records, whose fields are columns of lists. */
    private static void requireNoLists(RecordComponent field, Map<String, Column> columns, String name) {
        if (field.getType().isArray() && !columns.containsKey(name)) {
            throw new Stop("its record has an array of records, " + field.getName());
        }
    }

    private Object value(Column column, Node other, RecordComponent field, State state) {
        if (column == null) {
            return other == null ? entity(state) : other.in(0);
        }
        boolean isObject = column.kind() == ColumnKind.REFERENCE || column instanceof VariableColumn;
        if (isObject || field.getType().isArray()) {
            reads.add(column);
            return other == null ? new WholeField(column) : new Unknown("an object of another entity");
        }
        Object value = other == null ? get(column, 0, state) : translator.otherRows.get(other, column, 0, state);
        return field.getType() == char.class ? graph.unary(Op.TO_CHAR, (Node) value) : value;
    }

    /** Writes a record that the body has returned. As the row form does, it reads all values first. */
    void write(RecordColumns record, Object result, State state) throws Refused {
        List<Runnable> writes = new ArrayList<>();
        write(record, record.type(), "", result, state, writes);
        writes.forEach(Runnable::run);
    }

    private void write(
            RecordColumns record, Class<?> type, String prefix, Object value, State state, List<Runnable> writes)
            throws Refused {
        for (RecordComponent field : type.getRecordComponents()) {
            String name = prefix + field.getName();
            Object read = translator.instructions.accessor(value, type, field, state);
            requireNoLists(field, record.columns(), name);
            if (!record.columns().containsKey(name)) {
                write(record, field.getType(), name + ".", read, state, writes);
                continue;
            }
            Column column = record.columns().get(name);
            boolean isSame = read instanceof WholeField whole && whole.column == column;
            if (column != null && !isSame) {
                boolean isConstant = column instanceof EnumColumn<?>;
                if (read instanceof WholeField || read instanceof Known && !isConstant) {
                    throw new Stop("it writes field " + field.getName() + ", which is an object");
                }
                writes.add(() -> set(column, 0, read, state));
            }
        }
    }
}
