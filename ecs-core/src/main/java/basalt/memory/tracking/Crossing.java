package basalt.memory.tracking;

import java.util.ArrayList;
import java.util.List;

/**
 * A limit that a request is about to cross, because its tag lets it.
 *
 * @param account the tag's
 * @param pressure what the listener is told when the request was granted
 */
record Crossing(TagAccount account, MemoryPressure pressure) {
    /** Those before and one more; usually there is none at all, and nothing is made for it. */
    static List<Crossing> add(List<Crossing> before, TagAccount account, MemoryPressure pressure) {
        List<Crossing> crossings = before.isEmpty() ? new ArrayList<>(2) : before;
        crossings.add(new Crossing(account, pressure));
        return crossings;
    }

    /** The accounts in which the request does not count as allocated. */
    static List<TagAccount> promoters(List<Crossing> crossings) {
        List<TagAccount> promoters = List.of();
        for (Crossing crossing : crossings) {
            if (crossing.pressure.kind() == PressureKind.PROMOTED) {
                promoters = promoters.isEmpty() ? new ArrayList<>(1) : promoters;
                promoters.add(crossing.account);
            }
        }
        return promoters;
    }
}
