package basalt.bench.field.part;

import java.util.List;
import java.util.function.Supplier;

/** Twenty-six kinds of components with one float each, and the common component of the fragmented scene. */
public final class Letters {
    /** Creates a component of each kind. */
    public static final List<Supplier<Letter>> ALL = List.of(
            A::new, B::new, C::new, D::new, E::new, F::new, G::new, H::new, I::new, J::new, K::new, L::new, M::new,
            N::new, O::new, P::new, Q::new, R::new, S::new, T::new, U::new, V::new, W::new, X::new, Y::new, Z::new);

    private Letters() {}

    /** One float. */
    public abstract static class Letter extends Part {
        public float value;

        /**
         * Sets the value.
         *
         * @param newValue the value from now on
         * @return this
         */
        @SuppressWarnings("unchecked")
        public <L extends Letter> L with(float newValue) {
            value = newValue;
            return (L) this;
        }
    }

    /** The common component, which the benchmark changes. */
    public static final class Data extends Letter {}

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
