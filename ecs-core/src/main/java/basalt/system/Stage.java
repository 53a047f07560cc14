package basalt.system;

import java.util.Arrays;

/**
 * The systems between two barriers, each at its position, in the order in which they were added, with their
 * dependencies inside the stage. Immutable.
 */
final class Stage {
    private final SystemNode[] nodes;
    private final int[] runOrder;
    private final int[] predecessors;
    private final int[][] followers;

    private Stage(SystemNode[] nodes, int[] runOrder, int[] predecessors, int[][] followers) {
        this.nodes = nodes;
        this.runOrder = runOrder;
        this.predecessors = predecessors;
        this.followers = followers;
    }

    /** The stages of a graph. */
    static Stage[] of(ScheduleGraph graph, SystemNode[] systems) {
        DependencyGraph dependencies = graph.order().dependencies().withoutImplied();
        Stage[] stages = new Stage[graph.stageCount()];
        Arrays.setAll(stages, stage -> of(graph.stage(stage), systems, dependencies));
        return stages;
    }

    private static Stage of(int[] sorted, SystemNode[] systems, DependencyGraph dependencies) {
        int[] members = Arrays.stream(sorted).sorted().toArray();
        int[] runOrder = Arrays.stream(sorted)
                .map(index -> Arrays.binarySearch(members, index))
                .toArray();
        int[][] followers = new int[members.length][];
        int[] predecessors = new int[members.length];
        for (int position = 0; position < members.length; position++) {
            followers[position] = dependencies.orderedFollowers(members[position]).stream()
                    .map(index -> Arrays.binarySearch(members, index))
                    .filter(follower -> follower >= 0)
                    .toArray();
            for (int follower : followers[position]) {
                predecessors[follower]++;
            }
        }
        SystemNode[] nodes =
                Arrays.stream(members).mapToObj(index -> systems[index]).toArray(SystemNode[]::new);
        return new Stage(nodes, runOrder, predecessors, followers);
    }

    int count() {
        return nodes.length;
    }

    SystemNode node(int position) {
        return nodes[position];
    }

    /** All positions, each after those that it waits for. Not to be changed. */
    int[] runOrder() {
        return runOrder;
    }

    /** The number of systems that one waits for. */
    int predecessors(int position) {
        return predecessors[position];
    }

    /** The positions of the systems that wait for one. Not to be changed. */
    int[] followers(int position) {
        return followers[position];
    }
}
