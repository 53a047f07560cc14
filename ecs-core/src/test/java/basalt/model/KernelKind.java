package basalt.model;

import basalt.model.Part.Label;
import basalt.model.Part.Link;
import basalt.model.Part.Mixed;
import basalt.model.Part.Place;
import basalt.model.Part.Rare;
import basalt.model.Part.Vector;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.query.Span;
import org.agrona.concurrent.UnsafeBuffer;

/** Kernel bodies that change columns, each with the same change for the model. */
enum KernelKind {
    /** Two float columns; the loop is vectorised. */
    MOVE(Part.PLACE.bit(), 0, true) {
        @Override
        RowBody body(Parameter parameter) {
            return row -> {
                row.set(Place.X, row.get(Place.X) + parameter.number);
                row.set(Place.Y, row.get(Place.Y) * 0.5f - parameter.number);
            };
        }

        @Override
        Span.Body spanBody(Parameter parameter) {
            return span -> {
                for (int row = span.from(); row < span.to(); row++) {
                    Row at = span.row(row);
                    at.set(Place.X, at.get(Place.X) + parameter.number);
                    at.set(Place.Y, at.get(Place.Y) * 0.5f - parameter.number);
                }
            };
        }

        @Override
        void change(ModelEntity entity, int number) {
            entity.set(Part.PLACE, 0, (float) entity.get(Part.PLACE, 0) + number);
            entity.set(Part.PLACE, 1, (float) entity.get(Part.PLACE, 1) * 0.5f - number);
        }
    },

    /** Fields of different sizes. */
    MIX(Part.MIXED.bit(), 0, true) {
        @Override
        RowBody body(Parameter parameter) {
            var count = Mixed.TYPE.int32("count");
            var level = Mixed.TYPE.int8("level");
            var lit = Mixed.TYPE.bool("lit");
            return row -> {
                row.set(count, row.get(count) ^ parameter.number);
                row.set(level, (byte) (row.get(level) + 1));
                row.set(lit, !row.get(lit));
                row.set(Mixed.TOTAL, row.get(Mixed.TOTAL) * 31 + row.get(count));
            };
        }

        @Override
        void change(ModelEntity entity, int number) {
            int count = (int) entity.get(Part.MIXED, 1) ^ number;
            entity.set(Part.MIXED, 1, count);
            entity.set(Part.MIXED, 2, (byte) ((byte) entity.get(Part.MIXED, 2) + 1));
            entity.set(Part.MIXED, 4, !(boolean) entity.get(Part.MIXED, 4));
            entity.set(Part.MIXED, 5, (long) entity.get(Part.MIXED, 5) * 31 + count);
        }
    },

    /** A vector. */
    SPIN(Part.VECTOR.bit(), 0, true) {
        @Override
        RowBody body(Parameter parameter) {
            return row -> {
                float first = row.get(Vector.V, 0);
                row.set(Vector.V, 0, row.get(Vector.V, 1));
                row.set(Vector.V, 1, row.get(Vector.V, 2));
                row.set(Vector.V, 2, first);
            };
        }

        @Override
        void change(ModelEntity entity, int number) {
            Object first = entity.get(Part.VECTOR, 0);
            entity.set(Part.VECTOR, 0, entity.get(Part.VECTOR, 1));
            entity.set(Part.VECTOR, 1, entity.get(Part.VECTOR, 2));
            entity.set(Part.VECTOR, 2, first);
        }
    },

    /** Columns of a sparse component together with others. */
    BURN(Part.mask(Part.RARE, Part.PLACE), 0, true) {
        @Override
        RowBody body(Parameter parameter) {
            return row -> {
                row.set(Rare.HEAT, row.get(Place.Y) - parameter.number);
                row.set(Place.Y, parameter.number);
            };
        }

        @Override
        void change(ModelEntity entity, int number) {
            entity.set(Part.RARE, 0, (float) entity.get(Part.PLACE, 1) - number);
            entity.set(Part.PLACE, 1, (float) number);
        }
    },

    /** An optional component. */
    MAYBE(Part.PLACE.bit(), Part.VECTOR.bit(), true) {
        @Override
        RowBody body(Parameter parameter) {
            return row -> {
                if (row.has(Vector.TYPE)) {
                    row.set(Vector.V, 1, row.get(Place.X));
                } else {
                    row.set(Place.X, parameter.number);
                }
            };
        }

        @Override
        void change(ModelEntity entity, int number) {
            if (entity.has(Part.VECTOR)) {
                entity.set(Part.VECTOR, 1, entity.get(Part.PLACE, 0));
            } else {
                entity.set(Part.PLACE, 0, (float) number);
            }
        }
    },

    /** Reference columns, which a pure kernel must not use. */
    RENAME(Part.LABEL.bit(), 0, false) {
        @Override
        RowBody body(Parameter parameter) {
            return row -> row.set(Label.TEXT, name(row.get(Label.TEXT), parameter.number));
        }

        @Override
        void change(ModelEntity entity, int number) {
            entity.set(Part.LABEL, 0, name((String) entity.get(Part.LABEL, 0), number));
        }

        private String name(String old, int number) {
            return old == null ? "new " + number : old.length() > 9 ? null : old + number;
        }
    },

    /** Entity columns. */
    POINT(Part.LINK.bit(), 0, false) {
        @Override
        RowBody body(Parameter parameter) {
            return row -> row.set(Link.TARGET, row.entity());
        }

        @Override
        void change(ModelEntity entity, int number) {
            entity.set(Part.LINK, 0, entity.handle);
        }
    },

    /** Columns wrapped as buffers; for span bodies only. */
    WRAP(Part.PLACE.bit(), 0, false) {
        @Override
        RowBody body(Parameter parameter) {
            return null;
        }

        @Override
        Span.Body spanBody(Parameter parameter) {
            UnsafeBuffer x = new UnsafeBuffer();
            UnsafeBuffer y = new UnsafeBuffer();
            return span -> {
                Check.same(0, x.capacity() + y.capacity(), () -> "buffers of the last span are empty");
                span.wrap(Place.X, x);
                span.wrap(Place.Y, y);
                swap(span, x, y, parameter.number);
            };
        }

        @Override
        void change(ModelEntity entity, int number) {
            Object x = entity.get(Part.PLACE, 0);
            entity.set(Part.PLACE, 0, entity.get(Part.PLACE, 1));
            entity.set(Part.PLACE, 1, (float) x + number);
        }

        private void swap(Span span, UnsafeBuffer x, UnsafeBuffer y, int number) {
            for (int at = 0; at < span.size() * Float.BYTES; at += Float.BYTES) {
                float old = x.getFloat(at);
                x.putFloat(at, y.getFloat(at));
                y.putFloat(at, old + number);
            }
        }
    };

    private final int needed;
    private final int used;
    private final boolean pure;

    KernelKind(int needed, int used, boolean pure) {
        this.needed = needed;
        this.used = used;
        this.pure = pure;
    }

    /** The parameter of one run. */
    static final class Parameter {
        int number;
    }

    /** The row body; null if the kind has only a span body. */
    abstract RowBody body(Parameter parameter);

    abstract void change(ModelEntity entity, int number);

    Span.Body spanBody(Parameter parameter) {
        RowBody body = body(parameter);
        return span -> {
            for (int row = span.from(); row < span.to(); row++) {
                body.accept(span.row(row));
            }
        };
    }

    QuerySpec query(QuerySpec spec) {
        return spec.forBody(needed, used);
    }

    /** The way itself, or the closest way that this kind supports. */
    Way possible(Way way) {
        if (this == WRAP && !way.isBySpan()) {
            return Way.SPAN_KERNEL;
        }
        return way == Way.PURE_KERNEL && !pure ? Way.KERNEL : way;
    }
}
