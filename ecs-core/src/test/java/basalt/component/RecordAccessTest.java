package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.fixture.Wide;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordAccessTest {
    @Test
    void shouldReachPrivateRecord() {
        RecordAccess access = RecordAccess.of(Secret.class);

        assertEquals(new Secret(1, "a"), access.construct(new Object[] {1, "a"}));
        assertEquals(1, access.read(0, new Secret(1, "a")));
        assertEquals("a", access.read(1, new Secret(1, "a")));
    }

    @Test
    void shouldReachLocalRecordWithoutFields() {
        record Tag() {}
        assertEquals(new Tag(), RecordAccess.of(Tag.class).construct(new Object[0]));
    }

    @Test
    void shouldReachPublicRecordOfExportedPackage() throws ReflectiveOperationException {
        Class<? extends Record> reading = FixtureModule.exported("Reading");
        RecordAccess access = RecordAccess.of(reading);

        Object record = access.construct(new Object[] {20f, 1f});

        assertSame(reading, record.getClass());
        assertEquals(20f, access.read(0, record));
    }

    @Test
    void shouldReachHiddenRecordOfOpenPackage() {
        RecordAccess access = RecordAccess.of(FixtureModule.opened("Tally"));

        assertEquals(5, access.read(0, access.construct(new Object[] {5})));
    }

    @Test
    void shouldSuggestToOpenAClosedPackage() {
        for (Class<? extends Record> unreachable : List.of(
                FixtureModule.closed("Reading"), FixtureModule.closed("Tally"), FixtureModule.exported("Tally"))) {
            assertRejects(
                    () -> RecordAccess.of(unreachable),
                    unreachable.getName(),
                    "opens " + FixtureModule.PACKAGE,
                    "module-info of " + FixtureModule.NAME);
        }
    }

    @Test
    void shouldRejectRecordWithMoreFieldsThanAMethodHandleTakes() {
        assertRejects(() -> RecordAccess.of(Wide.class), Wide.class.getName(), "fields=127", "split it");
    }

    @Test
    void shouldRethrowExceptionsOfTheRecord() {
        RecordAccess access = RecordAccess.of(Strict.class);
        Strict instance = new Strict(1);

        assertSame(Strict.TOO_LOW, assertThrows(RuntimeException.class, () -> access.construct(new Object[] {-1})));
        assertSame(Strict.UNREADABLE, assertThrows(Error.class, () -> access.read(0, instance)));
    }

    @Test
    void shouldRejectValuesOfWrongNumberOrType() {
        RecordAccess access = RecordAccess.of(Secret.class);

        assertThrows(IllegalArgumentException.class, () -> access.construct(new Object[] {1}));
        assertThrows(IllegalArgumentException.class, () -> access.construct(new Object[] {1, "a", 2}));
        assertThrows(ClassCastException.class, () -> access.construct(new Object[] {"a", 1}));
        assertThrows(NullPointerException.class, () -> access.construct(new Object[] {null, "a"}));
    }

    private record Secret(int number, String text) {}

    private record Strict(int level) {
        static final RuntimeException TOO_LOW = new IllegalStateException("too low");
        static final Error UNREADABLE = new AssertionError("unreadable");

        Strict {
            if (level < 0) {
                throw TOO_LOW;
            }
        }

        @Override
        public int level() {
            throw UNREADABLE;
        }
    }
}
