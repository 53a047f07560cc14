package basalt.architecture;

import basalt.memory.MemorySource;
import basalt.memory.tracking.GuardedMemory;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The API that users can access: the public and protected members of the public types of some packages, and of all
 * types of the library in their signatures. Finds breaches in it.
 */
final class PublicApi {
    private static final Pattern ADDRESS = Pattern.compile("(?i)(.*address|.*base|origin)");

    private final String root;
    private final Set<String> exported;
    private final Set<Class<?>> seen = new HashSet<>();
    private final Deque<Class<?>> open = new ArrayDeque<>();
    private final List<String> breaches = new ArrayList<>();

    /** The API of the exported packages, in a library whose packages start with the root. */
    private PublicApi(String root, Set<String> exported) {
        this.root = root;
        this.exported = exported;
    }

    /** Returns the breaches in the API as texts: member, description. */
    static List<String> breaches(String root, Set<String> exported, List<Class<?>> types) {
        PublicApi api = new PublicApi(root, exported);
        types.forEach(api::reach);
        while (!api.open.isEmpty()) {
            api.walk(api.open.remove());
        }
        return api.breaches;
    }

    /** The public types that source files of some packages declare. */
    static List<Class<?>> types(List<SourceFile> files, Set<String> packages) {
        return files.stream()
                .filter(file -> !file.name().endsWith("-info"))
                .filter(file -> packages.contains(file.folder().replace('/', '.')))
                .<Class<?>>map(file -> load(file.folder().replace('/', '.') + "." + file.name()))
                .filter(PublicApi::isVisible)
                .toList();
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, PublicApi.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return isVisible(type.getModifiers()) && (outer == null || isVisible(outer));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** Checks a type of the library once. */
    private void reach(Class<?> type) {
        if (type.getName().startsWith(root) && seen.add(type)) {
            open.add(type);
        }
    }

    private void walk(Class<?> type) {
        if (type.getGenericSuperclass() != null) {
            name(type.getGenericSuperclass(), type.getName(), true);
        }
        for (Type implemented : type.getGenericInterfaces()) {
            name(implemented, type.getName(), false);
        }
        bounds(type.getTypeParameters(), type.getName());
        for (Class<?> inner : type.getDeclaredClasses()) {
            if (isVisible(inner)) {
                reach(inner);
            }
        }
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers()) && !field.isSynthetic()) {
                String where = type.getName() + "." + field.getName();
                name(field.getGenericType(), where, false);
                address(type, where, field.getName(), field.getType());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isVisible(constructor.getModifiers())) {
                executable(type, constructor);
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isVisible(method.getModifiers()) && !method.isSynthetic()) {
                executable(type, method);
                String where = type.getName() + "." + method.getName() + "()";
                name(method.getGenericReturnType(), where, false);
                address(type, where, method.getName(), method.getReturnType());
            }
        }
    }

    private void executable(Class<?> type, Executable executable) {
        String where = type.getName() + "." + executable.getName() + "()";
        bounds(executable.getTypeParameters(), where);
        for (Type thrown : executable.getGenericExceptionTypes()) {
            name(thrown, where, false);
        }
        Type[] types = executable.getGenericParameterTypes();
        for (Type parameter : types) {
            name(parameter, where, false);
        }
        for (Parameter parameter : executable.getParameters()) {
            if (parameter.getType() == long.class && !parameter.isNamePresent()) {
                breaches.add(where + ": was compiled without the names of parameters");
            }
            address(type, where + " parameter " + parameter.getName(), parameter.getName(), parameter.getType());
        }
    }

    private void bounds(TypeVariable<?>[] variables, String where) {
        for (TypeVariable<?> variable : variables) {
            for (Type bound : variable.getBounds()) {
                name(bound, where, false);
            }
        }
    }

    /** Checks that users can access a type in a signature. A superclass that is not public only adds members. */
    private void name(Type type, String where, boolean superclass) {
        if (type instanceof Class<?> named) {
            Class<?> element = named;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            if (element.getName().startsWith(root)) {
                if (!exported.contains(element.getPackageName())) {
                    breaches.add(where + ": names " + element.getName() + ", whose package is not exported");
                } else if (!isVisible(element) && !superclass) {
                    breaches.add(where + ": names " + element.getName() + ", which is not public");
                } else {
                    reach(element);
                }
            }
        } else if (type instanceof ParameterizedType parameterized) {
            name(parameterized.getRawType(), where, superclass);
            for (Type argument : parameterized.getActualTypeArguments()) {
                name(argument, where, false);
            }
        } else if (type instanceof GenericArrayType array) {
            name(array.getGenericComponentType(), where, false);
        } else if (type instanceof WildcardType wildcard) {
            Stream.of(wildcard.getUpperBounds(), wildcard.getLowerBounds())
                    .flatMap(Stream::of)
                    .forEach(bound -> name(bound, where, false));
        }
    }

    /** Finds a long with the name of an address, except in memory sources and allocation reports. */
    private void address(Class<?> type, String where, String name, Class<?> valueType) {
        if (valueType == long.class
                && ADDRESS.matcher(name.toLowerCase(Locale.ROOT)).matches()
                && !MemorySource.class.isAssignableFrom(type)
                && type != GuardedMemory.LiveAllocation.class) {
            breaches.add(where + ": is a raw address");
        }
    }
}
