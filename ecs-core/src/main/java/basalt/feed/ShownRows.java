package basalt.feed;

import java.util.Arrays;

/**
 * What a client has after a packet: the entities that it was sent, and which of them have values of an earlier frame
 * (stale ones), because there was no room for newer ones. All others have the values of the packet's frame.
 *
 * <pre>
 *   numbers   the words of 64 entity indices in which an entity is shown, ascending
 *   shown     a bit for each entity
 *   stale     a bit for each stale one
 *   frames    the frames of the stale ones, in order of their indices
 * </pre>
 */
final class ShownRows {
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L; // 2^64 divided by the golden ratio, made odd

    private int frame = Frames.NONE;
    private int count;
    private int words;
    private int[] numbers = new int[8];
    private long[] shown = new long[8];
    private long[] stale = new long[8];
    private int staleCount;
    private int[] staleFrames = new int[8];

    /** Walks over the rows in ascending order of their indices. For one walk at a time. */
    static final class Walk {
        private ShownRows rows;
        private int word;
        private long rest;
        private int staleAt;
        private int index;
        private int frame;

        Walk begin(ShownRows ofRows) {
            rows = ofRows;
            word = -1;
            rest = 0;
            staleAt = 0;
            return this;
        }

        boolean next() {
            if (rest == 0 && !nextWord()) {
                return false;
            }
            int bit = Long.numberOfTrailingZeros(rest);
            rest &= rest - 1;
            index = (rows.numbers[word] << 6) + bit;
            frame = (rows.stale[word] >>> bit & 1) != 0 ? rows.staleFrames[staleAt++] : rows.frame;
            return true;
        }

        private boolean nextWord() {
            while (++word < rows.words) {
                rest = rows.shown[word];
                if (rest != 0) {
                    return true;
                }
            }
            return false;
        }

        /** Takes the next rows, as many as there is room for. Returns their number. */
        int next(int[] indices, int[] frames) {
            int count = 0;
            while (count < indices.length && (rest != 0 || nextWord())) {
                int first = rows.numbers[word] << 6;
                if (rows.stale[word] == 0) {
                    int newest = rows.frame;
                    for (; rest != 0 && count < indices.length; rest &= rest - 1) {
                        frames[count] = newest;
                        indices[count++] = first + Long.numberOfTrailingZeros(rest);
                    }
                } else {
                    next();
                    frames[count] = frame;
                    indices[count++] = index;
                }
            }
            return count;
        }

        int index() {
            return index;
        }

        /** The frame of the row's values. */
        int frame() {
            return frame;
        }
    }

    /** Begins without rows. */
    void clear(int newFrame) {
        frame = newFrame;
        count = 0;
        words = 0;
        staleCount = 0;
    }

    /** {@return the frame of the packet} */
    int frame() {
        return frame;
    }

    int count() {
        return count;
    }

    int words() {
        return words;
    }

    /** The number of a word. */
    int number(int at) {
        return numbers[at];
    }

    long word(int at) {
        return shown[at];
    }

    boolean contains(int index) {
        int at = Arrays.binarySearch(numbers, 0, words, index >>> 6);
        return at >= 0 && (shown[at] >>> index & 1) != 0;
    }

    /** Whether a row is shown with the values of the packet's frame, not with older ones. */
    boolean isFresh(int index) {
        int at = Arrays.binarySearch(numbers, 0, words, index >>> 6);
        return at >= 0 && ((shown[at] & ~stale[at]) >>> index & 1) != 0;
    }

    /** Adds a row behind the others. Its values are those of a frame. */
    void add(int index, int valuesFrame) {
        int at = words - 1;
        if (at < 0 || numbers[at] != index >>> 6) {
            at = newWord(index >>> 6);
        }
        shown[at] |= 1L << index;
        count++;
        if (valuesFrame != frame) {
            stale[at] |= 1L << index;
            if (staleCount == staleFrames.length) {
                staleFrames = Arrays.copyOf(staleFrames, 2 * staleCount);
            }
            staleFrames[staleCount++] = valuesFrame;
        }
    }

    /** Becomes the rows of another object, and others of the same frame, in ascending order, that are not in it. */
    void merge(ShownRows kept, int[] added, int addedCount) {
        clear(kept.frame);
        int i = 0;
        for (int word = 0; word < kept.words; word++) {
            while (i < addedCount && added[i] >>> 6 < kept.numbers[word]) {
                add(added[i++], frame);
            }
            int at = words > 0 && numbers[words - 1] == kept.numbers[word] ? words - 1 : newWord(kept.numbers[word]);
            shown[at] |= kept.shown[word];
            stale[at] |= kept.stale[word];
            while (i < addedCount && added[i] >>> 6 == kept.numbers[word]) {
                add(added[i++], frame);
            }
        }
        while (i < addedCount) {
            add(added[i++], frame);
        }
        count = kept.count + addedCount;
        staleCount = kept.staleCount;
        if (staleFrames.length < staleCount) {
            staleFrames = new int[kept.staleFrames.length];
        }
        System.arraycopy(kept.staleFrames, 0, staleFrames, 0, staleCount);
    }

    /** Adds rows behind the others, but not those with a bit. Their values are those of the packet's frame. */
    void addAll(int[] indices, int length, long except) {
        int at = 0;
        while (at < length) {
            int number = indices[at] >>> 6;
            long bits = 0;
            for (; at < length && indices[at] >>> 6 == number; at++) {
                bits |= (~except >>> at & 1) << indices[at];
            }
            if (bits != 0) {
                int word = words > 0 && numbers[words - 1] == number ? words - 1 : newWord(number);
                shown[word] |= bits;
                count += Long.bitCount(bits);
            }
        }
    }

    private int newWord(int number) {
        if (words == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * words);
            shown = Arrays.copyOf(shown, 2 * words);
            stale = Arrays.copyOf(stale, 2 * words);
        }
        numbers[words] = number;
        shown[words] = 0;
        stale[words] = 0;
        return words++;
    }

    /**
     * A hash of what a client has: the indices of its entities, and all their fields.
     *
     * @param isServer whether each row's values are in the frame of which they are, and not in that of the packet
     */
    long hash(Frames frames, boolean isServer) {
        long hash = count;
        Walk walk = new Walk().begin(this);
        while (walk.next()) {
            int from = isServer ? walk.frame() : frame;
            if (!frames.has(from)) {
                throw new IllegalArgumentException("the client has values of a frame that is not kept any more, because"
                        + " there was no room for newer ones: frame=" + from + ", newest=" + frames.newest());
            }
            hash = mix(hash, walk.index());
            for (int field = 0; field < frames.fields(); field++) {
                hash = mix(hash, frames.get(from, walk.index(), field));
            }
        }
        return hash;
    }

    private static long mix(long hash, int value) {
        long mixed = (hash ^ value) * FACTOR;
        return mixed ^ mixed >>> 32;
    }

    /** What a client has after each of the last packets. */
    static final class States {
        private final ShownRows[] states;

        /**
         * No states.
         *
         * @param capacity the greatest number of frames, a power of two
         */
        States(int capacity) {
            states = new ShownRows[capacity];
        }

        /** The state after a frame's packet; null if it is not there. */
        ShownRows find(int frame) {
            ShownRows state = states[frame & states.length - 1];
            return state != null && frame != Frames.NONE && state.frame() == frame ? state : null;
        }

        /** The object for the state after a frame's packet. It replaces the one that is older by the capacity. */
        ShownRows place(int frame) {
            int slot = frame & states.length - 1;
            if (states[slot] == null) {
                states[slot] = new ShownRows();
            }
            return states[slot];
        }

        void clear() {
            Arrays.fill(states, null);
        }
    }
}
