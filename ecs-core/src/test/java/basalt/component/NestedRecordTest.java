package basalt.component;

import static basalt.component.Rejection.assertRejects;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;

/** What records in records become. */
class NestedRecordTest {
    enum Mood {
        GOOD,
        BAD
    }

    record Point(float x, float y) {
        static final Component<Point> TYPE = Component.of(Point.class);
    }

    record Mark() {}

    record Inner(
            Point place,
            @Length(2) int[] pair,
            @EntityHandle long target,
            String name,
            Mood mood,
            char letter) {}

    record Outer(
            short first,
            Mark mark,
            Inner inner,
            Point place,
            @WithCodec(PointCodec.class) Point kept) {
        static final Component<Outer> TYPE = Component.of(Outer.class);
    }

    record Pair<A, B>(A left, B right) {}

    record Generic(Pair<Integer, List<String>> pair, Pair<Object, Point> other) {
        static final Component<Generic> TYPE = Component.of(Generic.class);
    }

    static final class PointCodec implements ReferenceCodec<Point> {
        @Override
        public int write(Point value, MutableDirectBuffer to, int offset) {
            return 0;
        }

        @Override
        public Point read(DirectBuffer from, int offset, int length) {
            return new Point(0, 0);
        }
    }

    private static String columns(Component<?> component) {
        return component.columns().stream()
                .map(column -> column.field() + ":" + column.kind() + column.length())
                .collect(Collectors.joining(" "));
    }

    @Test
    void shouldBecomeColumnsInTheOrderOfTheFields() {
        assertEquals(
                "first:INT161 inner.place.x:FLOAT321 inner.place.y:FLOAT321 inner.pair:INT322 inner.target:ENTITY1"
                        + " inner.name:STRING1 inner.mood:INT81 inner.letter:INT161 place.x:FLOAT321"
                        + " place.y:FLOAT321"
                        + " kept:REFERENCE1",
                columns(Outer.TYPE));
        assertEquals(2 + 8 + 8 + 8 + 8 + 1 + 2 + 8, Outer.TYPE.bytesPerRow());
        assertEquals("inner.place.y", Outer.TYPE.float32("inner.place.y").field());
        assertEquals(2, Outer.TYPE.int32("inner.pair").length());
        assertEquals(
                Mood.class, Outer.TYPE.enumeration("inner.mood", Mood.class).type());
        assertTrue(Outer.TYPE.reference("kept", Point.class).hasCodec());
        assertEquals("inner.name", Outer.TYPE.string("inner.name").field());
        assertEquals("x:FLOAT321 y:FLOAT321", columns(Point.TYPE));
        record Marked(Mark mark) {}
        assertTrue(Component.of(Marked.class).isTag());
    }

    @Test
    void shouldBecomeColumnsOfEvents() {
        record Sent(Point from, Point to) {}
        assertEquals("to.y", EventType.of(Sent.class).float32("to.y").field());
    }

    @Test
    void shouldKnowTheValuesOfTypeVariables() {
        assertEquals(
                "pair.left:REFERENCE1 pair.right:REFERENCE1 other.left:REFERENCE1 other.right:REFERENCE1",
                columns(Generic.TYPE));
        assertTrue(Generic.TYPE.reference("pair.left", Object.class).hasCodec());
        assertTrue(Generic.TYPE.reference("pair.right", Object.class).hasCodec());
        assertFalse(Generic.TYPE.reference("other.left", Object.class).hasCodec());
        assertTrue(Generic.TYPE.reference("other.right", Object.class).hasCodec());
    }

    @Test
    void shouldNameTheColumnsOfAFieldThatIsNone() {
        assertRejects(() -> Outer.TYPE.float32("place"), "no field place", "place.x, place.y");
        assertRejects(() -> Outer.TYPE.int8("inner.mood"), "is the enum", "not INT8", "enumeration(\"inner.mood\"");
        assertRejects(() -> Outer.TYPE.enumeration("first", Mood.class), "INT16", "int16(\"first\")");
        assertRejects(() -> Outer.TYPE.enumeration("inner.mood", Thread.State.class), "not java.lang.Thread$State");
    }

    record Endless(int number, Endless next) {}

    record Around(Optional<Around> maybe, Other other) {}

    record Other(Around back) {}

    @Test
    void shouldRejectRecordsWithoutAnEnd() {
        assertRejects(
                () -> Component.of(Endless.class), "field next of record", "Endless", "of its own type", "handle");
        assertRejects(() -> Component.of(Around.class), "field back of record", "Other", "@WithCodec");
        record Tree(int number, List<Tree> below, Optional<Tree> beside) {}
        assertTrue(Component.of(Tree.class).reference("below", List.class).hasCodec());
    }

    record Ten(long a, long b, long c, long d, long e, double f, double g, double h, double i, double j) {}

    record Hundred(Ten a, Ten b, Ten c, Ten d, Ten e, Ten f, Ten g, Ten h, Ten i, Ten j) {}

    record Most(Hundred all, Ten a, Ten b) {}

    record TooMany(Hundred all, Ten a, Ten b, Ten c) {}

    @Test
    void shouldRejectTooManyFields() {
        assertEquals(120, Component.of(Most.class).columns().size());
        assertRejects(() -> Component.of(TooMany.class), "TooMany", "too many fields", "nested records", "250");
    }

    @Test
    void shouldRejectAnnotationsOfOtherFields() {
        record Long(@Length(2) Point point) {}
        record Handle(@EntityHandle Point point) {}
        record Length2(@Length(2) Mood mood) {}
        record Coded(@WithCodec(PointCodec.class) char letter) {}
        assertRejects(() -> Component.of(Long.class), "field point", "@Length", "remove it");
        assertRejects(() -> Component.of(Handle.class), "field point", "@EntityHandle");
        assertRejects(() -> Component.of(Length2.class), "field mood", "@Length", "remove it");
        assertRejects(() -> Component.of(Coded.class), "field letter", "@WithCodec", "remove it");
    }

    enum Broken {
        ONE;

        static {
            if (ONE != null) {
                throw new UnsupportedOperationException("not now");
            }
        }
    }

    record BrokenPoint(float x) {
        static final int ZERO = Integer.parseInt("none");
    }

    @Test
    void shouldShowWhyAnEnumOrARecordCannotBeInitialised() {
        record Holder(Broken broken) {}
        record Deep(Outer outer, BrokenPoint point) {}
        for (int i = 0; i < 2; i++) {
            assertRejects(() -> Component.of(Holder.class), "field broken", "its static part throws", "not now");
            assertRejects(() -> Component.of(Deep.class), "field point", "BrokenPoint cannot", "For input string");
        }
    }

    @Test
    void shouldAcceptTypesThatCannotBeSaved() {
        record Odd(Lookup lookup, List<Lookup> lookups, Object[] objects, List<?> any) {}
        Component<Odd> odd = Component.of(Odd.class);
        odd.columns().forEach(column -> assertFalse(((ReferenceColumn<?>) column).hasCodec(), column.field()));
        record Held(Pair<String, List<Thread>> pair, Runnable run) {}
        Component<Held> held = Component.of(Held.class);
        assertThrowsWith(
                IllegalStateException.class,
                () -> held.reference("pair.right", Object.class).codec(),
                "Held.pair.right has no codec",
                "@WithCodec(...)",
                "java.lang.Thread");
        assertThrowsWith(
                IllegalStateException.class,
                () -> held.reference("run", Runnable.class).codec(),
                "java.lang.Runnable");
    }
}
