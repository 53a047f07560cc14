package basalt.bench.vectorising;

import basalt.component.Column;
import java.lang.reflect.Field;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;

/** The values of a row as an object, with what {@link PlainBody}s do by plain Java; fields are named as columns are. */
final class PlainUnit {
    /** Thingies are less. */
    static final int THINGIES = 1_000_000;

    float x;
    float y;
    float dx;
    float dy;
    int hp;
    int attack;
    byte defence;
    byte state;
    float left;
    float period;
    boolean fired;
    float heat;
    byte red;
    byte green;
    byte blue;
    int count;
    boolean up;
    int thingy;
    double dingy;
    boolean mingy;
    int numgy;
    int seed;

    /** What a body does to a row in a tick. */
    interface Tick {
        void on(PlainUnit unit, float seconds);
    }

    /** Values by which each branch of each body is taken by some rows, and which follow no pattern. */
    void randomise(SplittableRandom random) {
        x = (float) random.nextDouble(100);
        y = (float) random.nextDouble(100);
        dx = random.nextInt(20) == 0 ? 0 : (float) random.nextDouble(-30, 30);
        dy = random.nextInt(20) == 0 ? 0 : (float) random.nextDouble(-30, 30);
        hp = random.nextInt(-20, 80);
        attack = random.nextInt(20);
        defence = (byte) random.nextInt(15);
        state = (byte) random.nextInt(2);
        left = (float) random.nextDouble(0.3);
        period = (float) random.nextDouble(0.1, 0.4);
        fired = random.nextBoolean();
        heat = (float) random.nextDouble(120);
        red = (byte) random.nextInt();
        green = (byte) random.nextInt();
        blue = (byte) random.nextInt();
        count = random.nextInt(101);
        up = random.nextBoolean();
        thingy = random.nextInt(THINGIES);
        dingy = random.nextDouble();
        mingy = random.nextBoolean();
        numgy = random.nextInt();
        seed = random.nextInt();
    }

    void move(float seconds) {
        x += dx * seconds;
        y += dy * seconds;
    }

    void bounce(float seconds) {
        move(seconds);
        if (x < 0 || x > 100) {
            dx = -dx;
        }
        if (y < 0 || y > 100) {
            dy = -dy;
        }
        x = Math.max(0, Math.min(100, x));
        y = Math.max(0, Math.min(100, y));
    }

    void damage(float seconds) {
        if (hp <= 0) {
            return;
        }
        if (attack > defence) {
            hp -= attack - defence;
        }
        if (hp <= 0) {
            state = 2;
        }
    }

    void cooldown(float seconds) {
        left -= seconds;
        if (left <= 0) {
            left += period;
            fired = true;
        }
    }

    void remainders(float seconds) {
        if (thingy % 10 != 0) {
            return;
        }
        seed = scrambled(seed);
        int wide = (int) (((seed & 0xFFFF_FFFFL) >> 16) * (x > y ? 16 : 10) >> 16);
        int narrow = (int) (((seed * 31 & 0xFFFF_FFFFL) >> 16) * (x > y ? 10 : 16) >> 16);
        dx = x > y ? wide - 7 : wide;
        dy = x > y ? narrow : narrow - 7;
    }

    void normalise(float seconds) {
        float length = (float) Math.sqrt(dx * dx + dy * dy);
        if (length != 0) {
            dx /= length;
            dy /= length;
        }
    }

    void ramp(float seconds) {
        float t = Math.max(0, Math.min(1, (heat - 20) / 80));
        boolean isHot = t >= 0.5f;
        red = (byte) (int) (255 * (isHot ? (t - 0.5f) * 2 : 0));
        green = (byte) (int) (255 * (isHot ? (1 - t) * 2 : t * 2));
        blue = (byte) (int) (255 * (isHot ? 0 : t < 0.25f ? 1 : 2 - t * 4));
    }

    void counter(float seconds) {
        count = Math.max(0, Math.min(100, up ? count + 1 : count - 1));
        up = up ? count < 100 : count == 0;
    }

    void data(float seconds) {
        thingy = thingy == THINGIES - 1 ? 0 : thingy + 1;
        dingy += 0.0001 * seconds;
        mingy = !mingy;
        numgy = scrambled(numgy) + thingy % 8;
    }

    private static int scrambled(int value) {
        int first = value ^ value << 13;
        int second = first ^ first >>> 17;
        return second ^ second << 5;
    }

    /** The field of a column. */
    static final class Slot {
        private final Column column;
        private final Field field;

        Slot(Column column) {
            this.column = column;
            try {
                field = PlainUnit.class.getDeclaredField(column.field());
            } catch (NoSuchFieldException unknown) {
                throw new IllegalArgumentException("no field for column " + column.field(), unknown);
            }
        }

        Column column() {
            return column;
        }

        /** Copies the value into memory. */
        void store(PlainUnit unit, long address) {
            long bits = bits(unit);
            switch (column.kind().sizeBytes()) {
                case 1 -> UnsafeApi.putByte(null, address, (byte) bits);
                case 4 -> UnsafeApi.putInt(null, address, (int) bits);
                default -> UnsafeApi.putLong(null, address, bits);
            }
        }

        /** Copies the value from memory. */
        void load(PlainUnit unit, long address) {
            try {
                switch (column.kind()) {
                    case FLOAT32 -> field.setFloat(unit, UnsafeApi.getFloat(null, address));
                    case FLOAT64 -> field.setDouble(unit, UnsafeApi.getDouble(null, address));
                    case BOOLEAN -> field.setBoolean(unit, UnsafeApi.getByte(null, address) != 0);
                    case INT8 -> field.setByte(unit, UnsafeApi.getByte(null, address));
                    default -> field.setInt(unit, UnsafeApi.getInt(null, address));
                }
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }

        /** The value's bits in memory. */
        long bits(long address) {
            return switch (column.kind().sizeBytes()) {
                case 1 -> UnsafeApi.getByte(null, address);
                case 4 -> UnsafeApi.getInt(null, address);
                default -> UnsafeApi.getLong(null, address);
            };
        }

        /** The value's bits. */
        long bits(PlainUnit unit) {
            try {
                return switch (column.kind()) {
                    case FLOAT32 -> Float.floatToRawIntBits(field.getFloat(unit));
                    case FLOAT64 -> Double.doubleToRawLongBits(field.getDouble(unit));
                    case BOOLEAN -> field.getBoolean(unit) ? 1 : 0;
                    default -> field.getLong(unit);
                };
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
