package basalt.examples.showcase.bullets.bulletml;

import org.agrona.collections.IntArrayList;

/** The offsets of the lines of a text. As in XML, a line ends with CR LF, LF, or CR. */
final class Lines {
    private final IntArrayList starts = new IntArrayList();
    private final int length;

    Lines(String text) {
        length = text.length();
        starts.addInt(0);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r' && !(i + 1 < length && text.charAt(i + 1) == '\n')) {
                starts.addInt(i + 1);
            }
        }
    }

    /** The offset of a position, clamped to the text. */
    int offset(int line, int column) {
        int at = Math.max(0, Math.min(line - 1, starts.size() - 1));
        return Math.max(0, Math.min(starts.getInt(at) + column - 1, length));
    }

    /** The line of an offset, from 1. */
    int line(int offset) {
        int low = 0;
        int high = starts.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (starts.getInt(middle) <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low + 1;
    }

    /** The column of an offset, from 1. */
    int column(int offset) {
        return offset - starts.getInt(line(offset) - 1) + 1;
    }
}
