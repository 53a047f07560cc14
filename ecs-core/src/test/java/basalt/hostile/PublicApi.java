package basalt.hostile;

import basalt.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The public API: the public members of the public types in the packages that the module exports. */
public final class PublicApi {
    private PublicApi() {}

    /** All public types, in the order of their names. */
    public static List<Class<?>> types() {
        List<Class<?>> types = new ArrayList<>();
        try (InputStream in = Files.newInputStream(classes().resolve("module-info.class"))) {
            for (ModuleDescriptor.Exports exported : ModuleDescriptor.read(in).exports()) {
                Path folder = classes().resolve(exported.source().replace('.', '/'));
                try (Stream<Path> files = Files.list(folder)) {
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                            .map(name -> load(exported.source() + "." + name.substring(0, name.length() - 6)))
                            .filter(PublicApi::isVisible)
                            .forEach(types::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        types.sort(Comparator.comparing(Class::getName));
        return types;
    }

    private static boolean isVisible(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && !type.isAnonymousClass()
                && (type.getDeclaringClass() == null || isVisible(type.getDeclaringClass()));
    }

    /** The public methods of objects of a type, inherited ones included, but for those of {@link Object}; sorted. */
    static List<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> method.getDeclaringClass() != Object.class && !method.isBridge())
                .filter(method -> !isOfObject(method))
                .sorted(Comparator.comparing(Method::toString))
                .toList();
    }

    /** The public constructors and static methods that a type itself has; sorted. */
    static List<Executable> statics(Class<?> type) {
        List<Executable> all = new ArrayList<>();
        if (!Modifier.isAbstract(type.getModifiers())) {
            all.addAll(Arrays.asList(type.getConstructors()));
        }
        Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers()) && Modifier.isPublic(method.getModifiers()))
                .filter(method -> !method.isSynthetic())
                .forEach(all::add);
        all.sort(Comparator.comparing(Executable::toString));
        return all;
    }

    /** A short name: {@code World.set(long, FloatColumn, float)}. */
    static String name(Class<?> type, Executable member) {
        StringBuilder name = new StringBuilder(simpleName(type));
        name.append(member instanceof Constructor ? "" : "." + member.getName()).append('(');
        for (int i = 0; i < member.getParameterCount(); i++) {
            name.append(i == 0 ? "" : ", ").append(member.getParameterTypes()[i].getSimpleName());
        }
        return name.append(')').toString();
    }

    /** The name of a type with those that it is declared in. */
    static String simpleName(Class<?> type) {
        return type.getDeclaringClass() == null
                ? type.getSimpleName()
                : simpleName(type.getDeclaringClass()) + "." + type.getSimpleName();
    }

    private static boolean isOfObject(Method method) {
        return switch (method.getName()) {
            case "equals", "hashCode", "toString" -> true;
            default -> false;
        };
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static Path classes() {
        try {
            return Path.of(World.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
