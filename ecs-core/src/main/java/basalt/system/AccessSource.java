package basalt.system;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.TreeType;
import basalt.query.SpatialGrid;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Declarations of access as source, to be pasted: with the factories of {@link Access}, and with classes for
 * components, without packages unless two classes have the same name. A comment follows a class that not all code can
 * name.
 */
final class AccessSource {
    /** Names of more than one class. */
    private final Set<String> ambiguous = new HashSet<>();

    /** For texts with these options. */
    AccessSource(Collection<Access> options) {
        Map<String, Class<?>> types = new HashMap<>();
        for (Access option : options) {
            for (Object one : option.named()) {
                String name = nameInPackage(typeOf(one));
                if (types.putIfAbsent(name, typeOf(one)) != null && types.get(name) != typeOf(one)) {
                    ambiguous.add(name);
                }
            }
        }
    }

    /** The text of options that are a whole text. */
    static String of(List<Access> options) {
        return new AccessSource(options).text(options);
    }

    String text(List<Access> options) {
        return options.stream().flatMap(this::calls).collect(Collectors.joining(", "));
    }

    /** A call with the classes, and one with constants; of spawns, one for each kind of entities. */
    private Stream<String> calls(Access option) {
        if (option.kind() == Access.Kind.SPAWNS) {
            return option.entityKinds().isEmpty()
                    ? Stream.of(call(option.kind(), List.of()))
                    : option.entityKinds().stream()
                            .map(kind -> call(option.kind(), AccessRecord.sorted(new LinkedHashSet<>(kind))))
                            .sorted();
        }
        Map<Boolean, List<Object>> named =
                option.named().stream().collect(Collectors.partitioningBy(AccessSource::isConstant));
        return named.get(true).isEmpty() || named.get(false).isEmpty()
                ? Stream.of(call(option.kind(), option.named()))
                : Stream.of(call(option.kind(), named.get(false)), call(option.kind(), named.get(true)));
    }

    private String call(Access.Kind kind, List<?> named) {
        boolean isOfConstants = named.stream().anyMatch(AccessSource::isConstant);
        boolean isOfGrids = named.stream().anyMatch(SpatialGrid.class::isInstance);
        String label = !isOfGrids ? kind.label() : kind == Access.Kind.READS_RESOURCE ? "reads" : "writes";
        return named.stream()
                .map(one -> isOfConstants ? constant(one) : classOf(typeOf(one)))
                .collect(Collectors.joining(", ", label + "(", ")"));
    }

    /** Whether a class does not name it: a column, or a component of a tree that is not the default one. */
    private static boolean isConstant(Object one) {
        return one instanceof Column || one instanceof SpatialGrid || treeOf(one) != null;
    }

    private static TreeType treeOf(Object one) {
        return TreeType.all().stream()
                .filter(tree -> tree != TreeType.DEFAULT && (one == tree.childOf() || one == tree.node()))
                .findFirst()
                .orElse(null);
    }

    private String constant(Object one) {
        if (one instanceof SpatialGrid) {
            return "/* the " + one + " */";
        }
        if (one instanceof Column column) {
            String field = column.field().replaceAll("([a-z0-9])([A-Z])", "$1_$2");
            return name(typeOf(one)) + "." + field.replace('.', '_').toUpperCase(Locale.ROOT);
        }
        TreeType tree = treeOf(one);
        if (tree == null) {
            return "Component.of(" + classOf(typeOf(one)) + ")";
        }
        String name = tree.name().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return "TreeType.of(\"" + name + "\", TreeType.OnParentDestroy." + tree.onParentDestroy() + ")."
                + (one == tree.childOf() ? "childOf()" : "node()");
    }

    /** The record of a component, an event type or a column, or the class of a resource. */
    private static Class<?> typeOf(Object one) {
        Object named = one instanceof Column column ? column.component() : one;
        return named instanceof Component<?> component
                ? component.type()
                : named instanceof Class<?> type ? type : named.getClass();
    }

    private String classOf(Class<?> type) {
        String name = name(type);
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        boolean isPrivate = false;
        while (element.getDeclaringClass() != null) {
            isPrivate |= Modifier.isPrivate(element.getModifiers());
            element = element.getDeclaringClass();
        }
        if (element.isHidden() || element.isAnonymousClass()) {
            return "/* " + type.getName() + " has no name in source: put the resource as another type */";
        }
        Class<?> host = element.getEnclosingClass();
        String place = host != null ? "local in " + host.getSimpleName() : "private in " + element.getSimpleName();
        return name + ".class" + (host != null || isPrivate ? " /* " + place + " */" : "");
    }

    private String name(Class<?> type) {
        String name = nameInPackage(type);
        return ambiguous.contains(name) && type.getCanonicalName() != null ? type.getCanonicalName() : name;
    }

    private static String nameInPackage(Class<?> type) {
        if (type.isArray()) {
            return nameInPackage(type.getComponentType()) + "[]";
        }
        Class<?> outer = type.getDeclaringClass();
        return outer == null ? type.getSimpleName() : nameInPackage(outer) + "." + type.getSimpleName();
    }
}
