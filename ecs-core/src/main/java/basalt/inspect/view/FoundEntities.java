package basalt.inspect.view;

import basalt.component.Entity;
import basalt.internal.JsonWriter;
import basalt.storage.Entities;
import basalt.storage.Place;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Entities by their name, handle or index. */
public final class FoundEntities extends Question {
    private static final int MOST = 50;
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,10})(?::(\\d{1,10}))?");

    private final String text;
    private final long[] entities = new long[MOST];
    private final String[] names = new String[MOST];
    private int count;

    /**
     * A question for entities.
     *
     * @param text part of a name, a handle as {@code 12:3}, or an index
     */
    public FoundEntities(String text) {
        this.text = text.trim();
    }

    @Override
    protected void begin(InspectedWorld inspected) {
        count = 0;
    }

    @Override
    protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
        Matcher numbers = NUMBERS.matcher(text);
        if (numbers.matches() && Long.parseLong(numbers.group(1)) <= 0xFFFF_FFFFL) {
            Entities all = inspected.store().entities();
            int index = (int) Long.parseLong(numbers.group(1));
            long place = all.place(index);
            if (place != 0) {
                // SAFETY: there is such a row; it is an entity if the handle of its generation is alive.
                long entity = Entities.handle(Place.base(place), Place.row(place));
                boolean isWanted = numbers.group(2) == null
                        || Long.parseLong(numbers.group(2)) == Integer.toUnsignedLong(Entity.generation(entity));
                if (isWanted && all.isAlive(entity)) {
                    add(entity, inspected.names().get(entity));
                }
            }
        }
        if (!text.isEmpty()) {
            inspected.names().find(text, MOST, this);
        }
        return true;
    }

    int count() {
        return count;
    }

    void add(long entity, String name) {
        entities[count] = entity;
        names[count++] = name;
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().name("entities").startArray();
        for (int i = 0; i < count; i++) {
            json.startObject().name("entity").value(Lane.handle(entities[i]));
            json.name("name").value(names[i]).endObject();
        }
        json.endArray().endObject();
    }
}
