package basalt.feed;

import java.util.Arrays;

/** A set of entity indices, as a bit for each. */
final class IndexSet {
    private long[] words = new long[16];
    private int count;

    /** Removes all. */
    void clear() {
        Arrays.fill(words, 0, count, 0);
        count = 0;
    }

    /** Adds an index. */
    void add(int index) {
        addAll(index >>> 6, 1L << index);
    }

    /** Removes an index. */
    void remove(int index) {
        if (index >>> 6 < count) {
            words[index >>> 6] &= ~(1L << index);
        }
    }

    /** Adds the indices of another set. */
    void addAll(IndexSet other) {
        for (int word = 0; word < other.count; word++) {
            addAll(word, other.words[word]);
        }
    }

    void addAll(int word, long bits) {
        if (word >= words.length) {
            words = Arrays.copyOf(words, Math.max(word + 1, 2 * words.length));
        }
        count = Math.max(count, word + 1);
        words[word] |= bits;
    }

    /** Removes the indices that another set lacks. */
    void retainAll(IndexSet other) {
        for (int word = 0; word < count; word++) {
            words[word] &= other.word(word);
        }
    }

    /** Whether an index is in the set. */
    boolean contains(int index) {
        return (word(index >>> 6) >>> index & 1) != 0;
    }

    int count() {
        int indices = 0;
        for (int word = 0; word < count; word++) {
            indices += Long.bitCount(words[word]);
        }
        return indices;
    }

    /** {@return the number of words; all later ones are empty} */
    int words() {
        return count;
    }

    /** The indices of a word. */
    long word(int word) {
        return word < count ? words[word] : 0;
    }
}
