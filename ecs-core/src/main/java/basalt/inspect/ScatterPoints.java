package basalt.inspect;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.internal.JsonWriter;
import basalt.match.MatchScan;
import basalt.storage.Entities;
import basalt.storage.Pools;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of two or three columns of the rows that match a query, as the points of a picture. Of more rows than fit,
 * one in 2, 4, 8 and so on is taken, chosen by the entity: the same ones in each answer, though others come and go.
 */
final class ScatterPoints extends Question {
    static final int MOST_POINTS = 20_000;
    static final int LEAST_POINTS = 100;

    /** Spreads the indices of entities over 32 bits: each index has another number. */
    private static final int SPREAD = 0x9E3779B9;

    private final QueryText.Parsed query;
    private final List<Axis> axes;
    private final int limit;
    private final MatchScan scan = new MatchScan();

    /** With room for one point more than the limit. */
    private final long[] entities;

    private final double[] values;
    private boolean hasMore;
    private long version;
    private boolean isComplete;
    private long tick;
    private int count;
    private int incomplete;
    private int notFinite;
    private int points;

    /** One entity in 2 to the power of this is taken. */
    private int thinned;

    ScatterPoints(Inspection inspected, QueryText.Parsed query, List<Axis> axes, int limit) {
        super(inspected);
        this.query = query;
        this.axes = axes;
        this.limit = limit;
        entities = new long[limit + 1];
        values = new double[(limit + 1) * axes.size()];
    }

    @Override
    void begin() {
        scan.begin(query.filter(), inspected.store().blocks());
        hasMore = true;
        version = inspected.store().pools().version();
        count = 0;
        incomplete = 0;
        notFinite = 0;
        points = 0;
        thinned = 0;
    }

    @Override
    boolean proceed(long deadlineNanos) {
        while (hasMore) {
            hasMore = scan.next();
            if (hasMore) {
                addBlock(scan.base());
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
        }
        isComplete = inspected.store().pools().version() == version;
        tick = inspected.tick();
        return true;
    }

    private void addBlock(long base) {
        for (int word = 0; word < WORDS; word++) {
            long matching = scan.rows(word);
            long complete = matching;
            for (int i = 0; i < axes.size() && complete != 0; i++) {
                complete &= Pools.presentWord(
                        base, word, axes.get(i).column().component().id());
            }
            count += Long.bitCount(complete);
            incomplete += Long.bitCount(matching & ~complete);
            for (long rest = complete; rest != 0; rest &= rest - 1) {
                add(base, (word << 6) + Long.numberOfTrailingZeros(rest));
            }
        }
    }

    /** SAFETY: the row is alive, and has the components of all columns. */
    private void add(long base, int row) {
        boolean isFinite = true;
        for (int i = 0; i < axes.size(); i++) {
            double value = axes.get(i).read(base, row);
            values[points * axes.size() + i] = value;
            isFinite &= Double.isFinite(value);
        }
        if (!isFinite) {
            notFinite++;
            return;
        }
        entities[points] = Entities.handle(base, row);
        points += isTaken(entities[points]) ? 1 : 0;
        while (points > limit) {
            thin();
        }
    }

    private boolean isTaken(long entity) {
        return Integer.toUnsignedLong((int) entity * SPREAD) >>> Integer.SIZE - thinned == 0;
    }

    /** Drops about every second point. */
    private void thin() {
        thinned++;
        int kept = 0;
        for (int point = 0; point < points; point++) {
            if (isTaken(entities[point])) {
                entities[kept] = entities[point];
                System.arraycopy(values, point * axes.size(), values, kept * axes.size(), axes.size());
                kept++;
            }
        }
        points = kept;
    }

    @Override
    public void write(JsonWriter json) {
        ByteBuffer handles = ByteBuffer.allocate(points * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        handles.asLongBuffer().put(entities, 0, points);
        ByteBuffer places =
                ByteBuffer.allocate(points * axes.size() * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        places.asDoubleBuffer().put(values, 0, points * axes.size());
        json.startObject().put("tick", tick).put("query", query.text()).put("count", count);
        json.put("incomplete", incomplete).put("notFinite", notFinite);
        json.put("every", 1L << thinned).put("points", points).put("complete", isComplete);
        json.put("entities", Base64.getEncoder().encodeToString(handles.array()));
        json.put("values", Base64.getEncoder().encodeToString(places.array())).endObject();
    }

    /** A column of numbers, or an element of a vector. */
    record Axis(Column column, int lane) {
        private static final Pattern ELEMENT = Pattern.compile("(.*)\\[(\\d{1,9})]");

        /** The axis with a name, as {@code Position.x} or {@code Shape.size[1]}. */
        static Axis of(String text, ComponentNames names) {
            Matcher element = ELEMENT.matcher(text);
            boolean isElement = element.matches();
            Column column = names.column(isElement ? element.group(1) : text);
            if (Values.isReference(column) || !QueryText.hasOrder(column)) {
                throw new ApiException(400, text + " has no numbers: it is of kind " + Values.kind(column));
            }
            int lane = isElement ? Integer.parseInt(element.group(2)) : 0;
            if (lane >= column.length() || !isElement && column.length() > 1) {
                throw new ApiException(400, text + ": choose an element from [0] to [" + (column.length() - 1) + "]");
            }
            return new Axis(column, lane);
        }

        /** SAFETY: the row is in the block, and has the component. */
        double read(long base, int row) {
            long bits = Values.read(column, lane, base, row);
            return switch (column.kind()) {
                case FLOAT32 -> Float.intBitsToFloat((int) bits);
                case FLOAT64 -> Double.longBitsToDouble(bits);
                default -> bits;
            };
        }
    }
}
