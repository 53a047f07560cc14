package basalt.storage.change;

import basalt.storage.Prototype;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;

/** What is asked before entities are spawned. For the store's thread. */
public final class SpawnChecks {
    private final HookScope scope;
    private final List<ObjIntConsumer<Prototype>> checks = new ArrayList<>();

    SpawnChecks(HookScope scope) {
        this.scope = scope;
    }

    /** Adds a check. Its owner reads changes, so that each spawn notifies. */
    public void add(ObjIntConsumer<Prototype> check) {
        checks.add(check);
    }

    /** Throws inside of a hook, and if a check refuses the spawn. */
    void require(Prototype prototype, int count) {
        scope.requireOutside();
        for (int i = 0; i < checks.size(); i++) {
            checks.get(i).accept(prototype, count);
        }
    }
}
