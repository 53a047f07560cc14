package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.FloatColumn;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Which methods and fields of captured objects the compiler takes. */
class BodyResolutionTest extends WorldFixture {
    private final Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();

    private Settings settings = new Settings(1);

    /** Mutable on purpose. */
    private record Settings(float step) {}

    private static class Base {
        private float own() {
            return 1;
        }

        RowBody body() {
            return row -> row.set(Position.X, own());
        }
    }

    private static final class Sub extends Base {
        float own() {
            return 2;
        }
    }

    private interface Force {
        default float strength() {
            return 1;
        }
    }

    private interface Strong extends Force {
        @Override
        default float strength() {
            return 2;
        }
    }

    private static final class Engine implements Force, Strong {}

    private interface Mode {}

    private static final class Slow implements Mode {
        final int first = 7;
        final int second = 9;
    }

    private static final class Fast implements Mode {
        final FloatColumn column = Position.Y;
    }

    private static final class Vec {
        float x;
    }

    private static Vec at(Vec vec, float x) {
        vec.x = x;
        return vec;
    }

    private static Integer twice(int number) {
        return 2 * number;
    }

    /** Runs a body, translated if it can be; returns the first column. */
    private float run(RowBody body) {
        long entity = world.spawn(new Position(50, 0), new Velocity(0, 0));
        RowKernel kernel = moving.kernel(body);
        kernel.translateNow();
        kernel.run();
        float x = world.get(entity, Position.X);
        world.destroy(entity);
        return x;
    }

    @Test
    void shouldCallThePrivateMethodOfTheNamedClass() {
        assertEquals(1, run(new Sub().body()));
    }

    @Test
    void shouldCallTheMostSpecificDefaultMethod() {
        Engine engine = new Engine();

        assertEquals(2, run(row -> row.set(Position.X, engine.strength())));
    }

    @Test
    void shouldNotReadTheFieldsOfAnotherClass() {
        Mode mode = new Slow();

        assertEquals(3, run(row -> {
            if (mode instanceof Fast) {
                row.set(((Fast) mode).column, 1);
            } else {
                row.set(Position.X, 3);
            }
        }));
        assertEquals(16, ((Slow) mode).first + ((Slow) mode).second);
    }

    @Test
    void shouldSeeWritesThroughAnotherReference() {
        assertEquals(2, run(row -> {
            Vec vec = new Vec();
            Vec same = at(vec, 1);
            vec.x = 2;
            row.set(Position.X, same.x);
        }));
    }

    @Test
    void shouldNotTakeTheBoxingForTheMethod() {
        IntFunction<Integer> function = BodyResolutionTest::twice;

        assertEquals(10, run(row -> row.set(Position.X, function.apply(5))));
    }

    @Test
    void shouldReadAnObjectThatTheBodyReplaces() {
        for (int i = 0; i < 3; i++) {
            world.spawn(new Position(99.5f, 0), new Velocity(0, 0));
        }
        RowKernel kernel = moving.kernel(row -> {
            float x = row.get(Position.X) + settings.step();
            if (x > 100) {
                settings = new Settings(0.25f);
            }
            row.set(Position.X, x);
        });
        kernel.translateNow();
        kernel.run();

        assertEquals(100.5f + 2 * 99.75f, world.query(Position.class).sum(Position::x));
    }
}
