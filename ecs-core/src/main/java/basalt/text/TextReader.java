package basalt.text;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.storage.ColumnText;
import basalt.storage.ShortNames;
import basalt.text.JsonValue.Member;
import basalt.text.WorldText.Known;
import basalt.world.Hierarchy;
import basalt.world.Name;
import basalt.world.Prefab;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a document to a world of its own, from which the caller takes what was read. So an error changes nothing else.
 *
 * <p>Entities are made first, with their names and children; their other components follow, when all references can be
 * found.
 */
final class TextReader {
    private final ShortNames components;
    private final World world;
    private final Hierarchy tree;

    /** The prefabs that the program knows. */
    private final Map<String, Known> known;

    /** Those of the document, as JSON. */
    private final Map<String, JsonValue> described = new LinkedHashMap<>();

    /** Those that are in the world. */
    private final Map<String, Prefab> made = new HashMap<>();

    private final List<String> inProgress = new ArrayList<>();

    /** The prefabs of the document. */
    final Map<String, Known> prefabs = new HashMap<>();

    /** The entities of the document, each before its children, and which of them are roots. */
    final List<Long> entities = new ArrayList<>();

    final Set<Long> roots = new LinkedHashSet<>();

    TextReader(World world, ShortNames components, Map<String, Known> known) {
        this.world = world;
        this.components = components;
        this.known = known;
        tree = world.hierarchy();
    }

    void read(JsonValue document) {
        Map<String, Member> members = document.object("a document");
        for (Member member : members.values()) {
            RecordText.requireKnown(member.name(), Words.OF_DOCUMENT, "a document has no member ", "members");
        }
        document.members(Words.PREFABS)
                .forEach(prefab -> described.put((String) prefab.name().value(), prefab.value()));
        document.members(Words.PREFABS).forEach(prefab -> prefab(prefab.name()));
        Part part = new Part(false);
        document.elements(Words.ENTITIES).forEach(entity -> roots.add(part.make(entity, Entity.NULL)));
        entities.addAll(part.complete(roots));
    }

    private Prefab prefab(JsonValue named) {
        String name = named.text(Words.PREFAB, "the name of a prefab");
        if (inProgress.contains(name)) {
            throw named.error("prefab " + named.cut() + " is made of itself: " + String.join(", ", inProgress)
                    + " are made of each other; name another prefab");
        }
        Prefab found = made.get(name);
        if (found == null && described.containsKey(name)) {
            if (inProgress.size() == Words.MOST_PREFABS) {
                throw named.error("more than " + Words.MOST_PREFABS
                        + " prefabs are made of each other: read them as several texts");
            }
            inProgress.add(name);
            JsonValue json = described.get(name);
            found = make(name, json);
            inProgress.remove(name);
            JsonValue base = json.get(Words.PREFAB);
            prefabs.put(name, new Known(found, base == null ? null : (String) base.value(), true));
        } else if (found == null) {
            TreeSet<String> names = new TreeSet<>(known.keySet());
            names.addAll(described.keySet());
            RecordText.requireKnown(named, names, "there is no prefab ", "prefabs");
            found = tree.prefab(known.get(name).prefab());
        }
        made.put(name, found);
        return found;
    }

    private Prefab make(String name, JsonValue json) {
        Part part = new Part(true);
        long root = part.make(json, Entity.NULL);
        part.complete(List.of(root));
        world.add(root, new InstanceOf(name));
        Prefab captured = tree.prefab(root);
        world.destroy(root);
        return captured;
    }

    /** The entities of the document, or those of one prefab in it, which have references to each other. */
    private final class Part {
        private final Map<String, Long> ids = new HashMap<>();
        private final Map<Long, JsonValue> described = new LinkedHashMap<>();
        private final boolean isPrefab;
        private Paths names;

        Part(boolean isPrefab) {
            this.isPrefab = isPrefab;
        }

        /** Makes an entity and its children. */
        long make(JsonValue json, long parent) {
            if (json.depth() > Words.MOST_DEPTH) {
                throw json.error(Words.TOO_DEEP);
            }
            JsonValue prefab = json.get(Words.PREFAB);
            long entity = prefab == null ? world.spawn() : prefab(prefab).spawn();
            if (parent != Entity.NULL) {
                tree.attach(entity, parent);
            }
            if (prefab == null) {
                json.refuse(Words.PARTS, "only an instance of a prefab has parts: name the prefab, or write children");
            }
            Map<Long, JsonValue> parts = parts(entity, json); // before names and children can be other ones
            describe(entity, json);
            parts.forEach((part, ofPart) -> {
                ofPart.refuse(Words.PREFAB, "a part has no member \"prefab\": it is what it is in the prefab");
                ofPart.refuse(Words.PARTS, "a part has no member \"parts\": write the paths from the instance");
                describe(part, ofPart);
            });
            return entity;
        }

        private Map<Long, JsonValue> parts(long instance, JsonValue json) {
            Map<Long, JsonValue> found = new LinkedHashMap<>();
            if (json.get(Words.PARTS) != null) {
                Paths paths = new Paths(world, List.of(instance));
                for (Member part : json.members(Words.PARTS)) {
                    if (found.put(part(paths, instance, part.name()), part.value()) != null) {
                        throw part.name().error("the part is described twice: remove one");
                    }
                }
            }
            return found;
        }

        private long part(Paths paths, long root, JsonValue path) {
            long part = root;
            for (String step : ((String) path.value()).split("/", -1)) {
                part = only(paths.children(part, step), path, step, paths);
            }
            return part;
        }

        /** Gives an entity its name and children, and keeps what else is told of it. */
        private void describe(long entity, JsonValue json) {
            described.put(entity, json);
            JsonValue name = json.get(Words.NAME);
            if (name != null) {
                name.check(() -> world.add(entity, new Name(name.text(Words.NAME, "text"))));
            }
            JsonValue id = json.get(Words.ID);
            if (id != null) {
                String text = id.text(Words.ID, "text that begins with #");
                if (!text.startsWith("#") || text.indexOf('/') >= 0) {
                    throw id.error("an id must begin with #, and have no /: \"" + id.cut() + "\"");
                } else if (ids.put(text, entity) != null) {
                    throw id.error("another entity has the id " + id.cut() + ": give each its own");
                }
            }
            if (json.get(Words.CHILDREN) != null) {
                tree.add(entity);
                json.elements(Words.CHILDREN).forEach(child -> make(child, entity));
            }
        }

        /** Gives all entities their components. Returns them, each before its children. */
        List<Long> complete(Collection<Long> roots) {
            described.forEach(this::leaveOut); // names, too, by which references find entities
            names = new Paths(world, roots);
            described.forEach(this::complete);
            List<Long> all = new ArrayList<>();
            names.forEach(all::add);
            return all;
        }

        private void leaveOut(long entity, JsonValue json) {
            for (JsonValue name : json.elements(Words.WITHOUT)) {
                if (!world.remove(entity, find(name, true))) {
                    throw name.error("the prefab has no component " + name.value() + " that could be left out");
                }
            }
        }

        private void complete(long entity, JsonValue json) {
            for (Member member : json.object("an entity").values()) {
                if (!Words.OF_ENTITY.contains(member.name().value())) {
                    component(entity, member.name(), member.value());
                }
            }
            JsonValue disabled = json.get(Words.DISABLED);
            if (disabled != null && disabled.flag(Words.DISABLED)) {
                world.disable(entity);
            } else if (disabled != null) {
                world.enable(entity);
            }
            if (json.get(Words.DISABLED_COMPONENTS) != null) {
                disableComponents(entity, json.elements(Words.DISABLED_COMPONENTS));
            }
            if (isPrefab) {
                json.refuse(Words.TREES, "a prefab has no other tree than that of its children: attach its instances");
            }
            json.members(Words.TREES).forEach(tree -> attachAll(entity, tree));
        }

        private void component(long entity, JsonValue name, JsonValue json) {
            Component<?> component = find(name, false);
            Record old = world.has(entity, component) ? world.get(entity, component) : null;
            Record read = RecordText.read(json, component.type(), old, this::reference);
            json.check(() -> world.add(entity, read));
        }

        private Component<?> find(JsonValue named, boolean isAnyMember) {
            String name = named.text("a component", "the name of one");
            Component<?> found = components.tryFind(name);
            if (found == null) {
                found = Component.tryFind(name);
            }
            if (found == null) {
                String remedy = "; give its record to WorldText.of(...), or write the whole name of a known one. The"
                        + " other members of an entity are " + Words.OF_ENTITY;
                throw named.error(components.complaint(named.cut()) + (components.isAmbiguous(name) ? "" : remedy));
            } else if (found.isLink() || found == Name.TYPE && !isAnyMember) {
                throw named.error("component " + name + " is written as the member "
                        + (found.isLink() ? Words.CHILDREN + " or " + Words.TREES : Words.NAME));
            }
            return found;
        }

        private void disableComponents(long entity, List<JsonValue> names) {
            for (Component<?> component : world.components(entity)) {
                if (!component.isLink()) {
                    world.enable(entity, component); // what the prefab disables
                }
            }
            for (JsonValue name : names) {
                Component<?> component = find(name, true);
                if (!world.has(entity, component)) {
                    throw name.error("the entity has no component " + name.value() + " that could be disabled");
                }
                world.disable(entity, component);
            }
        }

        private void attachAll(long entity, Member described) {
            Map<String, TreeType> types = new LinkedHashMap<>();
            TreeType.all().forEach(type -> types.put(type.name(), type));
            types.remove(TreeType.DEFAULT.name());
            RecordText.requireKnown(described.name(), types.keySet(), "there is no tree type ", "types");
            Hierarchy other = world.hierarchy(types.get(described.name().value()));
            other.add(entity);
            for (JsonValue child : described.value().array(Words.CHILDREN)) {
                long attached = reference(child);
                if (other.contains(attached) && other.parent(attached) != Entity.NULL) {
                    throw child.error("\"" + child.cut() + "\" has a parent in this tree already: name it once");
                }
                child.check(() -> other.attach(attached, entity));
            }
        }

        private long reference(JsonValue json) {
            String path = json.text("a reference", "null, a name, a path, as \"ship/turret\", or an id, as \"#1\"");
            String[] steps = path.split("/", -1);
            long found = steps[0].startsWith("#")
                    ? only(ids.containsKey(steps[0]) ? List.of(ids.get(steps[0])) : List.of(), json, steps[0], names)
                    : only(names.first(steps[0]), json, steps[0], names);
            for (int i = 1; i < steps.length; i++) {
                found = only(names.children(found, steps[i]), json, steps[i], names);
            }
            return found;
        }

        private static long only(List<Long> found, JsonValue at, String step, Paths of) {
            String cut = ColumnText.cut(step, JsonValue.MOST_QUOTED);
            if (found.size() > 1) {
                throw at.error(found.size() + " entities are called \"" + cut + "\": give one of them another name, or"
                        + " write a path from a root, or an id");
            } else if (found.isEmpty()) {
                String nearest = ShortNames.nearest(step, of.names());
                throw at.error("there is no entity \"" + cut + "\" for the reference \"" + at.cut() + "\""
                        + (nearest == null
                                ? "; give an entity of this document that name or id"
                                : "; did you mean " + nearest + "?"));
            }
            return found.get(0);
        }
    }
}
