package basalt.system;

import basalt.component.Component;
import basalt.internal.Strict;
import basalt.runtime.KernelWork;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the systems of a schedule have used without having declared it: in strict mode an exception at the end of a tick
 * or frame, or, while access is recorded, the least declarations of all that they have done.
 */
final class UndeclaredAccess {
    private final SystemNode[] nodes;

    UndeclaredAccess(SystemNode[] nodes) {
        this.nodes = nodes;
    }

    /** Strict mode: forgets the last tick or frame. */
    void begin() {
        if (Strict.ON) {
            for (SystemNode node : nodes) {
                node.access().beginTick();
            }
        }
    }

    /**
     * Strict mode: the exception that lists what the systems have used without having declared it, with the given one
     * suppressed; the given one if they have declared everything.
     */
    Throwable failure(Throwable thrown) {
        return Strict.ON && isAny() ? Internals.first(exception(), thrown) : thrown;
    }

    private boolean isAny() {
        for (SystemNode node : nodes) {
            if (node.access().hasUndeclared()) {
                return true;
            }
        }
        return false;
    }

    private SystemException exception() {
        List<SystemNode> wild =
                Stream.of(nodes).filter(node -> node.access().hasUndeclared()).toList();
        String report = wild.stream().map(node -> node.access().report()).collect(Collectors.joining("\n"));
        return new SystemException(wild.get(0).name(), new IllegalStateException(report));
    }

    /** The components with columns of a kernel's queries, which count as written unless the system declares to read. */
    static Set<Component<?>> components(KernelWork kernel) {
        Set<Component<?>> components = new LinkedHashSet<>(kernel.query().declared());
        if (kernel.partners() != null) {
            components.addAll(kernel.partners().declared());
        }
        components.removeIf(component -> component.columns().isEmpty() || component.isLink());
        return components;
    }

    /** The options of a system; order and conditions are not among them. */
    List<Access> options(int system) {
        SystemNode node = nodes[system];
        boolean isKernel = node.work() instanceof KernelWork;
        KernelWork kernel = isKernel ? (KernelWork) node.work() : null;
        boolean isKnown = isKernel && kernel.isKnown();
        List<Access> known = new ArrayList<>();
        if (isKnown) {
            Set<Object> reads = new LinkedHashSet<>(kernel.reads());
            reads.removeAll(kernel.writes());
            known.add(Access.of(Access.Kind.READS, List.copyOf(reads), Set.of()));
            known.add(Access.of(Access.Kind.WRITES, List.copyOf(kernel.writes()), Set.of()));
            known.addAll(ScheduleBuilder.spawns(kernel, node.spec().access()));
        }
        Set<Component<?>> alsoRead = isKernel && !isKnown ? components(kernel) : Set.of();
        List<Access> options =
                new ArrayList<>(node.access().undeclared().declarations(alsoRead, new DeclaredAccess("", known)));
        options.replaceAll(option -> withRemoved(node, option));
        options.addAll(node.spec().access().keptWhileRecording(node.name()).options());
        boolean touchesOthers = options.stream().anyMatch(option -> option.kind() == Access.Kind.TOUCHES_OTHERS);
        if (isKernel && !touchesOthers && mayFindSpawned(node)) {
            options.add(Access.touchesOthers());
        }
        return options;
    }

    /**
     * To what a system destroys, adds the components that others add or remove: while access was recorded they were
     * gone, and without it, an entity still has them if the command that removes them waits.
     */
    private Access withRemoved(SystemNode node, Access option) {
        if (option.kind() != Access.Kind.DESTROYS || option.named().isEmpty()) {
            return option;
        }
        Set<Object> destroyed = new LinkedHashSet<>(option.named());
        others(node).forEach(other -> destroyed.addAll(other.restructured()));
        return Access.of(Access.Kind.DESTROYS, AccessRecord.sorted(destroyed), Set.of());
    }

    /** Whether a kernel uses other queries than its own, which may find entities that another system spawns. */
    private boolean mayFindSpawned(SystemNode kernel) {
        return others(kernel)
                .flatMap(maker -> maker.spawned().stream())
                .anyMatch(kind ->
                        kernel.access().undeclared().mayFind(kind, kernel.spec().filters()));
    }

    private Stream<AccessRecord> others(SystemNode node) {
        return Stream.of(nodes)
                .filter(other -> other != node)
                .map(other -> other.access().undeclared());
    }

    /** The declarations of what was recorded, a line for each system. */
    @Override
    public String toString() {
        List<List<Access>> options =
                IntStream.range(0, nodes.length).mapToObj(this::options).toList();
        AccessSource source =
                new AccessSource(options.stream().flatMap(List::stream).toList());
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < nodes.length; i++) {
            String declarations = options.get(i).isEmpty() ? "nothing" : source.text(options.get(i));
            text.append('"').append(nodes[i].name()).append("\": ");
            text.append(declarations).append('\n');
        }
        return text.toString();
    }
}
