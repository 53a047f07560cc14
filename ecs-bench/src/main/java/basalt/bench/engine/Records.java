package basalt.bench.engine;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import java.util.List;

/** The components of Basalt's scenes beside positions and velocities. */
public final class Records {
    static final FloatColumn A_VALUE = letter(A.class);
    static final FloatColumn B_VALUE = letter(B.class);
    static final FloatColumn C_VALUE = letter(C.class);
    static final FloatColumn D_VALUE = letter(D.class);
    static final FloatColumn E_VALUE = letter(E.class);

    private Records() {}

    private static FloatColumn letter(Class<? extends Record> type) {
        return Component.of(type).float32("value");
    }

    /** The health of a particle. */
    public record Health(int points) {
        static final Component<Health> TYPE = Component.of(Health.class);
        static final IntColumn POINTS = TYPE.int32("points");
    }

    /** An entity that is hunted, by its place in the list of prey. */
    public record Prey(int number) {
        static final Component<Prey> TYPE = Component.of(Prey.class);
        static final IntColumn NUMBER = TYPE.int32("number");
    }

    /** What a predator hunts. */
    public record Hunting(@EntityHandle long prey) {
        static final Component<Hunting> TYPE = Component.of(Hunting.class);
        static final EntityColumn PREY = TYPE.entity("prey");
    }

    /** The common component of the fragmented scene. */
    public record Data(float value) {
        static final Component<Data> TYPE = Component.of(Data.class);
        static final FloatColumn VALUE = TYPE.float32("value");
    }

    /** One value of each kind. */
    static List<Record> letters() {
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
