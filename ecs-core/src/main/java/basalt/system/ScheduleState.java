package basalt.system;

import basalt.storage.SavedRecord;
import basalt.storage.SavedSystem;
import basalt.storage.StateBuffer;
import basalt.storage.StatePart;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The systems' enabled flags and intervals in snapshots and files. A schedule takes over a saved one of which it
 * has all systems: of several, the one with the most systems.
 */
final class ScheduleState implements StatePart {
    private final SystemNode[] nodes;

    ScheduleState(SystemNode[] nodes) {
        this.nodes = nodes;
    }

    @Override
    public void save(StateBuffer to) {
        for (SystemNode node : nodes) {
            node.save(to);
        }
    }

    @Override
    public void restore(StateBuffer from) {
        for (SystemNode node : nodes) {
            node.restore(from);
        }
    }

    @Override
    public void save(Consumer<SavedRecord> to, Set<Class<?>> excluded) {
        List<SavedSystem> systems = Stream.of(nodes).map(SystemNode::saved).toList();
        to.accept(new SavedRecord(SavedRecord.SCHEDULE, "", SavedSystem.encode(systems)));
    }

    @Override
    public int fit(SavedRecord record) {
        if (!record.kind().equals(SavedRecord.SCHEDULE)) {
            return 0;
        }
        List<SavedSystem> systems = SavedSystem.decode(record.bytes());
        return systems.stream().allMatch(system -> node(system.name()) != null) ? systems.size() : 0;
    }

    @Override
    public void load(SavedRecord record) {
        SavedSystem.decode(record.bytes()).forEach(system -> node(system.name()).load(system));
    }

    /** The system of a name; null if there is none. */
    private SystemNode node(String name) {
        return Stream.of(nodes)
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
