package basalt.snapshot;

import static basalt.component.layout.BlockLayout.disabled;
import static basalt.component.layout.BlockLayout.disabledSummary;

import basalt.storage.Pools;
import basalt.storage.RowBits;

/** Which rows of a block have a component, 64 rows a word. */
final class PresenceWords {
    private PresenceWords() {}

    /** The rows of a word that have the component enabled. SAFETY: base is a block, word is below WORDS. */
    static long enabled(long base, int id, int word) {
        return Pools.presentWord(base, word, id) & ~RowBits.word(base + disabledSummary(id), base + disabled(id), word);
    }
}
