package basalt.text;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.TreeType;
import basalt.storage.ShortNames;
import basalt.text.WorldText.Known;
import basalt.world.Hierarchy;
import basalt.world.Name;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes entities and prefabs. An instance of a prefab is compared with one in another world, its model. */
final class TextWriter {
    private final ShortNames components;
    private final World models;
    private final Map<String, Known> prefabs;
    private final Map<String, Long> madeModels = new HashMap<>();

    /** The prefabs of the document so far, each after those that it is made of. */
    private final Map<String, Part> ready = new HashMap<>();

    private final Set<String> inProgress = new HashSet<>();
    private final JsonLines json = new JsonLines();

    /**
     * @param models an empty world, which gets an instance of each prefab
     * @param prefabs by their names
     */
    TextWriter(ShortNames components, World models, Map<String, Known> prefabs) {
        this.components = components;
        this.models = models;
        this.prefabs = prefabs;
    }

    /**
     * Writes a document.
     *
     * @param hasPrefabs whether it describes the prefabs that were read
     * @param roots its entities; null for prefabs only
     */
    String write(boolean hasPrefabs, World world, Collection<Long> roots) {
        List<String> ofDocument = prefabs.keySet().stream()
                .filter(name -> hasPrefabs && prefabs.get(name).isRead())
                .sorted()
                .toList();
        ofDocument.forEach(this::isReady);
        json.start('{');
        if (!ofDocument.isEmpty()) {
            json.name(Words.PREFABS).start('{');
            ofDocument.forEach(name -> ready.get(name).write(() -> json.name(name)));
            json.end('}');
        }
        if (roots != null) {
            json.name(Words.ENTITIES).start('[');
            new Part(world, roots, null).write(json::element);
            json.end(']');
        }
        return json.end('}') + "\n";
    }

    /**
     * Whether the prefab in progress can be described as made of another one: not if that one is made of it. So what is
     * written depends on the prefabs and their names, not on the order in which they were read.
     */
    private boolean isReady(String prefab) {
        if (!prefabs.containsKey(prefab) || inProgress.contains(prefab)) {
            return false;
        } else if (!prefabs.get(prefab).isRead() || ready.containsKey(prefab)) {
            return true;
        } else if (inProgress.size() == Words.MOST_PREFABS) {
            return false;
        }
        inProgress.add(prefab);
        ready.put(prefab, new Part(models, List.of(model(prefab)), prefab));
        inProgress.remove(prefab);
        return true;
    }

    private long model(String prefab) {
        return madeModels.computeIfAbsent(
                prefab,
                name -> models.hierarchy().prefab(prefabs.get(name).prefab()).spawn());
    }

    /** The components that are written as such, in the order of their names. */
    private List<Component<?>> components(World world, long entity) {
        return world.components(entity).stream()
                .filter(component -> !component.isLink() && component != Name.TYPE)
                .sorted(Comparator.comparing(this::name))
                .toList();
    }

    private List<String> disabledComponents(World world, long entity) {
        return world.components(entity).stream()
                .filter(component -> !world.isEnabled(entity, component))
                .map(this::name)
                .sorted()
                .toList();
    }

    private String name(Component<?> component) {
        String name = components.shortName(component);
        name = Words.OF_ENTITY.contains(name) ? component.name() : name;
        Component<?> other = components.tryFind(name);
        if (Words.OF_ENTITY.contains(name)) {
            throw new IllegalStateException("component " + name + " has the name of a member of entities: give it"
                    + " another, with Component.builder(...).name(\"...\")");
        } else if (other != null && other != component) {
            throw new IllegalStateException("the name " + name + " already means " + other.name() + " in texts: give"
                    + " the record of component " + component.name() + " to WorldText.of(...), too");
        }
        return name;
    }

    private static String array(List<String> texts) {
        return RecordText.array(texts.stream().map(JsonLines::quoted).toList());
    }

    /**
     * An instance of a prefab.
     *
     * @param modelOf the entities of the model by those of the instance
     */
    private record Instance(String prefab, long root, Map<Long, Long> modelOf) {}

    /** The entities of the document, or those of one prefab in it, which have references to each other. */
    private final class Part {
        private final World world;
        private final Hierarchy tree;
        private final Paths names;
        private final boolean isPrefab;

        /** The instance that each entity is of. */
        private final Map<Long, Instance> instances = new HashMap<>();

        private final Set<Long> entities = new LinkedHashSet<>();

        /** The entities that references name by an id. */
        private final Set<Long> withId = new LinkedHashSet<>();

        private final Map<Long, String> ids = new HashMap<>();

        /** @param prefab the name of the prefab; null for the document */
        Part(World world, Collection<Long> roots, String prefab) {
            this.world = world;
            isPrefab = prefab != null;
            tree = world.hierarchy();
            names = new Paths(world, roots);
            names.forEach(entities::add);
            for (long entity : entities) { // not in the walk, since models are spawned
                if (!instances.containsKey(entity)) {
                    String base = isPrefab && names.isRoot(entity)
                            ? prefabs.get(prefab).base()
                            : prefabOf(entity);
                    if (prefabs.containsKey(base)) {
                        findInstance(entity, base);
                    }
                }
            }
        }

        private String prefabOf(long entity) {
            return world.has(entity, InstanceOf.TYPE)
                    ? world.get(entity, InstanceOf.TYPE).prefab()
                    : null;
        }

        private void findInstance(long root, String prefab) {
            Instance found = new Instance(prefab, root, new LinkedHashMap<>());
            if (align(root, model(prefab), found.modelOf) && (!isPrefab || isReady(prefab))) {
                found.modelOf.keySet().forEach(entity -> instances.put(entity, found));
            }
        }

        /** Finds the entity of the model for each part. Returns false if the instance has lost children. */
        private boolean align(long root, long model, Map<Long, Long> modelOf) {
            Hierarchy other = models.hierarchy();
            modelOf.put(root, model);
            for (List<Long> level = List.of(root); !level.isEmpty(); ) {
                List<Long> next = new ArrayList<>();
                for (long parent : level) {
                    long child = tree.firstChild(parent);
                    long modelChild = other.firstChild(modelOf.get(parent));
                    for (; modelChild != Entity.NULL; modelChild = other.nextSibling(modelChild)) {
                        if (child == Entity.NULL) {
                            return false;
                        }
                        modelOf.put(child, modelChild);
                        next.add(child);
                        child = tree.nextSibling(child);
                    }
                }
                level = next;
            }
            return true;
        }

        /** Writes the roots. Does so once before, to find out which entities need an id. */
        void write(Runnable begin) {
            int length = json.length();
            boolean isFirst = json.isFirst();
            writeRoots(begin);
            json.backTo(length, isFirst);
            entities.stream().filter(withId::contains).forEach(entity -> ids.put(entity, "#" + (ids.size() + 1)));
            writeRoots(begin);
        }

        private void writeRoots(Runnable begin) {
            for (long root : names.roots()) {
                begin.run();
                write(root);
            }
        }

        private void write(long entity) {
            json.start('{');
            if (json.depth() > Words.MOST_DEPTH) {
                throw new IllegalStateException(Words.TOO_DEEP);
            }
            writeMembers(entity, instances.get(entity));
            json.end('}');
        }

        private void writeMembers(long entity, Instance instance) {
            long model = instance == null ? Entity.NULL : instance.modelOf.get(entity);
            boolean hasModel = model != Entity.NULL;
            String name = Paths.name(world, entity);
            if (name != null && !(hasModel && name.equals(Paths.name(models, model)))) {
                json.put(Words.NAME, JsonLines.quoted(name));
            }
            if (ids.containsKey(entity)) {
                json.put(Words.ID, JsonLines.quoted(ids.get(entity)));
            }
            if (hasModel && instance.root == entity) {
                json.put(Words.PREFAB, JsonLines.quoted(instance.prefab));
            }
            if (world.isEnabled(entity) != (!hasModel || models.isEnabled(model))) {
                json.put(Words.DISABLED, String.valueOf(!world.isEnabled(entity)));
            }
            List<String> disabled = disabledComponents(world, entity);
            if (!disabled.equals(hasModel ? disabledComponents(models, model) : List.of())) {
                json.put(Words.DISABLED_COMPONENTS, array(disabled));
            }
            writeComponents(entity, instance, model);
            writeTrees(entity);
            if (hasModel && instance.root == entity) {
                writeParts(instance);
            }
            writeChildren(entity, model);
        }

        private void writeComponents(long entity, Instance instance, long model) {
            List<Component<?>> ofModel = model == Entity.NULL ? List.of() : models.components(model);
            List<String> without = ofModel.stream()
                    .filter(component -> !component.isLink() && !world.has(entity, component))
                    .map(TextWriter.this::name)
                    .sorted()
                    .toList();
            if (!without.isEmpty()) {
                json.put(Words.WITHOUT, array(without));
            }
            for (Component<?> component : components(world, entity)) {
                if (component != InstanceOf.TYPE || !isPrefab || !names.isRoot(entity)) {
                    try {
                        writeComponent(entity, component, instance, model);
                    } catch (UnsupportedOperationException e) {
                        throw new IllegalStateException(
                                "component " + component.name() + " of entity " + Entity.toString(entity)
                                        + " cannot be written as text: " + e.getMessage(),
                                e);
                    }
                }
            }
        }

        private void writeComponent(long entity, Component<?> component, Instance instance, long model) {
            Record value = world.get(entity, component);
            Set<String> fields = new LinkedHashSet<>(RecordText.fields(component.type()));
            boolean isNew = model == Entity.NULL || !models.has(model, component);
            if (!isNew) {
                Record other = models.get(model, component);
                fields.removeIf(field -> RecordText.isShared(value, other, field)
                        || RecordText.write(value, Set.of(field), handle -> {
                                    Long modelOf = instance.modelOf.get(handle);
                                    return modelOf == null ? reference(handle, component) : modelReference(modelOf);
                                })
                                .equals(RecordText.write(other, Set.of(field), TextWriter.this::modelReference)));
            }
            if (isNew || !fields.isEmpty()) {
                json.put(name(component), RecordText.write(value, fields, handle -> reference(handle, component)));
            }
        }

        private void writeTrees(long entity) {
            List<TreeType> types = new ArrayList<>(TreeType.all());
            types.sort(Comparator.comparing(TreeType::name));
            unlessEmpty(Words.TREES, () -> {
                for (TreeType type : types) {
                    if (type != TreeType.DEFAULT
                            && world.has(entity, type.node())
                            && (world.hierarchy(type).childCount(entity) > 0 || !world.has(entity, type.childOf()))) {
                        List<String> children = new ArrayList<>();
                        world.hierarchy(type)
                                .forEachChild(entity, child -> children.add(reference(child, type.childOf())));
                        json.put(type.name(), RecordText.array(children));
                    }
                }
            });
        }

        private void writeParts(Instance instance) {
            Paths ofModel = new Paths(models, List.of(model(instance.prefab)));
            unlessEmpty(
                    Words.PARTS,
                    () -> tree.forEachBelow(instance.root, part -> {
                        if (instance.modelOf.containsKey(part)) {
                            unlessEmpty(ofModel.path(instance.modelOf.get(part)), () -> writeMembers(part, instance));
                        }
                    }));
        }

        /** Writes a member that is an object, unless it has no members itself. */
        private void unlessEmpty(String name, Runnable members) {
            int start = json.length();
            boolean isFirst = json.isFirst();
            json.name(name).start('{');
            int empty = json.length();
            members.run();
            boolean isEmpty = json.length() == empty;
            json.end('}');
            if (isEmpty) {
                json.backTo(start, isFirst);
            }
        }

        /** Writes the children that are no parts of the prefab. */
        private void writeChildren(long entity, long model) {
            Hierarchy ofModels = models.hierarchy();
            boolean hasModel = model != Entity.NULL;
            boolean isSaid = !tree.contains(entity)
                    || tree.parent(entity) != Entity.NULL && !names.isRoot(entity)
                    || hasModel && ofModels.contains(model);
            List<Long> children = new ArrayList<>();
            tree.forEachChild(entity, children::add);
            List<Long> own = children.subList(hasModel ? ofModels.childCount(model) : 0, children.size());
            if (!own.isEmpty() || !isSaid) {
                json.name(Words.CHILDREN).start('[');
                for (long child : own) {
                    json.element();
                    write(child);
                }
                json.end(']');
            }
        }

        private String reference(long entity, Component<?> from) {
            if (entity == Entity.NULL || !world.isAlive(entity)) {
                return "null";
            } else if (!entities.contains(entity)) {
                throw new IllegalStateException("entity " + Entity.toString(entity)
                        + ", to which a " + from.name() + " points, is not below the entities that are written: write"
                        + " it, too, or the whole world, or clear the handle");
            }
            return JsonLines.quoted(path(entity));
        }

        private String path(long entity) {
            String steps = "";
            for (long at = entity; ; at = tree.parent(at)) {
                String first = names.tryFirst(at);
                if (first != null) {
                    return first + steps;
                }
                boolean isPart = instances.containsKey(at) && instances.get(at).root != at;
                String step = names.isRoot(at) ? null : names.tryStep(at);
                if (step == null && !isPart) {
                    withId.add(at);
                    return ids.getOrDefault(at, "#") + steps;
                }
                steps = "/" + (step == null ? names.place(at) : step) + steps;
            }
        }
    }

    private String modelReference(long entity) {
        return entity == Entity.NULL || !models.isAlive(entity) ? "null" : "@" + entity;
    }
}
