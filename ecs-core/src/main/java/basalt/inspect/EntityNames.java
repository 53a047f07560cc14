package basalt.inspect;

import basalt.component.Entity;
import basalt.internal.JsonWriter;
import basalt.storage.Entities;
import java.util.Locale;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.collections.Long2ObjectHashMap;

/** The names of entities. For the world's thread. */
final class EntityNames {
    static final int MAX_LENGTH = 100;

    private static final int FIRST_SWEEP = 1_024;

    private final Long2ObjectHashMap<String> names = new Long2ObjectHashMap<>();
    private int sweepAt = FIRST_SWEEP;

    void put(long entity, String name, LongPredicate isAlive) {
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

    String get(long entity) {
        return names.isEmpty() ? null : names.get(entity);
    }

    /** Entities by path, by part of a given name in any case, by handle as {@code 12:3}, or by index. */
    static final class Found extends Question {
        private static final int MOST = 50;
        private static final Pattern NUMBERS = Pattern.compile("(\\d{1,10})(?::(\\d{1,10}))?");

        private final String text;
        private final long[] entities = new long[MOST];
        private final String[] names = new String[MOST];
        private int count;

        Found(Inspection inspected, String text) {
            super(inspected);
            this.text = text.trim();
        }

        @Override
        void begin() {
            count = 0;
            if (text.isEmpty()) {
                return;
            }
            findByNumber();
            long named = inspected.find(text);
            if (named != Entity.NULL) {
                add(named, text);
            }
            String part = text.toLowerCase(Locale.ROOT);
            Long2ObjectHashMap<String>.EntryIterator entries =
                    inspected.names.names.entrySet().iterator();
            while (entries.hasNext() && count < MOST) {
                entries.next();
                if (entries.getValue().toLowerCase(Locale.ROOT).contains(part)) {
                    add(entries.getLongKey(), entries.getValue());
                }
            }
        }

        private void findByNumber() {
            Matcher numbers = NUMBERS.matcher(text);
            Entities all = inspected.store().entities();
            long place = numbers.matches() && Long.parseLong(numbers.group(1)) <= 0xFFFF_FFFFL
                    ? all.place((int) Long.parseLong(numbers.group(1)))
                    : 0;
            if (place != 0) {
                // SAFETY: there is such a row; it is an entity if the handle of its generation is alive.
                long entity = Entities.handle(place);
                boolean isWanted = numbers.group(2) == null
                        || Long.parseLong(numbers.group(2)) == Integer.toUnsignedLong(Entity.generation(entity));
                if (isWanted && all.isAlive(entity)) {
                    add(entity, inspected.name(entity));
                }
            }
        }

        private void add(long entity, String name) {
            entities[count] = entity;
            names[count++] = name;
        }

        @Override
        public void write(JsonWriter json) {
            json.startObject().startArray("entities");
            for (int i = 0; i < count; i++) {
                json.startObject().put("entity", Values.handle(entities[i])).put("name", names[i]);
                json.endObject();
            }
            json.endArray().endObject();
        }
    }
}
