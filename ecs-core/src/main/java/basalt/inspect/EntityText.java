package basalt.inspect;

import basalt.component.Entity;
import basalt.internal.JsonWriter;
import basalt.text.WorldText;
import java.io.StringWriter;

/** An entity and all that is below it as text, or the prefabs. */
final class EntityText extends Question {
    private final WorldText texts;
    private final long entity;
    private long tick;
    private String text;

    /** @param entity the null handle for the prefabs */
    EntityText(Inspection inspected, long entity) {
        super(inspected);
        this.entity = entity;
        texts = texts(inspected);
    }

    private static WorldText texts(Inspection inspected) {
        WorldText texts = inspected.options.texts();
        if (texts == null) {
            throw new ApiException(409, "the inspector knows no texts: build it with texts(WorldText.of(world, ...))");
        }
        return texts;
    }

    @Override
    void begin() {
        StringWriter to = new StringWriter();
        if (entity == Entity.NULL) {
            texts.writePrefabs(to);
        } else {
            texts.writeEntities(to, entity);
        }
        tick = inspected.tick();
        text = to.toString();
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().put("tick", tick).put("text", text).endObject();
    }

    /** Reads a text between two ticks. */
    static Change read(Inspection inspected, String text) {
        WorldText texts = texts(inspected);
        return Change.action(inspected, () -> texts.read(text));
    }
}
