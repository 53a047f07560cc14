package basalt.match;

import static basalt.component.layout.BlockLayout.ROW_BITS;

import basalt.component.Component;
import basalt.internal.HiddenCopy;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.storage.Blocks;
import basalt.storage.References;
import basalt.storage.RowBits;
import basalt.storage.access.Store;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Makes records row by row, and calls a function of the user with them: a predicate, or one whose
 * results are summed up.
 *
 * <p>There is a {@linkplain HiddenCopy hidden copy} of the loops for each class of functions and each kind of records.
 * So the JIT sees one function in them, inlines it, and makes no records. A copy cannot use private members of other
 * classes.
 *
 * <p>SAFETY: the rows have the component, and are read only as long as the structure is unchanged.
 */
public abstract class RecordScan {
    private static final ClassValue<Map<Kind, RecordScan>> BY_FUNCTION = new ClassValue<>() {
        @Override
        protected Map<Kind, RecordScan> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private static final List<Class<?>> FORMS = List.of(Predicate.class, ToDoubleFunction.class, ToLongFunction.class);
    private static final Loop[] NONE = {};

    /** The loops of all functions of the class, one for each operation of reductions; none if they may differ. */
    private Loop[] shared = NONE;

    RecordScan() {}

    /** A kind of records that rows have: those of a component, or of several. There is one object for each class. */
    public interface Kind {
        List<Component<?>> components();

        /** Makes the record of a row: {@code (long base, int index, References) -> Record}. */
        MethodHandle maker();

        /** Whether the records are kept at least as long as a class of functions: its class loader knows them. */
        boolean outlives(Class<?> function);

        /**
         * Makes a loop with a predicate that keeps the rows that meet it, or with a function whose results are added to
         * the accumulator of the matching rows.
         *
         * @param form its interface
         * @param operation that of the accumulator
         */
        Loop loop(Class<?> form, Object function, int operation, RecordScan scan);
    }

    /** A loop over the rows of an entry with a function. */
    public interface Loop {
        /** Runs it. The context is that of the thread. */
        void run(Object context, MatchedRows matches, long entry);

        /** Whether it calls the function for each row, now and probably later. */
        boolean isOfRows();
    }

    /** The scan for the class of a function. */
    public static RecordScan of(Object function, Kind records) {
        if (!records.outlives(function.getClass())) {
            return make(records);
        }
        Map<Kind, RecordScan> known = BY_FUNCTION.get(function.getClass());
        RecordScan scan = known.get(records);
        return scan != null ? scan : known.computeIfAbsent(records, any -> make(function, records));
    }

    private static RecordScan make(Object function, Kind records) {
        RecordScan scan = make(records);
        List<Class<?>> forms =
                FORMS.stream().filter(form -> form.isInstance(function)).toList();
        if (HiddenCopy.isStateless(function) && forms.size() == 1) {
            scan.shared = new Loop[Accumulator.OPERATIONS];
            Arrays.setAll(scan.shared, operation -> records.loop(forms.get(0), function, operation, scan));
        }
        return scan;
    }

    private static RecordScan make(Kind records) {
        MethodHandle maker = records.maker();
        return HiddenCopy.of(
                MethodHandles.lookup(), Driver.class, MethodHandle.class, maker, new Driver(maker), HiddenCopy.ENABLED);
    }

    /** The loop of all functions of the class; null if they may differ, or rows are not slower. */
    public final Loop shared(int operation) {
        return shared == NONE || shared[operation].isOfRows() ? null : shared[operation];
    }

    /** The loop of a predicate, of which this is the scan. */
    public final Loop loop(Predicate<Record> predicate, Kind records) {
        return shared != NONE ? shared[0] : records.loop(Predicate.class, predicate, 0, this);
    }

    /** Those of the rows of a word whose records meet a predicate. */
    public abstract long rows(Predicate<Record> predicate, Store store, long base, int word, long rows);

    /**
     * Adds the values of rows. The function is a {@code ToDoubleFunction} if the kind of values is FLOAT64, a {@code
     * ToLongFunction} if it is INT64, and a {@code Predicate}, whose records are counted, if it is BOOLEAN.
     */
    public abstract void add(Object function, Accumulator to, Store store, long base, int from, int end);

    /** Keeps the rows in some words of an entry whose records meet a predicate. */
    public final void keep(Predicate<Record> predicate, Store store, long entry, int from, int to) {
        long base = MatchedBlock.base(entry);
        long words = MatchedBlock.words(entry);
        MatchedBlock.beginNarrowing(entry, from, to);
        for (int word = MatchedBlock.nextWord(entry, from); word < to; word = MatchedBlock.nextWord(entry, word + 1)) {
            RowBits.put(words, word, rows(predicate, store, base, word, RowBits.get(words, word)));
        }
        MatchedBlock.summarise(entry, from, to);
    }

    static void requireSame(Store store, long structure) {
        if (store.structureVersion() != structure) {
            throw new IllegalStateException("a function of records spawned or destroyed entities or changed their"
                    + " components, while the rows of a query were read: it may only look at its record");
        }
    }

    static final class Driver extends RecordScan {
        private static final MethodHandle CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), MethodHandle.class);

        private final MethodHandle maker;

        Driver(MethodHandle maker) {
            this.maker = maker;
        }

        private Record record(long base, int index, References references) {
            MethodHandle known = CONSTANT != null ? CONSTANT : maker;
            try {
                return (Record) known.invokeExact(base, index, references);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException("a record's constructor cannot throw a checked exception", e);
            }
        }

        @Override
        public long rows(Predicate<Record> predicate, Store store, long base, int word, long rows) {
            References references = store.references();
            int first = (Blocks.index(base) << ROW_BITS) + (word << 6);
            long structure = store.structureVersion();
            long met = 0;
            if (rows == -1L) {
                for (int bit = 0; bit < Long.SIZE; bit++) {
                    met |= (predicate.test(record(base, first + bit, references)) ? 1L : 0L) << bit;
                    requireSame(store, structure);
                }
                return met;
            }
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                int bit = Long.numberOfTrailingZeros(rest);
                met |= (predicate.test(record(base, first + bit, references)) ? 1L : 0L) << bit;
                requireSame(store, structure);
            }
            return met;
        }

        @Override
        @SuppressWarnings("unchecked") // the function is what the kind says, of records that the scan makes
        public void add(Object function, Accumulator to, Store store, long base, int from, int end) {
            switch (to.kind()) {
                case INT64 -> to.add(sum((ToLongFunction<Record>) function, store, base, from, end));
                case BOOLEAN -> to.add(count((Predicate<Record>) function, store, base, from, end));
                default -> addNumbers((ToDoubleFunction<Record>) function, to, store, base, from, end);
            }
        }

        private long sum(ToLongFunction<Record> function, Store store, long base, int from, int to) {
            References references = store.references();
            int first = Blocks.index(base) << ROW_BITS;
            long structure = store.structureVersion();
            long sum = 0;
            for (int row = from; row < to; row++) {
                sum += function.applyAsLong(record(base, first + row, references));
                requireSame(store, structure);
            }
            return sum;
        }

        private int count(Predicate<Record> predicate, Store store, long base, int from, int to) {
            References references = store.references();
            int first = Blocks.index(base) << ROW_BITS;
            long structure = store.structureVersion();
            int count = 0;
            for (int row = from; row < to; row++) {
                count += predicate.test(record(base, first + row, references)) ? 1 : 0;
                requireSame(store, structure);
            }
            return count;
        }

        private void addNumbers(
                ToDoubleFunction<Record> function, Accumulator to, Store store, long base, int from, int end) {
            References references = store.references();
            int first = Blocks.index(base) << ROW_BITS;
            long structure = store.structureVersion();
            for (int row = from; row < end; row++) {
                double number = function.applyAsDouble(record(base, first + row, references));
                requireSame(store, structure);
                to.add(row, number);
            }
        }
    }
}
