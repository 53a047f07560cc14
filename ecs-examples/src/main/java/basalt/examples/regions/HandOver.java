package basalt.examples.regions;

import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;

import basalt.examples.regions.Region.Id;
import basalt.examples.regions.Region.Leaving;
import basalt.examples.regions.Region.Motion;
import basalt.examples.regions.Region.Place;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.system.ScheduleBuilder;
import basalt.world.Template;
import basalt.world.World;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.LongHashSet;

/**
 * Hands entities over to the neighbour, and takes those of the neighbour. Each entity that leaves gets the next number.
 * Each message has all entities that are not acknowledged, in the order of numbers. The receiver takes an entity if its
 * number is the one after the last that it has taken, and so each exactly once, whatever messages are lost, repeated or
 * late.
 *
 * <pre>
 *   0  long  the last number of the receiver that the sender has taken: the acknowledgement
 *   8  long  number of the first entity
 *  16  int   entities
 *  20  for each: long id, float x, y, dx, dy
 * </pre>
 */
final class HandOver {
    /** The most entities of a message; those with greater numbers wait for acknowledgements. */
    static final int MOST = 256;

    private static final int HEADER_BYTES = 20;
    private static final int ENTITY_BYTES = 24;

    private final World world;
    private final Region.Numbers numbers;
    private final LongHashSet owned;
    /** The entities that wait for an acknowledgement. */
    final Query leaving;

    private final Template entities;

    /** The hand-over of a world. */
    HandOver(World world, Region.Numbers numbers, LongHashSet owned) {
        this.world = world;
        this.numbers = numbers;
        this.owned = owned;
        leaving = world.query()
                .all(Leaving.TYPE, Id.TYPE, Place.TYPE, Motion.TYPE)
                .build();
        entities = world.template().with(Id.TYPE, Place.TYPE, Motion.TYPE).build();
    }

    /** Adds the system that gives numbers to those of the region's entities that are beyond the border. */
    void addTo(ScheduleBuilder schedule, Query beyond) {
        RowKernel leave = beyond.kernel((row, commands) -> commands.add(row.entity(), new Leaving(++numbers.sent)));
        schedule.add("leave", leave, reads(Place.TYPE), restructures(Leaving.TYPE));
    }

    /** Makes an entity of this region. */
    void spawn(long id, float x, float y, float dx, float dy) {
        if (!owned.add(id)) {
            throw new IllegalStateException("there is an entity with this id in the region: id=" + id);
        }
        long entity = entities.spawn();
        world.set(entity, Id.ID, id);
        world.set(entity, Place.X, x);
        world.set(entity, Place.Y, y);
        world.set(entity, Motion.DX, dx);
        world.set(entity, Motion.DY, dy);
    }

    /** The number of entities that wait for an acknowledgement. */
    int waiting() {
        return (int) (numbers.sent - numbers.acked);
    }

    /** Writes the acknowledgement, and the entities that are not acknowledged. Returns the number of bytes. */
    int write(MutableDirectBuffer to, int offset) {
        int count = Math.min(waiting(), MOST);
        to.putLong(offset, numbers.taken);
        to.putLong(offset + 8, numbers.acked + 1);
        to.putInt(offset + 16, count);
        leaving.forEach(row -> {
            long place = row.get(Leaving.NUMBER) - numbers.acked - 1; // the numbers that wait have no gaps
            if (place < count) {
                int at = offset + HEADER_BYTES + (int) place * ENTITY_BYTES;
                to.putLong(at, row.get(Id.ID));
                to.putFloat(at + 8, row.get(Place.X));
                to.putFloat(at + 12, row.get(Place.Y));
                to.putFloat(at + 16, row.get(Motion.DX));
                to.putFloat(at + 20, row.get(Motion.DY));
            }
        });
        return HEADER_BYTES + count * ENTITY_BYTES;
    }

    /** Reads what the neighbour has written. Returns the number of bytes. */
    int read(DirectBuffer from, int offset) {
        acknowledge(from.getLong(offset)); // first: an entity may come back
        long first = from.getLong(offset + 8);
        int count = from.getInt(offset + 16);
        for (int i = 0; i < count; i++) {
            if (first + i == numbers.taken + 1) {
                int at = offset + HEADER_BYTES + i * ENTITY_BYTES;
                spawn(
                        from.getLong(at),
                        from.getFloat(at + 8),
                        from.getFloat(at + 12),
                        from.getFloat(at + 16),
                        from.getFloat(at + 20));
                numbers.taken++;
            }
        }
        return HEADER_BYTES + count * ENTITY_BYTES;
    }

    private void acknowledge(long number) {
        if (number > numbers.sent) {
            throw new IllegalStateException(
                    "the neighbour has taken what was not sent: number=" + number + ", sent=" + numbers.sent);
        }
        if (number > numbers.acked) {
            leaving.forEach((row, commands) -> {
                if (row.get(Leaving.NUMBER) <= number) {
                    owned.remove(row.get(Id.ID));
                    commands.destroy(row.entity());
                }
            });
            numbers.acked = number;
        }
    }
}
