package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import java.io.IOException;
import java.nio.file.Path;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MixerTest {
    private static final int FRAMES = 120;

    private final GameMemory memory = TestMemory.guarded(MemorySource.direct());
    private final Mixer mixer = new Mixer(memory.voices, new Assets(memory.resources, FRAMES));

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        memory.check();
        memory.close();
    }

    @Test
    void shouldBeSilentWithoutVoices() throws IOException, UnsupportedAudioFileException {
        mix(3);
        for (short sample : written(3)) {
            assertEquals(0, sample);
        }
    }

    @Test
    void shouldPlayAVoiceAtItsPitchAndFreeItsBlock() throws IOException, UnsupportedAudioFileException {
        mix(1);
        mixer.start(4, 0.5f); // 220 Hz
        assertEquals(1, memory.voices.liveBlocks());
        mix(FRAMES - 1);
        assertEquals(0, memory.voices.liveBlocks());

        short[] samples = written(FRAMES);
        int loudest = 0;
        int rises = 0;
        for (int i = 1; i < samples.length; i++) {
            loudest = Math.max(loudest, Math.abs(samples[i]));
            boolean inItsFirstTenthOfASecond = i < Mixer.SAMPLES_A_FRAME + Mixer.RATE / 10;
            rises += inItsFirstTenthOfASecond && samples[i - 1] <= 0 && samples[i] > 0 ? 1 : 0;
        }
        for (int i = 0; i < Mixer.SAMPLES_A_FRAME; i++) {
            assertEquals(0, samples[i], "before it starts");
        }
        assertEquals(0.5 * Short.MAX_VALUE, loudest, 600);
        assertEquals(22, rises);
        assertEquals(0, samples[samples.length - 1]);
    }

    @Test
    void shouldLimitVoicesByMemory() {
        for (int i = 0; i < 100; i++) {
            mixer.start(i % Assets.MESHES, 0.1f);
        }
        assertEquals(mixer.started(), memory.voices.liveBlocks());
        assertTrue(mixer.started() < 100, "some are dropped");
        mix(FRAMES);
        mixer.start(0, 0.1f);
        assertEquals(1, memory.voices.liveBlocks());
    }

    @Test
    void shouldNotClip() throws IOException, UnsupportedAudioFileException {
        for (int i = 0; i < 16; i++) {
            mixer.start(4, 1); // all in phase
        }
        mix(FRAMES);
        int loudest = 0;
        for (short sample : written(FRAMES)) {
            loudest = Math.max(loudest, Math.abs(sample));
        }
        assertTrue(loudest > 30_000 && loudest < Short.MAX_VALUE, "loudest " + loudest);
    }

    @Test
    void shouldCompressLoudLevelsOnly() {
        assertEquals(0.6f, Mixer.soften(0.6f));
        assertEquals(-0.3f, Mixer.soften(-0.3f));
        float before = 0.6f;
        for (float level = 0.65f; level < 10; level += 0.05f) {
            float soft = Mixer.soften(level);
            assertTrue(soft > before && soft < Math.min(1, level), level + ": " + soft);
            assertEquals(-soft, Mixer.soften(-level));
            before = soft;
        }
    }

    @Test
    void shouldHashTheSound() {
        mix(1);
        long silence = mixer.hash();
        mixer.start(0, 0.5f);
        mix(1);
        assertNotEquals(silence, mixer.hash());
    }

    private void mix(int frames) {
        for (int i = 0; i < frames; i++) {
            mixer.mix(memory.world.frame());
            memory.world.frame().reset();
        }
    }

    private short[] written(int frames) throws IOException, UnsupportedAudioFileException {
        Path file = folder.resolve("sound.wav");
        mixer.write(file);
        short[] samples = samples(file);
        assertEquals(frames * Mixer.SAMPLES_A_FRAME, samples.length);
        return samples;
    }

    /** Reads a 16-bit mono file by the JDK's reader. */
    static short[] samples(Path file) throws IOException, UnsupportedAudioFileException {
        try (AudioInputStream stream = AudioSystem.getAudioInputStream(file.toFile())) {
            assertEquals(Mixer.RATE, stream.getFormat().getSampleRate());
            assertEquals(1, stream.getFormat().getChannels());
            assertEquals(16, stream.getFormat().getSampleSizeInBits());
            byte[] bytes = stream.readAllBytes();
            short[] samples = new short[bytes.length / 2];
            for (int i = 0; i < samples.length; i++) {
                samples[i] = (short) (bytes[2 * i] & 0xFF | bytes[2 * i + 1] << 8);
            }
            return samples;
        }
    }
}
