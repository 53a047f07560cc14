package basalt.examples.showcase.bullets.bulletml;

import static basalt.examples.showcase.bullets.bulletml.PatternException.quoted;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.IntArrayList;

/** The calls between actions. Computes the largest size of a stack, and rejects recursion. */
final class CallTree {
    /** Maximum depth of calls. */
    static final int MOST_DEPTH = 32;

    private record Call(int callee, int counters, Element where) {}

    /** An action: its name, and the bytes of its frame with the maximum number of counters. */
    private static final class Node {
        final String name;
        final int frameBytes;
        final List<Call> calls = new ArrayList<>(0);
        int mostCounters;
        int stackBytes; // including callees; 0 if not known yet
        int height; // depth of the calls below

        Node(String name, int frameBytes) {
            this.name = name;
            this.frameBytes = frameBytes;
        }
    }

    private final SourceText source;
    private final List<Node> nodes = new ArrayList<>();
    private final IntArrayList path = new IntArrayList();

    CallTree(SourceText source) {
        this.source = source;
    }

    /** Adds an action with the next number. */
    void addAction(String label, int paramCount) {
        nodes.add(new Node(label == null ? "" : label, ScriptLayout.frameBytes(paramCount)));
    }

    /** Records that an action has so many counters open at the same time. */
    void addCounters(int action, int counters) {
        Node node = nodes.get(action);
        node.mostCounters = Math.max(node.mostCounters, counters);
    }

    /** Records that an action calls another one while it has so many counters open. */
    void addCall(int action, int callee, int counters, Element where) {
        nodes.get(action).calls.add(new Call(callee, counters, where));
    }

    /**
     * The largest stack that any action needs.
     *
     * @return bytes
     * @throws PatternException if an action calls itself, directly or not, or calls are too deep
     */
    int mostStackBytes() {
        int most = 0;
        for (int action = 0; action < nodes.size(); action++) {
            most = Math.max(most, measure(action).stackBytes);
        }
        return most;
    }

    private Node measure(int action) {
        Node node = nodes.get(action);
        if (node.stackBytes != 0) {
            return node;
        }
        path.addInt(action);
        int most = node.frameBytes + node.mostCounters * ScriptLayout.COUNTER_BYTES;
        int height = 1;
        for (Call call : node.calls) {
            requireNew(call);
            if (path.size() == MOST_DEPTH) {
                throw tooDeep(call);
            }
            Node callee = measure(call.callee);
            most = Math.max(most, node.frameBytes + call.counters * ScriptLayout.COUNTER_BYTES + callee.stackBytes);
            height = Math.max(height, callee.height + 1);
            if (height > MOST_DEPTH) {
                throw tooDeep(call);
            }
        }
        path.removeAt(path.size() - 1);
        node.stackBytes = most;
        node.height = height;
        return node;
    }

    private void requireNew(Call call) {
        int from = path.indexOf(call.callee);
        if (from < 0) {
            return;
        }
        StringBuilder chain = new StringBuilder();
        for (int i = from; i < path.size(); i++) {
            chain.append(quoted(nodes.get(path.getInt(i)).name)).append(" -> ");
        }
        String name = quoted(nodes.get(call.callee).name);
        throw source.error(
                call.where.offset(),
                "the action " + name + " calls itself: " + chain + name,
                "use repeat, or fire a bullet in between");
    }

    private PatternException tooDeep(Call call) {
        return source.error(
                call.where.offset(),
                "actions that call each other more than " + MOST_DEPTH + " deep",
                "make the chain of references shorter");
    }
}
