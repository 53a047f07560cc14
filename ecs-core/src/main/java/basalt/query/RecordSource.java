package basalt.query;

import basalt.compiler.KernelBody;
import basalt.compiler.RowAccess;
import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityLink;
import basalt.component.FloatColumn;
import basalt.component.TreeType;
import basalt.match.ValueCondition;
import basalt.query.RecordAdapter.Read;
import basalt.query.RecordAdapter.Write;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.KernelWork.Touched;
import basalt.storage.access.Store;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The rows behind a {@link RecordQuery}, and which of their records its bodies get. It makes the kernels of bodies of
 * all forms, and knows which components these read and write.
 */
final class RecordSource {
    private final QueryBuilder builder;

    /** The records of the row, and then those of the partner. */
    private final List<RecordShape> shapes;

    /** The column with the partners, and which they are; null if there are none. */
    private final EntityColumn column;

    private final RecordSource partners;
    private Query rows;
    private PairQuery pairs;

    RecordSource(QueryBuilder builder, List<RecordShape> shapes) {
        this(builder, shapes, null, null);
    }

    private RecordSource(QueryBuilder builder, List<RecordShape> shapes, EntityColumn column, RecordSource partners) {
        this.builder = builder;
        this.shapes = shapes;
        this.column = column;
        this.partners = partners;
    }

    RecordSource narrowed(Consumer<QueryBuilder> condition) {
        QueryBuilder copy = builder.copy();
        condition.accept(copy);
        return new RecordSource(copy, shapes, column, partners);
    }

    /** The pairs of the rows and the partners that they point at. */
    RecordSource paired(EntityLink link, RecordQuery<?> others) {
        requireNoPartners("pairs(...)");
        if (link == null || others == null) {
            throw new IllegalArgumentException(
                    link == null
                            ? "what the rows point by must not be null: pass an entity column, or a relation"
                            : "the partners' query must not be null: make it by world.query(...)");
        }
        others.source.requireNoPartners("the partners' query");
        List<RecordShape> both = new ArrayList<>(shapes);
        both.addAll(others.source.shapes);
        return new RecordSource(builder, both, link.column(), others.source);
    }

    /** The column that an accessor reads. */
    @SuppressWarnings("unchecked") // a function of other records throws, and is none of these
    FloatColumn column(String coordinate, ToDoubleFunction<?> accessor) {
        requireNoPartners("grid(...)");
        if (accessor != null) {
            for (RecordShape shape : shapes) {
                FloatColumn column = shape.columnOf((ToDoubleFunction<Record>) accessor);
                if (column != null) {
                    return column;
                }
            }
        }
        throw new IllegalArgumentException("the coordinate " + coordinate + " of a grid must be the accessor of a float"
                + " of " + shapes.stream().map(RecordShape::name).toList() + ", such as Position::x: " + accessor);
    }

    void requireNoPartners(String call) {
        if (partners != null) {
            throw new IllegalStateException(
                    call + " is for queries of rows, and this is one of pairs: call it before pairs(...)");
        }
    }

    /** The number of records that a body gets. */
    int count() {
        return shapes.size();
    }

    @SuppressWarnings("unchecked") // the first class is that of the first record
    <R extends Record> Class<R> firstType() {
        return (Class<R>) shapes.get(0).type();
    }

    private RecordShape last() {
        return shapes.get(shapes.size() - 1);
    }

    Query rows() {
        if (rows == null) {
            rows = builder.build(
                    "the first use of a query of records", "call its rows() before the tick, which builds it");
        }
        return rows;
    }

    /** The pairs; null if the rows have no partners. */
    PairQuery pairs() {
        if (pairs == null && partners != null) {
            pairs = rows().pairs(column, partners.rows());
        }
        return pairs;
    }

    /** A kernel whose body returns a record of the class. */
    RowKernel kernel(Class<? extends Record> written, Class<?> form, Object body) {
        KernelDriver.require(body);
        RecordShape shape = written(written);
        Set<Component<?>> ofOther =
                shape.components().stream().filter(this::isOfOther).collect(Collectors.toUnmodifiableSet());
        return kernel(RecordAdapter.of(form, body, reads(), new Write(shape, ofOther)), shape, body);
    }

    /** A kernel whose body only reads. */
    RowKernel kernel(Class<?> form, Object body) {
        return kernel(RecordAdapter.of(form, KernelDriver.require(body), reads(), null), null, body);
    }

    private RowKernel kernel(RecordAdapter adapter, RecordShape written, Object body) {
        return partners == null
                ? rows().kernel(adapter, touched(written, adapter), body)
                : pairs().kernel(adapter::accept, adapter.kernelBody(), touched(written, adapter), body);
    }

    /** Runs a body that only reads over the rows or pairs once. */
    void run(Class<?> form, Object body) {
        RecordAdapter adapter = RecordAdapter.once(form, KernelDriver.require(body), reads());
        if (partners == null) {
            rows().forEach((RowBody) adapter);
        } else {
            pairs().forEach(adapter::accept);
        }
    }

    /** A cascade whose bodies get the records of a row, and the last one of its parent, and return the last one. */
    CascadeKernel cascade(TreeType tree, Class<?> topForm, Object top, Class<?> belowForm, Object below) {
        requireNoPartners("cascade(...)");
        KernelDriver.require(below);
        Write write = new Write(last(), Set.of());
        List<Read> reads = reads(shapes.size() - 1);
        RecordAdapter atTop =
                top == null ? null : RecordAdapter.of(topForm, top, reads.subList(0, reads.size() - 1), write);
        return cascade(tree, atTop, RecordAdapter.of(belowForm, below, reads, write), false, Arrays.asList(top, below));
    }

    /** A cascade whose body gets the records of a row, and the last one of its parent, and returns the latter. */
    CascadeKernel cascadeUp(TreeType tree, Class<?> form, Object body) {
        requireNoPartners("cascadeUp(...)");
        KernelDriver.require(body);
        List<Read> reads = reads();
        reads.add(new Read(last(), true));
        Write write = new Write(last(), Set.copyOf(last().components()));
        RecordAdapter adapter = RecordAdapter.of(form, body, reads, write);
        return cascade(tree, null, adapter, true, List.of(body));
    }

    private CascadeKernel cascade(
            TreeType tree, RecordAdapter top, RecordAdapter below, boolean isUp, List<Object> userBodies) {
        return rows().kernel(
                        tree,
                        new CascadeKernel.Body(
                                top,
                                below::accept,
                                isUp,
                                top == null ? null : top.kernelBody(),
                                below.kernelBody(),
                                touched(last(), below),
                                userBodies));
    }

    private List<Read> reads() {
        return reads(partners == null ? shapes.size() : shapes.size() - partners.shapes.size());
    }

    /** Reads so many records of the row itself, and the others of the partner or parent. */
    private List<Read> reads(int own) {
        List<Read> reads = new ArrayList<>();
        shapes.forEach(shape -> reads.add(new Read(shape, reads.size() >= own)));
        return reads;
    }

    private RecordShape written(Class<? extends Record> type) {
        if (type == null) {
            throw new IllegalArgumentException("the record that the body returns must not be null: name its class");
        }
        RecordShape shape = RecordShape.of(type);
        for (Component<?> component : shape.components()) {
            Store.requireChangeable(component);
            if (!requires(component)) {
                throw new IllegalArgumentException("update() writes component " + component.name()
                        + ", which a row may lack: name " + component.type().getSimpleName()
                        + ".class in the query or in with(...)");
            }
        }
        return shape;
    }

    private boolean requires(Component<?> component) {
        return builder.requires(component) || partners != null && partners.requires(component);
    }

    /** Whether a component is written in the partner: where the row has it too, that of the row is written. */
    private boolean isOfOther(Component<?> component) {
        return partners != null && !builder.requires(component);
    }

    private Supplier<Touched> touched(RecordShape written, RecordAdapter adapter) {
        List<Component<?>> writes = written == null ? List.of() : written.components();
        Set<Component<?>> read = read();
        return () -> new Touched(
                Collections.unmodifiableSet(withOthers(read, adapter.kernelBody())),
                Collections.unmodifiableSet(new LinkedHashSet<>(writes)),
                writes.stream().filter(component -> !isOfOther(component)).toList());
    }

    /** With what the body reads of other entities. */
    private static Set<Object> withOthers(Set<Component<?>> read, KernelBody body) {
        Set<Object> all = new LinkedHashSet<>(read);
        RowAccess access = body == null ? null : RowAccess.of(body);
        if (access != null) {
            all.addAll(access.records());
            all.addAll(access.asked());
            access.reads().stream()
                    .filter(column -> !all.contains(column.component()))
                    .forEach(all::add);
        }
        return all;
    }

    /** The components of the records and of conditions on values. */
    private Set<Component<?>> read() {
        Set<Component<?>> read = new LinkedHashSet<>();
        shapes.forEach(shape -> read.addAll(shape.components()));
        ValueCondition.ValueFilter values = rows().rowQuery().filter().values();
        if (values != null) {
            values.columns().forEach(known -> read.add((Component<?>) known.component()));
        }
        if (partners != null) {
            read.add((Component<?>) column.component());
            read.addAll(partners.read());
        }
        return read;
    }
}
