package basalt.inspect;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.SaveFormatException;
import basalt.internal.JsonWriter;
import basalt.save.ReplayDifference;
import basalt.system.FixedStepLoop;
import basalt.system.Schedule;
import basalt.world.Prefab;
import basalt.world.Template;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The addresses of the JSON interface. For all threads; each view for one. */
final class Api {
    private static final int DEFAULT_ROWS = 50;
    private static final int DEFAULT_BLOCKS = 64;
    private static final int MOST_FILES = 1_000;
    private static final int MOST_STEPS = 1_000;
    private static final double MOST_SPEED = 1_000;
    private static final long WAIT_NANOS = 2_000_000_000;
    private static final String NO_ANSWER = "the world's thread does not answer";

    private final Inspection inspected;
    private final Change.EntityChanges changes;

    Api(Inspection inspected) {
        this.inspected = inspected;
        changes = new Change.EntityChanges(inspected);
    }

    View view(String address, Parameters parameters) {
        return switch (address) {
            case "status" -> inspected::writeStatus;
            case "graph" -> json -> SystemFigures.writeGraph(json, inspected.schedule.graph());
            case "components" -> new ComponentNames.Counted(inspected);
            case "entities" -> entities(parameters, inspected.components);
            case "entity" -> new EntityDetails(inspected, entity(parameters, "id"), inspected.components);
            case "text" ->
                new EntityText(
                        inspected, parameters.get("entity") == null ? Entity.NULL : entity(parameters, "entity"));
            case "find" -> new EntityNames.Found(inspected, parameters.require("text"));
            case "complete" -> completions(parameters)::write;
            case "systems" -> new SystemFigures(inspected);
            case "timeline" -> new SystemFigures.Timeline(inspected);
            case "memory" -> new MemoryWatch.State(inspected);
            case "blocks" -> blocks(parameters);
            case "points" -> points(parameters, inspected.components);
            case "cells" -> new CellPicture(inspected, find(parameters, "grid", inspected.options.grids()));
            case "history" -> new StateHistory.States(inspected);
            case "replays" -> this::writeRecordings;
            case "difference" -> {
                String first = parameters.require("first");
                String second = parameters.require("second");
                yield json -> writeDifference(json, first, second);
            }
            default -> throw new ApiException(404, "the interface has no " + address);
        };
    }

    static JsonWriter show(View view) {
        try {
            if (!view.update(WAIT_NANOS)) {
                throw new ApiException(503, NO_ANSWER + "; see the status for what it does");
            }
            JsonWriter json = new JsonWriter();
            view.write(json);
            return json;
        } finally {
            view.close();
        }
    }

    private EntityRows entities(Parameters parameters, ComponentNames names) {
        QueryText.Parsed query = QueryText.parse(parameters.get("query", ""), names);
        int limit = parameters.integer("limit", DEFAULT_ROWS, 1, EntityRows.MOST_ROWS);
        String sort = parameters.get("sort", "");
        int mostBefore = sort.isEmpty() ? Integer.MAX_VALUE - EntityRows.MOST_ROWS : EntityRows.MOST_SORTED - limit;
        int offset = parameters.integer("offset", 0, 0, mostBefore);
        Set<Component<?>> shown = new LinkedHashSet<>(query.required());
        for (String name : parameters.get("show", "").split(",")) {
            if (!name.isBlank()) {
                shown.add(names.component(name.trim()));
            }
        }
        Column column = sort.isEmpty() ? null : names.column(sort);
        boolean descending = parameters.flag("descending", false);
        return new EntityRows(inspected, query, names, offset, limit, column, descending, shown);
    }

    private BlockPicture blocks(Parameters parameters) {
        return new BlockPicture(
                inspected,
                QueryText.parse(parameters.get("query", ""), inspected.components),
                parameters.integer("offset", 0, 0, Integer.MAX_VALUE - BlockPicture.MOST_BLOCKS),
                parameters.integer("limit", DEFAULT_BLOCKS, 1, BlockPicture.MOST_BLOCKS));
    }

    private ScatterPoints points(Parameters parameters, ComponentNames names) {
        Stream<String> axes = Stream.of(parameters.require("x"), parameters.require("y"));
        if (parameters.get("z") != null) {
            axes = Stream.concat(axes, Stream.of(parameters.get("z")));
        }
        return new ScatterPoints(
                inspected,
                QueryText.parse(parameters.get("query", ""), names),
                axes.map(name -> ScatterPoints.Axis.of(name, names)).toList(),
                parameters.integer(
                        "limit", ScatterPoints.MOST_POINTS, ScatterPoints.LEAST_POINTS, ScatterPoints.MOST_POINTS));
    }

    private QueryText.Completions completions(Parameters parameters) {
        String text = parameters.get("query", "");
        return QueryText.Completions.at(
                text, parameters.integer("at", text.length(), 0, Integer.MAX_VALUE), inspected.components);
    }

    private static long entity(Parameters parameters, String name) {
        try {
            return Values.parseEntity(parameters.require(name));
        } catch (NumberFormatException e) {
            throw new ApiException(400, "parameter " + name + " is no entity, such as 12:3: " + parameters.get(name));
        }
    }

    /** Writes the files of recorded runs, in the order of their names. */
    private void writeRecordings(JsonWriter json) {
        json.startObject().startArray("files");
        for (Path file : recordings()) {
            json.startObject().put("name", file.getFileName().toString());
            json.put("bytes", file.toFile().length()).endObject(); // 0 if it was deleted meanwhile
        }
        json.endArray().endObject();
    }

    private List<Path> recordings() {
        if (inspected.options.recordings() == null || !Files.isDirectory(inspected.options.recordings())) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(inspected.options.recordings())) {
            return all.filter(Files::isRegularFile).limit(MOST_FILES).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the folder of recordings cannot be read: " + inspected.options.recordings(), e);
        }
    }

    private synchronized void writeDifference(JsonWriter json, String first, String second) {
        ReplayDifference found;
        try {
            found = ReplayDifference.between(recording(first), recording(second));
        } catch (SaveFormatException e) {
            throw new ApiException(409, e.getMessage());
        }
        json.startObject().put("ticks", found.ticks()).put("compared", found.compared());
        json.put("tick", found.tick()).put("components", found.components());
        json.put("systems", found.systems()).put("givenTick", found.givenTick()).endObject();
    }

    /** The file with a name: one of the folder's, so that no other file can be named. */
    private Path recording(String name) {
        return recordings().stream()
                .filter(file -> file.getFileName().toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new ApiException(404, "there is no recording " + name));
    }

    /** Changes something, and writes the last tick before. */
    JsonWriter post(String address, Parameters parameters) {
        if (!inspected.options.isEditable()) {
            throw new ApiException(403, "this inspector only shows: build it with editable() to change the world");
        }
        JsonWriter json = new JsonWriter();
        switch (address) {
            case "pause" -> loop().pause();
            case "resume" -> loop().resume();
            case "step" -> step(parameters.integer("count", 1, 1, MOST_STEPS));
            case "speed" -> speed(parameters.number("scale"));
            default -> {
                Change change = change(address, parameters);
                make(change);
                change.write(json);
                return json;
            }
        }
        return json.startObject().put("tick", inspected.lastTick()).endObject();
    }

    private void make(Change change) {
        if (!inspected.changes.ask(change)) {
            throw new ApiException(429, "too many changes wait for the next tick");
        }
        if (!change.await(WAIT_NANOS)) {
            change.close();
            throw new ApiException(503, NO_ANSWER + "; the change is dropped, unless it is being made");
        }
    }

    private FixedStepLoop loop() {
        if (inspected.options.loop() == null) {
            throw new ApiException(409, "the inspector knows no loop: build it with loop(fixedStepLoop)");
        }
        return inspected.options.loop();
    }

    private void step(int count) {
        for (int i = 0; i < count; i++) {
            loop().step(); // throws unless it is paused
        }
    }

    private void speed(double scale) {
        if (!(scale >= 0 && scale <= MOST_SPEED)) {
            throw new ApiException(400, "parameter scale must be from 0 to " + MOST_SPEED + ": " + scale);
        }
        loop().timeScale(scale);
    }

    private Change change(String address, Parameters parameters) {
        return switch (address) {
            case "set" -> set(parameters);
            case "add" -> changes.add(entity(parameters, "entity"), component(parameters));
            case "remove" -> changes.remove(entity(parameters, "entity"), component(parameters));
            case "enable", "disable" ->
                changes.enable(
                        entity(parameters, "entity"),
                        parameters.get("component") == null ? null : component(parameters),
                        address.equals("enable"));
            case "destroy" -> changes.destroy(entity(parameters, "entity"));
            case "attach" -> {
                boolean isDetached = parameters.get("parent", "").isEmpty();
                long parent = isDetached ? Entity.NULL : entity(parameters, "parent");
                yield changes.attach(entity(parameters, "entity"), parent);
            }
            case "spawn" -> spawn(parameters);
            case "name" -> name(parameters);
            case "text" -> EntityText.read(inspected, parameters.require("text"));
            case "system" -> system(parameters.require("name"), parameters.flag("enabled", true));
            case "restore" -> {
                long tick = parameters.tick("tick");
                yield Change.action(inspected, () -> {
                    inspected.history.restore(tick);
                    inspected.changes.forget();
                });
            }
            case "compact" ->
                Change.action(inspected, () -> inspected.world.rows().compact());
            default -> throw new ApiException(404, "the interface has no " + address + " to post to");
        };
    }

    private Component<?> component(Parameters parameters) {
        return inspected.components.component(parameters.require("component"));
    }

    private Change set(Parameters parameters) {
        return changes.set(
                entity(parameters, "entity"),
                inspected.components.column(parameters.require("component"), parameters.require("field")),
                parameters.integer("lane", 0, 0, Integer.MAX_VALUE),
                parameters.require("value"));
    }

    private Change spawn(Parameters parameters) {
        if (parameters.get("template") != null) {
            Template template = find(parameters, "template", inspected.options.templates());
            return changes.spawn(commands -> template.spawn(commands));
        }
        String name = parameters.require("prefab");
        if (inspected.textPrefabs.contains(name)) {
            return changes.spawn(
                    commands -> inspected.options.texts().prefab(name).spawn(commands));
        }
        Prefab prefab = find(parameters, "prefab", inspected.options.prefabs(), inspected.prefabs());
        return changes.spawn(commands -> prefab.spawn(commands));
    }

    private static <T> T find(Parameters parameters, String kind, Map<String, T> known) {
        return find(parameters, kind, known, known.keySet());
    }

    private static <T> T find(Parameters parameters, String kind, Map<String, T> known, Set<String> names) {
        String name = parameters.require(kind);
        T found = known.get(name);
        if (found == null) {
            throw new ApiException(404, "there is no " + kind + " " + name + "; there are " + names);
        }
        return found;
    }

    private Change name(Parameters parameters) {
        String name = parameters.require("name").trim();
        if (name.length() > EntityNames.MAX_LENGTH) {
            throw new ApiException(400, "a name has at most " + EntityNames.MAX_LENGTH + " characters");
        }
        long entity = entity(parameters, "entity");
        return Change.action(inspected, () -> inspected.name(entity, name));
    }

    private Change system(String name, boolean on) {
        boolean isKnown = IntStream.range(0, inspected.control.systems())
                .anyMatch(system -> inspected.control.name(system).equals(name));
        if (!isKnown) {
            throw new ApiException(404, "there is no system " + name);
        }
        Schedule schedule = inspected.schedule;
        return Change.action(inspected, on ? () -> schedule.enable(name) : () -> schedule.disable(name));
    }

    /**
     * The view of a stream at an address, such as {@code entities?query=Position}. If this is wrong, or names a
     * component that the world does not have yet, the other views of the stream go on, and this one is tried again.
     */
    View watched(String address) {
        int mark = address.indexOf('?');
        String name = mark < 0 ? address : address.substring(0, mark);
        return new View() {
            /** Null until the address was right. */
            private View view;

            @Override
            public void ask() {
                if (name.equals("difference")) {
                    throw new ApiException(400, "a difference of recordings takes long, and cannot be watched");
                }
                if (view == null) {
                    view = Api.this.view(name, Parameters.of(mark < 0 ? null : address.substring(mark + 1)));
                }
                view.ask();
            }

            @Override
            public boolean update(long nanos) {
                ask();
                return view.update(nanos);
            }

            @Override
            public void write(JsonWriter json) {
                view.write(json);
            }

            @Override
            public void close() {
                if (view != null) {
                    view.close();
                }
            }
        };
    }
}
