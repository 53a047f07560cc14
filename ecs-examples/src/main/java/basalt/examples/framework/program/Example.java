package basalt.examples.framework.program;

import java.lang.reflect.Method;
import java.util.List;

/** Runs a small program or a step of the tutorial by the name of its file, as {@code mvn -Pexample} does. */
final class Example {
    private static final List<String> PACKAGES = List.of("small", "tutorial");

    private Example() {}

    public static void main(String... args) throws ReflectiveOperationException {
        Method main = find(args[0]).getMethod("main", String[].class);
        main.setAccessible(true); // the programs are not public
        main.invoke(null, (Object) List.of(args).subList(1, args.length).toArray(String[]::new));
    }

    static Class<?> find(String name) {
        for (String folder : PACKAGES) {
            try {
                return Class.forName("basalt.examples." + folder + "." + name);
            } catch (ClassNotFoundException e) {
                // looks in the next one
            }
        }
        throw new IllegalArgumentException(
                "no program " + name + " in the packages " + PACKAGES + " of basalt.examples");
    }
}
