package basalt.examples.regions;

import java.util.Locale;

/**
 * Where each entity is, by its id. An entity that leaves belongs to its region until the neighbour has taken its
 * number. Both regions must be up.
 */
final class Census {
    private final int[] owners;

    /** Entities that live in the region of their place. */
    int atHome;

    /** Entities that live in another region than that of their place. */
    int astray;

    /** Entities that have left, and have not arrived. */
    int inFlight;

    /** Ids that nothing has. */
    int lost;

    /** Ids that more than one entity has. */
    int doubled;

    private Census(int entities) {
        owners = new int[entities];
    }

    /** Counts entities that have the ids from 0 to a number. */
    static Census of(TwoRegions regions, int entities) {
        Census census = new Census(entities);
        census.add(regions.left.region(), regions.right.region());
        census.add(regions.right.region(), regions.left.region());
        for (int owner : census.owners) {
            census.lost += owner == 0 ? 1 : 0;
            census.doubled += owner > 1 ? 1 : 0;
        }
        return census;
    }

    private void add(Region region, Region neighbour) {
        region.living.forEach(row -> {
            owners[(int) row.get(Id.ID)]++;
            if (region.side.contains(row.get(Place.X))) {
                atHome++;
            } else {
                astray++;
            }
        });
        region.handOver.leaving.forEach(row -> {
            if (row.get(Leaving.NUMBER) > neighbour.numbers.taken) {
                owners[(int) row.get(Id.ID)]++;
                inFlight++;
            }
        });
    }

    /** Whether each id has one entity, which is at home or in flight. */
    boolean isSound() {
        return lost == 0 && doubled == 0 && astray == 0;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d at home, %,d in flight, %,d astray, %,d lost, %,d doubled",
                atHome,
                inFlight,
                astray,
                lost,
                doubled);
    }
}
