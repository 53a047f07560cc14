package basalt.match;

import basalt.component.Component;
import basalt.internal.Strict;
import basalt.storage.access.AccessCheck;
import basalt.storage.access.AccessCheck.ReaderSystem;
import basalt.storage.access.Store;
import basalt.storage.change.ChangeTracker;
import basalt.storage.change.RowSet;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The conditions of a query on changes, and the changed rows that the query has not seen. There is one set of rows for
 * each condition and component. It grows as rows change and is cleared when the query runs.
 *
 * <p>A row meets a condition if at least one of the condition's components has changed in the row, and is present and
 * enabled now. For one thread at a time.
 */
public final class ChangeFilter {
    private final int[][] ids;
    private final RowSet[][] pending;

    /** The system that uses the query; null outside of strict mode. */
    private final ReaderSystem system = Strict.ON ? new ReaderSystem("a query for changes") : null;

    /** The number of conditions on gained components; they come first. */
    private final int gainedConditions;

    /** Compares the rows that match with those of the last run; null for conditions on changes. */
    private MatchReader reader;

    /** Stored here, so that it is not collected while the readers are registered. */
    private Reference<?> user;

    private ChangeFilter(int gainedConditions, int changedConditions) {
        this.gainedConditions = gainedConditions;
        ids = new int[gainedConditions + changedConditions][];
        pending = new RowSet[ids.length][];
    }

    /**
     * Registers the conditions of a query, which records changes from now on. Returns the filter; null if there is no
     * condition.
     */
    public static ChangeFilter of(
            ChangeTracker changes,
            List<? extends Collection<Component<?>>> gained,
            List<? extends Collection<Component<?>>> changed) {
        int count = gained.size() + changed.size();
        if (count == 0) {
            return null;
        }
        ChangeFilter changeFilter = new ChangeFilter(gained.size(), changed.size());
        try {
            for (int i = 0; i < count; i++) {
                boolean isGained = i < gained.size();
                changeFilter.track(i, isGained ? gained.get(i) : changed.get(i - gained.size()), isGained, changes);
            }
        } catch (RuntimeException e) { // no memory
            changeFilter.close(changes);
            throw e;
        }
        return changeFilter;
    }

    /** A filter that compares the rows of a query with those of its last run, instead of conditions on changes. */
    public static ChangeFilter comparing(
            MatchReader.Kind kind,
            String name,
            MatchReader.Readers readers,
            Store store,
            ValueCondition.ValueFilter values) {
        ChangeFilter changeFilter = new ChangeFilter(0, 0);
        changeFilter.reader = new MatchReader(kind, name, readers, store, values, changeFilter);
        return changeFilter;
    }

    private void track(int condition, Collection<Component<?>> components, boolean isGained, ChangeTracker changes) {
        ids[condition] = components.stream().mapToInt(Component::id).toArray();
        pending[condition] = new RowSet[ids[condition].length];
        int i = 0;
        for (Component<?> component : components) {
            pending[condition][i++] =
                    isGained ? changes.trackGained(component, this) : changes.trackChanged(component, this);
        }
    }

    /** Registers sets of rows that the reader keeps by itself, until this is closed; see {@link ChangeTracker#keep}. */
    public RowSet[] keep(ChangeTracker changes, int id, int sets) {
        RowSet[] made = new RowSet[sets];
        for (int i = 0; i < sets; i++) {
            made[i] = changes.keep(id, this);
        }
        return made;
    }

    /**
     * Registers sets of the rows that gain components, until this is closed, except for components whose changes are
     * conditions. The caller reads and clears them.
     */
    public RowSet[] trackGained(ChangeTracker changes, List<Component<?>> components) {
        List<RowSet> made = new ArrayList<>();
        for (Component<?> component : components) {
            if (!looksForWrites(component.id())) {
                made.add(changes.trackGained(component, this));
            }
        }
        return made.toArray(RowSet[]::new);
    }

    /** Stores the reference to the query's filter. */
    void setUser(Reference<?> newUser) {
        user = newUser;
    }

    /** Ends the recording of changes and releases all memory. Does nothing if it was closed before. */
    public void close(ChangeTracker changes) {
        changes.stopAll(this);
        if (reader != null) {
            reader.close();
        }
    }

    /** What compares rows with those of the last run; null if these are conditions on changes. */
    public MatchReader reader() {
        return reader;
    }

    /** Called before rows are matched. */
    void begin(ValueCondition.ValueFilter values) {
        if (reader != null) {
            reader.begin(values);
        }
    }

    /** Strict mode: throws if another system uses these conditions. */
    public void checkReader(AccessCheck user) {
        if (Strict.ON) {
            system.use(user);
        }
    }

    ReaderSystem system() {
        return system;
    }

    /** The blocks that may have a row which meets all conditions: one bit for each of 64 blocks. */
    long blocks(int word) {
        long blocks = -1L;
        for (RowSet[] sets : pending) {
            long some = 0;
            for (RowSet set : sets) {
                some |= set.blocks(word);
            }
            blocks &= some;
        }
        return blocks;
    }

    /** The words of a block that may have a row which meets all conditions: one bit for each of 64 words. */
    long words(int block, int group) {
        long words = reader == null ? -1L : reader.unread(block, group);
        for (RowSet[] sets : pending) {
            long some = 0;
            for (RowSet set : sets) {
                some |= set.any(block, group);
            }
            words &= some;
        }
        return words;
    }

    /** The rows of a word that meet all conditions. Presence is not checked for conditions with a single component. */
    long rows(long base, int block, int word) {
        long rows = reader == null ? -1L : reader.unreadRows(block, word);
        for (int i = 0; i < pending.length; i++) {
            RowSet[] sets = pending[i];
            if (sets.length == 1) {
                rows &= sets[0].word(block, word);
                continue;
            }
            long some = 0;
            for (int j = 0; j < sets.length; j++) {
                long changed = sets[j].word(block, word);
                some |= changed == 0 ? 0 : changed & Filter.enabled(base, ids[i][j], word);
            }
            rows &= some;
        }
        return rows;
    }

    /** Whether a condition is on writes of a component. */
    public boolean looksForWrites(int id) {
        if (reader != null) {
            return reader.looksForWrites(id);
        }
        for (int i = gainedConditions; i < ids.length; i++) {
            for (int changed : ids[i]) {
                if (changed == id) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Clears the recorded changes, because the query has run. Inside of a kernel that may write a component, the
     * changes of that component are kept: the kernel may still write a row that is already recorded.
     */
    void clearChanges(WriteCheck here) {
        if (reader != null) {
            reader.clear(here);
        }
        for (int i = 0; i < pending.length; i++) {
            for (int j = 0; j < pending[i].length; j++) {
                if (i < gainedConditions || !here.mayStillWrite(ids[i][j], this)) {
                    pending[i][j].clear();
                }
            }
        }
    }

    /** Reports which components the running kernels of a thread may still write. */
    @FunctionalInterface
    public interface WriteCheck {
        /** Whether a running kernel may still write a component. */
        boolean mayStillWrite(int id, ChangeFilter own);
    }

    /**
     * Closes the filters of unreachable queries for changes. A query, its kernels and selections share a {@link
     * Filter}. The readers of changes do not refer to it, so the garbage collector finds it when the last of them is
     * unreachable. For the world's thread.
     */
    public static final class Dropped {
        private Dropped() {}

        public static void register(Filter filter, ChangeTracker changes) {
            filter.changeFilter().setUser(new FilterReference(filter, changes.dropped()));
        }

        /** Releases the memory of unreachable filters. Must not be called while matching rows are taken. */
        public static void release(ChangeTracker changes) {
            Reference<?> dropped = changes.dropped().poll();
            while (dropped != null) {
                ((FilterReference) dropped).changeFilter.close(changes); // does nothing if it was closed before
                dropped = changes.dropped().poll();
            }
        }

        private static final class FilterReference extends WeakReference<Filter> {
            private final ChangeFilter changeFilter;

            FilterReference(Filter filter, ReferenceQueue<Object> queue) {
                super(filter, queue);
                changeFilter = filter.changeFilter();
            }
        }
    }
}
