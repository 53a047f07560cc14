package basalt.storage.file;

import basalt.component.Column;
import basalt.component.Component;
import basalt.storage.RowImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** How a file is loaded: what is accepted, what is done with what does not fit, and what that was. */
public final class Loading {
    /** The most entity indices, those of free rows included. */
    public long maxRows = 100_000_000;

    /** The most bytes of blocks, indices of moved rows, generations that are not given out again, and objects. */
    public long maxBytes = 8L << 30;

    /** The most components. */
    public int maxComponents = 4096;

    /** The most owners of blocks. */
    public int maxTemplates = 1 << 16;

    /** The most bytes of a name. */
    public int maxNameBytes = 1024;

    /** The most bytes of objects: of all parts together, and of a reference. Entries without bytes count too. */
    public long maxObjectBytes = 64 << 20;

    /** Whether components and fields that the process does not have are skipped; otherwise they are refused. */
    public boolean skipsUnknown;

    /** The packages in which records are looked for, with those below them; null for all. */
    public List<String> packages;

    /** The types of resources that are made from records of the file, by their names. */
    public final Map<String, Class<?>> resources = new HashMap<>();

    /** The new names of components and event types, by the old ones. */
    public final Map<String, String> renamed = new HashMap<>();

    /** The new names of fields, by the name of the component in this process, a space, and the old name. */
    public final Map<String, String> renamedFields = new HashMap<>();

    /** The values of new fields. */
    public final Map<Component<?>, RowImage> defaults = new HashMap<>();

    /** What makes values of columns from those of another type. */
    public final Map<Column, UnaryOperator<Object>> converters = new HashMap<>();

    /** Components and fields of the file that were skipped. */
    public final List<String> skipped = new ArrayList<>();

    /** Fields that the file does not have. */
    public final List<String> added = new ArrayList<>();

    /** Fields that have another type in the file. */
    public final List<String> converted = new ArrayList<>();

    /** Schedules, resources, events and readers that wait. */
    public final List<String> waiting = new ArrayList<>();

    public Consumer<Loading> onReport = loaded -> {};

    /** The memory that the file needs, as far as it was read. */
    private long bytes;

    public Loading() {}

    /** A loading with the same values, and an empty report. */
    public Loading copy() {
        Loading copy = new Loading();
        copy.maxRows = maxRows;
        copy.maxBytes = maxBytes;
        copy.maxComponents = maxComponents;
        copy.maxTemplates = maxTemplates;
        copy.maxNameBytes = maxNameBytes;
        copy.maxObjectBytes = maxObjectBytes;
        copy.skipsUnknown = skipsUnknown;
        copy.packages = packages;
        copy.resources.putAll(resources);
        copy.renamed.putAll(renamed);
        copy.renamedFields.putAll(renamedFields);
        copy.defaults.putAll(defaults);
        copy.converters.putAll(converters);
        copy.onReport = onReport;
        return copy;
    }

    /**
     * The component with a name. If it is not known to the process, the record of this name is registered, if there is
     * one; no other class is initialised. Returns null if there is none.
     *
     * @throws IllegalArgumentException if the record is none of a component
     */
    Component<?> component(String name) {
        Component<?> known = Component.tryFind(name);
        Class<?> type = known == null && isAllowed(name) ? tryLoad(name) : null;
        if (type == null || !type.isRecord()) {
            return known;
        }
        Component.of(type.asSubclass(Record.class));
        return Component.tryFind(name);
    }

    /** Whether the record of a name may be looked for. */
    boolean isAllowed(String name) {
        return packages == null || packages.stream().anyMatch(allowed -> name.startsWith(allowed + "."));
    }

    private static Class<?> tryLoad(String name) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            return Class.forName(name, false, loader != null ? loader : ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException | LinkageError e) { // the file is of a program with other classes
            return null;
        }
    }

    /** The bytes of memory that are left of {@link #maxBytes}. */
    long left() {
        return maxBytes - bytes;
    }

    /** Counts memory that is not more than what is left. */
    void count(long more) {
        bytes += more;
    }

    /** Counts memory that the file needs, before it is taken. Throws if it is more than what is left. */
    void take(ChunkCursor from, long more) {
        count(more);
        from.require(
                bytes <= maxBytes,
                "the world needs more memory than the limit of " + maxBytes + " bytes, LoadOptions.maxBytes(...)");
    }
}
