package basalt.text;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.internal.Friend;
import basalt.query.Query;
import basalt.runtime.WorldRuntime;
import basalt.storage.ShortNames;
import basalt.storage.access.Store;
import basalt.storage.file.AtomicFile;
import basalt.world.Name;
import basalt.world.Prefab;
import basalt.world.World;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Reads and writes prefabs, levels and whole worlds as JSON that people write, and keep under version control.
 *
 * <pre>{@code
 * WorldText text = WorldText.of(world, Position.class, Health.class);
 * text.read(Path.of("level.json"));
 * Prefab tank = text.prefab("tank");           // one that the level describes
 * text.write(Path.of("level.json"));
 * }</pre>
 *
 * <p>A text has no handles, indices or addresses: entities refer to each other by names. What {@code write} has
 * written, and {@code read} has read to an empty world, is written as the same text again. See {@code
 * docs/text-format.md} for the form.
 *
 * <p>A component is named by the short name of its record, as {@code Position}, if it was given to {@link #of} and no
 * other one of these has that name; else by its whole name. Not in a text: events, resources, time, random numbers, and
 * objects on the heap that have a codec of their own, or no text.
 *
 * <p>Reading needs the library {@code com.fasterxml.jackson.core:jackson-core}; without it, it throws {@link
 * IllegalStateException}. For the world's thread, between ticks. A failure to read or write a stream or a file is
 * an {@link UncheckedIOException}.
 */
public final class WorldText {
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);

    private final World world;
    private final ShortNames names;

    private Map<String, Known> prefabs = new HashMap<>();

    /** Their names, sorted. */
    private Set<String> prefabNames = Set.of();

    /**
     * A prefab that texts can name.
     *
     * @param base the name of the prefab that it is made of; null if there is none
     * @param isRead whether a text has described it, so that it is written
     */
    record Known(Prefab prefab, String base, boolean isRead) {}

    private WorldText(World world, ShortNames names) {
        this.world = world;
        this.names = names;
    }

    /**
     * Texts of a world, none read yet.
     *
     * @param types the components that texts name by their short names
     */
    @SafeVarargs
    public static WorldText of(World world, Class<? extends Record>... types) {
        WORLDS.internal(require("world", world)); // checks the thread
        Set<Component<?>> components = new LinkedHashSet<>(List.of(Name.TYPE, InstanceOf.TYPE));
        components.addAll(List.of(Store.components(require("types", types))));
        return new WorldText(world, new ShortNames(components));
    }

    /**
     * Lets texts name a prefab of the program, which is not written itself. It is copied, with an {@link InstanceOf} in
     * its root, so take the result for spawns: handles of entities outside of it become {@link Entity#NULL}, and {@link
     * Prefab#indexOf(long)} of the copy does not know the original. Its objects need no text as long as instances share
     * them. It takes the place of a prefab with the same name.
     *
     * @param prefab a prefab of this world or, to be copied, of another one
     * @return the prefab whose instances are written as such
     * @throws IllegalArgumentException if an argument is null, or the prefab is not of the default tree, or has edges
     */
    public Prefab register(String name, Prefab prefab) {
        requireIdle("WorldText.register(...)");
        InstanceOf instance = new InstanceOf(require("name", name));
        for (int part = 1; part < require("prefab", prefab).partCount(); part++) {
            if (!prefab.components(part).contains(ChildOf.TYPE)) {
                throw new IllegalArgumentException("part " + part + " of prefab " + name + " is not below its root in"
                        + " the default tree, so texts cannot describe it: give one without other trees and edges");
            }
        }
        Prefab own = world.hierarchy().prefab(prefab); // without handles of entities outside of it
        Prefab named = own.variant().with(instance).build();
        prefabs.put(name, new Known(named, null, false));
        know(prefabs);
        return named;
    }

    /**
     * Forgets a prefab, which is not written any more. Its instances, and prefabs that are made of it, stay, and are
     * written as a whole.
     *
     * @return the prefab
     * @throws IllegalArgumentException if there is none
     */
    public Prefab remove(String name) {
        requireIdle("WorldText.remove(...)");
        Prefab removed = prefab(name);
        prefabs.remove(name);
        know(prefabs);
        return removed;
    }

    private void know(Map<String, Known> all) {
        prefabs = all;
        prefabNames = Collections.unmodifiableSet(new TreeSet<>(all.keySet()));
    }

    /**
     * A prefab that was read or given.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Prefab prefab(String name) {
        WORLDS.internal(world); // checks the thread
        Known found = prefabs.get(name);
        if (found == null) {
            throw new IllegalArgumentException("there is no prefab " + name + "; there are " + prefabs());
        }
        return found.prefab();
    }

    /** {@return the names of the prefabs that were read or given so far, sorted} */
    public Set<String> prefabs() {
        WORLDS.internal(world);
        return prefabNames;
    }

    /** {@return the world} */
    public World world() {
        WORLDS.internal(world);
        return world;
    }

    /**
     * Reads a document: makes its entities, and keeps its prefabs, which take the place of those with the same names.
     * Entities that exist do not change, also if they are instances of such a prefab. Observers are called when all is
     * there; if one throws, all stays.
     *
     * @return the handles of the entities without parent, in the order of the text
     * @throws TextFormatException if the text is wrong; then, and if there is no memory, nothing has changed
     */
    public long[] read(String text) {
        Store store = requireIdle("WorldText.read(...)").store();
        JsonValue document = parse(require("text", text));
        try (World own = World.create()) {
            TextReader reader = new TextReader(own, names, prefabs);
            reader.read(document);
            Map<String, Known> all = new HashMap<>(prefabs);
            reader.prefabs.forEach((name, known) ->
                    all.put(name, new Known(world.hierarchy().prefab(known.prefab()), known.base(), true)));
            Store from = WORLDS.internal(own).store();
            long[] entities =
                    reader.entities.stream().mapToLong(Long::longValue).toArray();
            long[] copies = spawn(store, from, entities, all);
            return IntStream.range(0, copies.length)
                    .filter(i -> reader.roots.contains(entities[i]))
                    .mapToLong(i -> copies[i])
                    .toArray();
        }
    }

    /** Makes entities; observers are called when the prefabs are known, too. */
    private long[] spawn(Store store, Store from, long[] entities, Map<String, Known> newPrefabs) {
        Map<String, Known> before = prefabs;
        int count = world.entityCount();
        know(newPrefabs);
        try {
            return entities.length == 0
                    ? entities
                    : store.trees().spawnCopies(from.trees(), entities, store.rowAllocator());
        } catch (Throwable e) {
            know(world.entityCount() == count ? before : newPrefabs); // none, or an observer has thrown
            throw e;
        }
    }

    /** As {@link #read(String)}, of all that a reader gives, which stays open. */
    public long[] read(Reader reader) {
        requireIdle("WorldText.read(...)");
        StringWriter text = new StringWriter();
        try {
            require("reader", reader).transferTo(text);
        } catch (IOException e) {
            throw new UncheckedIOException("the text cannot be read", e);
        }
        return read(text.toString());
    }

    /** As {@link #read(String)}, of a file in UTF-8. */
    public long[] read(Path file) {
        requireIdle("WorldText.read(...)");
        try {
            return read(Files.readString(require("file", file)));
        } catch (CharacterCodingException e) {
            throw new UncheckedIOException("the text cannot be read, it must be UTF-8: file=" + file, e);
        } catch (IOException e) {
            throw new UncheckedIOException("the text cannot be read: file=" + file, e);
        }
    }

    private static JsonValue parse(String text) {
        try {
            return JsonReader.read(text);
        } catch (LinkageError e) { // it is missing, or an old one
            throw new IllegalStateException(JsonReader.MISSING, e);
        }
    }

    /** Writes all entities of the world, and the prefabs that were read. The writer stays open. */
    public void write(Writer writer) {
        requireIdle("WorldText.write(...)");
        write(writer, true, roots());
    }

    /** As {@link #write(Writer)}, to a file in UTF-8. What was there is replaced when all is on disk. */
    public void write(Path file) {
        StringWriter text = new StringWriter();
        write(text);
        try (AtomicFile to = new AtomicFile(require("file", file))) {
            to.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
            to.commit();
        } catch (IOException e) {
            throw new UncheckedIOException("the text cannot be written: file=" + file, e);
        }
    }

    /**
     * Writes entities and all that is below them. The writer stays open. Of their places in other trees, those are left
     * out whose parents are not written.
     *
     * @param roots the handles of the entities, none below another one
     * @throws IllegalStateException if a handle in their components leads to an entity that is not written
     */
    public void writeEntities(Writer writer, long... roots) {
        requireIdle("WorldText.writeEntities(...)");
        Set<Long> all = new LinkedHashSet<>();
        LongStream.of(require("roots", roots)).forEach(all::add);
        for (long root : all) {
            for (long up = root; (up = world.hierarchy().parent(up)) != Entity.NULL; ) { // throws if it is not alive
                if (all.contains(up)) {
                    throw new IllegalArgumentException("entity " + Entity.toString(root) + " is below "
                            + Entity.toString(up) + ", which is written with all that is below it: leave it out");
                }
            }
        }
        write(writer, false, all);
    }

    /** Writes the prefabs that were read. The writer stays open. */
    public void writePrefabs(Writer writer) {
        requireIdle("WorldText.writePrefabs(...)");
        write(writer, true, null);
    }

    private void write(Writer writer, boolean hasPrefabs, Collection<Long> roots) {
        require("writer", writer);
        String text;
        try (World models = World.create()) {
            text = new TextWriter(names, models, prefabs).write(hasPrefabs, world, roots);
        }
        try {
            writer.write(text);
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the text cannot be written", e);
        }
    }

    /** The entities without parent, in the order of their indices. */
    private List<Long> roots() {
        List<Long> roots = new ArrayList<>();
        try (Query query = world.query().none(ChildOf.TYPE).includeDisabled().build()) {
            query.forEach(row -> roots.add(row.entity()));
        }
        roots.sort(Comparator.comparingInt(Entity::index));
        return roots;
    }

    private static <T> T require(String name, T value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must not be null");
        }
        return value;
    }

    private WorldRuntime requireIdle(String call) {
        WorldRuntime runtime = WORLDS.internal(world);
        runtime.store().checkOwner(call, "call it between ticks");
        runtime.store().hookScope().requireOutside();
        return runtime;
    }
}
