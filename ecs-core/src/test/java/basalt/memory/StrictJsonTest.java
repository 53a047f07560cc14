package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
    @Test
    void shouldReadAllKindsOfValues() {
        assertEquals(
                Map.of(
                        "a",
                        List.of(new BigDecimal("-1.5e3"), true, false, List.of(), Map.of()),
                        "ü\"\\/\b\f\n\r\tA",
                        new BigDecimal("0")),
                StrictJson.parse(
                        " { \"a\" : [-1.5e3,true , false,[],{}]," + "\"ü\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\":0}\n"));
        assertNull(StrictJson.parse("null"));
        assertEquals("", StrictJson.parse("\"\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "}",
                "[",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "{,}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{\"a\":1 \"b\":2}",
                "{\"a\":1,\"a\":2}",
                "'a'",
                "\"a",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\u0001\"",
                "01",
                "+1",
                "1.",
                ".5",
                "1e",
                "NaN",
                "Infinity",
                "nul",
                "True",
                "1 2",
                "[1]]",
                "// a\n1"
            })
    void shouldRejectInvalidJson(String text) {
        assertThrows(IllegalArgumentException.class, () -> StrictJson.parse(text));
    }
}
