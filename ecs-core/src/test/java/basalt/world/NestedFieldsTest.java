package basalt.world;

import static basalt.component.Rejection.assertRejects;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EnumColumn;
import basalt.component.EventType;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.component.OnTargetDestroy;
import basalt.component.ShortColumn;
import basalt.component.StringListColumn;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.query.Selection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Components with records, enums and chars as fields. */
class NestedFieldsTest {
    enum Mode {
        IDLE,
        WALK {
            @Override
            public String toString() {
                return "a class of its own";
            }
        },
        FIGHT
    }

    record Point(float x, float y) {
        Point plus(float number) {
            return new Point(x + number, y + number);
        }
    }

    record Tail(@EntityHandle long target, @Length(2) int[] pair, List<String> words) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Tail tail
                    && tail.target == target
                    && Arrays.equals(tail.pair, pair)
                    && tail.words.equals(words);
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    record Body(Point position, Mode mode, Tail tail, char letter) {
        static final Component<Body> TYPE = Component.of(Body.class);
        static final FloatColumn X = TYPE.float32("position.x");
        static final FloatColumn Y = TYPE.float32("position.y");
        static final EnumColumn<Mode> MODE = TYPE.enumeration("mode", Mode.class);
        static final EntityColumn TARGET = TYPE.entity("tail.target");
        static final IntColumn PAIR = TYPE.int32("tail.pair");
        static final StringListColumn WORDS = TYPE.stringList("tail.words");
        static final ShortColumn LETTER = TYPE.int16("letter");
    }

    record Sent(Point place, Mode mode) {
        static final EventType<Sent> TYPE = EventType.of(Sent.class);
        static final FloatColumn Y = TYPE.float32("place.y");
        static final EnumColumn<Mode> MODE = TYPE.enumeration("mode", Mode.class);
    }

    record Plain(Point place, Mode mode) {}

    record Letters(@Length(3) char[] letters) {}

    private final World world = World.create();

    @AfterEach
    void close() {
        world.close();
    }

    private static Body body(int i) {
        return new Body(
                new Point(i, -i),
                i % 4 == 3 ? null : Mode.values()[i % 4],
                new Tail(Entity.of(i, 1), new int[] {i, -i}, List.of("w" + i)),
                (char) (0xFFFF - i));
    }

    @Test
    void shouldReadBackWhatWasWritten() {
        for (int i = 0; i < 200; i++) {
            long entity = world.spawn(body(i));
            assertEquals(body(i), world.get(entity, Body.TYPE));
            world.set(entity, body(i + 1));
            assertEquals(body(i + 1), world.get(entity, Body.TYPE));
        }
        long entity = world.spawn(new Letters(new char[] {'\0', 'x', '\uFFFF'}));
        assertEquals(
                "\0x\uFFFF",
                new String(world.get(entity, Component.of(Letters.class)).letters()));
    }

    @Test
    void shouldAccessColumns() {
        long entity = world.spawn(body(5));
        assertEquals(5, world.get(entity, Body.X));
        assertEquals(Mode.WALK, world.get(entity, Body.MODE));
        assertEquals(0xFFFF - 5, (char) world.get(entity, Body.LETTER));
        world.set(entity, Body.Y, 7);
        world.set(entity, Body.MODE, null);
        world.set(entity, Body.LETTER, (short) 'q');
        world.row(entity).set(Body.PAIR, 1, 9);
        Body read = world.get(entity, Body.TYPE);
        assertEquals(new Point(5, 7), read.position());
        assertNull(read.mode());
        assertNull(world.get(entity, Body.MODE));
        assertEquals('q', read.letter());
        assertEquals(9, read.tail().pair()[1]);
        world.row(entity).set(Body.MODE, Mode.FIGHT);
        assertEquals(Mode.FIGHT, world.row(entity).get(Body.MODE));
        assertEquals(List.of("w5"), world.get(entity, Body.WORDS));
    }

    @Test
    void shouldBeWrittenByKernelsCommandsAndTemplates() {
        Template template = world.template().with(body(1)).build();
        template.spawn(300);
        Query query = world.query().all(Body.TYPE).build();
        query.kernel(row -> row.set(Body.X, row.get(Body.Y) + 3)).run();
        query.kernel(row -> row.set(Body.MODE, row.get(Body.MODE) == Mode.WALK ? Mode.FIGHT : null))
                .run();
        query.kernel((row, commands) -> {
                    commands.set(row.entity(), Body.Y, 8);
                    commands.set(row.entity(), Body.LETTER, (short) 'z');
                })
                .run();
        query.forEach(row -> {
            assertEquals(2, row.get(Body.X));
            assertEquals(8, row.get(Body.Y));
            assertEquals(Mode.FIGHT, row.get(Body.MODE));
            assertEquals('z', row.get(Body.LETTER));
        });
        query.kernel((row, commands) -> commands.set(row.entity(), Body.MODE, null))
                .run();
        query.forEach(row -> assertNull(row.get(Body.MODE)));
    }

    @Test
    void shouldHaveConditions() {
        for (int i = 0; i < 400; i++) {
            world.spawn(body(i));
        }
        assertEquals(100, count(world.query().where(Body.MODE).is(Mode.WALK).build()));
        assertEquals(300, count(world.query().where(Body.MODE).isNot(Mode.WALK).build()));
        assertEquals(100, count(world.query().where(Body.MODE).is(null).build()));
        assertEquals(
                200,
                count(world.query()
                        .where(Condition.anyOf(
                                Condition.on(Body.MODE).is(Mode.IDLE),
                                Condition.on(Body.MODE).is(null)))
                        .build()));
        assertEquals(10, count(world.query().where(Body.X).lessThan(10).build()));
        assertEquals(1, count(world.query().where(Body.LETTER).equalTo('\uFFFF').build()));
        assertEquals(
                399, count(world.query().where(Body.LETTER).notEqualTo('\uFFF0').build()));
        assertEquals(
                10,
                count(world.query().where(Body.LETTER).greaterThan(0xFFFF - 10).build()));
        assertEquals(0, count(world.query().where(Body.LETTER).atMost('z').build()));
        assertEquals(0, count(world.query().where(Body.LETTER).lessThan(0).build()));
        long small = world.spawn(new Body(new Point(1000, 0), null, body(1).tail(), '\0'));
        assertEquals(
                small, world.query().where(Body.LETTER).between(0, 'z').build().single());
        assertEquals(400, count(world.query().where(Body.LETTER).hasAny(0x8000).build()));
        world.destroy(small);
        assertEquals(
                1,
                count(world.query().where(Body.TARGET).equalTo(Entity.of(7, 1)).build()));
        String text = Condition.on(Body.MODE).is(Mode.WALK) + ", "
                + Condition.on(Body.MODE).isNot(null) + ", "
                + Condition.on(Body.X).atMost(3);
        assertEquals("Body.mode == WALK, Body.mode != null, Body.position.x <= 3.0", text);
    }

    private static int count(Query query) {
        return query.count();
    }

    @Test
    void shouldSortByConstantsInTheirOrder() {
        for (int i = 0; i < 40; i++) {
            world.spawn(body(i));
        }
        List<Mode> modes = new ArrayList<>();
        Selection.of(world.query().all(Body.TYPE).build())
                .collect()
                .sortBy(Body.MODE)
                .forEach(row -> modes.add(row.get(Body.MODE)));
        List<Mode> expected = new ArrayList<>();
        for (Mode mode : new Mode[] {null, Mode.IDLE, Mode.WALK, Mode.FIGHT}) {
            for (int i = 0; i < 10; i++) {
                expected.add(mode);
            }
        }
        assertEquals(expected, modes);
    }

    @Test
    void shouldBeZeroWithoutARecord() {
        long entity = world.spawn();
        Component<Plain> type = Component.of(Plain.class);
        world.add(entity, type);
        assertEquals(new Plain(new Point(0, 0), Mode.IDLE), world.get(entity, type));
    }

    @Test
    void shouldBeFieldsOfEvents() {
        EventChannel<Sent> channel = world.events(Sent.TYPE);
        long event = channel.send(new Sent(new Point(1, 2), Mode.FIGHT));
        assertEquals(2, channel.get(event, Sent.Y));
        assertEquals(Mode.FIGHT, channel.get(event, Sent.MODE));
        channel.set(event, Sent.MODE, null);
        assertEquals(new Sent(new Point(1, 2), null), channel.get(event));
    }

    @Test
    void shouldFollowRelationsOfNestedHandles() {
        long target = world.spawn();
        long source = world.spawn(new Body(new Point(0, 0), null, new Tail(target, new int[2], List.of()), 'x'));
        Relation relation = world.relation(Body.TARGET, OnTargetDestroy.DESTROY);
        assertEquals(1, relation.count(target));
        world.destroy(target);
        assertEquals(false, world.isAlive(source));
    }

    @Test
    void shouldRejectNestedNulls() {
        int before = world.entityCount();
        assertRejects(
                () -> world.spawn(new Plain(null, Mode.IDLE)), "field place of record", "Plain", "must not be null");
        long entity = world.spawn(body(1));
        assertRejects(
                () -> world.set(entity, new Body(new Point(1, 1), Mode.IDLE, null, 'x')), "field tail", "not be null");
        assertRejects(() -> world.events(Sent.TYPE).send(new Sent(null, null)), "field place", "not be null");
        assertRejects(() -> world.commands().add(entity, new Plain(null, null)), "field place", "not be null");
        assertEquals(body(1), world.get(entity, Body.TYPE));
        assertEquals(before + 1, world.entityCount());
    }

    record Counted(int value) {
        static int made;

        Counted {
            made++;
            if (value == 99) {
                throw new IllegalStateException("99");
            }
        }
    }

    record Holder(int first, Counted counted, int last) {
        static final Component<Holder> TYPE = Component.of(Holder.class);
        static final IntColumn VALUE = TYPE.int32("counted.value");
    }

    @Test
    void shouldCallNestedConstructors() {
        long entity = world.spawn(new Holder(1, new Counted(2), 3));
        int made = Counted.made;
        assertEquals(new Holder(1, new Counted(2), 3), world.get(entity, Holder.TYPE));
        assertEquals(made + 2, Counted.made);
        world.set(entity, Holder.VALUE, 99);
        assertThrows(IllegalStateException.class, () -> world.get(entity, Holder.TYPE));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    @Test
    void shouldRejectConstantsOfAnotherEnum() {
        long entity = world.spawn(body(1));
        EnumColumn raw = Body.MODE;
        assertThrows(ClassCastException.class, () -> world.set(entity, raw, Thread.State.NEW));
        assertThrows(ClassCastException.class, () -> world.row(entity).set(raw, Thread.State.NEW));
        assertThrows(ClassCastException.class, () -> world.commands().set(entity, raw, Thread.State.NEW));
        assertEquals(Mode.WALK, world.get(entity, Body.MODE));
    }
}
