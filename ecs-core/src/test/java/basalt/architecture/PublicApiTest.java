package basalt.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.hostile.PublicApi;
import basalt.memory.MemorySource;
import basalt.memory.tracking.GuardedMemory;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The API has no raw addresses, except of memory sources. The compiler checks that users can access its types. */
final class PublicApiTest {
    @Test
    void shouldHaveNoRawAddresses() {
        List<Class<?>> types = PublicApi.types();
        assertTrue(types.size() > 100, () -> types.size() + " public types");
        List<String> found = types.stream()
                .filter(type -> !MemorySource.class.isAssignableFrom(type))
                .filter(type -> type != GuardedMemory.LiveAllocation.class)
                .flatMap(type -> addresses(type).stream())
                .toList();
        assertEquals(List.of(), found);
    }

    @Test
    void shouldFindAddresses() {
        assertEquals(List.of("free(address)"), addresses(MemorySource.class));
        assertEquals(List.of("(base)", "address", "origin()", "poke(baseAddress)"), addresses(Leaky.class));
    }

    /** Parameters, fields and results that may be addresses, and some that are none. */
    private static class Leaky {
        public long address;
        long base;

        protected Leaky(long base) {
            this.base = base;
        }

        protected long origin() {
            return base;
        }

        public void poke(long baseAddress, int database) {}

        void poke(long base) {}
    }

    private static List<String> addresses(Class<?> type) {
        List<String> found = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers()) && isAddress(field.getName(), field.getType())) {
                found.add(field.getName());
            }
        }
        Stream.of(type.getMethods(), type.getDeclaredMethods(), type.getDeclaredConstructors())
                .<Executable>flatMap(Stream::of)
                .filter(executable -> isVisible(executable.getModifiers()) && !executable.isSynthetic())
                .forEach(executable -> {
                    String name = executable instanceof Method ? executable.getName() : "";
                    if (executable instanceof Method method && isAddress(name, method.getReturnType())) {
                        found.add(name + "()");
                    }
                    for (Parameter parameter : executable.getParameters()) {
                        if (isAddress(parameter.getName(), parameter.getType())) {
                            found.add(name + "(" + parameter.getName() + ")");
                        }
                    }
                });
        return found.stream().distinct().sorted().toList();
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static boolean isAddress(String name, Class<?> type) {
        return type == long.class && name.toLowerCase(Locale.ROOT).matches(".*address|.*base|origin");
    }
}
