package basalt.model;

import basalt.model.Part.Label;
import basalt.model.Part.Link;
import basalt.model.Part.Listed;
import basalt.model.Part.Mixed;
import basalt.model.Part.Place;
import basalt.model.Part.Rare;
import basalt.model.Part.Texts;
import basalt.model.Part.Vector;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.query.Span;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import org.agrona.concurrent.UnsafeBuffer;

/** Kernel bodies that change columns, each with the same change for the model. */
enum KernelKind {
    /** Two float columns; the loop is vectorised. */
    MOVE(
            Part.PLACE.bit(),
            0,
            parameter -> row -> {
                row.set(Place.X, row.get(Place.X) + parameter.number);
                row.set(Place.Y, row.get(Place.Y) * 0.5f - parameter.number);
            },
            (entity, number) -> {
                entity.set(Part.PLACE, 0, (float) entity.get(Part.PLACE, 0) + number);
                entity.set(Part.PLACE, 1, (float) entity.get(Part.PLACE, 1) * 0.5f - number);
            }),

    /** Fields of different sizes. */
    MIX(
            Part.MIXED.bit(),
            0,
            parameter -> {
                var count = Mixed.TYPE.int32("count");
                var level = Mixed.TYPE.int8("level");
                var lit = Mixed.TYPE.bool("lit");
                return row -> {
                    row.set(count, row.get(count) ^ parameter.number);
                    row.set(level, (byte) (row.get(level) + 1));
                    row.set(lit, !row.get(lit));
                    row.set(Mixed.TOTAL, row.get(Mixed.TOTAL) * 31 + row.get(count));
                };
            },
            (entity, number) -> {
                int count = (int) entity.get(Part.MIXED, 1) ^ number;
                entity.set(Part.MIXED, 1, count);
                entity.set(Part.MIXED, 2, (byte) ((byte) entity.get(Part.MIXED, 2) + 1));
                entity.set(Part.MIXED, 4, !(boolean) entity.get(Part.MIXED, 4));
                entity.set(Part.MIXED, 5, (long) entity.get(Part.MIXED, 5) * 31 + count);
            }),

    /** A vector. */
    SPIN(
            Part.VECTOR.bit(),
            0,
            parameter -> row -> {
                float first = row.get(Vector.V, 0);
                row.set(Vector.V, 0, row.get(Vector.V, 1));
                row.set(Vector.V, 1, row.get(Vector.V, 2));
                row.set(Vector.V, 2, first);
            },
            (entity, number) -> {
                Object first = entity.get(Part.VECTOR, 0);
                entity.set(Part.VECTOR, 0, entity.get(Part.VECTOR, 1));
                entity.set(Part.VECTOR, 1, entity.get(Part.VECTOR, 2));
                entity.set(Part.VECTOR, 2, first);
            }),

    /** Columns of a sparse component together with others. */
    BURN(
            Part.mask(Part.RARE, Part.PLACE),
            0,
            parameter -> row -> {
                row.set(Rare.HEAT, row.get(Place.Y) - parameter.number);
                row.set(Place.Y, parameter.number);
            },
            (entity, number) -> {
                entity.set(Part.RARE, 0, (float) entity.get(Part.PLACE, 1) - number);
                entity.set(Part.PLACE, 1, (float) number);
            }),

    /** An optional component. */
    MAYBE(
            Part.PLACE.bit(),
            Part.VECTOR.bit(),
            parameter -> row -> {
                if (row.has(Vector.TYPE)) {
                    row.set(Vector.V, 1, row.get(Place.X));
                } else {
                    row.set(Place.X, parameter.number);
                }
            },
            (entity, number) -> {
                if (entity.has(Part.VECTOR)) {
                    entity.set(Part.VECTOR, 1, entity.get(Part.PLACE, 0));
                } else {
                    entity.set(Part.PLACE, 0, (float) number);
                }
            }),

    /** Reference columns. */
    RENAME(
            Part.LABEL.bit(),
            0,
            parameter -> row -> row.set(Label.TEXT, renamed(row.get(Label.TEXT), parameter.number)),
            (entity, number) -> entity.set(Part.LABEL, 0, renamed((String) entity.get(Part.LABEL, 0), number))),

    /** Entity columns. */
    POINT(
            Part.LINK.bit(),
            0,
            parameter -> row -> row.set(Link.TARGET, row.entity()),
            (entity, number) -> entity.set(Part.LINK, 0, entity.handle)),

    /** Lists. They do not grow, as memory that is missing in the middle of a run is not made up for. */
    SHRINK(
            Part.LISTED.bit(),
            0,
            parameter -> row -> {
                int length = row.length(Listed.ITEMS);
                if (length > 1) {
                    row.swapRemove(Listed.ITEMS, Math.floorMod(parameter.number, length));
                    row.set(Listed.ITEMS, 0, parameter.number);
                }
            },
            (entity, number) -> entity.set(Part.LISTED, 0, shrunk((List<?>) entity.get(Part.LISTED, 0), number))),

    /** Strings are read, and not written, or lists of them would need memory; except for empty ones. */
    TALLY(
            Part.TEXTS.bit(),
            0,
            parameter -> row -> {
                int tally = row.hash(Texts.NAME) + row.length(Texts.WORDS) + parameter.number;
                row.set(Texts.LEVEL, (short) tally);
                if (tally % 8 == 0) {
                    row.set(Texts.WORDS, List.of());
                }
            },
            (entity, number) -> {
                int tally = Objects.hashCode(entity.get(Part.TEXTS, 1))
                        + ((List<?>) entity.get(Part.TEXTS, 2)).size()
                        + number;
                entity.set(Part.TEXTS, 0, (short) tally);
                if (tally % 8 == 0) {
                    entity.set(Part.TEXTS, 2, List.of());
                }
            }),

    /** Columns wrapped as buffers; for span bodies only. */
    WRAP(Part.PLACE.bit(), 0, parameter -> null, (entity, number) -> {
        Object x = entity.get(Part.PLACE, 0);
        entity.set(Part.PLACE, 0, entity.get(Part.PLACE, 1));
        entity.set(Part.PLACE, 1, (float) x + number);
    });

    private final int needed;
    private final int used;
    private final Function<Parameter, RowBody> body;
    private final ObjIntConsumer<ModelEntity> change;

    KernelKind(int needed, int used, Function<Parameter, RowBody> body, ObjIntConsumer<ModelEntity> change) {
        this.needed = needed;
        this.used = used;
        this.body = body;
        this.change = change;
    }

    /** The parameter of one run. */
    static final class Parameter {
        int number;
    }

    /** The row body; null if the kind has only a span body. */
    RowBody body(Parameter parameter) {
        return body.apply(parameter);
    }

    /** A kernel over records that makes the same change; null if there is none. */
    RowKernel recordKernel(World world, QuerySpec spec, Parameter parameter) {
        return switch (this) {
            case MOVE ->
                spec.narrow(world.query(Place.class))
                        .update(p -> new Place(p.x() + parameter.number, p.y() * 0.5f - parameter.number));
            case MIX ->
                spec.narrow(world.query(Mixed.class))
                        .update(m -> new Mixed(
                                m.weight(),
                                m.count() ^ parameter.number,
                                (byte) (m.level() + 1),
                                m.rank(),
                                !m.lit(),
                                m.total() * 31 + (m.count() ^ parameter.number)));
            case SPIN ->
                spec.narrow(world.query(Vector.class))
                        .update(s -> new Vector(new float[] {s.v()[1], s.v()[2], s.v()[0]}));
            case BURN ->
                spec.narrow(world.query(Rare.class, Place.class))
                        .update(
                                Burnt.class,
                                (r, p) -> new Burnt(
                                        new Rare(p.y() - parameter.number, r.age()),
                                        new Place(p.x(), parameter.number)));
            case RENAME ->
                spec.narrow(world.query(Label.class))
                        .update(l -> new Label(renamed(l.text(), parameter.number), l.size()));
            case TALLY -> spec.narrow(world.query(Texts.class)).update(t -> tallied(t, parameter.number));
            case POINT -> spec.narrow(world.query(Link.class)).update((entity, link) -> new Link(entity));
            default -> null;
        };
    }

    private record Burnt(Rare rare, Place place) {}

    void change(ModelEntity entity, int number) {
        change.accept(entity, number);
    }

    Span.Body spanBody(Parameter parameter) {
        if (this == WRAP) {
            return swapping(parameter);
        }
        RowBody ofRow = body(parameter);
        return span -> {
            for (int row = span.from(); row < span.to(); row++) {
                ofRow.accept(span.row(row));
            }
        };
    }

    private static Span.Body swapping(Parameter parameter) {
        UnsafeBuffer x = new UnsafeBuffer();
        UnsafeBuffer y = new UnsafeBuffer();
        return span -> {
            Check.same(0, x.capacity() + y.capacity(), () -> "buffers of the last span are empty");
            span.wrap(Place.X, x);
            span.wrap(Place.Y, y);
            for (int at = 0; at < span.size() * Float.BYTES; at += Float.BYTES) {
                float old = x.getFloat(at);
                x.putFloat(at, y.getFloat(at));
                y.putFloat(at, old + parameter.number);
            }
        };
    }

    private static String renamed(String old, int number) {
        return old == null ? "new " + number : old.length() > 9 ? null : old + number;
    }

    private static Texts tallied(Texts texts, int number) {
        int tally = Objects.hashCode(texts.name()) + texts.words().size() + number;
        return new Texts((short) tally, texts.name(), tally % 8 == 0 ? List.of() : texts.words());
    }

    private static List<Object> shrunk(List<?> old, int number) {
        List<Object> items = new ArrayList<>(old);
        int last = items.size() - 1;
        if (last > 0) {
            items.set(Math.floorMod(number, items.size()), items.get(last));
            items.remove(last);
            items.set(0, number);
        }
        return items;
    }

    QuerySpec query(QuerySpec spec) {
        return spec.forBody(needed, used);
    }

    /** The way itself, or the closest way that this kind supports. */
    Way possible(Way way) {
        if (this == WRAP) {
            return Way.FOR_EACH_SPAN;
        }
        boolean hasNoRecords = this == MAYBE || this == SHRINK;
        return hasNoRecords && way == Way.RECORD_KERNEL ? Way.KERNEL : way;
    }
}
