package basalt.inspect.web;

import basalt.component.Entity;
import basalt.inspect.view.Change;
import basalt.inspect.view.EntityChanges;
import basalt.inspect.view.EntityNames;
import basalt.inspect.view.Inspection;
import basalt.internal.JsonWriter;
import basalt.system.FixedStepLoop;
import basalt.world.Prefab;
import basalt.world.Template;
import java.util.Map;

/** The addresses of the JSON interface that change something. For all threads. */
final class Edits {
    private static final long WAIT_NANOS = 2_000_000_000;
    private static final int MOST_STEPS = 1_000;
    private static final double MOST_SPEED = 1_000;

    private final Inspection inspection;
    private final NameCache names;

    Edits(Inspection inspection, NameCache names) {
        this.inspection = inspection;
        this.names = names;
    }

    void make(String address, Parameters parameters, JsonWriter json) {
        if (!inspection.isEditable()) {
            throw new ApiException(403, "this inspector only shows: build it with editable() to change the world");
        }
        switch (address) {
            case "pause" -> loop().pause();
            case "resume" -> loop().resume();
            case "step" -> step(parameters.integer("count", 1, 1, MOST_STEPS));
            case "speed" -> speed(parameters.number("scale"));
            default -> {
                Change change = change(address, parameters);
                make(change);
                change.write(json);
                return;
            }
        }
        inspection.status().writeTick(json);
    }

    private void make(Change change) {
        if (!inspection.changes().ask(change)) {
            throw new ApiException(429, "too many changes wait for the next tick");
        }
        if (!change.await(WAIT_NANOS)) {
            change.drop();
            throw new ApiException(
                    503, "the world's thread does not answer; the change is dropped, unless it is being made");
        }
    }

    private FixedStepLoop loop() {
        if (inspection.loop() == null) {
            throw new ApiException(409, "the inspector knows no loop: build it with loop(fixedStepLoop)");
        }
        return inspection.loop();
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
            case "add" -> EntityChanges.add(entity(parameters), names.component(parameters.require("component")));
            case "remove" -> EntityChanges.remove(entity(parameters), names.component(parameters.require("component")));
            case "enable" -> enable(parameters, true);
            case "disable" -> enable(parameters, false);
            case "destroy" -> EntityChanges.destroy(entity(parameters));
            case "attach" -> EntityChanges.attach(entity(parameters), parent(parameters));
            case "spawn" -> spawn(parameters);
            case "name" -> name(parameters);
            case "system" ->
                Change.Actions.enableSystem(system(parameters.require("name")), parameters.flag("enabled", true));
            case "restore" -> Change.Actions.restore(parameters.tick("tick"));
            case "compact" -> Change.Actions.compact();
            default -> throw new ApiException(404, "the interface has no " + address + " to post to");
        };
    }

    private static long entity(Parameters parameters) {
        return Views.entity(parameters, "entity");
    }

    private static long parent(Parameters parameters) {
        return parameters.get("parent", "").isEmpty() ? Entity.NULL : Views.entity(parameters, "parent");
    }

    private Change set(Parameters parameters) {
        return EntityChanges.set(
                entity(parameters),
                names.column(parameters.require("component"), parameters.require("field")),
                parameters.integer("lane", 0, 0, Integer.MAX_VALUE),
                parameters.require("value"));
    }

    private Change enable(Parameters parameters, boolean on) {
        String component = parameters.get("component");
        return EntityChanges.enable(entity(parameters), component == null ? null : names.component(component), on);
    }

    private Change spawn(Parameters parameters) {
        String template = parameters.get("template");
        if (template != null) {
            return EntityChanges.spawn((Template) find("template", template, inspection.templates()));
        }
        return EntityChanges.spawn((Prefab) find("prefab", parameters.require("prefab"), inspection.prefabs()));
    }

    private static Object find(String kind, String name, Map<String, ?> known) {
        Object found = known.get(name);
        if (found == null) {
            throw new ApiException(404, "there is no " + kind + " " + name + "; there are " + known.keySet());
        }
        return found;
    }

    private static Change name(Parameters parameters) {
        String name = parameters.require("name").trim();
        if (name.length() > EntityNames.MAX_LENGTH) {
            throw new ApiException(400, "a name has at most " + EntityNames.MAX_LENGTH + " characters");
        }
        return Change.Actions.name(entity(parameters), name);
    }

    private String system(String name) {
        for (int i = 0; i < inspection.control().systems(); i++) {
            if (inspection.control().name(i).equals(name)) {
                return name;
            }
        }
        throw new ApiException(404, "there is no system " + name);
    }
}
