package basalt.bench.published.japes;

import basalt.bench.engine.Parts;
import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;

/** The components: records, and objects beside those of {@link Parts}. */
public final class Components {
    static final float START_DISTANCE = 100;
    static final float SPEED = 10;

    private Components() {}

    /** Where an entity starts. */
    static Position start(Japes.Case workload, int number, int entities) {
        if (workload != Japes.Case.NBODY) {
            return new Position(number, number, number);
        }
        double angle = 2 * Math.PI * number / entities;
        return new Position((float) Math.cos(angle) * START_DISTANCE, (float) Math.sin(angle) * START_DISTANCE, 0);
    }

    /** How fast it is. */
    static Velocity speed(Japes.Case workload, int number, int entities) {
        if (workload != Japes.Case.NBODY) {
            return new Velocity(1, 1, 1);
        }
        double angle = 2 * Math.PI * number / entities;
        return new Velocity(-(float) Math.sin(angle) * SPEED, (float) Math.cos(angle) * SPEED, 0);
    }

    record Position(float x, float y, float z) {
        static final Component<Position> TYPE = Component.of(Position.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
        static final FloatColumn Z = TYPE.float32("z");

        Position plus(Velocity v) {
            return new Position(x + v.dx, y + v.dy, z + v.dz);
        }

        Position plus(Velocity v, float seconds) {
            return new Position(x + v.dx * seconds, y + v.dy * seconds, z + v.dz * seconds);
        }

        Parts.Place object() {
            return new Parts.Place(x, y, z);
        }
    }

    record Velocity(float dx, float dy, float dz) {
        static final Component<Velocity> TYPE = Component.of(Velocity.class);
        static final FloatColumn DX = TYPE.float32("dx");
        static final FloatColumn DY = TYPE.float32("dy");
        static final FloatColumn DZ = TYPE.float32("dz");

        Parts.Motion object() {
            return new Parts.Motion(dx, dy, dz);
        }
    }

    record Mass(float kilograms) {}

    record Health(int points) {
        static final Component<Health> TYPE = Component.of(Health.class);
        static final IntColumn POINTS = TYPE.int32("points");

        Health minus(int damage) {
            return new Health(points - damage);
        }
    }

    record Mana(int points) {
        static final Component<Mana> TYPE = Component.of(Mana.class);
        static final IntColumn POINTS = TYPE.int32("points");

        Mana plus(int more) {
            return new Mana(points + more);
        }
    }

    record State(int value) {
        static final Component<State> TYPE = Component.of(State.class);
        static final IntColumn VALUE = TYPE.int32("value");
    }

    record Lifetime(int ticks) {
        static final Component<Lifetime> TYPE = Component.of(Lifetime.class);
        static final IntColumn TICKS = TYPE.int32("ticks");
    }

    /** A component of one int: mass, lifetime or mana. */
    abstract static class Number extends Parts.Part {
        int value;
    }

    public static final class MassObject extends Number {}

    public static final class LifetimeObject extends Number {}

    public static final class ManaObject extends Number {}

    /** With a value. */
    static <T extends Number> T with(T number, int value) {
        number.value = value;
        return number;
    }
}
