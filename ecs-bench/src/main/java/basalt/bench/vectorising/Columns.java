package basalt.bench.vectorising;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;
import java.util.List;

/** Components with columns of each kind. Bodies read A and B, and mostly write C. */
public final class Columns {
    /** All components. */
    static final List<Component<?>> TYPES = List.of(
            Floats.TYPE,
            Doubles.TYPE,
            Bytes.TYPE,
            Shorts.TYPE,
            Ints.TYPE,
            Longs.TYPE,
            Flags.TYPE,
            Targets.TYPE,
            Lanes.TYPE,
            Seldom.TYPE);

    private Columns() {}

    /** Scalars of 4 bytes. */
    public record Floats(float a, float b, float c, float d) {
        static final Component<Floats> TYPE = Component.of(Floats.class);
        static final FloatColumn A = TYPE.float32("a");
        static final FloatColumn B = TYPE.float32("b");
        static final FloatColumn C = TYPE.float32("c");
        static final FloatColumn D = TYPE.float32("d");
    }

    /** Scalars of 8 bytes. */
    public record Doubles(double a, double b, double c) {
        static final Component<Doubles> TYPE = Component.of(Doubles.class);
        static final DoubleColumn A = TYPE.float64("a");
        static final DoubleColumn B = TYPE.float64("b");
        static final DoubleColumn C = TYPE.float64("c");
    }

    /** Whole numbers of 1 byte. */
    public record Bytes(byte a, byte b, byte c) {
        static final Component<Bytes> TYPE = Component.of(Bytes.class);
        static final ByteColumn A = TYPE.int8("a");
        static final ByteColumn B = TYPE.int8("b");
        static final ByteColumn C = TYPE.int8("c");
    }

    /** Whole numbers of 2 bytes. */
    public record Shorts(short a, short b, short c) {
        static final Component<Shorts> TYPE = Component.of(Shorts.class);
        static final ShortColumn A = TYPE.int16("a");
        static final ShortColumn B = TYPE.int16("b");
        static final ShortColumn C = TYPE.int16("c");
    }

    /** Whole numbers of 4 bytes. */
    public record Ints(int a, int b, int c, int d) {
        static final Component<Ints> TYPE = Component.of(Ints.class);
        static final IntColumn A = TYPE.int32("a");
        static final IntColumn B = TYPE.int32("b");
        static final IntColumn C = TYPE.int32("c");
        static final IntColumn D = TYPE.int32("d");
    }

    /** Whole numbers of 8 bytes. */
    public record Longs(long a, long b, long c) {
        static final Component<Longs> TYPE = Component.of(Longs.class);
        static final LongColumn A = TYPE.int64("a");
        static final LongColumn B = TYPE.int64("b");
        static final LongColumn C = TYPE.int64("c");
    }

    /** Booleans. */
    public record Flags(boolean a, boolean b, boolean c) {
        static final Component<Flags> TYPE = Component.of(Flags.class);
        static final BooleanColumn A = TYPE.bool("a");
        static final BooleanColumn B = TYPE.bool("b");
        static final BooleanColumn C = TYPE.bool("c");
    }

    /** Handles of entities. */
    public record Targets(
            @EntityHandle long a, @EntityHandle long c) {
        static final Component<Targets> TYPE = Component.of(Targets.class);
        static final EntityColumn A = TYPE.entity("a");
        static final EntityColumn C = TYPE.entity("c");
    }

    /** Vectors of four. */
    public record Lanes(@Length(4) float[] a, @Length(4) float[] c) {
        static final Component<Lanes> TYPE = Component.of(Lanes.class);
        static final FloatColumn A = TYPE.float32("a");
        static final FloatColumn C = TYPE.float32("c");
    }

    /** A sparse component. */
    public record Seldom(float a, float c) {
        static final Component<Seldom> TYPE =
                Component.builder(Seldom.class).sparse().build();
        static final FloatColumn A = TYPE.float32("a");
        static final FloatColumn C = TYPE.float32("c");
    }
}
