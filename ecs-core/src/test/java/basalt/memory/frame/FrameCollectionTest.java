package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Strict;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of all collections in frame memory: creation, lifetime, threads. */
class FrameCollectionTest {
    interface Maker<C> {
        C make(FrameArena arena, int capacity);
    }

    /** A type: how it is created, and each of its operations that uses its memory. */
    record Type<C>(String name, String capacityName, Maker<C> in, Function<C, List<Runnable>> uses) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final FrameColumns.Layout COLUMNS = FrameColumns.Layout.of(
            FrameColumns.Layout.Kind.INT,
            FrameColumns.Layout.Kind.LONG,
            FrameColumns.Layout.Kind.FLOAT,
            FrameColumns.Layout.Kind.DOUBLE);
    private static final long CAP_BYTES = 64 * 1024;

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory).stubborn();
    private final FrameArena arena = new FrameArena(failing, CAP_BYTES);

    static Stream<Type<?>> types() {
        List<Type<?>> types = new ArrayList<>();
        BoxedFrameList.types().forEach(type -> types.add(list(type)));
        types.add(map());
        types.add(new Type<>("FrameString", "capacity", FrameString::in, FrameCollectionTest::uses));
        types.add(new Type<>(
                "FrameColumns",
                "rows",
                (arena, rows) -> FrameColumns.in(arena, COLUMNS, rows),
                FrameCollectionTest::uses));
        return types.stream();
    }

    @AfterEach
    void closeArena() {
        arena.close();
        assertEquals(0, memory.outstanding());
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldRejectCapacityBelowOne(Type<C> type) {
        for (int capacity : new int[] {0, -1, -64, Integer.MIN_VALUE}) {
            String message = type.capacityName + " must be > 0: " + type.capacityName + "=" + capacity;
            assertEquals(message, illegalArgument(() -> type.in.make(arena, capacity)));
        }
        assertEquals(0, arena.usedBytes());
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldRejectMissingArena(Type<C> type) {
        assertEquals("arena must not be null", illegalArgument(() -> type.in.make(null, 1)));
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldRefuseMoreThanTheArenaHas(Type<C> type) {
        arena.allocate(100, 1);
        for (int capacity : new int[] {(int) CAP_BYTES, FrameIntMap.MAX_CAPACITY}) {
            var e = assertThrows(NativeMemoryException.class, () -> type.in.make(arena, capacity));
            assertTrue(e.requestedBytes() >= capacity, e::getMessage);
            assertEquals(100, arena.usedBytes());
        }
        used(type, type.in.make(arena, 64));
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldGoOnAfterTheSourceHasRefused(Type<C> type) {
        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> type.in.make(arena, 65));
        assertTrue(failing.hasFailed());
        assertEquals(0, arena.usedBytes());
        assertNotNull(type.in.make(arena, 65));
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldNotBeMadeInAClosedArenaOrOnAWrongThread(Type<C> type) {
        assertThrows(IllegalStateException.class, () -> elsewhere(() -> type.in.make(arena, 1)));
        arena.close();
        var e = assertThrows(IllegalStateException.class, () -> type.in.make(arena, 1));
        assertEquals("frame arena is closed: create a new one", e.getMessage());
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldStayLiveAcrossInnerScopes(Type<C> type) {
        C made = type.in.make(arena, 64);
        try (MemoryScope scope = arena.open()) {
            arena.allocate(1000, 8).fill((byte) -1);
            used(type, made);
            assertNotNull(scope);
        }
        used(type, made);
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldDieWithItsScope(Type<C> type) {
        MemoryScope scope = arena.open();
        C made = used(type, type.in.make(arena, 64));
        scope.close();
        assertDead(type, made, "slice used after its scope had ended");
        arena.open();
        type.in.make(arena, 64); // at the same address
        assertDead(type, made, "slice used after its scope had ended");
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldDieWithItsMark(Type<C> type) {
        long mark = arena.mark();
        C made = used(type, type.in.make(arena, 64));
        arena.release(mark);
        assertDead(type, made, "slice used after its mark had ended");
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldDieWithTheFrame(Type<C> type) {
        C roomy = used(type, type.in.make(arena, 64));
        C full = used(type, type.in.make(arena, 1));
        arena.reset();
        assertDead(type, roomy, "slice used after its arena was reset");
        assertDead(type, full, "slice used after its arena was reset");
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldDieWithTheArena(Type<C> type) {
        C made = used(type, type.in.make(arena, 64));
        arena.close();
        assertDead(type, made, "slice used after its arena was closed");
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldNotBeUsedByAnotherThreadInStrictMode(Type<C> type) {
        assumeTrue(Strict.ON);
        for (Runnable use : type.uses.apply(used(type, type.in.make(arena, 64)))) {
            var e = assertThrows(IllegalStateException.class, () -> elsewhere(use));
            assertTrue(e.getMessage().startsWith("frame arena used by thread "), e::getMessage);
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    <C> void shouldStillSayWhatItWas(Type<C> type) {
        Object made = unboxed(type.in.make(arena, 64));
        boolean isText = made instanceof FrameString; // toString() returns the text, which is released
        if (!isText) {
            assertTrue(made.toString().startsWith(type.name + "["), made::toString);
            assertTrue(made.toString().endsWith("live=true]"), made::toString);
        }
        assertTrue(!(made instanceof FrameCollection collection) || collection.isLive());
        arena.reset();
        assertFalse(made instanceof FrameCollection collection && collection.isLive());
        if (!isText) {
            assertTrue(made.toString().endsWith("live=false]"), made::toString);
        }
        if (made instanceof FrameColumns columns) {
            assertEquals(64, columns.rows());
        } else {
            FrameCollection collection = (FrameCollection) made;
            assertEquals(64, collection.capacity());
            assertEquals(0, collection.size());
            assertTrue(collection.isEmpty());
            assertFalse(collection.isFull());
        }
    }

    private static Object unboxed(Object made) {
        return made instanceof BoxedFrameList<?> list ? list.list() : made;
    }

    /** Runs each operation once, which leaves elements in it. */
    private static <C> C used(Type<C> type, C made) {
        type.uses.apply(made).forEach(Runnable::run);
        return made;
    }

    private static <C> void assertDead(Type<C> type, C made, String message) {
        for (Runnable use : type.uses.apply(made)) {
            var e = assertThrows(IllegalStateException.class, use::run);
            assertTrue(e.getMessage().startsWith(message), e::getMessage);
        }
    }

    private static <E> Type<BoxedFrameList<E>> list(BoxedFrameList.Type<E> type) {
        E value = type.values().get(0);
        return new Type<>(
                type.name(),
                "capacity",
                (arena, capacity) -> type.in().make(arena, capacity),
                list -> List.of(
                        () -> list.list().clear(),
                        () -> list.add(value),
                        () -> list.set(0, value),
                        () -> list.get(0),
                        () -> list.contains(value),
                        () -> list.forEach(each -> {})));
    }

    private static Type<FrameIntMap> map() {
        return new Type<>(
                "FrameIntMap",
                "capacity",
                (arena, capacity) -> FrameIntMap.in(arena, capacity, -1),
                map -> List.of(
                        () -> map.clear(),
                        () -> map.put(1, 2),
                        () -> map.get(1),
                        () -> map.forEach((key, value) -> {})));
    }

    private static List<Runnable> uses(FrameString text) {
        return List.of(
                text::clear,
                () -> text.append('a'),
                text::clear,
                () -> text.append("a"),
                text::clear,
                () -> text.append(1),
                text::clear,
                () -> text.appendFixed(1, 0),
                () -> text.wrapUnchecked(new UnsafeBuffer()),
                text::toString,
                () -> text.append(""));
    }

    private static List<Runnable> uses(FrameColumns columns) {
        return List.of(
                () -> columns.setInt(0, 0, 1),
                () -> columns.setLong(1, 0, 1),
                () -> columns.setFloat(2, 0, 1),
                () -> columns.setDouble(3, 0, 1),
                () -> columns.getInt(0, 0),
                () -> columns.getLong(1, 0),
                () -> columns.getFloat(2, 0),
                () -> columns.getDouble(3, 0),
                () -> columns.column(0).fill((byte) 0));
    }

    private static void elsewhere(Runnable action) {
        try {
            CompletableFuture.runAsync(action).join();
        } catch (CompletionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    private static String illegalArgument(Runnable action) {
        return assertThrows(IllegalArgumentException.class, action::run).getMessage();
    }
}
