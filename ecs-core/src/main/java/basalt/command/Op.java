package basalt.command;

import basalt.component.Component;

/**
 * The operations of commands, and their layout in a {@link CommandStream}. A command is two longs or more:
 *
 * <pre>
 *   entity   the handle that it is about
 *   code     operation in bits 0 to 7, component id in bits 8 to 31, argument in bits 32 to 63
 *   value    only of some operations: the raw bits of a SET; the handle of the parent or sibling of an ATTACH, of the
 *            target of a RELATE; as many longs of VALUES as the argument says
 * </pre>
 *
 * <p>The argument is the column's offset of a SET, the number of longs of VALUES, which is 1 for the target of a
 * RELATE, or an index into the stream's objects. The longs of VALUES are the record's plain values side by side, and
 * then, if the component has references or lists, the index of the first one in the stream's objects.
 */
final class Op {
    static final int SPAWN = 1;
    static final int DESTROY = 2;
    static final int ADD = 3;
    static final int ADD_VALUES = 4;
    static final int REMOVE = 5;
    static final int ENABLE = 6;
    static final int DISABLE = 7;
    static final int ENABLE_ENTITY = 8;
    static final int DISABLE_ENTITY = 9;
    static final int SET_OBJECT = 10;
    static final int SEND = 11;
    static final int SEND_VALUES = 12;

    /** Changes nothing: reports that a system has written a component, so that its observers are called. */
    static final int WROTE = 13;

    /** Makes the entity a child. Operations of trees have the component of children, see TreeType.childOf(). */
    static final int ATTACH = 14;

    static final int ATTACH_BEFORE = 15;

    /** SET of an element of 1, 2, 4 or 8 bytes: this plus log2 of the bytes. */
    static final int SET = 16;

    static final int DETACH = 20;

    /** SPAWN with VALUES: the index of the allocator and of the records' classes, and the values of each record. */
    static final int SPAWN_VALUES = 21;

    /** Writes all values of a component, if the entity has it. */
    static final int SET_VALUES = 22;

    /** Relates the entity to another one, whose handle is the value. Operations of edges have their component. */
    static final int RELATE = 23;

    /** As RELATE, by an edge with VALUES, among which is the other entity. */
    static final int RELATE_VALUES = 24;

    static final int UNRELATE = 25;

    /**
     * Changes a list, whose offset is the argument. Two longs follow: what to do, see {@link ListChange}, with an index
     * in bits 32 to 63; and the raw bits of an element.
     */
    static final int LIST = 26;

    /** Of all commands but those with VALUES, and those of lists. */
    static final int MAX_BYTES = 3 * Long.BYTES;

    private static final int ID_SHIFT = 8;
    private static final int ARGUMENT_SHIFT = 32;

    private Op() {}

    static long code(int operation, int componentId, int argument) {
        return (long) argument << ARGUMENT_SHIFT | (long) componentId << ID_SHIFT | operation;
    }

    static int operation(long code) {
        return (int) code & 0xFF;
    }

    static int componentId(long code) {
        return (int) code >>> ID_SHIFT;
    }

    static int argument(long code) {
        return (int) (code >>> ARGUMENT_SHIFT);
    }

    static boolean isOfLife(long code) {
        return operation(code) <= DESTROY || operation(code) == SPAWN_VALUES;
    }

    /** A command as text, for messages: "add Burning". Operations on whole entities ignore the component. */
    static String describe(long code, Component<?> component) {
        String what = switch (operation(code)) {
            case SPAWN, SPAWN_VALUES -> "spawn an entity";
            case DESTROY -> "destroy an entity";
            case ENABLE_ENTITY -> "enable an entity";
            case DISABLE_ENTITY -> "disable an entity";
            case ATTACH, ATTACH_BEFORE -> "attach an entity";
            case DETACH -> "detach an entity";
            case ADD, ADD_VALUES -> "add ";
            case REMOVE -> "remove ";
            case ENABLE -> "enable ";
            case DISABLE -> "disable ";
            case SEND, SEND_VALUES -> "send ";
            case RELATE, RELATE_VALUES -> "relate by ";
            case UNRELATE -> "unrelate by ";
            default -> "set ";
        };
        return what.endsWith(" ") ? what + component.name() : what;
    }

    static int bytes(long code) {
        int operation = operation(code);
        if (operation == LIST) {
            return 4 * Long.BYTES;
        }
        if (operation == ADD_VALUES || operation == SEND_VALUES || operation >= SPAWN_VALUES) {
            return (2 + argument(code)) * Long.BYTES;
        }
        return operation >= ATTACH && operation < DETACH ? MAX_BYTES : 2 * Long.BYTES;
    }
}
