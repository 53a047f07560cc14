package basalt.memory.tracking;

import java.util.ArrayList;
import java.util.List;

/**
 * A budget limit that a request crosses and that the policy allows to be crossed.
 *
 * @param account the account of the tag
 * @param pressure passed to the listener when the request was granted
 */
record BudgetCrossing(TagAccount account, MemoryPressure pressure) {
    /** Adds a crossing to a list; requests without crossings create no list. */
    static List<BudgetCrossing> add(List<BudgetCrossing> before, TagAccount account, MemoryPressure pressure) {
        List<BudgetCrossing> crossings = before.isEmpty() ? new ArrayList<>(2) : before;
        crossings.add(new BudgetCrossing(account, pressure));
        return crossings;
    }

    /** The accounts that promote the request, so that it does not count as allocated there. */
    static List<TagAccount> promoters(List<BudgetCrossing> crossings) {
        List<TagAccount> promoters = List.of();
        for (BudgetCrossing crossing : crossings) {
            if (crossing.pressure.kind() == PressureKind.PROMOTED) {
                promoters = promoters.isEmpty() ? new ArrayList<>(1) : promoters;
                promoters.add(crossing.account);
            }
        }
        return promoters;
    }
}
