package basalt.query;

import basalt.component.ColumnKind;
import basalt.component.EntityLink;
import basalt.component.TreeType;
import basalt.match.Accumulator;
import basalt.match.MatchReader;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Selects rows by the records of their components, and makes kernels whose bodies get these records.
 *
 * <pre>{@code
 * RowKernel move = world.query(Position.class, Velocity.class)
 *         .without(Frozen.class)
 *         .update((position, velocity) -> step(position, velocity));
 * move.run();
 * }</pre>
 *
 * <p>{@code update} writes the record that the body returns: that of the first class, or of the class that is named
 * before the body. {@code each} only reads. The number of the body's parameters says what it gets, see {@link
 * RecordBody}. The JIT inlines the body into the kernel's loop, makes none of the records, and compiles the loop as it
 * would with columns. It makes the records of a body that is too large to be inlined, as one over some twenty fields
 * can be, and, on JDK 17, records in records, such as bundles, and a record that is one of two, as in {@code isFull ?
 * health : health.plus(1)}: that is garbage. A component that is returned is written, and counts as changed, even as it
 * came: to tell would make garbage where the body returns one of two. A loop of more than about 60 operations, such as
 * one that reads, computes and writes eight fields on JDK 17, or twelve on 25, may stay unvectorised, and on 17 may
 * make its records. {@code -XX:LoopUnrollLimit=200} raises this limit of C2; or use columns, and write only those that
 * change.
 *
 * <p>A class may also be a <em>bundle</em>: a record that is no component, with only fields that are records of
 * components, and perhaps one {@code long} with {@link basalt.component.EntityHandle} that gets the row's entity. It
 * stands for all of its components: {@code world.query(Mover.class).update(m -> new Mover(...))} writes them all. A
 * component with fields that are different records, or a record and an entity handle, and nothing else, must have a
 * constant or be used before it is queried: it would be taken for a bundle.
 *
 * <p>A method with a condition returns another query and leaves this one as it is. {@link #rows()} is the query of rows
 * behind it, for cursors, columns and bulk changes. What {@link Query} says about order, changes and threads holds for
 * this too.
 *
 * @param <Q> the type of the query itself
 */
public abstract sealed class RecordQuery<Q extends RecordQuery<Q>> implements Conditional<Q> {
    final RecordSource source;

    RecordQuery(RecordSource source) {
        this.source = source;
    }

    /** A query of so many classes. */
    static RecordQuery<?> of(QueryBuilder builder, List<Class<? extends Record>> types) {
        List<RecordShape> shapes = types.stream().map(RecordShape::of).toList();
        shapes.forEach(shape -> shape.components().forEach(builder::all));
        return make(new RecordSource(builder, shapes));
    }

    private static RecordQuery<?> make(RecordSource source) {
        return switch (source.count()) {
            case 1 -> new Of1<>(source);
            case 2 -> new Of2<>(source);
            case 3 -> new Of3<>(source);
            case 4 -> new Of4<>(source);
            case 5 -> new Of5<>(source);
            default -> new Of6<>(source);
        };
    }

    @SuppressWarnings("unchecked") // it has as many records
    private Q narrowed(Consumer<QueryBuilder> condition) {
        return (Q) make(source.narrowed(condition));
    }

    /** Rows that have none of these components, or have them disabled. */
    @SafeVarargs
    public final Q without(Class<? extends Record>... types) {
        return narrowed(builder -> builder.none(types));
    }

    /** Rows that also have all of these components, which the body does not get. */
    @SafeVarargs
    public final Q with(Class<? extends Record>... types) {
        return narrowed(builder -> builder.all(types));
    }

    /** Rows that have at least one of these components. */
    @SafeVarargs
    public final Q any(Class<? extends Record>... types) {
        return narrowed(builder -> builder.any(types));
    }

    /** The same rows: bodies over {@link #rows()} may access these components, which a row may lack. */
    @SafeVarargs
    public final Q optional(Class<? extends Record>... types) {
        return narrowed(builder -> builder.optional(types));
    }

    /** Rows that have gained one of these components since the last run, see {@link QueryBuilder#added}. */
    @SafeVarargs
    public final Q added(Class<? extends Record>... types) {
        return narrowed(builder -> builder.added(types));
    }

    /** Rows in which one of these components was added or written, see {@link QueryBuilder#changed}. */
    @SafeVarargs
    public final Q changed(Class<? extends Record>... types) {
        return narrowed(builder -> builder.changed(types));
    }

    /**
     * The rows that have begun to match since the last run, see {@link Query#entered()}: {@code
     * world.query(Sprite.class).with(Visible.class).entered().each(sprite -> ...)}.
     */
    public final Q entered() {
        return narrowed(builder -> builder.reading(MatchReader.Kind.ENTERED));
    }

    /** As {@link #entered()}, but those that match at this moment count as read. */
    public final Q enteredFromNow() {
        Q made = narrowed(builder -> builder.reading(MatchReader.Kind.ENTERED_FROM_NOW));
        made.rows();
        return made;
    }

    /** As {@link Query#left()}; not for pairs. */
    public final LeftEntities left() {
        source.requireNoPartners("left()");
        return rows().left();
    }

    @Override
    public final Q where(Condition condition) {
        return narrowed(builder -> builder.where(condition));
    }

    /** Disabled entities too. */
    public final Q includeDisabled() {
        return narrowed(QueryBuilder::includeDisabled);
    }

    /**
     * The query of rows behind this one, always the same; made at the first use of this query, which must not be in a
     * tick: call this before, for a query that systems use without a kernel. Close it if it looks for changes. Of a
     * query of pairs: that of the rows, whether they have partners or not.
     *
     * @throws IllegalArgumentException if a component is both required and excluded
     */
    public final Query rows() {
        return source.rows();
    }

    /** The number of matching rows, or of pairs. */
    public final int count() {
        return source.pairs() == null ? rows().count() : source.pairs().count();
    }

    /** Whether no row matches, or there is no pair. Stops at the first one. */
    public final boolean isEmpty() {
        return source.pairs() == null ? rows().isEmpty() : source.pairs().isEmpty();
    }

    /** As {@link Query#first()}; not for pairs. */
    public final long first() {
        source.requireNoPartners("first()");
        return rows().first();
    }

    /** As {@link Query#single()}; not for pairs. */
    public final long single() {
        source.requireNoPartners("single()");
        return rows().single();
    }

    /**
     * Sums up a value of the records of the matching rows, as {@link Reduction} does with a column; not for pairs. The
     * function may only look at its record. It makes no garbage if it is always the same object. A lambda that captures
     * nothing is translated when it has looked at a million rows, as the body of a kernel is.
     *
     * @param type a component that all matching rows have, or a bundle of some
     */
    public final <T extends Record> double sum(Class<T> type, ToDoubleFunction<? super T> value) {
        return reduction("sum(...)")
                .scan(RecordShape.of(type), value, Accumulator.SUM, ColumnKind.FLOAT64)
                .floating();
    }

    /** As {@link #sum}, of whole numbers. It wraps around like {@code long} addition. */
    public final <T extends Record> long sumLong(Class<T> type, ToLongFunction<? super T> value) {
        return reduction("sumLong(...)")
                .scan(RecordShape.of(type), value, Accumulator.SUM, ColumnKind.INT64)
                .integer();
    }

    /** As {@link #sum}: the smallest value. */
    public final <T extends Record> double min(Class<T> type, ToDoubleFunction<? super T> value, double ifEmpty) {
        return reduction("min(...)")
                .scan(RecordShape.of(type), value, Accumulator.MIN, ColumnKind.FLOAT64)
                .floating(ifEmpty);
    }

    /** As {@link #sum}: the greatest value. */
    public final <T extends Record> double max(Class<T> type, ToDoubleFunction<? super T> value, double ifEmpty) {
        return reduction("max(...)")
                .scan(RecordShape.of(type), value, Accumulator.MAX, ColumnKind.FLOAT64)
                .floating(ifEmpty);
    }

    /**
     * As {@link #sum}: the number of records that meet a predicate. A lambda that captures nothing is translated as
     * that of {@link Condition#on(Class, Predicate)}.
     */
    public final <T extends Record> int count(Class<T> type, Predicate<? super T> predicate) {
        return (int) reduction("count(...)")
                .scan(RecordShape.of(type), predicate, Accumulator.SUM, ColumnKind.BOOLEAN)
                .integer();
    }

    /**
     * Begins a grid of the matching entities in two dimensions; see {@link SpatialGrid}.
     *
     * @param x an accessor of a {@code float} of one of the records, such as {@code Position::x}
     * @param y another one
     * @throws IllegalArgumentException if one is null, or is no accessor of a {@code float}
     */
    public final <T extends Record> SpatialGrid.Builder grid(ToDoubleFunction<T> x, ToDoubleFunction<T> y) {
        return SpatialGrid.of(rows(), source.column("x", x), source.column("y", y));
    }

    /** As {@link #grid(ToDoubleFunction, ToDoubleFunction)}, in three dimensions. */
    public final <T extends Record> SpatialGrid.Builder grid(
            ToDoubleFunction<T> x, ToDoubleFunction<T> y, ToDoubleFunction<T> z) {
        return SpatialGrid.of(rows(), source.column("x", x), source.column("y", y), source.column("z", z));
    }

    private Reduction reduction(String call) {
        source.requireNoPartners(call);
        return rows().reduce();
    }

    /** A query of one class. */
    public static final class Of1<A extends Record> extends RecordQuery<Of1<A>> {
        private Of1(RecordSource source) {
            super(source);
        }

        /**
         * Compiles a body into a loop that writes what the body returns to the first component. This may define a
         * class: do it once, not each tick. All values are read before the body is called, and written after it, also
         * if the body returns the record as it came.
         *
         * @throws IllegalArgumentException if the body is null; from the run, if it returns null
         * @throws IllegalStateException if the query looks for changes and has a kernel already
         */
        public RowKernel update(RecordBody.Update1<A, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update1)}. */
        public RowKernel update(RecordBody.UpdateEntity1<A, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update1)}. */
        public RowKernel update(RecordBody.UpdateCommands1<A, A> body) {
            return update(source.firstType(), body);
        }

        /**
         * As {@link #update(RecordBody.Update1)}, and writes to other components.
         *
         * @param written the record that the body returns: a component that all rows have, or a bundle of some; if
         *     rows and partners have the component, that of the row is written
         */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.Update1<A, R> body) {
            return source.kernel(written, RecordBody.Update1.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update1)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.UpdateEntity1<A, R> body) {
            return source.kernel(written, RecordBody.UpdateEntity1.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update1)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.UpdateCommands1<A, R> body) {
            return source.kernel(written, RecordBody.UpdateCommands1.class, body);
        }

        /** As {@link #update(RecordBody.Update1)}, of a body that writes nothing. */
        public RowKernel each(RecordBody.Each1<A> body) {
            return source.kernel(RecordBody.Each1.class, body);
        }

        /** As {@link #each(RecordBody.Each1)}. */
        public RowKernel each(RecordBody.EachEntity1<A> body) {
            return source.kernel(RecordBody.EachEntity1.class, body);
        }

        /** As {@link #each(RecordBody.Each1)}. */
        public RowKernel each(RecordBody.EachCommands1<A> body) {
            return source.kernel(RecordBody.EachCommands1.class, body);
        }

        /** Runs a body once, as {@link Query#forEach(RowBody)} does. */
        public void forEach(RecordBody.Each1<A> body) {
            source.run(RecordBody.Each1.class, body);
        }

        /** As {@link #forEach(RecordBody.Each1)}. */
        public void forEach(RecordBody.EachEntity1<A> body) {
            source.run(RecordBody.EachEntity1.class, body);
        }

        /** As {@link RecordQuery#sum(Class, ToDoubleFunction)}. */
        public double sum(ToDoubleFunction<? super A> value) {
            return sum(source.firstType(), value);
        }

        /** As {@link RecordQuery#sumLong(Class, ToLongFunction)}. */
        public long sumLong(ToLongFunction<? super A> value) {
            return sumLong(source.firstType(), value);
        }

        /** As {@link RecordQuery#min(Class, ToDoubleFunction, double)}. */
        public double min(ToDoubleFunction<? super A> value, double ifEmpty) {
            return min(source.firstType(), value, ifEmpty);
        }

        /** As {@link RecordQuery#max(Class, ToDoubleFunction, double)}. */
        public double max(ToDoubleFunction<? super A> value, double ifEmpty) {
            return max(source.firstType(), value, ifEmpty);
        }

        /** As {@link RecordQuery#count(Class, Predicate)}. */
        public int count(Predicate<? super A> predicate) {
            return count(source.firstType(), predicate);
        }

        /**
         * The pairs of rows and their partners, the entities in a column of the row, see {@link PairQuery}. Bodies get
         * the records of the row, and then those of the partner; {@code update(Class, body)} may write either's.
         * Conditions that are added restrict the rows.
         *
         * @param link a scalar column of a component that the rows have, or a relation by one
         */
        public <P extends Record> Of2<A, P> pairs(EntityLink link, Of1<P> partners) {
            return new Of2<>(source.paired(link, partners));
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record, Q extends Record> Of3<A, P, Q> pairs(EntityLink link, Of2<P, Q> partners) {
            return new Of3<>(source.paired(link, partners));
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record, Q extends Record, R extends Record> Of4<A, P, Q, R> pairs(
                EntityLink link, Of3<P, Q, R> partners) {
            return new Of4<>(source.paired(link, partners));
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record, Q extends Record, R extends Record, S extends Record> Of5<A, P, Q, R, S> pairs(
                EntityLink link, Of4<P, Q, R, S> partners) {
            return new Of5<>(source.paired(link, partners));
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record, Q extends Record, R extends Record, S extends Record, T extends Record>
                Of6<A, P, Q, R, S, T> pairs(EntityLink link, Of5<P, Q, R, S, T> partners) {
            return new Of6<>(source.paired(link, partners));
        }

        /**
         * Compiles a body into a loop over children in trees, children before their parents, that writes the last
         * component of the parent, see {@link Query#cascadeUp}.
         *
         * <pre>{@code
         * world.query(Mass.class).cascadeUp(TreeType.DEFAULT, (mass, parent) -> sum(mass, parent));
         * }</pre>
         *
         * @param body gets the records of a child, and the last record of its parent; returns the latter
         */
        public CascadeKernel cascadeUp(TreeType tree, RecordBody.Update2<A, A, A> body) {
            return source.cascadeUp(tree, RecordBody.Update2.class, body);
        }
    }

    /** A query of two classes. */
    public static final class Of2<A extends Record, B extends Record> extends RecordQuery<Of2<A, B>> {
        private Of2(RecordSource source) {
            super(source);
        }

        /** As {@link Of1#update(RecordBody.Update1)}. */
        public RowKernel update(RecordBody.Update2<A, B, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update2)}. */
        public RowKernel update(RecordBody.UpdateEntity2<A, B, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update2)}. */
        public RowKernel update(RecordBody.UpdateCommands2<A, B, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link Of1#update(Class, RecordBody.Update1)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.Update2<A, B, R> body) {
            return source.kernel(written, RecordBody.Update2.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update2)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.UpdateEntity2<A, B, R> body) {
            return source.kernel(written, RecordBody.UpdateEntity2.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update2)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.UpdateCommands2<A, B, R> body) {
            return source.kernel(written, RecordBody.UpdateCommands2.class, body);
        }

        /** As {@link Of1#update(RecordBody.Update1)}, of a body that writes nothing. */
        public RowKernel each(RecordBody.Each2<A, B> body) {
            return source.kernel(RecordBody.Each2.class, body);
        }

        /** As {@link #each(RecordBody.Each2)}. */
        public RowKernel each(RecordBody.EachEntity2<A, B> body) {
            return source.kernel(RecordBody.EachEntity2.class, body);
        }

        /** As {@link #each(RecordBody.Each2)}. */
        public RowKernel each(RecordBody.EachCommands2<A, B> body) {
            return source.kernel(RecordBody.EachCommands2.class, body);
        }

        /** Runs a body once, as {@link Query#forEach(RowBody)} does. */
        public void forEach(RecordBody.Each2<A, B> body) {
            source.run(RecordBody.Each2.class, body);
        }

        /** As {@link #forEach(RecordBody.Each2)}. */
        public void forEach(RecordBody.EachEntity2<A, B> body) {
            source.run(RecordBody.EachEntity2.class, body);
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record> Of3<A, B, P> pairs(EntityLink link, Of1<P> partners) {
            return new Of3<>(source.paired(link, partners));
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record, Q extends Record> Of4<A, B, P, Q> pairs(EntityLink link, Of2<P, Q> partners) {
            return new Of4<>(source.paired(link, partners));
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record, Q extends Record, R extends Record> Of5<A, B, P, Q, R> pairs(
                EntityLink link, Of3<P, Q, R> partners) {
            return new Of5<>(source.paired(link, partners));
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record, Q extends Record, R extends Record, S extends Record> Of6<A, B, P, Q, R, S> pairs(
                EntityLink link, Of4<P, Q, R, S> partners) {
            return new Of6<>(source.paired(link, partners));
        }

        /**
         * Compiles two bodies into a loop over entities in trees, parents before their children, that writes the last
         * component, see {@link Query#cascade(TreeType, RowBody, PairQuery.Body)}.
         *
         * <pre>{@code
         * world.query(Local.class, Global.class)
         *         .cascade(TreeType.DEFAULT, local -> place(local), (local, parent) -> place(local, parent));
         * }</pre>
         *
         * @param top gets the records of an entity without a parent, but for the last; returns its last; null if such
         *     entities are not visited
         * @param below gets the same of an entity, and the last record of its parent
         */
        public CascadeKernel cascade(TreeType tree, RecordBody.Update1<A, B> top, RecordBody.Update2<A, B, B> below) {
            return source.cascade(tree, RecordBody.Update1.class, top, RecordBody.Update2.class, below);
        }

        /** As {@link Of1#cascadeUp(TreeType, RecordBody.Update2)}. */
        public CascadeKernel cascadeUp(TreeType tree, RecordBody.Update3<A, B, B, B> body) {
            return source.cascadeUp(tree, RecordBody.Update3.class, body);
        }
    }

    /** A query of three classes. */
    public static final class Of3<A extends Record, B extends Record, C extends Record>
            extends RecordQuery<Of3<A, B, C>> {
        private Of3(RecordSource source) {
            super(source);
        }

        /** As {@link Of1#update(RecordBody.Update1)}. */
        public RowKernel update(RecordBody.Update3<A, B, C, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update3)}. */
        public RowKernel update(RecordBody.UpdateEntity3<A, B, C, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update3)}. */
        public RowKernel update(RecordBody.UpdateCommands3<A, B, C, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link Of1#update(Class, RecordBody.Update1)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.Update3<A, B, C, R> body) {
            return source.kernel(written, RecordBody.Update3.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update3)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.UpdateEntity3<A, B, C, R> body) {
            return source.kernel(written, RecordBody.UpdateEntity3.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update3)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.UpdateCommands3<A, B, C, R> body) {
            return source.kernel(written, RecordBody.UpdateCommands3.class, body);
        }

        /** As {@link Of1#update(RecordBody.Update1)}, of a body that writes nothing. */
        public RowKernel each(RecordBody.Each3<A, B, C> body) {
            return source.kernel(RecordBody.Each3.class, body);
        }

        /** As {@link #each(RecordBody.Each3)}. */
        public RowKernel each(RecordBody.EachEntity3<A, B, C> body) {
            return source.kernel(RecordBody.EachEntity3.class, body);
        }

        /** As {@link #each(RecordBody.Each3)}. */
        public RowKernel each(RecordBody.EachCommands3<A, B, C> body) {
            return source.kernel(RecordBody.EachCommands3.class, body);
        }

        /** Runs a body once, as {@link Query#forEach(RowBody)} does. */
        public void forEach(RecordBody.Each3<A, B, C> body) {
            source.run(RecordBody.Each3.class, body);
        }

        /** As {@link #forEach(RecordBody.Each3)}. */
        public void forEach(RecordBody.EachEntity3<A, B, C> body) {
            source.run(RecordBody.EachEntity3.class, body);
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record> Of4<A, B, C, P> pairs(EntityLink link, Of1<P> partners) {
            return new Of4<>(source.paired(link, partners));
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record, Q extends Record> Of5<A, B, C, P, Q> pairs(EntityLink link, Of2<P, Q> partners) {
            return new Of5<>(source.paired(link, partners));
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record, Q extends Record, R extends Record> Of6<A, B, C, P, Q, R> pairs(
                EntityLink link, Of3<P, Q, R> partners) {
            return new Of6<>(source.paired(link, partners));
        }

        /** As {@link Of2#cascade(TreeType, RecordBody.Update1, RecordBody.Update2)}. */
        public CascadeKernel cascade(
                TreeType tree, RecordBody.Update2<A, B, C> top, RecordBody.Update3<A, B, C, C> below) {
            return source.cascade(tree, RecordBody.Update2.class, top, RecordBody.Update3.class, below);
        }

        /** As {@link Of1#cascadeUp(TreeType, RecordBody.Update2)}. */
        public CascadeKernel cascadeUp(TreeType tree, RecordBody.Update4<A, B, C, C, C> body) {
            return source.cascadeUp(tree, RecordBody.Update4.class, body);
        }
    }

    /** A query of four classes. */
    public static final class Of4<A extends Record, B extends Record, C extends Record, D extends Record>
            extends RecordQuery<Of4<A, B, C, D>> {
        private Of4(RecordSource source) {
            super(source);
        }

        /** As {@link Of1#update(RecordBody.Update1)}. */
        public RowKernel update(RecordBody.Update4<A, B, C, D, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update4)}. */
        public RowKernel update(RecordBody.UpdateEntity4<A, B, C, D, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update4)}. */
        public RowKernel update(RecordBody.UpdateCommands4<A, B, C, D, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link Of1#update(Class, RecordBody.Update1)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.Update4<A, B, C, D, R> body) {
            return source.kernel(written, RecordBody.Update4.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update4)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.UpdateEntity4<A, B, C, D, R> body) {
            return source.kernel(written, RecordBody.UpdateEntity4.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update4)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.UpdateCommands4<A, B, C, D, R> body) {
            return source.kernel(written, RecordBody.UpdateCommands4.class, body);
        }

        /** As {@link Of1#update(RecordBody.Update1)}, of a body that writes nothing. */
        public RowKernel each(RecordBody.Each4<A, B, C, D> body) {
            return source.kernel(RecordBody.Each4.class, body);
        }

        /** As {@link #each(RecordBody.Each4)}. */
        public RowKernel each(RecordBody.EachEntity4<A, B, C, D> body) {
            return source.kernel(RecordBody.EachEntity4.class, body);
        }

        /** As {@link #each(RecordBody.Each4)}. */
        public RowKernel each(RecordBody.EachCommands4<A, B, C, D> body) {
            return source.kernel(RecordBody.EachCommands4.class, body);
        }

        /** Runs a body once, as {@link Query#forEach(RowBody)} does. */
        public void forEach(RecordBody.Each4<A, B, C, D> body) {
            source.run(RecordBody.Each4.class, body);
        }

        /** As {@link #forEach(RecordBody.Each4)}. */
        public void forEach(RecordBody.EachEntity4<A, B, C, D> body) {
            source.run(RecordBody.EachEntity4.class, body);
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record> Of5<A, B, C, D, P> pairs(EntityLink link, Of1<P> partners) {
            return new Of5<>(source.paired(link, partners));
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record, Q extends Record> Of6<A, B, C, D, P, Q> pairs(EntityLink link, Of2<P, Q> partners) {
            return new Of6<>(source.paired(link, partners));
        }

        /** As {@link Of2#cascade(TreeType, RecordBody.Update1, RecordBody.Update2)}. */
        public CascadeKernel cascade(
                TreeType tree, RecordBody.Update3<A, B, C, D> top, RecordBody.Update4<A, B, C, D, D> below) {
            return source.cascade(tree, RecordBody.Update3.class, top, RecordBody.Update4.class, below);
        }

        /** As {@link Of1#cascadeUp(TreeType, RecordBody.Update2)}. */
        public CascadeKernel cascadeUp(TreeType tree, RecordBody.Update5<A, B, C, D, D, D> body) {
            return source.cascadeUp(tree, RecordBody.Update5.class, body);
        }
    }

    /** A query of five classes. */
    public static final class Of5<
                    A extends Record, B extends Record, C extends Record, D extends Record, E extends Record>
            extends RecordQuery<Of5<A, B, C, D, E>> {
        private Of5(RecordSource source) {
            super(source);
        }

        /** As {@link Of1#update(RecordBody.Update1)}. */
        public RowKernel update(RecordBody.Update5<A, B, C, D, E, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update5)}. */
        public RowKernel update(RecordBody.UpdateEntity5<A, B, C, D, E, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update5)}. */
        public RowKernel update(RecordBody.UpdateCommands5<A, B, C, D, E, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link Of1#update(Class, RecordBody.Update1)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.Update5<A, B, C, D, E, R> body) {
            return source.kernel(written, RecordBody.Update5.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update5)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.UpdateEntity5<A, B, C, D, E, R> body) {
            return source.kernel(written, RecordBody.UpdateEntity5.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update5)}. */
        public <R extends Record> RowKernel update(
                Class<R> written, RecordBody.UpdateCommands5<A, B, C, D, E, R> body) {
            return source.kernel(written, RecordBody.UpdateCommands5.class, body);
        }

        /** As {@link Of1#update(RecordBody.Update1)}, of a body that writes nothing. */
        public RowKernel each(RecordBody.Each5<A, B, C, D, E> body) {
            return source.kernel(RecordBody.Each5.class, body);
        }

        /** As {@link #each(RecordBody.Each5)}. */
        public RowKernel each(RecordBody.EachEntity5<A, B, C, D, E> body) {
            return source.kernel(RecordBody.EachEntity5.class, body);
        }

        /** As {@link #each(RecordBody.Each5)}. */
        public RowKernel each(RecordBody.EachCommands5<A, B, C, D, E> body) {
            return source.kernel(RecordBody.EachCommands5.class, body);
        }

        /** Runs a body once, as {@link Query#forEach(RowBody)} does. */
        public void forEach(RecordBody.Each5<A, B, C, D, E> body) {
            source.run(RecordBody.Each5.class, body);
        }

        /** As {@link #forEach(RecordBody.Each5)}. */
        public void forEach(RecordBody.EachEntity5<A, B, C, D, E> body) {
            source.run(RecordBody.EachEntity5.class, body);
        }

        /** As {@link Of1#pairs(EntityLink, Of1)}. */
        public <P extends Record> Of6<A, B, C, D, E, P> pairs(EntityLink link, Of1<P> partners) {
            return new Of6<>(source.paired(link, partners));
        }

        /** As {@link Of2#cascade(TreeType, RecordBody.Update1, RecordBody.Update2)}. */
        public CascadeKernel cascade(
                TreeType tree, RecordBody.Update4<A, B, C, D, E> top, RecordBody.Update5<A, B, C, D, E, E> below) {
            return source.cascade(tree, RecordBody.Update4.class, top, RecordBody.Update5.class, below);
        }

        /** As {@link Of1#cascadeUp(TreeType, RecordBody.Update2)}. */
        public CascadeKernel cascadeUp(TreeType tree, RecordBody.Update6<A, B, C, D, E, E, E> body) {
            return source.cascadeUp(tree, RecordBody.Update6.class, body);
        }
    }

    /** A query of six classes. */
    public static final class Of6<
                    A extends Record,
                    B extends Record,
                    C extends Record,
                    D extends Record,
                    E extends Record,
                    F extends Record>
            extends RecordQuery<Of6<A, B, C, D, E, F>> {
        private Of6(RecordSource source) {
            super(source);
        }

        /** As {@link Of1#update(RecordBody.Update1)}. */
        public RowKernel update(RecordBody.Update6<A, B, C, D, E, F, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update6)}. */
        public RowKernel update(RecordBody.UpdateEntity6<A, B, C, D, E, F, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link #update(RecordBody.Update6)}. */
        public RowKernel update(RecordBody.UpdateCommands6<A, B, C, D, E, F, A> body) {
            return update(source.firstType(), body);
        }

        /** As {@link Of1#update(Class, RecordBody.Update1)}. */
        public <R extends Record> RowKernel update(Class<R> written, RecordBody.Update6<A, B, C, D, E, F, R> body) {
            return source.kernel(written, RecordBody.Update6.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update6)}. */
        public <R extends Record> RowKernel update(
                Class<R> written, RecordBody.UpdateEntity6<A, B, C, D, E, F, R> body) {
            return source.kernel(written, RecordBody.UpdateEntity6.class, body);
        }

        /** As {@link #update(Class, RecordBody.Update6)}. */
        public <R extends Record> RowKernel update(
                Class<R> written, RecordBody.UpdateCommands6<A, B, C, D, E, F, R> body) {
            return source.kernel(written, RecordBody.UpdateCommands6.class, body);
        }

        /** As {@link Of1#update(RecordBody.Update1)}, of a body that writes nothing. */
        public RowKernel each(RecordBody.Each6<A, B, C, D, E, F> body) {
            return source.kernel(RecordBody.Each6.class, body);
        }

        /** As {@link #each(RecordBody.Each6)}. */
        public RowKernel each(RecordBody.EachEntity6<A, B, C, D, E, F> body) {
            return source.kernel(RecordBody.EachEntity6.class, body);
        }

        /** As {@link #each(RecordBody.Each6)}. */
        public RowKernel each(RecordBody.EachCommands6<A, B, C, D, E, F> body) {
            return source.kernel(RecordBody.EachCommands6.class, body);
        }

        /** Runs a body once, as {@link Query#forEach(RowBody)} does. */
        public void forEach(RecordBody.Each6<A, B, C, D, E, F> body) {
            source.run(RecordBody.Each6.class, body);
        }

        /** As {@link #forEach(RecordBody.Each6)}. */
        public void forEach(RecordBody.EachEntity6<A, B, C, D, E, F> body) {
            source.run(RecordBody.EachEntity6.class, body);
        }

        /** As {@link Of2#cascade(TreeType, RecordBody.Update1, RecordBody.Update2)}. */
        public CascadeKernel cascade(
                TreeType tree,
                RecordBody.Update5<A, B, C, D, E, F> top,
                RecordBody.Update6<A, B, C, D, E, F, F> below) {
            return source.cascade(tree, RecordBody.Update5.class, top, RecordBody.Update6.class, below);
        }
    }
}
