package basalt.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.StrictJson;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonWriterTest {
    @Test
    void shouldSeparateValuesByCommas() {
        JsonWriter json = new JsonWriter();
        json.startObject().name("a").startArray().endArray();
        json.name("b")
                .startArray()
                .value(1)
                .value("x")
                .nullValue()
                .startObject()
                .endObject()
                .value(0.5);
        json.endArray().name("c").startObject().name("d").value(-2).name("e").value("");
        json.endObject().name("f").nullValue().endObject();

        assertEquals("{\"a\":[],\"b\":[1,\"x\",null,{},0.5],\"c\":{\"d\":-2,\"e\":\"\"},\"f\":null}", json.toString());
    }

    @Test
    void shouldEscapeEveryCharacterThatNeedsIt() {
        StringBuilder all = new StringBuilder();
        for (char c = 0; c < 0x100; c++) {
            all.append(c);
        }
        all.append("\u2028\ud83d\ude00\ud800 \udc00\uffff");

        assertEquals(
                all.toString(),
                StrictJson.parse(new JsonWriter().value(all.toString()).toString()));
        assertEquals(
                Map.of(all.toString(), new BigDecimal(1)),
                StrictJson.parse(new JsonWriter()
                        .startObject()
                        .name(all.toString())
                        .value(1)
                        .endObject()
                        .toString()));
        assertEquals("\"\\ud800\"", new JsonWriter().value("\ud800").toString());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 1, 0.1, 1e-7, 1.0 / 3, 1e300, Double.MIN_VALUE, -Double.MAX_VALUE})
    void shouldWriteNumbersThatReadAsTheSame(double value) {
        Object read = StrictJson.parse(new JsonWriter().value(value).toString());
        assertEquals(value, ((BigDecimal) read).doubleValue());
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void shouldRejectNumbersThatJsonDoesNotHave(double value) {
        assertThrows(IllegalArgumentException.class, () -> new JsonWriter().value(value));
    }
}
