package basalt.storage.change;

import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Rows;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.agrona.collections.LongArrayList;

/**
 * Destroys entities with links, together with those that {@linkplain DestroyRule rules} add, in waves:
 *
 * <pre>{@code
 * waves.begin().add(place);
 * waves.run();
 * }</pre>
 *
 * <p>A wave is one change: it is refused as a whole, and its memory is taken before anything changes. Observers are
 * called for children before their parents in each tree, and for sources before their targets in each relation; in a
 * circle over several of them, in some order that depends on the links only. For the store's thread.
 */
public final class DestroyWaves {
    private final Structure structure;
    private final DestroyWave wave;
    private final Entities entities;
    private final LongArrayList late = new LongArrayList();
    private final LongConsumer addLate = late::addLong;
    private final Runnable whenLinked;
    private final LongPredicate isDependent = this::isDependent;
    private DestroyRule[] rules = {};

    DestroyWaves(Structure structure, Rows rows, Runnable whenLinked) {
        this.structure = structure;
        this.whenLinked = whenLinked;
        entities = rows.entities();
        wave = new DestroyWave(rows.blocks());
    }

    /** Adds a rule for entities with links. */
    public void add(DestroyRule rule) {
        rules = Arrays.copyOf(rules, rules.length + 1);
        rules[rules.length - 1] = rule;
        whenLinked.run();
    }

    /** Whether there is a rule, so that entities can have links. */
    public boolean isLinked() {
        return rules.length > 0;
    }

    /** Updates the rules, before {@link #linked}. */
    public void update() {
        for (DestroyRule rule : rules) {
            rule.update();
        }
    }

    /** The rows whose entities have links, after {@link #update}. */
    public long linked(long base, int word, long rows) {
        long linked = 0;
        for (DestroyRule rule : rules) {
            linked |= rule.linked(base, word, rows);
        }
        return linked;
    }

    /** The entities that would be destroyed with another one, directly. For any thread that may read. */
    public void forEachDependent(long place, LongConsumer each) {
        for (DestroyRule rule : rules) {
            rule.forEachDependent(place, each);
        }
    }

    /** Destroys entities in a wave if one of them has links. */
    boolean tryDestroy(long base, int word, long rows) {
        structure.hookScope().requireOutside();
        update();
        if (linked(base, word, rows) == 0) {
            return false;
        }
        begin().add(base, word, rows);
        run();
        return true;
    }

    public DestroyWave begin() {
        wave.clear();
        return wave;
    }

    /** Destroys the entities of the wave, and those that are destroyed with them. */
    public int run() {
        HookScope scope = structure.hookScope();
        int count = 0;
        scope.begin();
        try {
            boolean isObserved = structure.hooks().isActive();
            do {
                prepare();
                count += wave.size();
                if (isObserved) {
                    destroyOneByOne();
                } else {
                    destroyByWords();
                }
            } while (isObserved && settle());
        } catch (Throwable e) {
            scope.endAfter(e);
            throw e;
        } finally {
            wave.clear();
        }
        scope.end();
        return count;
    }

    /** Called after entities without links were destroyed. Observers may have linked others to them meanwhile. */
    void destroyed(long base, int word, long rows) {
        if (isLinked() && structure.hooks().isActive()) {
            begin().add(base, word, rows);
            if (settle()) {
                run();
            }
        }
    }

    /** Makes the next wave, of entities that observers have linked to the last one; false if there are none. */
    private boolean settle() {
        late.clear(); // the last time may have failed
        for (DestroyRule rule : rules) {
            rule.settle(wave, addLate);
        }
        wave.clear();
        for (int i = 0; i < late.size(); i++) {
            wave.add(entities.require(late.getLong(i)));
        }
        return wave.size() > 0;
    }

    private void prepare() {
        update();
        wave.removeIf(isDependent); // expand() adds them again, behind those that take them along
        int given = wave.size();
        for (int i = 0; i < wave.size(); i++) {
            for (DestroyRule rule : rules) {
                rule.expand(wave, wave.place(i));
            }
        }
        wave.uncertain(rules.length == 1 ? given : wave.size());
        for (DestroyRule rule : rules) {
            rule.prepare(wave);
        }
        structure.removals().reserveDestroyed(wave);
        for (DestroyRule rule : rules) {
            rule.release(wave);
        }
    }

    private boolean isDependent(long place) {
        for (DestroyRule rule : rules) {
            if (rule.isDependent(wave, place)) {
                return true;
            }
        }
        return false;
    }

    /** Destroys children before their parents, sources before their targets; else in the reverse order of the wave. */
    private void destroyOneByOne() {
        wave.sort(rules);
        for (int i = wave.size() - 1; i >= 0; i--) {
            long place = wave.place(i);
            structure.hooks().destroying(Place.base(place), Place.word(place), Place.bit(place));
            for (DestroyRule rule : rules) {
                rule.unlink(wave, wave.place(i));
            }
            place = wave.place(i); // again: observers may take memory, which may move blocks
            destroy(Place.base(place), Place.word(place), Place.bit(place));
        }
    }

    /** Destroys all that are in one word at once. */
    private void destroyByWords() {
        for (DestroyRule rule : rules) {
            rule.unlinkAll(wave);
        }
        while (wave.size() > 0) {
            long place = wave.place(wave.size() - 1);
            long rows = wave.takeWord();
            if (rows != 0) {
                destroy(Place.base(place), Place.word(place), rows);
            }
        }
    }

    private void destroy(long base, int word, long rows) {
        structure.destroyReserved(base, word, rows, structure.isIterating());
    }
}
