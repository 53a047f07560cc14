package basalt.save;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ListColumn;
import basalt.storage.ColumnSet;
import basalt.storage.RowImage;
import basalt.storage.access.Store;
import basalt.storage.file.Loading;
import basalt.world.World;
import basalt.world.WorldBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * How a saved world is loaded: what is done if it does not fit, and limits, which are checked before memory is taken.
 * Each option has a default. The methods change this object and return it.
 */
public final class LoadOptions {
    private final Loading options = new Loading();
    private WorldBuilder builder = World.builder();

    /** The defaults. */
    public LoadOptions() {}

    /**
     * Makes components known to the process that the file may have. Most need no such call: a record is found by the
     * name of its class. Those need it that have a name of their own, the links of trees, and those of classes that the
     * context class loader of the thread does not find.
     */
    public LoadOptions components(Component<?>... types) {
        for (Component<?> type : types == null ? new Component<?>[] {null} : types) {
            if (type == null) {
                throw new IllegalArgumentException("a component must not be null; is its TYPE constant initialised?");
            }
        }
        return this;
    }

    /** As {@link #components(Component...)}, by the records' classes. */
    @SafeVarargs
    public final LoadOptions components(Class<? extends Record>... types) {
        return components(Store.components(types));
    }

    /**
     * Limits the packages in which the records of components are looked for that are not known to the process. Without
     * this call it is each package: a record that a file names is initialised and registered, and other classes never
     * are.
     *
     * @param names names of packages, which stand for the packages below them too; none if records are not looked for
     */
    public LoadOptions packages(String... names) {
        List<String> allowed = new ArrayList<>();
        for (String name : names == null ? new String[] {null} : names) {
            if (name == null || name.isBlank()) {
                throw new IllegalArgumentException("the name of a package must not be blank: name=" + name);
            }
            allowed.add(name);
        }
        options.packages = allowed;
        return this;
    }

    /**
     * Skips components and fields that the process does not have, and events with other fields than their type.
     * Otherwise they are refused.
     */
    public LoadOptions skipUnknown() {
        options.skipsUnknown = true;
        return this;
    }

    /**
     * Renames a component or an event type of the file.
     *
     * @param from its name in the file
     * @param to its name in this process
     */
    public LoadOptions rename(String from, String to) {
        requireNames(from, to);
        options.renamed.put(from, to);
        return this;
    }

    /**
     * Renames a field of a component of the file.
     *
     * @param component the component, as it is in this process
     * @param from the name of the field in the file
     * @param to its name in this process
     */
    public LoadOptions rename(Component<?> component, String from, String to) {
        components(component);
        requireNames(from, to);
        options.renamedFields.put(component.name() + " " + from, to);
        return this;
    }

    /** As {@link #rename(Component, String, String)}, by the record's class. */
    public LoadOptions rename(Class<? extends Record> type, String from, String to) {
        return rename(Component.of(type), from, to);
    }

    private static void requireNames(String from, String to) {
        if (from == null || to == null) {
            throw new IllegalArgumentException("a name must not be null: from=" + from + ", to=" + to);
        }
    }

    /**
     * Sets the values of fields that the file does not have. Without them, such fields are zero.
     *
     * @param values a record for each component
     * @throws IllegalArgumentException if a value is null or cannot be stored
     */
    public LoadOptions defaults(Record... values) {
        for (Record value : values == null ? new Record[] {null} : values) {
            RowImage image = RowImage.of(value);
            options.defaults.put(image.component(), image);
        }
        return this;
    }

    /**
     * Converts the values of a field that has another type in the file, or, of an enum, other constants. Numbers are
     * widened without a converter where no value changes, such as from {@code int} to {@code long} or {@code double},
     * and the constants of an enum are found by their names.
     *
     * <pre>{@code
     * options.convert(Health.POINTS, saved -> (Boolean) saved ? 100 : 0);    // it was a boolean, and is an int
     * }</pre>
     *
     * @param column the field, as it is in this process
     * @param converter gets each value, or each element of a vector or list, in the box of its type in the file: {@link
     *     Float}, {@link Double}, {@link Byte}, {@link Short}, {@link Integer}, {@link Long}, also for entities, {@link
     *     Boolean}, or, of an enum, the name of the constant or null; returns one in the box of the field's type, or,
     *     of an enum, a constant or null
     * @throws IllegalArgumentException if an argument is null, or the column one of references or strings, or a list of
     *     other elements than constants
     */
    public LoadOptions convert(Column column, UnaryOperator<Object> converter) {
        boolean isConverted =
                column instanceof ListColumn.OfEnum<?> || column != null && ColumnSet.laneCount(column) > 0;
        if (!isConverted || converter == null) {
            throw new IllegalArgumentException(
                    "a native column, or a list of constants of an enum, and its converter must be given: column="
                            + column + ", converter=" + converter);
        }
        options.converters.put(column, converter);
        return this;
    }

    /**
     * Sets what gets the report. If it throws, nothing was loaded: a new world is closed, and {@code merge} has added
     * no entity.
     *
     * @param listener gets it before {@code load} returns, and before {@code merge} adds entities
     */
    public LoadOptions onReport(Consumer<LoadReport> listener) {
        if (listener == null) {
            throw new IllegalArgumentException("the listener of reports must not be null");
        }
        options.onReport = loaded ->
                listener.accept(new LoadReport(loaded.skipped, loaded.added, loaded.converted, loaded.waiting));
        return this;
    }

    /** Limits the entity indices, those of free rows included. The default is 100,000,000. */
    public LoadOptions maxRows(long rows) {
        options.maxRows = positive(rows, "maxRows");
        return this;
    }

    /**
     * Limits the native memory that the blocks of the world take, and what belongs to their rows, together with the
     * bytes of the objects of references. The default is 8 GiB.
     */
    public LoadOptions maxBytes(long bytes) {
        options.maxBytes = positive(bytes, "maxBytes");
        return this;
    }

    /** Limits the components. The default is 4,096. */
    public LoadOptions maxComponents(int components) {
        options.maxComponents = (int) positive(components, "maxComponents");
        return this;
    }

    /** Limits the templates and other sets of components that entities were spawned with. The default is 65,536. */
    public LoadOptions maxTemplates(int templates) {
        options.maxTemplates = (int) positive(templates, "maxTemplates");
        return this;
    }

    /** Limits the names of components and fields. The default is 1,024 bytes. */
    public LoadOptions maxNameBytes(int bytes) {
        options.maxNameBytes = (int) positive(bytes, "maxNameBytes");
        return this;
    }

    /**
     * Limits the bytes of resources, schedules, events and what readers have not read together, and those of the object
     * of a reference. A live event counts as 8 bytes at least, and each reader and each of these parts as 64 bytes
     * more. The default is 64 MiB.
     */
    public LoadOptions maxObjectBytes(long bytes) {
        options.maxObjectBytes = positive(bytes, "maxObjectBytes");
        return this;
    }

    /**
     * Names the types of resources that are records, which are made from the file. Others wait in the world and are
     * saved with it again, unless a resource of that type is put.
     *
     * @param types records that resources were put under
     * @throws IllegalArgumentException if a type is null or no record
     */
    public LoadOptions resources(Class<?>... types) {
        for (Class<?> type : types == null ? new Class<?>[] {null} : types) {
            if (type == null || !type.isRecord()) {
                throw new IllegalArgumentException("the type of a resource in a file must be a record: type=" + type
                        + "; one that is Restorable is restored when it is put");
            }
            options.resources.put(type.getName(), type);
        }
        return this;
    }

    /**
     * Sets what a world is built with that is loaded, such as the source of its memory. A merge does not use it.
     *
     * @param worlds the builder; the default is {@link World#builder()}
     */
    public LoadOptions builder(WorldBuilder worlds) {
        if (worlds == null) {
            throw new IllegalArgumentException("the builder of worlds must not be null");
        }
        builder = worlds;
        return this;
    }

    WorldBuilder builder() {
        return builder;
    }

    /** A copy with an empty report. */
    Loading copy() {
        return options.copy();
    }

    private static long positive(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be > 0: " + name + "=" + value);
        }
        return value;
    }
}
