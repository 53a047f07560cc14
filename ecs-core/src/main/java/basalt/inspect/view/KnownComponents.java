package basalt.inspect.view;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.layout.ComponentAreas;
import basalt.internal.JsonWriter;
import basalt.storage.Blocks;
import basalt.storage.Pools;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The components that the world has had, and how many entities have each, if that is counted. */
public final class KnownComponents extends Question {
    private final boolean isCounted;
    private final List<Component<?>> components = new ArrayList<>();
    private int[] entities = {};
    private int next;

    /** A question for all components. */
    public KnownComponents(boolean isCounted) {
        this.isCounted = isCounted;
    }

    @Override
    protected void begin(InspectedWorld inspected) {
        components.clear();
        next = 0;
        int count = ComponentAreas.process().count();
        for (int id = 0; id < count; id++) {
            Component<?> component = inspected.store().pools().component(id);
            if (component != null && !component.isEvent()) {
                components.add(component);
            }
        }
        entities = new int[components.size()];
    }

    @Override
    protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
        while (isCounted && next < components.size()) {
            entities[next] =
                    count(inspected.store().blocks(), components.get(next).id());
            next++;
            if (System.nanoTime() - deadlineNanos > 0) {
                return next == components.size();
            }
        }
        return true;
    }

    /** SAFETY: only blocks are read in which the component has a row. */
    private static int count(Blocks blocks, int id) {
        int count = 0;
        long[] with = blocks.blocksWith(id);
        for (int i = 0; i < with.length; i++) {
            for (long rest = with[i]; rest != 0; rest &= rest - 1) {
                long base = blocks.base((i << 6) + Long.numberOfTrailingZeros(rest));
                for (int word = 0; word < WORDS; word++) {
                    count += Long.bitCount(Pools.presentWord(base, word, id));
                }
            }
        }
        return count;
    }

    /** The components, after the answer. */
    public List<Component<?>> components() {
        return Collections.unmodifiableList(components);
    }

    @Override
    public void write(JsonWriter json) {
        ComponentNames names = ComponentNames.of(components);
        json.startObject().name("components").startArray();
        for (int i = 0; i < entities.length; i++) {
            Component<?> component = components.get(i);
            json.startObject().name("name").value(names.shortName(component));
            json.name("type").value(component.name());
            writeTraits(json, component);
            json.name("entities").value(entities[i]).name("fields").startArray();
            for (Column column : component.columns()) {
                Fields.write(json.startObject().name("name").value(column.field()), column);
                json.endObject();
            }
            json.endArray().endObject();
        }
        json.endArray().endObject();
    }

    /** Writes the members {@code tag}, {@code sparse} and {@code link} of an object. */
    static void writeTraits(JsonWriter json, ComponentInfo component) {
        json.name("tag").value(component.isTag()).name("sparse").value(component.isSparse());
        json.name("link").value(component.isLink());
    }
}
