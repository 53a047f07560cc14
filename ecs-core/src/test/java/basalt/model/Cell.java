package basalt.model;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.query.Commands;
import basalt.query.Reduction;
import basalt.query.Row;
import basalt.world.World;
import java.util.List;
import java.util.function.IntFunction;

/** A column, or one lane of a vector, with boxed values. The model uses it for all kinds of columns. */
abstract class Cell {
    private static final float[] FLOATS = {0f, -0f, 1f, Float.MIN_VALUE, Float.MAX_VALUE, -Float.MAX_VALUE, -2.5f};
    private static final int NOT_A_NUMBER = 150;
    private static final long[] INTEGERS = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, 255};

    private final Object zero;
    private final IntFunction<Object> values;

    private Cell(Object zero, IntFunction<Object> values) {
        this.zero = zero;
        this.values = values;
    }

    Object zero() {
        return zero;
    }

    /** A value of this kind for a number. Small numbers give the edge values of the kind. */
    Object value(int number) {
        return values.apply(number);
    }

    abstract Object get(World world, long entity);

    abstract void set(World world, long entity, Object value);

    abstract void set(Commands commands, long entity, Object value);

    abstract Object get(Row row);

    abstract void set(Row row, Object value);

    /** Sum, min and max by the library, where 7 is the value for no rows; null if this kind has no reductions. */
    List<Object> reduce(Reduction reduction) {
        return null;
    }

    private static float floating(int number) {
        if (number == NOT_A_NUMBER) {
            return Float.NaN; // rare: most sums would be NaN otherwise
        }
        return number < FLOATS.length ? FLOATS[number] : number * 0.37f - 40;
    }

    private static long integer(int number) {
        return number < INTEGERS.length ? INTEGERS[number] : number * 0x9E3779B97F4A7C15L >> 7;
    }

    static Cell of(FloatColumn column) {
        return new Cell(0f, Cell::floating) {
            @Override
            Object get(World world, long entity) {
                return world.get(entity, column);
            }

            @Override
            void set(World world, long entity, Object value) {
                world.set(entity, column, (float) value);
            }

            @Override
            void set(Commands commands, long entity, Object value) {
                commands.set(entity, column, (float) value);
            }

            @Override
            Object get(Row row) {
                return row.get(column);
            }

            @Override
            void set(Row row, Object value) {
                row.set(column, (float) value);
            }

            @Override
            List<Object> reduce(Reduction reduction) {
                return List.of(reduction.sum(column), reduction.min(column, 7), reduction.max(column, 7));
            }
        };
    }

    static Cell of(FloatColumn column, int lane) {
        return new Cell(0f, Cell::floating) {
            @Override
            Object get(World world, long entity) {
                return world.get(entity, column, lane);
            }

            @Override
            void set(World world, long entity, Object value) {
                world.set(entity, column, lane, (float) value);
            }

            @Override
            void set(Commands commands, long entity, Object value) {
                commands.set(entity, column, lane, (float) value);
            }

            @Override
            Object get(Row row) {
                return row.get(column, lane);
            }

            @Override
            void set(Row row, Object value) {
                row.set(column, lane, (float) value);
            }
        };
    }

    static Cell of(DoubleColumn column) {
        return new Cell(0.0, n -> floating(n) * 1.1) {
            @Override
            Object get(World world, long entity) {
                return world.get(entity, column);
            }

            @Override
            void set(World world, long entity, Object value) {
                world.set(entity, column, (double) value);
            }

            @Override
            void set(Commands commands, long entity, Object value) {
                commands.set(entity, column, (double) value);
            }

            @Override
            Object get(Row row) {
                return row.get(column);
            }

            @Override
            void set(Row row, Object value) {
                row.set(column, (double) value);
            }

            @Override
            List<Object> reduce(Reduction reduction) {
                return List.of(reduction.sum(column), reduction.min(column, 7), reduction.max(column, 7));
            }
        };
    }

    static Cell of(ByteColumn column) {
        return new Cell((byte) 0, n -> (byte) integer(n)) {
            @Override
            Object get(World world, long entity) {
                return world.get(entity, column);
            }

            @Override
            void set(World world, long entity, Object value) {
                world.set(entity, column, (byte) value);
            }

            @Override
            void set(Commands commands, long entity, Object value) {
                commands.set(entity, column, (byte) value);
            }

            @Override
            Object get(Row row) {
                return row.get(column);
            }

            @Override
            void set(Row row, Object value) {
                row.set(column, (byte) value);
            }

            @Override
            List<Object> reduce(Reduction reduction) {
                return List.of(reduction.sum(column), reduction.min(column, 7), reduction.max(column, 7));
            }
        };
    }

    static Cell of(ShortColumn column) {
        return new Cell((short) 0, n -> (short) integer(n)) {
            @Override
            Object get(World world, long entity) {
                return world.get(entity, column);
            }

            @Override
            void set(World world, long entity, Object value) {
                world.set(entity, column, (short) value);
            }

            @Override
            void set(Commands commands, long entity, Object value) {
                commands.set(entity, column, (short) value);
            }

            @Override
            Object get(Row row) {
                return row.get(column);
            }

            @Override
            void set(Row row, Object value) {
                row.set(column, (short) value);
            }

            @Override
            List<Object> reduce(Reduction reduction) {
                return List.of(reduction.sum(column), reduction.min(column, 7), reduction.max(column, 7));
            }
        };
    }

    static Cell of(IntColumn column) {
        return new Cell(0, n -> (int) integer(n)) {
            @Override
            Object get(World world, long entity) {
                return world.get(entity, column);
            }

            @Override
            void set(World world, long entity, Object value) {
                world.set(entity, column, (int) value);
            }

            @Override
            void set(Commands commands, long entity, Object value) {
                commands.set(entity, column, (int) value);
            }

            @Override
            Object get(Row row) {
                return row.get(column);
            }

            @Override
            void set(Row row, Object value) {
                row.set(column, (int) value);
            }

            @Override
            List<Object> reduce(Reduction reduction) {
                return List.of(reduction.sum(column), reduction.min(column, 7), reduction.max(column, 7));
            }
        };
    }

    static Cell of(LongColumn column) {
        return new Cell(0L, Cell::integer) {
            @Override
            Object get(World world, long entity) {
                return world.get(entity, column);
            }

            @Override
            void set(World world, long entity, Object value) {
                world.set(entity, column, (long) value);
            }

            @Override
            void set(Commands commands, long entity, Object value) {
                commands.set(entity, column, (long) value);
            }

            @Override
            Object get(Row row) {
                return row.get(column);
            }

            @Override
            void set(Row row, Object value) {
                row.set(column, (long) value);
            }

            @Override
            List<Object> reduce(Reduction reduction) {
                return List.of(reduction.sum(column), reduction.min(column, 7), reduction.max(column, 7));
            }
        };
    }

    static Cell of(BooleanColumn column) {
        return new Cell(false, n -> (n & 1) != 0) {
            @Override
            Object get(World world, long entity) {
                return world.get(entity, column);
            }

            @Override
            void set(World world, long entity, Object value) {
                world.set(entity, column, (boolean) value);
            }

            @Override
            void set(Commands commands, long entity, Object value) {
                commands.set(entity, column, (boolean) value);
            }

            @Override
            Object get(Row row) {
                return row.get(column);
            }

            @Override
            void set(Row row, Object value) {
                row.set(column, (boolean) value);
            }

            @Override
            List<Object> reduce(Reduction reduction) {
                return List.of(reduction.count(column));
            }
        };
    }

    static Cell of(EntityColumn column) {
        return new Cell(0L, Cell::integer) {
            @Override
            Object get(World world, long entity) {
                return world.get(entity, column);
            }

            @Override
            void set(World world, long entity, Object value) {
                world.set(entity, column, (long) value);
            }

            @Override
            void set(Commands commands, long entity, Object value) {
                commands.set(entity, column, (long) value);
            }

            @Override
            Object get(Row row) {
                return row.get(column);
            }

            @Override
            void set(Row row, Object value) {
                row.set(column, (long) value);
            }
        };
    }

    static Cell of(ReferenceColumn<String> column) {
        return new Cell(null, n -> n % 5 == 0 ? null : "text " + n) {
            @Override
            Object get(World world, long entity) {
                return world.get(entity, column);
            }

            @Override
            void set(World world, long entity, Object value) {
                world.set(entity, column, (String) value);
            }

            @Override
            void set(Commands commands, long entity, Object value) {
                commands.set(entity, column, (String) value);
            }

            @Override
            Object get(Row row) {
                return row.get(column);
            }

            @Override
            void set(Row row, Object value) {
                row.set(column, (String) value);
            }
        };
    }
}
