package basalt.bench.published.counters;

import basalt.bench.published.counters.Records.A;
import basalt.bench.published.counters.Records.B;
import basalt.bench.published.counters.Records.C;
import basalt.bench.published.counters.Records.D;
import basalt.bench.published.counters.Records.E;
import basalt.bench.published.counters.Records.Noise;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The kinds of components: those that code names, and a hundred others. */
final class Kinds {
    /** Of entities that match nothing. */
    static final int NOISE = 5;

    /** Number of kinds that no code names. */
    static final int OTHERS = 100;

    private static final List<Class<? extends Record>> NAMED =
            List.of(A.class, B.class, C.class, D.class, E.class, Noise.class);
    /** Of each kind. */
    static final List<Class<? extends Record>> RECORDS = new ArrayList<>(NAMED);
    /** Of each kind, for libraries that keep objects. */
    static final List<Class<? extends Count>> OBJECTS =
            new ArrayList<>(List.of(Count.A.class, Count.B.class, Count.C.class));

    static {
        OBJECTS.addAll(copies(Count000.class, Count.class, NAMED.size() - OBJECTS.size() + OTHERS));
        RECORDS.addAll(copies(Other000.class, Record.class, OTHERS));
    }

    private Kinds() {}

    static int other(int number) {
        return NAMED.size() + number;
    }

    /** A class whose name ends in 000, and copies of it that end in 001 and so on: two systems may not share one. */
    static <T> List<Class<? extends T>> copies(Class<? extends T> first, Class<T> parent, int count) {
        String name = first.getSimpleName();
        List<Class<? extends T>> all = new ArrayList<>(List.of(first));
        try (InputStream file = first.getResourceAsStream(name + ".class")) {
            String code = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
            for (int i = 1; i < count; i++) {
                String copy = code.replace(name, name.replace("000", String.format("%03d", i)));
                all.add(MethodHandles.lookup()
                        .defineClass(copy.getBytes(StandardCharsets.ISO_8859_1))
                        .asSubclass(parent));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
