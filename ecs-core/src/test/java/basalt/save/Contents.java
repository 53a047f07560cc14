package basalt.save;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.query.LeftEntities;
import basalt.query.Query;
import basalt.world.EventReader;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** All that users can see of the entities of a world, as text. */
public final class Contents {
    private Contents() {}

    /** By handle. */
    public static Map<Long, String> byHandle(World world, Component<?>... components) {
        return by(world, entity -> entity, components);
    }

    /** By index, without generations. */
    public static Map<Integer, String> byIndex(World world, Component<?>... components) {
        return by(world, Entity::index, components);
    }

    private static <K> Map<K, String> by(World world, LongFunction<K> key, Component<?>... components) {
        Map<K, String> contents = new LinkedHashMap<>();
        try (Query everything = world.query().includeDisabled().build()) {
            everything.forEach(row -> contents.put(key.apply(row.entity()), text(world, row.entity(), components)));
        }
        return contents;
    }

    private static String text(World world, long entity, Component<?>... components) {
        StringBuilder text = new StringBuilder(world.isEnabled(entity) ? "" : "disabled ");
        for (Component<?> component : components) {
            if (world.has(entity, component)) {
                text.append(world.get(entity, component)).append(world.isEnabled(entity, component) ? ' ' : '-');
            }
        }
        return text.toString();
    }

    /** Spawns entities of a template; returns their handles. */
    static List<Long> spawn(Template template, int count) {
        long[] handles = new long[count];
        template.spawn(handles);
        return new ArrayList<>(Arrays.stream(handles).boxed().toList());
    }

    /** What has not been read. */
    static List<Long> read(RemovedComponents removals) {
        List<Long> entities = new ArrayList<>();
        removals.forEach(entities::add);
        return entities;
    }

    static List<Long> read(LeftEntities left) {
        List<Long> entities = new ArrayList<>();
        left.forEach(entities::add);
        return entities;
    }

    static List<Integer> read(Query query) {
        List<Integer> rows = new ArrayList<>();
        query.forEach(row -> rows.add(row.index()));
        return rows;
    }

    static List<Long> read(EventReader<?> reader) {
        List<Long> events = new ArrayList<>();
        reader.forEachNumber(events::add);
        return events;
    }
}
