package basalt.component;

import static basalt.component.Rejection.assertMentions;
import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.layout.ComponentAreas;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns are public records that any code can construct, so their constructors accept only declared columns. */
class ForgedColumnTest {
    static Stream<Column> columns() {
        return Stream.of(false, true).flatMap(sparse -> Everything.register(sparse).columns().stream());
    }

    @ParameterizedTest
    @MethodSource("columns")
    void shouldAcceptDeclaredColumns(Column column) throws ReflectiveOperationException {
        assertEquals(column, construct(column, values(column)));
    }

    @ParameterizedTest
    @MethodSource("columns")
    void shouldRejectAnyOtherValue(Column column) throws ReflectiveOperationException {
        Object[] values = values(column);
        for (int position = 0; position < values.length; position++) {
            for (Object forgery : forgeriesOf(values[position])) {
                Object[] forged = values.clone();
                forged[position] = forgery;
                InvocationTargetException thrown = assertThrows(
                        InvocationTargetException.class,
                        () -> construct(column, forged),
                        () -> column + " accepted " + forgery);
                assertMentions(
                        assertInstanceOf(IllegalArgumentException.class, thrown.getCause()),
                        "take columns from their component");
            }
        }
    }

    @Test
    void shouldRejectColumnOfAnotherKindAtTheSamePlace() {
        FloatColumn x = Everything.register(false).float32("f32");

        assertRejects(() -> new IntColumn(x.component(), x.field(), 1, x.offset()), "f32", Everything.class.getName());
    }

    @Test
    void shouldRejectColumnOfAnotherComponent() {
        ComponentRegistry registry = new ComponentRegistry(new Layout(new ComponentAreas()));
        Component<Left> left = registry.of(Left.class);
        FloatColumn x = registry.of(Right.class).float32("x");

        assertRejects(() -> new FloatColumn(left, "x", 1, x.offset()), Left.class.getName());
    }

    private static List<Object> forgeriesOf(Object value) {
        if (value instanceof Integer number) {
            return List.of(number + 1, number - 1, number + 64, -number - 1, Integer.MAX_VALUE, Integer.MIN_VALUE);
        }
        if (value instanceof String) {
            return Arrays.asList("nope", "", null);
        }
        if (value instanceof Class<?>) {
            return Arrays.asList(void.class, null);
        }
        return Arrays.asList(new Object[] {null});
    }

    private static Object[] values(Column column) throws ReflectiveOperationException {
        RecordComponent[] components = column.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = components[i].getAccessor().invoke(column);
        }
        return values;
    }

    private static Object construct(Column column, Object[] values) throws ReflectiveOperationException {
        Constructor<?> canonical = column.getClass().getDeclaredConstructors()[0];
        return canonical.newInstance(values);
    }

    private record Left(float x) {}

    private record Right(float x) {}
}
