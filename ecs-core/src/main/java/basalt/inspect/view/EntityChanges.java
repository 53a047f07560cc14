package basalt.inspect.view;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.component.TreeType;
import basalt.query.Commands;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import basalt.storage.relation.RelationIndex;
import basalt.storage.relation.Tree;
import basalt.world.Prefab;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;

/** The changes of entities, which are all commands. Their arguments are checked at once, the world before the tick. */
public final class EntityChanges {
    private static final int LONGEST_NAME = 100;

    private EntityChanges() {}

    public static Change set(long entity, Column column, int lane, String text) {
        if (lane < 0 || lane >= column.length()) {
            throw new IllegalArgumentException(
                    "field " + column.field() + " has the lanes 0 to " + (column.length() - 1) + ": lane=" + lane);
        }
        Pools.requireNoLink(column.component());
        BiConsumer<Commands, Long> setter = setter(column, lane, text);
        Consumer<InspectedWorld> check =
                inspected -> inspected.store().require(entity, (Component<?>) column.component());
        Consumer<InspectedWorld> make =
                inspected -> setter.accept(inspected.world().commands(), entity);
        if (column.kind() != ColumnKind.ENTITY) {
            return Change.command(check, make);
        }
        long target = parseEntity(text.trim());
        return Change.link(check.andThen(inspected -> requireOnly(inspected.store(), entity, column, target)), make);
    }

    /** Throws if an exclusive relation would get a second source, with which each look-up would fail. */
    private static void requireOnly(Store store, long entity, Column column, long target) {
        for (RelationIndex relation : store.relations().all()) {
            if (relation.column() == column && store.entities().isAlive(target)) {
                relation.requireOnly(entity, target);
            }
        }
    }

    private static BiConsumer<Commands, Long> setter(Column column, int lane, String given) {
        String text = given.trim();
        try {
            if (column instanceof FloatColumn to) {
                float value = Float.parseFloat(text);
                return (commands, entity) -> commands.set(entity, to, lane, value);
            } else if (column instanceof DoubleColumn to) {
                double value = Double.parseDouble(text);
                return (commands, entity) -> commands.set(entity, to, lane, value);
            } else if (column instanceof ByteColumn to) {
                byte value = Byte.parseByte(text);
                return (commands, entity) -> commands.set(entity, to, lane, value);
            } else if (column instanceof ShortColumn to) {
                short value = Short.parseShort(text);
                return (commands, entity) -> commands.set(entity, to, lane, value);
            } else if (column instanceof IntColumn to) {
                int value = Integer.parseInt(text);
                return (commands, entity) -> commands.set(entity, to, lane, value);
            } else if (column instanceof LongColumn to) {
                long value = Long.parseLong(text);
                return (commands, entity) -> commands.set(entity, to, lane, value);
            } else if (column instanceof BooleanColumn to) {
                boolean value = parseBoolean(text);
                return (commands, entity) -> commands.set(entity, to, lane, value);
            } else if (column instanceof EntityColumn to) {
                long value = parseEntity(text);
                return (commands, entity) -> commands.set(entity, to, lane, value);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is no value of field " + column.field()
                    + ", which is of kind " + Fields.kind(column.kind()));
        }
        return referenceSetter((ReferenceColumn<?>) column, given);
    }

    private static <R> BiConsumer<Commands, Long> referenceSetter(ReferenceColumn<R> column, String text) {
        if (column.type() != String.class && !column.type().isEnum()) {
            throw new IllegalArgumentException("field " + column.field() + " is a reference to an object, which a page"
                    + " cannot set, except for strings and enums");
        }
        R value = column.type().cast(column.type().isEnum() ? parseConstant(column, text.trim()) : text);
        return (commands, entity) -> commands.set(entity, column, value);
    }

    private static Object parseConstant(ReferenceColumn<?> column, String text) {
        List<String> names = new ArrayList<>();
        for (Object constant : column.type().getEnumConstants()) {
            names.add(((Enum<?>) constant).name());
            if (text.equals(((Enum<?>) constant).name())) {
                return constant;
            }
        }
        if (text.isEmpty() || text.equals("null")) {
            return null;
        }
        throw new IllegalArgumentException("\"" + Fields.cut(text, LONGEST_NAME) + "\" is no value of field "
                + column.field() + "; there are null, " + String.join(", ", names));
    }

    private static boolean parseBoolean(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new NumberFormatException(text);
        }
        return text.equals("true");
    }

    /**
     * Reads a handle.
     *
     * @param text index and generation, as {@code 12:3}; {@code null} or nothing for the null handle
     */
    public static long parseEntity(String text) {
        if (text.isEmpty() || text.equals("null")) {
            return Entity.NULL;
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new NumberFormatException("\"" + text + "\" is no entity; write index and generation, as 12:3");
        }
        return Entity.of(
                Integer.parseUnsignedInt(text.substring(0, colon)),
                Integer.parseUnsignedInt(text.substring(colon + 1)));
    }

    public static Change add(long entity, Component<?> component) {
        Pools.requireNoLink(component);
        return Change.command(
                inspected -> makeRoom(inspected.store(), entity, component.id()),
                inspected -> inspected.world().commands().add(entity, component));
    }

    /** Takes the memory for components of an entity, which must be alive. Throws if there is none. */
    private static void makeRoom(Store store, long entity, int... ids) {
        store.pools().makeRoom(Place.base(store.require(entity)), ids);
    }

    public static Change remove(long entity, Component<?> component) {
        Pools.requireNoLink(component);
        return ofAlive(entity, commands -> commands.remove(entity, component));
    }

    /**
     * Enables or disables an entity, or one of its components.
     *
     * @param component the component; null for the entity
     */
    public static Change enable(long entity, Component<?> component, boolean on) {
        if (component == null) {
            return ofAlive(entity, on ? commands -> commands.enable(entity) : commands -> commands.disable(entity));
        }
        return Change.command(inspected -> inspected.store().require(entity, component), inspected -> {
            if (on) {
                inspected.world().commands().enable(entity, component);
            } else {
                inspected.world().commands().disable(entity, component);
            }
        });
    }

    public static Change destroy(long entity) {
        Consumer<InspectedWorld> check = inspected -> requireDestroyable(inspected.store(), entity);
        Consumer<InspectedWorld> make =
                inspected -> inspected.world().commands().destroy(entity);
        return refusing().isEmpty() ? Change.command(check, make) : Change.attachment(check, make);
    }

    private static List<TreeType> refusing() {
        return TreeType.all().stream()
                .filter(type -> type.onParentDestroy() == TreeType.OnParentDestroy.REFUSE)
                .toList();
    }

    /** Throws if the entity, or one that would be destroyed with it, has children that keep it from being destroyed. */
    private static void requireDestroyable(Store store, long entity) {
        store.require(entity);
        List<TreeType> refusing = refusing();
        if (refusing.isEmpty()) {
            return;
        }
        LongHashSet found = new LongHashSet();
        LongArrayList left = new LongArrayList();
        left.addLong(entity);
        store.structure().waves().update();
        while (!left.isEmpty()) {
            long next = left.removeAt(left.size() - 1);
            long place = store.require(next);
            for (TreeType type : refusing) {
                if (store.trees().of(type).childCount(next) > 0) {
                    throw new IllegalStateException("entity " + Lane.handle(next) + " has children in trees of type "
                            + type.name() + ", so it cannot be destroyed; destroy or detach them first");
                }
            }
            store.structure().waves().forEachDependent(place, dependent -> {
                if (found.add(dependent)) {
                    left.addLong(dependent);
                }
            });
        }
    }

    /** Moves an entity in the tree, or takes it out. */
    public static Change attach(long entity, long parent) {
        if (parent == Entity.NULL) {
            return ofAlive(entity, commands -> commands.detach(entity));
        }
        return Change.attachment(
                inspected -> {
                    inspected.store().require(entity);
                    inspected.store().require(parent);
                    Tree tree = inspected.store().trees().of(TreeType.DEFAULT);
                    if (entity == parent || tree.isAncestor(entity, parent)) {
                        throw new IllegalStateException("entity " + Lane.handle(parent) + " is " + Lane.handle(entity)
                                + " or below it, so it cannot be its parent");
                    }
                    TreeType type = TreeType.DEFAULT;
                    makeRoom(
                            inspected.store(),
                            entity,
                            type.childOf().id(),
                            type.node().id());
                    makeRoom(inspected.store(), parent, type.node().id());
                },
                inspected -> inspected.world().commands().attach(entity, parent));
    }

    public static Change spawn(Template template) {
        return Change.command(
                inspected -> {}, inspected -> template.spawn(inspected.world().commands()));
    }

    public static Change spawn(Prefab prefab) {
        return Change.command(
                inspected -> {}, inspected -> prefab.spawn(inspected.world().commands()));
    }

    private static Change ofAlive(long entity, Consumer<Commands> record) {
        return Change.command(
                inspected -> inspected.store().require(entity),
                inspected -> record.accept(inspected.world().commands()));
    }
}
