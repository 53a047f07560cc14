package basalt.inspect.web;

import basalt.component.Column;
import basalt.component.Component;
import basalt.inspect.view.BlockPicture;
import basalt.inspect.view.Completions;
import basalt.inspect.view.EntityChanges;
import basalt.inspect.view.EntityDetails;
import basalt.inspect.view.EntityRows;
import basalt.inspect.view.FoundEntities;
import basalt.inspect.view.Inspection;
import basalt.inspect.view.KnownComponents;
import basalt.inspect.view.MemoryState;
import basalt.inspect.view.QueryText;
import basalt.inspect.view.Question;
import basalt.inspect.view.StateHistory;
import basalt.inspect.view.SystemFigures;
import java.util.ArrayList;
import java.util.List;

/** The addresses of the JSON interface that show something. For all threads; each view for one. */
final class Views {
    private static final int DEFAULT_ROWS = 50;
    private static final int DEFAULT_BLOCKS = 64;

    private final Inspection inspection;
    private final NameCache names;
    private final Recordings recordings;

    Views(Inspection inspection, NameCache names) {
        this.inspection = inspection;
        this.names = names;
        recordings = new Recordings(inspection.recordings());
    }

    View view(String address, Parameters parameters) {
        return switch (address) {
            case "status" -> View.of(inspection.status()::write);
            case "graph" ->
                View.of(json ->
                        SystemFigures.Graph.write(json, inspection.schedule().graph()));
            case "components" -> ask(new KnownComponents(true));
            case "entities" -> ask(entities(parameters));
            case "entity" -> ask(new EntityDetails(entity(parameters, "id"), names.names()));
            case "find" -> ask(new FoundEntities(parameters.require("text")));
            case "complete" -> completions(parameters);
            case "systems" -> ask(new SystemFigures(inspection.schedule(), inspection.control()));
            case "timeline" -> ask(new SystemFigures.Timeline(inspection.control()));
            case "memory" -> ask(new MemoryState(inspection.memory()));
            case "blocks" -> ask(blocks(parameters));
            case "history" -> ask(new StateHistory.States());
            case "replays" -> View.of(recordings::writeFiles);
            case "difference" -> difference(parameters.require("first"), parameters.require("second"));
            default -> throw new ApiException(404, "the interface has no " + address);
        };
    }

    private View ask(Question question) {
        return View.of(question, inspection.questions());
    }

    private View difference(String first, String second) {
        return View.of(json -> recordings.writeDifference(json, first, second));
    }

    private EntityRows entities(Parameters parameters) {
        QueryText.Parsed query = names.query(parameters.get("query", ""));
        int limit = parameters.integer("limit", DEFAULT_ROWS, 1, EntityRows.MOST_ROWS);
        String sort = parameters.get("sort", "");
        int mostBefore = sort.isEmpty() ? Integer.MAX_VALUE - EntityRows.MOST_ROWS : EntityRows.MOST_SORTED - limit;
        int offset = parameters.integer("offset", 0, 0, mostBefore);
        List<Component<?>> shown = new ArrayList<>(query.required());
        for (String name : parameters.get("show", "").split(",")) {
            if (!name.isBlank()) {
                Component<?> component = names.component(name.trim());
                if (!shown.contains(component)) {
                    shown.add(component);
                }
            }
        }
        Column column = sort.isEmpty() ? null : names.column(sort);
        return new EntityRows(query, names.names(), offset, limit, column, parameters.flag("descending", false), shown);
    }

    private BlockPicture blocks(Parameters parameters) {
        return new BlockPicture(
                names.query(parameters.get("query", "")),
                parameters.integer("offset", 0, 0, Integer.MAX_VALUE - BlockPicture.MOST_BLOCKS),
                parameters.integer("limit", DEFAULT_BLOCKS, 1, BlockPicture.MOST_BLOCKS));
    }

    private View completions(Parameters parameters) {
        String text = parameters.get("query", "");
        int at = parameters.integer("at", text.length(), 0, Integer.MAX_VALUE);
        Completions completions = Completions.at(text, at, names.names());
        return View.of(json -> {
            json.startObject().name("from").value(completions.from()).name("to").value(completions.to());
            json.name("options").startArray();
            completions.options().forEach(option -> {
                json.startObject()
                        .name("text")
                        .value(option.text())
                        .name("kind")
                        .value(option.kind());
                json.name("detail").value(option.detail()).endObject();
            });
            json.endArray().endObject();
        });
    }

    static long entity(Parameters parameters, String name) {
        try {
            return EntityChanges.parseEntity(parameters.require(name));
        } catch (NumberFormatException e) {
            throw new ApiException(400, "parameter " + name + " is no entity, such as 12:3: " + parameters.get(name));
        }
    }
}
