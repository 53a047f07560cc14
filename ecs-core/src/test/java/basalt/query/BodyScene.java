package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.query.BodyParts.Checked.REJECTED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.EnumColumn;
import basalt.query.BodyParts.Checked;
import basalt.query.BodyParts.Extra;
import basalt.query.BodyParts.Lanes;
import basalt.query.BodyParts.Mood;
import basalt.query.BodyParts.Mover;
import basalt.query.BodyParts.Numbers;
import basalt.query.BodyParts.Point;
import basalt.query.BodyParts.Skipped;
import basalt.query.BodyParts.Small;
import basalt.save.Saves;
import basalt.world.World;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A world for bodies of {@link BodyParts}: some words of two blocks have rows, of which some are destroyed, disabled,
 * lack a component or have one that they must not have. Its columns are filled with raw bytes, in all rows.
 */
final class BodyScene implements AutoCloseable {
    /** Percent of matching rows in the words: of ten in the first block, two of them at its end, and three after it. */
    enum Density {
        FULL(100, 100, 0, 0, 0, 0, 0, 0, 100, 100, 100, 100, 100),
        DENSE(95, 97, 0, 0, 0, 0, 0, 0, 93, 0, 0, 95, 95),
        HALF(50, 48, 0, 0, 0, 0, 0, 0, 52, 60, 0, 50, 50),
        THIN(10, 8, 0, 0, 10, 0, 12, 10, 0, 10, 10, 10, 10),
        MIXED(100, 95, 2, 0, 50, 100, 10, 97, 2, 100, 100, 90, 30);

        private final int[] percents;

        Density(int... percents) {
            this.percents = percents;
        }
    }

    private static final int WORDS_AT_START = 8;
    private static final int END_OF_START = WORDS_AT_START * 64;
    private static final int WORDS_AT_END = 2;
    private static final int START_OF_END = ROWS - WORDS_AT_END * 64;
    /** Rows of the second block; its third word is not full. */
    private static final int IN_SECOND = 150;

    /** The rows whose bytes are looked at: from, to; in the first block, a word without rows too. */
    private static final int[][] RANGES = {{0, END_OF_START + 64}, {START_OF_END, ROWS}};

    private static final int[][] RANGES_OF_SECOND = {{0, 192}};

    static final List<Component<?>> COMPONENTS =
            List.of(Numbers.TYPE, Small.TYPE, Lanes.TYPE, Extra.TYPE, Mover.TYPE, Checked.TYPE);

    static final int[] INTS = {
        0,
        1,
        -1,
        2,
        7,
        10,
        31,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE,
        127,
        128,
        255,
        32_768,
        65_535,
        -128,
        -32_768,
        1_000_000
    };
    static final float[] FLOATS = {
        0,
        -0f,
        1,
        -1,
        0.5f,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        Float.MIN_NORMAL,
        Float.MAX_VALUE,
        1e-40f,
        2147483648f,
        -2147483648f,
        1e10f,
        9.3e18f,
        127.5f,
        -0.5f,
        2.5f,
        16777217f,
        0.49999997f
    };

    final World world = World.builder().distinctHandles(false).build();
    final Query query = world.query()
            .all(Numbers.TYPE, Small.TYPE, Lanes.TYPE)
            .optional(Extra.TYPE)
            .none(Skipped.TYPE)
            .build();
    final RecordQuery.Of4<Mover, Numbers, Small, Checked> records =
            world.query(Mover.class, Numbers.class, Small.class, Checked.class).without(Skipped.class);
    private final Query everything = world.query().includeDisabled().build();

    BodyScene(Density density) {
        Random random = new Random(density.ordinal());
        long[] entities = new long[ROWS + IN_SECOND];
        world.template()
                .with(Numbers.TYPE, Small.TYPE, Lanes.TYPE, Checked.TYPE)
                .with(new Mover(Point.ONE, Point.ONE, 1, Mood.CALM, true))
                .build()
                .spawn(entities);
        for (int i = 0; i < entities.length; i++) {
            int word = i < END_OF_START
                    ? i >> 6
                    : i < ROWS ? (i - START_OF_END >> 6) + WORDS_AT_START : 10 + (i - ROWS >> 6);
            boolean isThere = i < END_OF_START || i >= START_OF_END;
            if (!isThere || random.nextInt(100) >= density.percents[word]) {
                omit(entities[i], isThere ? random.nextInt(7) : 0);
            } else if (random.nextInt(3) == 0) {
                world.add(entities[i], Extra.TYPE);
            }
        }
    }

    /** Lets an entity not match any more. */
    private void omit(long entity, int way) {
        switch (way) {
            case 0, 1, 2 -> world.destroy(entity);
            case 3 -> world.add(entity, Skipped.TYPE);
            case 4 -> world.remove(entity, Small.TYPE);
            case 5 -> world.disable(entity, Numbers.TYPE);
            default -> world.disable(entity);
        }
    }

    @Override
    public void close() {
        world.close();
    }

    /** The addresses of the blocks. */
    private List<Long> blocks() {
        Set<Long> bases = new LinkedHashSet<>();
        everything.forEachSpan(span -> bases.add(span.baseUnchecked()));
        return new ArrayList<>(bases);
    }

    /** The bytes of one lane of a column in some rows of a block. */
    private record Part(Column column, int lane, int block, int from, int to) {
        /** All parts, in an order that is always the same. */
        static final List<Part> ALL = all();

        private static List<Part> all() {
            List<Part> parts = new ArrayList<>();
            for (Component<?> component : COMPONENTS) {
                for (Column column : component.columns()) {
                    for (int lane = 0; lane < column.length(); lane++) {
                        for (int block = 0; block < 2; block++) {
                            for (int[] range : block == 0 ? RANGES : RANGES_OF_SECOND) {
                                parts.add(new Part(column, lane, block, range[0], range[1]));
                            }
                        }
                    }
                }
            }
            return parts;
        }

        UnsafeBuffer buffer(List<Long> blocks) {
            int size = column.kind().sizeBytes();
            long address = blocks.get(block) + column.laneOffset(lane) + (long) from * size;
            return new UnsafeBuffer(address, (to - from) * size);
        }

        int bytes() {
            return (to - from) * column.kind().sizeBytes();
        }

        String name(int row) {
            return column.component().shortName() + "." + column.field() + (column.length() > 1 ? "[" + lane + "]" : "")
                    + ", block " + block + ", row " + row;
        }
    }

    /** Random values for all rows. */
    static List<byte[]> image(Random random, int rejected) {
        List<byte[]> image = new ArrayList<>();
        for (Part part : Part.ALL) {
            ByteBuffer to = ByteBuffer.allocate(part.bytes()).order(ByteOrder.nativeOrder());
            while (to.hasRemaining()) {
                putRandom(to, part.column, random);
            }
            image.add(to.array());
        }
        for (int i = 0; i < rejected; i++) {
            Part part = Part.ALL.stream()
                    .filter(p -> p.column.field().equals("limit"))
                    .findFirst()
                    .orElseThrow();
            ByteBuffer.wrap(image.get(Part.ALL.indexOf(part)))
                    .order(ByteOrder.nativeOrder())
                    .putInt(random.nextInt(part.to) * 4, REJECTED);
        }
        return image;
    }

    private static void putRandom(ByteBuffer to, Column column, Random random) {
        boolean isSpecial = random.nextInt(3) == 0;
        int special = INTS[random.nextInt(INTS.length)];
        float odd = FLOATS[random.nextInt(FLOATS.length)];
        if (column.field().equals("rare")) {
            to.putInt(random.nextInt(70) == 0 ? 1 + random.nextInt(2) : random.nextInt(300) == 0 ? 3 : 0);
            return;
        } else if (column.field().equals("divisor")) {
            to.putInt(random.nextInt(240) == 0 ? 0 : isSpecial ? special | 1 : random.nextInt(1000) + 1);
            return;
        } else if (column instanceof EnumColumn) {
            to.put((byte) (random.nextInt(60) == 0 ? -1 : random.nextInt(4)));
            return;
        }
        switch (column.kind()) {
            case FLOAT32 ->
                to.putFloat(
                        isSpecial ? odd : (random.nextFloat() - 0.5f) * (float) Math.pow(10, random.nextInt(12) - 3));
            case FLOAT64 ->
                to.putDouble(isSpecial ? odd : (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(30) - 8));
            case INT32 -> to.putInt(isSpecial ? special : random.nextInt() >> random.nextInt(32));
            case INT16 -> to.putShort((short) (isSpecial ? special : random.nextInt() >> random.nextInt(32)));
            case INT8 -> to.put((byte) (isSpecial ? special : random.nextInt() >> random.nextInt(32)));
            case BOOLEAN -> to.put((byte) random.nextInt(2));
            default ->
                to.putLong(
                        isSpecial
                                ? special
                                : random.nextInt(10) == 0 ? Long.MIN_VALUE : random.nextLong() >> random.nextInt(64));
        }
    }

    void fill(List<byte[]> image) {
        List<Long> blocks = blocks();
        for (int i = 0; i < image.size(); i++) {
            Part.ALL.get(i).buffer(blocks).putBytes(0, image.get(i));
        }
    }

    /** The bytes of all columns, in matching and other rows. */
    private List<byte[]> bytes() {
        List<Long> blocks = blocks();
        List<byte[]> bytes = new ArrayList<>();
        for (Part part : Part.ALL) {
            byte[] content = new byte[part.bytes()];
            part.buffer(blocks).getBytes(0, content);
            bytes.add(content);
        }
        return bytes;
    }

    /** The entities, with their components: each handle, and a number. */
    private List<Long> structure() {
        List<Long> structure = new ArrayList<>();
        everything.forEach(row -> {
            long components = world.isEnabled(row.entity()) ? 1 : 0;
            for (Component<?> component : COMPONENTS) {
                components = components * 4 + (row.has(component) ? 2 : 0) + (row.isEnabled(component) ? 1 : 0);
            }
            structure.add(row.entity());
            structure.add(components * 2 + (row.has(Skipped.TYPE) ? 1 : 0));
        });
        return structure;
    }

    /** Whether commands have changed something. */
    boolean hasAppliedCommands() {
        return world.statistics().commands().applied() > 0;
    }

    /** What differs from another scene after a run; null if nothing does. All NaNs are alike. */
    String difference(BodyScene other) {
        if (!structure().equals(other.structure())) {
            return "other entities or components";
        }
        List<byte[]> expected = bytes();
        List<byte[]> found = other.bytes();
        boolean isSame = true;
        for (int i = 0; i < expected.size(); i++) {
            isSame &= Arrays.equals(expected.get(i), found.get(i));
            String difference = difference(Part.ALL.get(i), expected.get(i), found.get(i));
            if (difference != null) {
                return difference;
            }
        }
        if (isSame) {
            assertEquals(Saves.stateHash(world), Saves.stateHash(other.world), "the same bytes have another hash");
        }
        return null;
    }

    private static String difference(Part part, byte[] expected, byte[] found) {
        int size = part.column.kind().sizeBytes();
        ByteBuffer a = ByteBuffer.wrap(expected).order(ByteOrder.nativeOrder());
        ByteBuffer b = ByteBuffer.wrap(found).order(ByteOrder.nativeOrder());
        for (int at = Arrays.mismatch(expected, found); at >= 0 && at < expected.length; at++) {
            int row = at / size;
            Object wanted = value(a, part.column.kind(), row);
            Object got = value(b, part.column.kind(), row);
            if (!Objects.equals(wanted, got)) {
                return part.name(part.from + row) + ": expected " + wanted + ", but was " + got;
            }
        }
        return null;
    }

    private static Object value(ByteBuffer from, ColumnKind kind, int row) {
        return switch (kind) {
            case FLOAT32 -> from.getFloat(row * 4);
            case FLOAT64 -> from.getDouble(row * 8);
            case INT32 -> from.getInt(row * 4);
            case INT16 -> from.getShort(row * 2);
            case INT8, BOOLEAN -> from.get(row);
            default -> from.getLong(row * 8);
        };
    }
}
