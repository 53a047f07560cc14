package basalt.bench;

import basalt.bench.Quantity.Given;
import basalt.bench.Quantity.Measured;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The ratios for rows that move: loops after it, cascades among them, and what moving costs. */
final class RowPromises {
    private final List<Promise> all = new ArrayList<>();

    private RowPromises() {}

    static List<Promise> all() {
        RowPromises promises = new RowPromises();
        promises.addFewMatches();
        promises.addPathological();
        promises.addMoving();
        promises.addHandles();
        promises.addCascades();
        return promises.all;
    }

    private void addFewMatches() {
        for (String percent : List.of("10", "1")) {
            String title = percent + " % of 1000000 entities move: ";
            Measured packed = new Measured("arrange.FewMatches.packed", Map.of("percent", percent));
            Measured together = new Measured("arrange.FewMatches.together", Map.of("percent", percent));
            Measured scattered = new Measured("arrange.FewMatches.scattered", Map.of("percent", percent));
            add(title + "arranged together / packed arrays in C", together, packed, Limit.atMost(1.3));
            add(title + "scattered / arranged together", scattered, together, Limit.NONE);
        }
    }

    private void addPathological() {
        Measured together = Measured.of("arrange.Pathological.together");
        Measured scattered = Measured.of("arrange.Pathological.scattered");
        Measured compacted = Measured.of("arrange.Pathological.compacted");
        Measured packed = Measured.of("arrange.Pathological.packed");
        add("pathological: arranged together / packed arrays in C", together, packed, Limit.atMost(1.2));
        add("pathological: compacted / as it is", compacted, scattered, Limit.NONE);
        add("pathological: as it is / arranged together", scattered, together, Limit.NONE);
    }

    private void addMoving() {
        for (String moved : List.of("NEVER", "BEFORE")) {
            add(
                    "compact 1000000 rows, 30 % holes, moved " + moved + " / memcpy of the moved bytes",
                    new Measured("arrange.CompactMillion.compact", Map.of("moved", moved)),
                    Measured.of("arrange.CompactMillion.copy"),
                    moved.equals("BEFORE") ? Limit.atMost(4) : Limit.NONE);
            add(
                    "arrange 1000000 by a curve, moved " + moved + " / 150 ms",
                    new Measured("arrange.ArrangeMillion.byCurve", Map.of("entities", "1000000", "moved", moved)),
                    new Given(150_000),
                    Limit.atMost(1));
        }
    }

    private void addHandles() {
        Measured slots = new Measured("arrange.MovedHandles.slots", Map.of("order", "RANDOM"));
        add(
                "1000000 handles in random order, arranged rows / table of slots in C",
                handles("ARRANGED", "RANDOM"),
                slots,
                Limit.atMost(1.2));
        add(
                "1000000 handles in random order, arranged rows / rows that have not moved",
                handles("ARRANGED", "RANDOM"),
                handles("NEVER", "RANDOM"),
                Limit.NONE);
        add(
                "1000000 handles in order, compacted rows / rows that have not moved",
                handles("COMPACTED", "HANDLES"),
                handles("NEVER", "HANDLES"),
                Limit.NONE);
    }

    private void addCascades() {
        add(
                "cascade over 100000 nodes, arranged / arrays in C in breadth-first order",
                cascade("cascade", "ARRANGED"),
                cascade("nativeLoop", "BREADTH_FIRST"),
                Limit.atMost(1.8));
        add(
                "cascade over 100000 nodes, attached in random order / arrays in C in random order",
                cascade("cascade", "RANDOM"),
                cascade("nativeLoop", "RANDOM"),
                Limit.atMost(2.6));
        add(
                "cascade over changes, nothing moved / cascade",
                new Measured("cascade.Cascade.nothingMoved", Map.of()),
                cascade("cascade", "ARRANGED"),
                Limit.atMost(0.05));
        add(
                "cascade over changes, one subtree in a hundred moved / cascade",
                new Measured("cascade.Cascade.someMoved", Map.of()),
                cascade("cascade", "ARRANGED"),
                Limit.atMost(0.05));
        add(
                "cascade over 1000000 nodes: 1 worker / 2 workers",
                new Measured("cascade.ScheduledCascade.tick", Map.of("workers", "1")),
                new Measured("cascade.ScheduledCascade.tick", Map.of("workers", "2")),
                Limit.atLeast(1.6));
    }

    private static Measured cascade(String way, String placement) {
        return new Measured("cascade.Cascade." + way, Map.of("fanOut", "8", "placement", placement));
    }

    private static Measured handles(String moved, String order) {
        return new Measured("arrange.MovedHandles.get", Map.of("moved", moved, "order", order));
    }

    private void add(String what, Quantity upper, Quantity lower, Limit limit) {
        all.add(new Promise(what, upper, lower, limit));
    }
}
