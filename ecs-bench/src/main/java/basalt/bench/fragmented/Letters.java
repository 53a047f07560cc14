package basalt.bench.fragmented;

import java.util.List;

/** Twenty-six components of one float each, which split the entities into as many kinds. */
public final class Letters {
    private Letters() {}

    /** {@return one value of each kind} */
    public static List<Record> one() {
        return List.of(
                new A(0), new B(0), new C(0), new D(0), new E(0), new F(0), new G(0), new H(0), new I(0), new J(0),
                new K(0), new L(0), new M(0), new N(0), new O(0), new P(0), new Q(0), new R(0), new S(0), new T(0),
                new U(0), new V(0), new W(0), new X(0), new Y(0), new Z(0));
    }

    public record A(float value) {}

    public record B(float value) {}

    public record C(float value) {}

    public record D(float value) {}

    public record E(float value) {}

    public record F(float value) {}

    public record G(float value) {}

    public record H(float value) {}

    public record I(float value) {}

    public record J(float value) {}

    public record K(float value) {}

    public record L(float value) {}

    public record M(float value) {}

    public record N(float value) {}

    public record O(float value) {}

    public record P(float value) {}

    public record Q(float value) {}

    public record R(float value) {}

    public record S(float value) {}

    public record T(float value) {}

    public record U(float value) {}

    public record V(float value) {}

    public record W(float value) {}

    public record X(float value) {}

    public record Y(float value) {}

    public record Z(float value) {}
}
