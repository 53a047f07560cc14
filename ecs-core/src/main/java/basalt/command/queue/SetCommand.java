package basalt.command.queue;

import static basalt.storage.ColumnMemory.getLong;

import basalt.storage.ColumnMemory;

/** Carries out the commands that set an element of plain data: of an entity, or of an event that was sent. */
final class SetCommand {
    private SetCommand() {}

    /**
     * Writes the value of a command to a row.
     *
     * <p>SAFETY: the caller's origin has the column that the code names, and the row; the value is one of a SET.
     *
     * @param origin what the column's offset counts from
     * @param row the row
     * @param code the command's code
     * @param value address of its value
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
