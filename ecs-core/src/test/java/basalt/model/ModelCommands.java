package basalt.model;

import basalt.command.CommandStats;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The commands that wait, as the contract says it: they are applied together, births and deaths first and then the
 * changes, each in the order of recording; by the outermost run that has recorded some, or when told to. What a run
 * that fails has recorded is forgotten.
 */
final class ModelCommands {
    private final List<Recorded> waiting = new ArrayList<>();
    private final Set<Long> promised = new LinkedHashSet<>();
    private final Deque<Run> runs = new ArrayDeque<>();
    private int applications;
    private long applied;
    private long dropped;

    /**
     * A command: about the life of its entity or not, the entity that it promises or null, and what it does if it can.
     */
    private record Recorded(boolean isOfLife, Long promised, Predicate<ModelWorld> change) {}

    /** A run that is under way: how things stood when it began. */
    private record Run(int recordedBefore, int appliedBefore) {}

    int count() {
        return waiting.size();
    }

    /** An entity that is to live later. */
    Set<Long> promised() {
        return promised;
    }

    CommandStats stats() {
        return new CommandStats(applied, dropped);
    }

    void spawn(ModelWorld model, int population, long handle, List<PartValue> values) {
        model.rows().promise(population, handle);
        promised.add(handle);
        waiting.add(new Recorded(true, handle, world -> {
            promised.remove(handle);
            world.bornAsPromised(handle, values);
            return true;
        }));
    }

    void destroy(long handle) {
        waiting.add(new Recorded(true, null, world -> world.tryDestroy(handle)));
    }

    /** Something to do to an entity if it is alive; it says whether it could. */
    void change(long handle, Predicate<ModelWorld> change) {
        waiting.add(new Recorded(false, null, world -> world.isAlive(handle) && change.test(world)));
    }

    void beginRun() {
        runs.push(new Run(waiting.size(), applications));
    }

    /** A run has ended; what it has opened in the model is closed. */
    void endRun(ModelWorld model, boolean complete) {
        Run run = runs.pop();
        boolean cleared = applications != run.appliedBefore;
        if (!complete) {
            forget(model, cleared ? 0 : run.recordedBefore);
        } else if (runs.isEmpty() && (cleared || waiting.size() != run.recordedBefore)) {
            apply(model);
        }
    }

    void apply(ModelWorld model) {
        applications++;
        List<Recorded> all = List.copyOf(waiting);
        waiting.clear();
        for (boolean life : new boolean[] {true, false}) {
            for (Recorded recorded : all) {
                if (recorded.isOfLife == life && recorded.change.test(model)) {
                    applied++;
                } else if (recorded.isOfLife == life) {
                    dropped++;
                }
            }
        }
    }

    private void forget(ModelWorld model, int from) {
        List<Recorded> last = waiting.subList(from, waiting.size());
        for (Recorded recorded : last) {
            if (recorded.promised != null) {
                promised.remove(recorded.promised);
                model.rows().give(recorded.promised);
            }
        }
        last.clear();
    }
}
