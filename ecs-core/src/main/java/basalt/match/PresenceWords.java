package basalt.match;

import basalt.storage.Pools;

/** Which rows of a block have a component, 64 rows a word. */
final class PresenceWords {
    private PresenceWords() {}

    /** The rows of a word that have the component enabled. SAFETY: base is a block, word is below WORDS. */
    static long enabled(long base, int id, int word) {
        return Pools.presentWord(base, word, id) & ~Pools.disabledWord(base, word, id);
    }
}
