package basalt.snapshot;

import static basalt.component.layout.BlockLayout.disabled;
import static basalt.component.layout.BlockLayout.disabledSummary;
import static basalt.component.layout.BlockLayout.present;
import static basalt.component.layout.BlockLayout.presentSummary;

import basalt.storage.RowBits;

/** Which rows of a block have a component, 64 rows a word. */
final class PresenceWords {
    private PresenceWords() {}

    /** The rows of a word that have the component enabled. SAFETY: base is a block, word is below WORDS. */
    static long enabled(long base, int id, int word) {
        return RowBits.word(base + presentSummary(id), base + present(id), word)
                & ~RowBits.word(base + disabledSummary(id), base + disabled(id), word);
    }
}
