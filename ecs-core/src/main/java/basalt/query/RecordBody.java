package basalt.query;

/**
 * The bodies of kernels over records. The number of parameters of a lambda says what it gets: the records of a {@link
 * RecordQuery}, or the row's entity and the records, or the entity, the records and the commands of the thread.
 *
 * <pre>{@code
 * (position, velocity) -> ...
 * (entity, position, velocity) -> ...
 * (entity, position, velocity, commands) -> ...
 * }</pre>
 *
 * <p>A reference to an overloaded method gets one record alone, as in {@code each(list::add)}; with several records it
 * is ambiguous if its overloads fit several forms, and needs a lambda.
 */
public final class RecordBody {
    private RecordBody() {}

    /**
     * Makes the values of new entities.
     *
     * @param <A> the record of the values
     */
    @FunctionalInterface
    public interface Spawn<A> {
        /**
         * {@return the values of an entity}
         *
         * @param number the number of the entity in this spawn, from 0
         * @param a the values of the template
         */
        A apply(int number, A a);
    }

    /**
     * What is accumulated over the neighbours of a point of a grid.
     *
     * @param <R> what is accumulated, such as a sum or the nearest one
     * @param <A> the record of the point
     * @param <B> that of the neighbour
     */
    @FunctionalInterface
    public interface Accumulate<R, A, B> {
        /**
         * {@return what there is with one more neighbour}
         *
         * @param sum what there is of the neighbours before
         * @param mine the point
         * @param other the neighbour
         */
        R apply(R sum, A mine, B other);
    }

    /** Writes what it returns, from one record of a row. */
    @FunctionalInterface
    public interface Update1<A, R> extends UpdateEntity1<A, R> {
        /** {@return the new values} */
        R apply(A a);

        @Override
        default R apply(long entity, A a) {
            return apply(a);
        }
    }

    /** As {@link Update1}, with the entity. */
    @FunctionalInterface
    public interface UpdateEntity1<A, R> {
        /** {@return the new values} */
        R apply(long entity, A a);
    }

    /** As {@link UpdateEntity1}, and records commands. */
    @FunctionalInterface
    public interface UpdateCommands1<A, R> {
        /** {@return the new values} */
        R apply(long entity, A a, Commands commands);
    }

    /** Reads one record of a row. */
    @FunctionalInterface
    public interface Each1<A> extends EachEntity1<A> {
        /** Handles one row. */
        void accept(A a);

        @Override
        default void accept(long entity, A a) {
            accept(a);
        }
    }

    /** As {@link Each1}, with the entity. */
    @FunctionalInterface
    public interface EachEntity1<A> {
        /** Handles one row. */
        void accept(long entity, A a);
    }

    /** As {@link EachEntity1}, and records commands. */
    @FunctionalInterface
    public interface EachCommands1<A> {
        /** Handles one row. */
        void accept(long entity, A a, Commands commands);
    }

    /** Writes what it returns, from two records of a row. */
    @FunctionalInterface
    public interface Update2<A, B, R> {
        /** {@return the new values} */
        R apply(A a, B b);
    }

    /** As {@link Update2}, with the entity. */
    @FunctionalInterface
    public interface UpdateEntity2<A, B, R> {
        /** {@return the new values} */
        R apply(long entity, A a, B b);
    }

    /** As {@link UpdateEntity2}, and records commands. */
    @FunctionalInterface
    public interface UpdateCommands2<A, B, R> {
        /** {@return the new values} */
        R apply(long entity, A a, B b, Commands commands);
    }

    /** Reads two records of a row. */
    @FunctionalInterface
    public interface Each2<A, B> {
        /** Handles one row. */
        void accept(A a, B b);
    }

    /** As {@link Each2}, with the entity. */
    @FunctionalInterface
    public interface EachEntity2<A, B> {
        /** Handles one row. */
        void accept(long entity, A a, B b);
    }

    /** As {@link EachEntity2}, and records commands. */
    @FunctionalInterface
    public interface EachCommands2<A, B> {
        /** Handles one row. */
        void accept(long entity, A a, B b, Commands commands);
    }

    /** Writes what it returns, from three records of a row. */
    @FunctionalInterface
    public interface Update3<A, B, C, R> {
        /** {@return the new values} */
        R apply(A a, B b, C c);
    }

    /** As {@link Update3}, with the entity. */
    @FunctionalInterface
    public interface UpdateEntity3<A, B, C, R> {
        /** {@return the new values} */
        R apply(long entity, A a, B b, C c);
    }

    /** As {@link UpdateEntity3}, and records commands. */
    @FunctionalInterface
    public interface UpdateCommands3<A, B, C, R> {
        /** {@return the new values} */
        R apply(long entity, A a, B b, C c, Commands commands);
    }

    /** Reads three records of a row. */
    @FunctionalInterface
    public interface Each3<A, B, C> {
        /** Handles one row. */
        void accept(A a, B b, C c);
    }

    /** As {@link Each3}, with the entity. */
    @FunctionalInterface
    public interface EachEntity3<A, B, C> {
        /** Handles one row. */
        void accept(long entity, A a, B b, C c);
    }

    /** As {@link EachEntity3}, and records commands. */
    @FunctionalInterface
    public interface EachCommands3<A, B, C> {
        /** Handles one row. */
        void accept(long entity, A a, B b, C c, Commands commands);
    }

    /** Writes what it returns, from four records of a row. */
    @FunctionalInterface
    public interface Update4<A, B, C, D, R> {
        /** {@return the new values} */
        R apply(A a, B b, C c, D d);
    }

    /** As {@link Update4}, with the entity. */
    @FunctionalInterface
    public interface UpdateEntity4<A, B, C, D, R> {
        /** {@return the new values} */
        R apply(long entity, A a, B b, C c, D d);
    }

    /** As {@link UpdateEntity4}, and records commands. */
    @FunctionalInterface
    public interface UpdateCommands4<A, B, C, D, R> {
        /** {@return the new values} */
        R apply(long entity, A a, B b, C c, D d, Commands commands);
    }

    /** Reads four records of a row. */
    @FunctionalInterface
    public interface Each4<A, B, C, D> {
        /** Handles one row. */
        void accept(A a, B b, C c, D d);
    }

    /** As {@link Each4}, with the entity. */
    @FunctionalInterface
    public interface EachEntity4<A, B, C, D> {
        /** Handles one row. */
        void accept(long entity, A a, B b, C c, D d);
    }

    /** As {@link EachEntity4}, and records commands. */
    @FunctionalInterface
    public interface EachCommands4<A, B, C, D> {
        /** Handles one row. */
        void accept(long entity, A a, B b, C c, D d, Commands commands);
    }

    /** Writes what it returns, from five records of a row. */
    @FunctionalInterface
    public interface Update5<A, B, C, D, E, R> {
        /** {@return the new values} */
        R apply(A a, B b, C c, D d, E e);
    }

    /** As {@link Update5}, with the entity. */
    @FunctionalInterface
    public interface UpdateEntity5<A, B, C, D, E, R> {
        /** {@return the new values} */
        R apply(long entity, A a, B b, C c, D d, E e);
    }

    /** As {@link UpdateEntity5}, and records commands. */
    @FunctionalInterface
    public interface UpdateCommands5<A, B, C, D, E, R> {
        /** {@return the new values} */
        R apply(long entity, A a, B b, C c, D d, E e, Commands commands);
    }

    /** Reads five records of a row. */
    @FunctionalInterface
    public interface Each5<A, B, C, D, E> {
        /** Handles one row. */
        void accept(A a, B b, C c, D d, E e);
    }

    /** As {@link Each5}, with the entity. */
    @FunctionalInterface
    public interface EachEntity5<A, B, C, D, E> {
        /** Handles one row. */
        void accept(long entity, A a, B b, C c, D d, E e);
    }

    /** As {@link EachEntity5}, and records commands. */
    @FunctionalInterface
    public interface EachCommands5<A, B, C, D, E> {
        /** Handles one row. */
        void accept(long entity, A a, B b, C c, D d, E e, Commands commands);
    }

    /** Writes what it returns, from six records of a row. */
    @FunctionalInterface
    public interface Update6<A, B, C, D, E, F, R> {
        /** {@return the new values} */
        R apply(A a, B b, C c, D d, E e, F f);
    }

    /** As {@link Update6}, with the entity. */
    @FunctionalInterface
    public interface UpdateEntity6<A, B, C, D, E, F, R> {
        /** {@return the new values} */
        R apply(long entity, A a, B b, C c, D d, E e, F f);
    }

    /** As {@link UpdateEntity6}, and records commands. */
    @FunctionalInterface
    public interface UpdateCommands6<A, B, C, D, E, F, R> {
        /** {@return the new values} */
        R apply(long entity, A a, B b, C c, D d, E e, F f, Commands commands);
    }

    /** Reads six records of a row. */
    @FunctionalInterface
    public interface Each6<A, B, C, D, E, F> {
        /** Handles one row. */
        void accept(A a, B b, C c, D d, E e, F f);
    }

    /** As {@link Each6}, with the entity. */
    @FunctionalInterface
    public interface EachEntity6<A, B, C, D, E, F> {
        /** Handles one row. */
        void accept(long entity, A a, B b, C c, D d, E e, F f);
    }

    /** As {@link EachEntity6}, and records commands. */
    @FunctionalInterface
    public interface EachCommands6<A, B, C, D, E, F> {
        /** Handles one row. */
        void accept(long entity, A a, B b, C c, D d, E e, F f, Commands commands);
    }
}
