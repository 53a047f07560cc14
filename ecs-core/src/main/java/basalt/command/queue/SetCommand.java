package basalt.command.queue;

import static basalt.storage.ColumnMemory.getLong;

import basalt.storage.ColumnMemory;

/** Applies the commands that set an element of plain data of an entity or of a sent event. */
final class SetCommand {
    private SetCommand() {}

    /**
     * Writes the value of a command to a row.
     *
     * <p>SAFETY: the origin has the column of the code, and the row; the value belongs to a SET.
     */
    static void write(long origin, int row, long code, long value) {
        long bits = getLong(value, 0, 0);
        int offset = Op.argument(code);
        switch (Op.operation(code) - Op.SET) {
            case 0 -> ColumnMemory.putByte(origin, row, offset, (byte) bits);
            case 1 -> ColumnMemory.putShort(origin, row, offset, (short) bits);
            case 2 -> ColumnMemory.putInt(origin, row, offset, (int) bits);
            case 3 -> ColumnMemory.putLong(origin, row, offset, bits);
            default -> throw new IllegalStateException("no command sets with the operation " + Op.operation(code));
        }
    }
}
