package basalt.examples.framework.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.experiment.ExperimentViewer.ScriptedKey;
import basalt.examples.framework.render.Controls;
import basalt.examples.framework.render.Controls.Key;
import basalt.examples.framework.render.FakeRenderer;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ScriptedKeyTest {
    private final ScriptedKey.Converter converter = new ScriptedKey.Converter();

    @Test
    void shouldReadKeysAndFrames() {
        assertEquals(new ScriptedKey(Key.SPAWN, 60, 60), converter.convert("s@60"));
        assertEquals(new ScriptedKey(Key.REWIND, 120, 180), converter.convert("r@120-180"));
        assertEquals(new ScriptedKey(Key.QUIT, 1, 1), converter.convert("escape@1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "s@", "s@0", "r@9-8", "space@1", "s@1-", "s@-1", "s@1234567890", "s@1,s@2"})
    void shouldRejectOtherText(String text) {
        String message = assertThrows(TypeConversionException.class, () -> converter.convert(text))
                .getMessage();
        assertTrue(message.endsWith("not '" + text + "'"), message);
    }

    @Test
    void shouldHoldAKeyFromOneFrameToAnother() {
        Controls controls = new FakeRenderer(new ArrayList<>()).controls();
        ScriptedKey key = converter.convert("r@2-4");
        boolean[] expected = {false, true, true, false, false};
        for (int frame = 1; frame <= expected.length; frame++) {
            key.afterFrame(frame, controls);
            assertEquals(expected[frame - 1], controls.isRewinding(), "frame " + frame);
        }
        converter.convert("s@3").afterFrame(3, controls);
        assertEquals(1, controls.takeSpawns());
        assertFalse(controls.isQuit());
    }
}
