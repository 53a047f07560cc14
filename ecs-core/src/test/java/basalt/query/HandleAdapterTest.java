package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.internal.HiddenCopy;
import basalt.memory.ChildJvm;
import basalt.query.RecordAdapter.Read;
import basalt.query.RecordAdapter.Write;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.WorldFixture;
import basalt.world.World;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.platform.commons.annotation.Testable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Kernels over records where no classes are defined leave the same world as with classes of their own. */
class HandleAdapterTest extends WorldFixture {
    private static final RecordShape POSITION = RecordShape.of(Position.class);

    /** Stands for a checked exception that a body of another language throws. */
    private static final IOException CHECKED = new IOException("on purpose");

    @Tag("slow")
    @Test
    void shouldPassTheTestsOfRecordsWithoutClasses() {
        ChildJvm child = ChildJvm.run(
                List.of(
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "--add-opens",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-Dbasalt.kernels.specialise=false",
                        "-Dbasalt.strict=" + System.getProperty("basalt.strict"),
                        "-cp",
                        ChildJvm.pathOf(
                                World.class,
                                Position.class,
                                UnsafeApi.class,
                                Executable.class,
                                Arguments.class,
                                Testable.class,
                                AssertionFailedError.class)),
                HandleAdapterTest.class);

        assertEquals("adapter=HandleAdapter\n", child.output());
        assertEquals(0, child.exitCode());
    }

    /** In the child: runs the tests of records. */
    public static void main(String[] arguments) throws Exception {
        RecordKernelTest kernels = new RecordKernelTest();
        for (Arguments test : RecordKernelTest.formsAndCounts().toList()) {
            int count = (int) test.get()[1];
            if (count == 63) {
                kernels.shouldDoWhatColumnsDo((RecordKernelTest.Form) test.get()[0], count);
            }
        }
        for (int components = 1; components <= 6; components++) {
            kernels.shouldReadWhatColumnsHave(components);
        }
        kernels.shouldSpawnWhatColumnsDo(65);
        new RecordQueryTest().shouldBeSplitAmongWorkers(2);
        Method close = WorldFixture.class.getDeclaredMethod("closeWorld");
        close.setAccessible(true);
        for (Method test : RecordQueryTest.class.getDeclaredMethods()) {
            if (test.isAnnotationPresent(Test.class)) {
                RecordQueryTest queries = new RecordQueryTest();
                try {
                    test.invoke(queries);
                } catch (InvocationTargetException e) {
                    assertInstanceOf(TestAbortedException.class, e.getCause(), test::getName);
                }
                close.invoke(queries);
            }
        }
        System.out.println("adapter=" + adapter().getClass().getSimpleName());
    }

    private static RecordAdapter adapter() {
        return RecordAdapter.of(
                RecordBody.Each1.class, (RecordBody.Each1<Position>) p -> {}, List.of(new Read(POSITION, false)), null);
    }

    @Test
    void shouldThrowWhatTheBodyThrows() {
        RecordBody.Update1<Position, Position> failing = p -> {
            throw new IllegalStateException("x=" + p.x());
        };
        world.spawn(new Position(7, 8));

        Throwable expected = thrown(
                IllegalStateException.class,
                RecordAdapter.of(
                        RecordBody.Update1.class,
                        failing,
                        List.of(new Read(POSITION, false)),
                        new Write(POSITION, Set.of())));
        Throwable found = thrown(IllegalStateException.class, ofHandles(failing));

        assertEquals("x=7.0", found.getMessage());
        assertEquals(expected.getStackTrace()[0], found.getStackTrace()[0]);
        assertSame(CHECKED, thrown(IOException.class, ofHandles(p -> HandleAdapterTest.<RuntimeException>fail())));
        assertEquals(HiddenCopy.ENABLED, HiddenCopy.isCopy(adapter()));
    }

    private static HandleAdapter ofHandles(RecordBody.Update1<Position, Position> body) {
        return new HandleAdapter(
                RecordBody.Update1.class, body, List.of(new Read(POSITION, false)), new Write(POSITION, Set.of()));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> Position fail() throws E {
        throw (E) CHECKED;
    }

    private Throwable thrown(Class<? extends Throwable> type, RecordAdapter adapter) {
        return assertThrows(type, () -> world.query().all(Position.TYPE).build().forEach((RowBody) adapter));
    }
}
