package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.Column;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.WorldFixture;
import basalt.world.World;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.LangUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Columns of every kind are read and written alike by handle, by row, by loop, by kernel and by command. */
class ColumnsOfEveryKindTest extends WorldFixture {
    private enum Way {
        HANDLE,
        ROW,
        LOOP,
        KERNEL,
        COMMANDS
    }

    private final long before = world.spawn(Kinds.ODD, Vectors.sample(1));
    private final long entity = world.spawn(Kinds.ZERO, Vectors.sample(2));
    private final long after = world.spawn(Kinds.ODD, Vectors.sample(1));
    private final Query all = world.query().all(Kinds.TYPE, Vectors.TYPE).build();
    private final Query changedKinds = world.query().changed(Kinds.TYPE).build();
    private final Query changedVectors = world.query().changed(Vectors.TYPE).build();
    private final List<Long> told = new ArrayList<>();

    @BeforeEach
    void observe() {
        rows(changedKinds);
        rows(changedVectors);
        world.observers().onSet(Kinds.TYPE, told::add);
        world.observers().onSet(Vectors.TYPE, told::add);
    }

    /** Calls the method of a type with this name that takes these arguments. */
    static Object call(Class<?> type, Object receiver, String name, Object... arguments) {
        Method found = Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name) && takes(method, arguments))
                .findFirst()
                .orElseThrow();
        try {
            return found.invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            LangUtil.rethrowUnchecked(e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
        return null;
    }

    private static boolean takes(Method method, Object[] arguments) {
        List<Class<?>> types = MethodType.methodType(void.class, method.getParameterTypes())
                .wrap()
                .parameterList();
        boolean isFitting = types.size() == arguments.length;
        for (int i = 0; isFitting && i < arguments.length; i++) {
            isFitting = arguments[i] == null
                    ? !method.getParameterTypes()[i].isPrimitive()
                    : types.get(i).isInstance(arguments[i]);
        }
        return isFitting;
    }

    /** Writes a column of the entity; the arguments are the column, perhaps a lane, and the value. */
    private void write(Way way, Object... arguments) {
        List<Object> withEntity = new ArrayList<>(Arrays.asList(arguments));
        withEntity.add(0, entity);
        switch (way) {
            case HANDLE -> call(World.class, world, "set", withEntity.toArray());
            case ROW -> call(Row.class, world.row(entity), "set", arguments);
            case LOOP -> all.forEach(row -> write(row, arguments));
            case KERNEL -> all.kernel((Row row) -> write(row, arguments)).run();
            default -> {
                call(Commands.class, world.commands(), "set", withEntity.toArray());
                world.applyCommands();
            }
        }
    }

    private void write(Row row, Object... arguments) {
        if (row.entity() == entity) {
            call(Row.class, row, "set", arguments);
        }
    }

    /** The value of a column, which is the same by handle, by row, in a loop and in a kernel. */
    private Object read(Object... column) {
        Object value = call(Row.class, world.row(entity), "get", column);
        List<Object> values = new ArrayList<>();
        RowBody body = row -> {
            if (row.entity() == entity) {
                values.add(call(Row.class, row, "get", column));
            }
        };
        all.forEach(body);
        all.kernel(body).run();
        if (column.length == 1) {
            values.add(call(World.class, world, "get", entity, column[0]));
        }
        values.forEach(each -> assertEquals(value, each));
        return value;
    }

    private static Object field(Record values, Column column) {
        return call(values.getClass(), values, column.field());
    }

    private void assertFound(Way way, Query changed, Query unchanged) {
        boolean isKernel = way == Way.KERNEL; // it counts as a write of all rows and components
        assertEquals(isKernel ? List.of(before, entity, after) : List.of(entity), rows(changed));
        assertEquals(isKernel ? 3 : 0, rows(unchanged).size());
        boolean isTold = way == Way.HANDLE || way == Way.COMMANDS;
        assertEquals(isTold ? List.of(entity) : List.of(), told);
        told.clear();
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepScalars(Way way) {
        for (Kinds sample : Kinds.SAMPLES) {
            for (Column column : Kinds.TYPE.columns()) {
                write(way, column, field(sample, column));
                assertFound(way, changedKinds, changedVectors);
                assertEquals(field(sample, column), read(column));
                rows(changedKinds);
                rows(changedVectors);
            }
            assertEquals(sample, world.get(entity, Kinds.TYPE));
        }
        assertEquals(Kinds.ODD, world.get(before, Kinds.TYPE));
        assertEquals(Kinds.ODD, world.get(after, Kinds.TYPE));
        Vectors.assertSame(Vectors.sample(2), world.get(entity, Vectors.TYPE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HANDLE")
    void shouldKeepLanes(Way way) {
        for (int seed : new int[] {-1234, -70_000, 9_999_999}) {
            Vectors sample = Vectors.sample(seed);
            for (Column column : Vectors.TYPE.columns()) {
                for (int lane = 0; lane < column.length(); lane++) {
                    Object value = Array.get(field(sample, column), lane);
                    write(way, column, lane, value);
                    assertFound(way, changedVectors, changedKinds);
                    assertEquals(value, read(column, lane));
                    rows(changedKinds);
                    rows(changedVectors);
                }
            }
            Vectors.assertSame(sample, world.get(entity, Vectors.TYPE));
        }
        Vectors.assertSame(Vectors.sample(1), world.get(before, Vectors.TYPE));
        Vectors.assertSame(Vectors.sample(1), world.get(after, Vectors.TYPE));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRejectLanesThatDoNotExist(Way way) {
        for (Column column : Vectors.TYPE.columns()) {
            Object value = Array.get(field(Vectors.sample(3), column), 0);
            assertRejects("lane", () -> write(way, column, value));
            assertRejects("lane", () -> read(column));
            for (int lane : new int[] {-1, column.length(), Integer.MIN_VALUE}) {
                if (way != Way.HANDLE) {
                    assertThrows(IndexOutOfBoundsException.class, () -> write(way, column, lane, value));
                }
                assertThrows(IndexOutOfBoundsException.class, () -> read(column, lane));
            }
        }
        assertThrows(IndexOutOfBoundsException.class, () -> read(Kinds.F32, 1));
        assertEquals(0, world.commands().count());
        assertEquals(List.of(), told);
        Vectors.assertSame(Vectors.sample(2), world.get(entity, Vectors.TYPE));
    }
}
