package basalt.examples.regions;

import basalt.feed.Mirrored;
import basalt.feed.Received;
import basalt.feed.WorldFeed;
import basalt.feed.WorldMirror;
import basalt.query.Query;
import basalt.world.World;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.LongHashSet;

/**
 * What the neighbour shows, in this world. A ghost has {@link Mirrored}, so the queries of the region's own entities
 * leave it out. While an entity is handed over, the neighbour shows it still: its ghost is disabled.
 *
 * <p>What is written to the neighbour, which {@link BorderFeed} takes:
 *
 * <pre>
 *   0  long  start: the feed that the mirror shows
 *   8  long  joins: the number of the mirror
 *  16  long  tick of the last state that it has
 * </pre>
 */
final class Ghosts {
    static final int BYTES = 24;

    /** The ghosts that are seen. */
    final Query seen;

    private final Numbers numbers;
    private final LongHashSet owned;
    private final WorldMirror mirror;

    Ghosts(World world, Numbers numbers, LongHashSet owned) {
        this.numbers = numbers;
        this.owned = owned;
        mirror = WorldMirror.of(world, BorderFeed.SCHEMA, Numbers.session(numbers.start, numbers.joins));
        seen = world.query().all(Id.TYPE, Mirrored.TYPE).build();
    }

    /** Begins anew, before the world is saved: a mirror of the saved world has no states of the feed. */
    void rejoin() {
        numbers.joins++;
        mirror.rejoin(Numbers.session(numbers.start, numbers.joins));
    }

    /** Reads what {@link BorderFeed} has written. */
    void read(DirectBuffer from, int offset) {
        long start = from.getLong(offset);
        int length = from.getInt(offset + 16);
        if (start > numbers.start) {
            numbers.start = start;
            mirror.rejoin(Numbers.session(start, numbers.joins));
        }
        if (length > 0 && start == numbers.start && from.getLong(offset + 8) == numbers.joins) {
            if (mirror.apply(from, offset + BorderFeed.HEADER_BYTES, length) == Received.DAMAGED) {
                throw new IllegalStateException("the neighbour's packet is damaged: " + mirror.problem());
            }
        }
    }

    /** Shows the newest state. */
    void show() {
        mirror.show();
        seen.forEach((row, commands) -> {
            if (owned.contains(row.get(Id.ID))) {
                commands.disable(row.entity());
            }
        });
    }

    /** The neighbour's tick that is shown; {@link WorldFeed#NONE} if there is none. */
    long tick() {
        return mirror.tick();
    }

    /** Writes which state the mirror has. */
    void write(MutableDirectBuffer to, int offset) {
        to.putLong(offset, numbers.start);
        to.putLong(offset + 8, numbers.joins);
        to.putLong(offset + 16, mirror.tick());
    }
}
