package basalt.bench.published.junkdog;

import basalt.bench.engine.Parts;
import basalt.component.Component;
import basalt.component.FloatColumn;
import com.artemis.PooledComponent;
import com.badlogic.gdx.utils.Pool;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The components: records, and objects. The twelve have no fields. */
public final class Components {
    /** An object of each of the twelve. */
    static final List<Supplier<Parts.Part>> OBJECTS = List.of(
            Parts.A::new,
            Parts.B::new,
            Parts.C::new,
            Parts.D::new,
            Parts.E::new,
            Parts.F::new,
            Parts.G::new,
            Parts.H::new,
            Parts.I::new,
            Parts.J::new,
            Parts.K::new,
            Parts.L::new);

    /** A record of each of the twelve. */
    static final List<Record> RECORDS = List.of(
            new T1(), new T2(), new T3(), new T4(), new T5(), new T6(), new T7(), new T8(), new T9(), new T10(),
            new T11(), new T12());

    private Components() {}

    /** The classes of some of the twelve, by their bits. */
    @SuppressWarnings("unchecked")
    static <T> Class<? extends T>[] classes(List<? extends T> objects, int bits) {
        return objects(objects, bits).stream().map(Object::getClass).toArray(Class[]::new);
    }

    /** Some of the twelve, by their bits. */
    static <T> List<T> objects(List<T> objects, int bits) {
        return IntStream.range(0, objects.size())
                .filter(kind -> (bits >> kind & 1) == 1)
                .mapToObj(objects::get)
                .toList();
    }

    /** New objects of some of the twelve. */
    static Parts.Part[] make(int bits) {
        Parts.Part[] made = new Parts.Part[Integer.bitCount(bits)];
        for (int i = 0, rest = bits; i < made.length; i++, rest &= rest - 1) {
            made[i] = OBJECTS.get(Integer.numberOfTrailingZeros(rest)).get();
        }
        return made;
    }

    /** A position. */
    public record At(float x, float y) {
        static final Component<At> TYPE = Component.of(At.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");

        At plus(float dx, float dy) {
            return new At(x + dx, y + dy);
        }
    }

    /** What entities have beside a position. */
    public record Struct(float x, float y, float z, short something, boolean flag) {}

    /** The position as an object, which artemis-odb and Ashley pool. */
    public static final class Spot extends PooledComponent
            implements com.badlogic.ashley.core.Component, Pool.Poolable {
        private float x;
        private float y;

        void add(float dx, float dy) {
            x += dx;
            y += dy;
        }

        float[] values() {
            return new float[] {x, y};
        }

        @Override
        public void reset() {
            x = 0;
            y = 0;
        }
    }

    /** The other component as an object. */
    public static final class StructObject extends Parts.Part {
        float x;
        float y;
        float z;
        short something;
        boolean flag;
    }

    public record T1() {}

    public record T2() {}

    public record T3() {}

    public record T4() {}

    public record T5() {}

    public record T6() {}

    public record T7() {}

    public record T8() {}

    public record T9() {}

    public record T10() {}

    public record T11() {}

    public record T12() {}
}
