package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Length;
import basalt.component.WithCodec;
import basalt.internal.HiddenCopy;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.TextCodec;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.WideRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encoders and decoders, in hidden copies of their drivers and in the ordinary classes. */
class RecordCodecTest {
    /** The row that is written and read. */
    private static final int ROW = 100;

    private final Store store = new Store(new BlockPool(new DirtyMemory(0xFF), 0));

    @BeforeEach
    void createRows() {
        new StoreSpawner(store).many(3 * 64);
    }

    /** The block's address now. */
    private long base() {
        return store.blocks().base(0);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReadBackRecordsOfAllKinds(boolean hidden) {
        List<Record> samples = new ArrayList<>(Kinds.SAMPLES);
        samples.addAll(List.of(
                new Position(-0f, Float.NaN),
                new Label(null),
                new Label("text"),
                new Rare(7, "rare"),
                new Frozen(),
                new Hidden(3, "x", true),
                WideRecord.sample()));
        for (Record sample : samples) {
            assertEquals(sample, roundTrip(sample, hidden));
        }
        Vectors vectors = Vectors.sample(5);
        Vectors.assertSame(vectors, (Vectors) roundTrip(vectors, hidden));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepTheBitsOfNumbersThatAreNone(boolean hidden) {
        float odd = Float.intBitsToFloat(0x7F800001 | 0x400000);
        double even = Double.longBitsToDouble(0x7FF8000000000123L);
        Numbers read = (Numbers) roundTrip(new Numbers(odd, even, new float[] {odd}), hidden);

        assertEquals(Float.floatToRawIntBits(odd), Float.floatToRawIntBits(read.one()));
        assertEquals(Double.doubleToRawLongBits(even), Double.doubleToRawLongBits(read.two()));
        assertEquals(Float.floatToRawIntBits(odd), Float.floatToRawIntBits(read.three()[0]));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMakeANewArrayForEachRecord(boolean hidden) {
        Matrix sample = new Matrix(new float[16]);
        ColumnSet set = ColumnSet.of(sample);
        write(sample, hidden);
        RecordCodec decoder = RecordCodec.of(set, hidden);
        Matrix one = (Matrix) decoder.make(base(), ROW, store.references());
        Matrix two = (Matrix) decoder.make(base(), ROW, store.references());

        assertNotSame(one.m(), two.m());
        assertArrayEquals(new float[16], one.m());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRejectVectorsThatCannotBeStored(boolean hidden) {
        for (int length : new int[] {-1, 0, 15, 17}) {
            Matrix wrong = new Matrix(length < 0 ? null : new float[length]);
            var rejection = assertThrows(IllegalArgumentException.class, () -> write(wrong, hidden));
            assertTrue(
                    rejection.getMessage().contains(Matrix.TYPE.name() + ".m must have length 16: "),
                    rejection.getMessage());
            assertTrue(
                    rejection.getMessage().endsWith(length < 0 ? "it is null" : "length=" + length),
                    rejection.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldThrowWhatARecordThrows(boolean hidden) {
        Fragile.thrown = null;
        ColumnSet set = write(new Fragile(1), hidden); // so that the block has memory for the component
        RecordCodec codec = RecordCodec.of(set, hidden);
        long[] bits = new long[1];
        for (Throwable thrown : new Throwable[] {new IllegalStateException(), new AssertionError()}) {
            Fragile.thrown = null;
            Fragile value = new Fragile(1);
            Fragile.thrown = thrown;
            assertSame(thrown, assertThrows(thrown.getClass(), () -> codec.read(value, bits, new Object[0])));
            assertSame(thrown, assertThrows(thrown.getClass(), () -> codec.make(base(), ROW, store.references())));
        }
        Fragile.thrown = null;
        Fragile value = new Fragile(1);
        Fragile.thrown = new IOException();
        var wrapped = assertThrows(IllegalStateException.class, () -> codec.read(value, bits, new Object[0]));
        assertSame(Fragile.thrown, wrapped.getCause());
        wrapped = assertThrows(IllegalStateException.class, () -> codec.make(base(), ROW, store.references()));
        assertSame(Fragile.thrown, wrapped.getCause());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRejectRecordsOfAnotherComponent(boolean hidden) {
        RecordCodec encoder = RecordCodec.of(ColumnSet.of(Position.TYPE), hidden);

        assertThrows(ClassCastException.class, () -> encoder.read(new Label("x"), new long[2], new Object[1]));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDefineAClassForEachComponent(boolean hidden) {
        for (Component<?> component : List.of(Position.TYPE, Kinds.TYPE, Frozen.TYPE)) {
            ColumnSet set = ColumnSet.of(component);
            assertEquals(hidden, HiddenCopy.isCopy(RecordCodec.of(set, hidden)));
            assertSame(set.codec(), set.codec());
            assertEquals(HiddenCopy.ENABLED, HiddenCopy.isCopy(set.codec()));
        }
        assertFalse(
                ColumnSet.of(Position.TYPE).codec() == ColumnSet.of(Kinds.TYPE).codec());
    }

    private Record roundTrip(Record sample, boolean hidden) {
        ColumnSet set = write(sample, hidden);
        Component<?> component = set.component();
        assertEquals(
                sample.getClass(), store.pools().read(base(), ROW, component).getClass());
        return RecordCodec.of(set, hidden).make(base(), Blocks.index(base()) << 14 | ROW, store.references());
    }

    private ColumnSet write(Record sample, boolean hidden) {
        ColumnSet set = ColumnSet.of(sample);
        long[] bits = new long[set.lanes().count()];
        Object[] references = new Object[set.referenceSlots().length];
        RecordCodec encoder = RecordCodec.of(set, hidden);
        encoder.read(sample, bits, references);
        store.structure().add(base(), ROW >>> 6, 1L << ROW, set.component());
        encoder.write(bits, base(), ROW);
        for (int i = 0; i < references.length; i++) {
            store.references().set(set.referenceSlots()[i], Blocks.index(base()), ROW, references[i]);
        }
        return set;
    }

    private record Hidden(
            int number, @WithCodec(TextCodec.class) String text, boolean flag) {}

    private record Numbers(float one, double two, @Length(1) float[] three) {}

    private record Fragile(int value) {
        static final Component<Fragile> TYPE = Component.of(Fragile.class);
        static Throwable thrown;

        Fragile {
            check();
        }

        @Override
        public int value() {
            check();
            return value;
        }

        private static void check() {
            if (thrown != null) {
                Fragile.<RuntimeException>sneak(thrown);
            }
        }

        @SuppressWarnings("unchecked") // throws a checked exception that is not declared
        private static <E extends Throwable> void sneak(Throwable thrown) throws E {
            throw (E) thrown;
        }
    }
}
