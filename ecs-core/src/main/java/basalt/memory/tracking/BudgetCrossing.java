package basalt.memory.tracking;

import java.util.ArrayList;
import java.util.List;

/**
 * A limit of a budget that a request crosses, as the budget's policy allows.
 *
 * @param account the tag's
 * @param pressure what the listener is told when the request was granted
 */
record BudgetCrossing(TagAccount account, MemoryPressure pressure) {
    /** Those before and one more; usually there is none at all, and nothing is made for it. */
    static List<BudgetCrossing> add(List<BudgetCrossing> before, TagAccount account, MemoryPressure pressure) {
        List<BudgetCrossing> crossings = before.isEmpty() ? new ArrayList<>(2) : before;
        crossings.add(new BudgetCrossing(account, pressure));
        return crossings;
    }

    /** The accounts in which the request does not count as allocated. */
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
