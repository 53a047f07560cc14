package basalt.bench.fragmented;

import java.util.List;

/** Twenty-six kinds of component, one float each, that split the entities into as many kinds. */
final class Letters {
    private Letters() {}

    /** Returns one value of each kind. */
    static List<Record> one() {
        return List.of(
                new A(0), new B(0), new C(0), new D(0), new E(0), new F(0), new G(0), new H(0), new I(0), new J(0),
                new K(0), new L(0), new M(0), new N(0), new O(0), new P(0), new Q(0), new R(0), new S(0), new T(0),
                new U(0), new V(0), new W(0), new X(0), new Y(0), new Z(0));
    }

    record A(float value) {}

    record B(float value) {}

    record C(float value) {}

    record D(float value) {}

    record E(float value) {}

    record F(float value) {}

    record G(float value) {}

    record H(float value) {}

    record I(float value) {}

    record J(float value) {}

    record K(float value) {}

    record L(float value) {}

    record M(float value) {}

    record N(float value) {}

    record O(float value) {}

    record P(float value) {}

    record Q(float value) {}

    record R(float value) {}

    record S(float value) {}

    record T(float value) {}

    record U(float value) {}

    record V(float value) {}

    record W(float value) {}

    record X(float value) {}

    record Y(float value) {}

    record Z(float value) {}
}
