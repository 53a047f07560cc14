package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.bench.field.EngineKind;
import basalt.bench.field.NativeRun;
import java.awt.Color;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EnginesTest {
    private static List<String> all() {
        List<String> all = new ArrayList<>();
        for (EngineKind kind : EngineKind.values()) {
            all.add(kind.label());
        }
        all.add(NativeRun.ENGINE);
        return all;
    }

    @Test
    void shouldHaveUniqueColorsAndTitles() {
        Set<Color> colors = new HashSet<>();
        Set<String> titles = new HashSet<>();
        for (String engine : all()) {
            assertTrue(colors.add(EngineColors.of(engine)), engine);
            assertTrue(titles.add(Engines.title(engine)), engine);
        }
    }

    @Test
    void shouldPutBasaltFirstAndCLast() {
        List<Integer> places = all().stream().map(Engines::place).toList();
        assertEquals(places.stream().sorted().toList(), places);
        assertEquals(0, Engines.place(Engines.BASALT));
        assertEquals(1, Engines.place(Engines.BULK));
    }
}
