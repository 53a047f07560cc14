package basalt.compiler;

import basalt.compiler.Graph.Lane;
import basalt.compiler.Graph.Node;
import basalt.compiler.Graph.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known at an instruction: the variables, the operand stack, the columns, and the path to it.
 *
 * <p>A value is a number ({@link Node}), a {@link Known} object, a constant of an enum that differs from row to row
 * ({@link Choice}), an object that the body has made or got as a record ({@link Made}), or an {@link Unknown} one. Null
 * is a variable that cannot be read.
 */
final class State {
    Object[] locals;
    List<Object> stack = new ArrayList<>();

    /** The variables outside of the body that it has written or read: {@link Lane} and {@link Source}. */
    Map<Object, Cell> cells = new LinkedHashMap<>();

    Path path;

    /** An object that exists, or null. */
    record Known(Object value) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Known known && known.value == value;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(value);
        }
    }

    /** One of the constants of an enum, by its ordinal; -1 is null. */
    record Choice(Class<?> type, Node ordinal) {}

    /** An object whose fields are values; those that its constructor has not yet set are missing. */
    static final class Made {
        final Class<?> type;
        final Map<String, Object> fields;

        Made(Class<?> type, Map<String, Object> fields) {
            this.type = type;
            this.fields = fields;
        }

        Made with(String field, Object value) {
            Map<String, Object> changed = new LinkedHashMap<>(fields);
            changed.put(field, value);
            return new Made(type, changed);
        }
    }

    /** An object about which nothing is known but what it is called in messages. */
    static final class Unknown {
        static final Unknown ROW = new Unknown("the row");

        static final Unknown PARTNER = new Unknown("the partner");

        /** The result of a method without one. */
        static final Unknown NOTHING = new Unknown("nothing");

        final String name;

        Unknown(String name) {
            this.name = name;
        }
    }

    /** The value of a lane or source, and where it was written. */
    record Cell(Node value, Path written) {}

    /** Code that is not translated. If it is on one path only, rows that take the path run the body itself. */
    static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stop(String reason) {
            super(reason, null, false, false);
        }
    }

    State copy(Path newPath) {
        State copy = new State();
        copy.locals = locals.clone();
        copy.stack = new ArrayList<>(stack);
        copy.cells = new LinkedHashMap<>(cells);
        copy.path = newPath;
        return copy;
    }

    void push(Object value) {
        stack.add(value);
    }

    Object pop() {
        return stack.remove(stack.size() - 1);
    }

    Node popNumber() {
        Object value = pop();
        if (value instanceof Node number) {
            return number;
        }
        throw new Stop("it uses a value that is not a number");
    }

    /** Replaces an object whose field was set, wherever it is referred to. */
    void replace(Made old, Made now) {
        for (int i = 0; i < locals.length; i++) {
            if (locals[i] == old) {
                locals[i] = now;
            }
        }
        stack.replaceAll(value -> value == old ? now : value);
    }

    static boolean isWide(Object value) {
        return value instanceof Node number && number.kind.isWide();
    }
}
