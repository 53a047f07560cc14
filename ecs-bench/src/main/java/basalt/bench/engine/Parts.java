package basalt.bench.engine;

import com.artemis.Component;
import com.badlogic.gdx.utils.Pool;
import java.util.List;
import java.util.function.Supplier;

/** The components of engines that keep components as objects. */
public final class Parts {
    /** Creates a component of each of the 26 kinds. */
    static final List<Supplier<Letter>> LETTERS = List.of(
            A::new, B::new, C::new, D::new, E::new, F::new, G::new, H::new, I::new, J::new, K::new, L::new, M::new,
            N::new, O::new, P::new, Q::new, R::new, S::new, T::new, U::new, V::new, W::new, X::new, Y::new, Z::new);

    private Parts() {}

    /** artemis-odb's class and Ashley's interface; it has no fields. */
    public abstract static class Part extends Component implements com.badlogic.ashley.core.Component {}

    /** The position of an entity. */
    public static class Place extends Part {
        public float x;
        public float y;
        public float z;

        public Place() {}

        public Place(float x, float y, float z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        /** Moves it to the first position of an entity. */
        final void put(int number) {
            x = Start.x(number);
            y = Start.y(number);
            z = Start.z(number);
        }

        /** Moves it by a velocity. */
        public final void add(Motion motion) {
            x += motion.dx;
            y += motion.dy;
            z += motion.dz;
        }
    }

    /** The velocity of an entity. */
    public static class Motion extends Part {
        public float dx;
        public float dy;
        public float dz;

        public Motion() {}

        public Motion(float dx, float dy, float dz) {
            this.dx = dx;
            this.dy = dy;
            this.dz = dz;
        }

        final void start() {
            dx = Start.DX;
            dy = Start.DY;
            dz = Start.DZ;
        }
    }

    /** The health of a particle. */
    public static class Health extends Part {
        public int points;

        public Health() {}

        public Health(int points) {
            this.points = points;
        }
    }

    /** One float, which Ashley's pool resets. */
    public abstract static class Letter extends Part implements Pool.Poolable {
        public float value;

        @Override
        public void reset() {
            value = 0;
        }
    }

    /** The common component of the fragmented scene. */
    public static final class Data extends Letter {}

    /** New components of an entity of the swapped scene. */
    static Letter[] swapped(int kind) {
        return switch (kind) {
            case 0 -> new Letter[] {new A(), new B()};
            case 1 -> new Letter[] {new A(), new B(), new C()};
            case 2 -> new Letter[] {new A(), new B(), new C(), new D()};
            default -> new Letter[] {new A(), new B(), new C(), new E()};
        };
    }

    /** Swaps the values of two components. */
    static void swap(Letter one, Letter other) {
        float value = one.value;
        one.value = other.value;
        other.value = value;
    }

    public static final class A extends Letter {}

    public static final class B extends Letter {}

    public static final class C extends Letter {}

    public static final class D extends Letter {}

    public static final class E extends Letter {}

    public static final class F extends Letter {}

    public static final class G extends Letter {}

    public static final class H extends Letter {}

    public static final class I extends Letter {}

    public static final class J extends Letter {}

    public static final class K extends Letter {}

    public static final class L extends Letter {}

    public static final class M extends Letter {}

    public static final class N extends Letter {}

    public static final class O extends Letter {}

    public static final class P extends Letter {}

    public static final class Q extends Letter {}

    public static final class R extends Letter {}

    public static final class S extends Letter {}

    public static final class T extends Letter {}

    public static final class U extends Letter {}

    public static final class V extends Letter {}

    public static final class W extends Letter {}

    public static final class X extends Letter {}

    public static final class Y extends Letter {}

    public static final class Z extends Letter {}
}
