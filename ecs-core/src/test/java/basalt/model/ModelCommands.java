package basalt.model;

import basalt.query.Commands;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The pending commands of the model. They are applied together, in the order of recording. The outermost run that has
 * recorded commands applies them, or an explicit call does. The commands of a failed run are dropped.
 */
final class ModelCommands {
    private final List<Recorded> pending = new ArrayList<>();
    private final Set<Long> reserved = new LinkedHashSet<>();
    private final Deque<Run> runs = new ArrayDeque<>();
    private final ModelPair pair;
    private int applications;
    private long applied;
    private long dropped;

    /** How many of the applied commands count as either, as their entity died by later ones of the same batch. */
    private long either;

    /** A command: the changed entity or null, its reserved handle or null, and its change of the model. */
    private record Recorded(Long changed, Long reserved, Predicate<ModelWorld> change) {}

    /** An open run, with the counts at its start. */
    private record Run(int recordedBefore, int appliedBefore) {}

    ModelCommands(ModelPair pair) {
        this.pair = pair;
    }

    int count() {
        return pending.size();
    }

    /** The reserved handles whose entities are not spawned yet. */
    Set<Long> reserved() {
        return reserved;
    }

    /** Throws unless a world has counted the same. */
    void check(Commands.Stats actual) {
        Check.same(applied + dropped, actual.applied() + actual.dropped(), () -> "number of commands");
        Check.that(
                actual.dropped() >= dropped && actual.dropped() <= dropped + either,
                () -> actual.dropped() + " commands are dropped, instead of " + dropped + ", and " + either + " more at"
                        + " most");
    }

    void spawn(ModelWorld model, int population, long handle, List<PartValue> values) {
        model.rows().reserve(population, handle);
        reserved.add(handle);
        pending.add(new Recorded(null, handle, world -> {
            reserved.remove(handle);
            world.activate(handle, values);
            return true;
        }));
    }

    void destroy(long handle) {
        pending.add(new Recorded(null, null, world -> world.tryDestroy(handle)));
    }

    /** Records a change of an entity. The change runs if the entity is alive, and returns whether it had an effect. */
    void change(long handle, Predicate<ModelWorld> change) {
        pending.add(new Recorded(handle, null, world -> world.isAlive(handle) && change.test(world)));
    }

    /** Records a change of edges, which returns whether both ends are alive. */
    void relate(Predicate<ModelWorld> change) {
        pending.add(new Recorded(null, null, change));
    }

    void beginRun() {
        runs.push(new Run(pending.size(), applications));
    }

    /** Ends the innermost run: applies its commands if it was the outermost, drops them if it failed. */
    void endRun(ModelWorld model, boolean complete) {
        Run run = runs.pop();
        boolean cleared = applications != run.appliedBefore;
        if (!complete) {
            drop(model, cleared ? 0 : run.recordedBefore);
        } else if (runs.isEmpty() && (cleared || pending.size() != run.recordedBefore)) {
            apply(model);
        }
    }

    /** Applies all commands, and then throws the first exception of those that were refused. */
    void apply(ModelWorld model) {
        applications++;
        List<Recorded> all = List.copyOf(pending);
        pending.clear();
        IllegalArgumentException refused = null;
        List<Long> changed = new ArrayList<>();
        for (Recorded recorded : all) {
            long before = applied;
            IllegalArgumentException failure = apply(recorded, model);
            refused = refused == null ? failure : refused;
            if (applied > before && recorded.changed != null) {
                changed.add(recorded.changed);
            }
        }
        either += changed.stream().filter(entity -> !model.isAlive(entity)).count();
        model.edges().adopt(pair);
        if (refused != null) {
            throw refused;
        }
    }

    /** Applies a command; returns the exception if it is refused. */
    private IllegalArgumentException apply(Recorded recorded, ModelWorld model) {
        try {
            if (recorded.change.test(model)) {
                applied++;
            } else {
                dropped++;
            }
            return null;
        } catch (IllegalArgumentException e) {
            dropped++;
            return e;
        }
    }

    private void drop(ModelWorld model, int from) {
        List<Recorded> last = pending.subList(from, pending.size());
        for (Recorded recorded : last) {
            if (recorded.reserved != null) {
                reserved.remove(recorded.reserved);
                model.rows().free(recorded.reserved);
            }
        }
        last.clear();
    }
}
