package basalt.examples.framework.experiment;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.world.World;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.reflect.RecordComponent;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Writes the entities of a world as JSON, for bug reports and diffs.
 *
 * <pre>
 * {
 *   "tick": 120,
 *   "entities": [
 *     {
 *       "entity": "7:1",
 *       "Aim": {"target":"3:2"},
 *       "Position": {"x":1.5,"y":-0.1}
 *     },
 *     ...
 * </pre>
 *
 * <p>Entities are in ascending order of rows, which is that of their indices until rows move, components in the order
 * of their names, fields as in the record. A handle is written as index and generation. Floating-point numbers are
 * exact: reading them gives the same bits, except for a NaN. Entities and components that are disabled are written, and
 * marked.
 *
 * <p>Used by the world's thread, outside of ticks.
 */
public final class WorldJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .build();

    private final World world;
    private final List<Component<?>> components;
    private final Query all;

    /**
     * Creates a writer.
     *
     * @param world the world
     * @param components the components to write
     */
    public WorldJson(World world, Component<?>... components) {
        this.world = world;
        this.components = Stream.of(components)
                .sorted(Comparator.comparing(WorldJson::name))
                .toList();
        all = world.query().includeDisabled().build();
    }

    private static String name(Component<?> component) {
        return component.type().getSimpleName();
    }

    /**
     * Writes all entities of the world.
     *
     * @param out receives the text; is not closed
     * @throws UncheckedIOException if it cannot be written
     */
    public void world(Writer out) {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter()
                .withSeparators(
                        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                .withObjectIndenter(indenter)
                .withArrayIndenter(indenter);
        try (JsonGenerator json = MAPPER.createGenerator(out);
                RowCursor rows = all.cursor()) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.setPrettyPrinter(printer);
            json.writeStartObject();
            json.writeNumberField("tick", world.time().tick());
            json.writeArrayFieldStart("entities");
            while (rows.next()) {
                writeEntity(json, rows.entity());
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeEntity(JsonGenerator json, long entity) throws IOException {
        json.writeStartObject();
        json.writeStringField("entity", handle(entity));
        if (!world.isEnabled(entity)) {
            json.writeBooleanField("enabled", false);
        }
        for (Component<?> component : components) {
            if (world.has(entity, component)) {
                String mark = world.isEnabled(entity, component) ? "" : " (disabled)";
                json.writeFieldName(name(component) + mark);
                json.writeRawValue(MAPPER.writeValueAsString(fields(world.get(entity, component)))); // in one line
            }
        }
        json.writeEndObject();
    }

    private static Map<String, Object> fields(Record value) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (RecordComponent field : value.getClass().getRecordComponents()) {
            Object read = read(field, value);
            if (field.isAnnotationPresent(EntityHandle.class)) {
                read = read instanceof long[] handles
                        ? LongStream.of(handles).mapToObj(WorldJson::handle).toList()
                        : handle((long) read);
            }
            fields.put(field.getName(), read);
        }
        return fields;
    }

    private static Object read(RecordComponent field, Record value) {
        try {
            field.getAccessor().setAccessible(true); // the record need not be public
            return field.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + field, e);
        }
    }

    private static String handle(long entity) {
        return entity == Entity.NULL
                ? null
                : Integer.toUnsignedString(Entity.index(entity)) + ":"
                        + Integer.toUnsignedString(Entity.generation(entity));
    }
}
