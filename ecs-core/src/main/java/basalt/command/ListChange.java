package basalt.command;

import basalt.storage.ColumnMemory;
import basalt.storage.Elements;

/** What a command does with a list. Files of replays have the ordinals. */
public enum ListChange {
    ADD,
    SET,
    REMOVE,
    SWAP_REMOVE,
    CLEAR;

    private static final ListChange[] ALL = values();

    static boolean isOne(long what) {
        return (int) what >= 0 && (int) what < ALL.length && what >= 0;
    }

    /** Whether a command has an element. */
    static boolean hasElement(long what) {
        return (int) what <= SET.ordinal();
    }

    /** The first long of a command. */
    long at(int index) {
        return (long) index << Integer.SIZE | ordinal();
    }

    /** Does it with the list at an address, and returns whether it has an element with the index. */
    static boolean apply(Elements elements, long list, int shift, long what, long bits) {
        ListChange change = ALL[(int) what];
        int index = (int) (what >>> Integer.SIZE);
        boolean isAny = change == ADD || change == CLEAR;
        if (!isAny && index >= Elements.length(ColumnMemory.getLong(list, 0, 0))) {
            return false;
        }
        switch (change) {
            case ADD -> elements.add(list, shift, bits);
            case SET -> elements.set(list, shift, index, bits);
            case REMOVE -> elements.remove(list, shift, index);
            case SWAP_REMOVE -> elements.swapRemove(list, shift, index);
            case CLEAR -> elements.clear(list);
        }
        return true;
    }
}
