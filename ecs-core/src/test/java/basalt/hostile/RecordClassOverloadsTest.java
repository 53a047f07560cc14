package basalt.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Component;
import basalt.component.EventType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each method that takes the constant of a component or an event type has an overload for its record's class. */
class RecordClassOverloadsTest {
    @Test
    void shouldTakeClassesWhereverConstantsAreTaken() {
        List<String> missing = new ArrayList<>();
        for (Class<?> type : PublicApi.types()) {
            Stream.concat(PublicApi.methods(type).stream(), PublicApi.statics(type).stream())
                    .filter(member -> !(member instanceof Constructor))
                    .filter(member -> !Arrays.equals(byClass(member), member.getParameterTypes()))
                    .filter(member -> !hasOverload(type, member))
                    .forEach(member -> missing.add(PublicApi.name(type, member)));
        }
        assertEquals(List.of(), missing);
    }

    /** The parameters of the overload that takes classes. */
    private static Class<?>[] byClass(Executable member) {
        return Stream.of(member.getParameterTypes())
                .map(type -> type == Component.class || type == EventType.class
                        ? Class.class
                        : type == Component[].class || type == EventType[].class ? Class[].class : type)
                .toArray(Class<?>[]::new);
    }

    private static boolean hasOverload(Class<?> type, Executable member) {
        try {
            return Modifier.isPublic(
                    type.getMethod(member.getName(), byClass(member)).getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
