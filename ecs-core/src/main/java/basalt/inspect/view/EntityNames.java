package basalt.inspect.view;

import java.util.Locale;
import java.util.function.LongPredicate;
import org.agrona.collections.Long2ObjectHashMap;

/** The names of entities. For the world's thread. */
public final class EntityNames {
    /** The longest name, in characters. */
    public static final int MAX_LENGTH = 100;

    private static final int FIRST_SWEEP = 1_024;

    private final Long2ObjectHashMap<String> names = new Long2ObjectHashMap<>();
    private int sweepAt = FIRST_SWEEP;

    /** No names. */
    public EntityNames() {}

    public void put(long entity, String name, LongPredicate isAlive) {
        if (name.isEmpty()) {
            names.remove(entity);
            return;
        }
        if (names.size() >= sweepAt) {
            names.keySet().removeIf(named -> !isAlive.test(named));
            sweepAt = Math.max(FIRST_SWEEP, 2 * names.size());
        }
        names.put(entity, name);
    }

    /** The name of an entity; null if it has none. */
    String get(long entity) {
        return names.isEmpty() ? null : names.get(entity);
    }

    /** Collects the entities whose name contains a text, in any case. */
    void find(String text, int most, FoundEntities to) {
        String part = text.toLowerCase(Locale.ROOT);
        Long2ObjectHashMap<String>.EntryIterator entries = names.entrySet().iterator();
        while (entries.hasNext() && to.count() < most) {
            entries.next();
            if (entries.getValue().toLowerCase(Locale.ROOT).contains(part)) {
                to.add(entries.getLongKey(), entries.getValue());
            }
        }
    }
}
