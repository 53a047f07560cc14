package basalt.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class NotesTest {
    private static List<String> pooled(Samples samples) {
        return Notes.reading(samples.results()).stream()
                .filter(sentence -> sentence.contains("-pooled"))
                .toList();
    }

    @Test
    void shouldNameTheWorkloadsOfPools() {
        assertEquals(List.of(), pooled(new Samples().add(Samples.SIMPLE_ITER, "artemis-odb", 1)));
        Samples samples = new Samples()
                .expect(Samples.ADD_REMOVE, "artemis-odb-pooled")
                .expect(Samples.CREATE, "artemis-odb-pooled")
                .expect(Samples.ADD_REMOVE, "ashley-pooled");
        List<String> sentences = pooled(samples);
        assertEquals(2, sentences.size());
        assertTrue(
                sentences
                        .get(0)
                        .startsWith(
                                "artemis-odb-pooled takes part in add_remove, 10,000; create, 1,000,000; elsewhere"),
                sentences.get(0));
        assertTrue(
                sentences.get(1).startsWith("ashley-pooled takes part in add_remove, 10,000. Pools"), sentences.get(1));
    }

    @Test
    void shouldExplainReservedMemory() {
        Table memory = Tables.memory(Samples.field().results());
        assertEquals(
                List.of("Basalt", "8.0", "27.0", "35.0", "40.0"),
                memory.rows().get(0).stream().map(Table.Cell::text).toList());
        assertEquals("–", memory.rows().get(1).get(4).text());
        assertTrue(Notes.reading(new Samples().results()).stream()
                .anyMatch(sentence -> sentence.contains("address space that is reserved is larger")));
    }
}
