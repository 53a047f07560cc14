package basalt.model;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.FloatColumn;
import basalt.component.Length;
import basalt.component.ListColumn;
import basalt.component.LongColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.component.WithCodec;
import basalt.memory.NativeMemoryException;
import basalt.query.Row;
import basalt.storage.fixture.TextCodec;
import basalt.world.Name;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The components of the model tests: one of each kind. A set of parts is a mask of {@link #bit()}s. */
enum Part {
    PLACE(Place.TYPE, c -> new Place((float) c[0], (float) c[1]), Cell.of(Place.X), Cell.of(Place.Y)),
    MIXED(
            Mixed.TYPE,
            c -> new Mixed((double) c[0], (int) c[1], (byte) c[2], (short) c[3], (boolean) c[4], (long) c[5]),
            Cell.of(Mixed.TYPE.float64("weight")),
            Cell.of(Mixed.TYPE.int32("count")),
            Cell.of(Mixed.TYPE.int8("level")),
            Cell.of(Mixed.TYPE.int16("rank")),
            Cell.of(Mixed.TYPE.bool("lit")),
            Cell.of(Mixed.TOTAL)),
    MARKED(Marked.TYPE, c -> new Marked()),
    VECTOR(
            Vector.TYPE,
            c -> new Vector(new float[] {(float) c[0], (float) c[1], (float) c[2]}),
            Cell.of(Vector.V, 0),
            Cell.of(Vector.V, 1),
            Cell.of(Vector.V, 2)),
    RARE(Rare.TYPE, c -> new Rare((float) c[0], (int) c[1]), Cell.of(Rare.HEAT), Cell.of(Rare.TYPE.int32("age"))),
    LABEL(
            Label.TYPE,
            c -> new Label((String) c[0], (int) c[1]),
            Cell.of(Label.TEXT),
            Cell.of(Label.TYPE.int32("size"))),
    LINK(Link.TYPE, c -> new Link((long) c[0]), Cell.of(Link.TARGET)),
    LISTED(Listed.TYPE, c -> Listed.of(c[0]), Cell.of(Listed.ITEMS, Listed::of)),
    TEXTS(
            Texts.TYPE,
            c -> new Texts((short) c[0], (String) c[1], Texts.strings(c[2])),
            Cell.of(Texts.LEVEL),
            Cell.of(Texts.NAME),
            Cell.of(Texts.WORDS)),
    GROUP(
            Group.TYPE,
            c -> new Group(Group.members(c[0]), Group.things(c[1])),
            Cell.ofList(n -> Cell.numbers(n).mapToObj(i -> (long) i).toList(), Group::members, Group::setMembers),
            Cell.ofList(n -> Cell.numbers(n).mapToObj(Group.Thing::of).toList(), Group::things, Group::setThings)),
    NAMED(Name.TYPE, c -> new Name((String) c[0]), Cell.ofName(Name.TYPE.string("value")));

    static final List<Part> ALL = List.of(values());

    private final Component<?> component;
    private final Function<Object[], Record> constructor;
    private final List<Cell> cells;

    Part(Component<?> component, Function<Object[], Record> constructor, Cell... cells) {
        this.component = component;
        this.constructor = constructor;
        this.cells = List.of(cells);
    }

    Component<?> component() {
        return component;
    }

    List<Cell> cells() {
        return cells;
    }

    int bit() {
        return 1 << ordinal();
    }

    boolean isIn(int mask) {
        return (mask & bit()) != 0;
    }

    Object[] zeros() {
        return cells.stream().map(Cell::zero).toArray();
    }

    Record toRecord(Object[] values) {
        return constructor.apply(values);
    }

    static int mask(Part... parts) {
        return Arrays.stream(parts).mapToInt(Part::bit).reduce(0, (a, b) -> a | b);
    }

    static List<Part> in(int mask) {
        return ALL.stream().filter(part -> part.isIn(mask)).toList();
    }

    static Component<?>[] components(int mask) {
        return in(mask).stream().map(Part::component).toArray(Component<?>[]::new);
    }

    record Place(float x, float y) {
        static final Component<Place> TYPE = Component.of(Place.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    record Mixed(double weight, int count, byte level, short rank, boolean lit, long total) {
        static final Component<Mixed> TYPE = Component.of(Mixed.class);
        static final LongColumn TOTAL = TYPE.int64("total");
    }

    record Marked() {
        static final Component<Marked> TYPE = Component.of(Marked.class);
    }

    record Vector(@Length(3) float[] v) {
        static final Component<Vector> TYPE = Component.of(Vector.class);
        static final FloatColumn V = TYPE.float32("v");

        @Override
        public boolean equals(Object other) {
            return other instanceof Vector vector && Arrays.equals(v, vector.v);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(v);
        }

        @Override
        public String toString() {
            return "Vector" + Arrays.toString(v);
        }
    }

    record Rare(float heat, int age) {
        static final Component<Rare> TYPE =
                Component.builder(Rare.class).sparse().build();
        static final FloatColumn HEAT = TYPE.float32("heat");
    }

    record Label(@WithCodec(TextCodec.class) String text, int size) {
        static final Component<Label> TYPE = Component.of(Label.class);
        static final ReferenceColumn<String> TEXT = TYPE.reference("text", String.class);
    }

    record Link(@EntityHandle long target) {
        static final Component<Link> TYPE = Component.of(Link.class);
        static final EntityColumn TARGET = TYPE.entity("target");
    }

    record Listed(int[] items) {
        static final Component<Listed> TYPE = Component.of(Listed.class);
        static final ListColumn.OfInt ITEMS = TYPE.int32List("items");

        static Listed of(Object items) {
            return new Listed(
                    ((List<?>) items).stream().mapToInt(item -> (int) item).toArray());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Listed listed && Arrays.equals(items, listed.items);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(items);
        }

        @Override
        public String toString() {
            return "Listed" + Arrays.toString(items);
        }
    }

    record Texts(short level, String name, List<String> words) {
        static final Component<Texts> TYPE = Component.of(Texts.class);
        static final ShortColumn LEVEL = TYPE.int16("level");
        static final StringColumn NAME = TYPE.string("name");
        static final StringListColumn WORDS = TYPE.stringList("words");

        @SuppressWarnings("unchecked") // as the model has them
        static List<String> strings(Object words) {
            return (List<String>) words;
        }
    }

    record Group(@EntityHandle long[] members, Thing[] things) {
        static final Component<Group> TYPE = Component.of(Group.class);
        static final ListColumn.OfEntity MEMBERS = TYPE.entityList("members");
        static final ListColumn.OfByte KINDS = TYPE.int8List("things.kind");
        static final ListColumn.OfEnum<Way> WAYS = TYPE.enumerationList("things.way", Way.class);

        record Thing(byte kind, Way way) {
            static Thing of(int number) {
                int way = number % (Way.values().length + 1);
                return new Thing((byte) number, way == Way.values().length ? null : Way.values()[way]);
            }
        }

        static long[] members(Object list) {
            return ((List<?>) list).stream().mapToLong(member -> (long) member).toArray();
        }

        static List<Long> members(Row row) {
            return Arrays.stream(row.get(MEMBERS)).boxed().toList();
        }

        static void setMembers(Row row, Object list) {
            row.set(MEMBERS, members(list));
        }

        static Thing[] things(Object list) {
            return ((List<?>) list).toArray(Thing[]::new);
        }

        static List<Thing> things(Row row) {
            byte[] kinds = row.get(KINDS);
            Way[] ways = row.get(WAYS);
            Check.same(kinds.length, ways.length, () -> "length of the second list");
            return IntStream.range(0, kinds.length)
                    .mapToObj(i -> new Thing(kinds[i], ways[i]))
                    .toList();
        }

        /** Both lists, or none if there is no memory for one. */
        static void setThings(Row row, Object list) {
            Thing[] things = things(list);
            byte[] kinds = new byte[things.length];
            IntStream.range(0, things.length).forEach(i -> kinds[i] = things[i].kind());
            byte[] old = row.get(KINDS);
            row.set(KINDS, kinds);
            try {
                row.set(WAYS, Arrays.stream(things).map(Thing::way).toArray(Way[]::new));
            } catch (NativeMemoryException e) {
                row.set(KINDS, old);
                throw e;
            }
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Group group
                    && Arrays.equals(members, group.members)
                    && Arrays.equals(things, group.things);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(members) * 31 + Arrays.hashCode(things);
        }

        @Override
        public String toString() {
            return "Group" + Arrays.toString(members) + Arrays.toString(things);
        }
    }
}
