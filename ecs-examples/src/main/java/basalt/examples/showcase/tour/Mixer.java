package basalt.examples.showcase.tour;

import basalt.examples.framework.program.OutputFile;
import basalt.memory.Slice;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.frame.FrameArena;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.io.DirectBufferInputStream;

/**
 * Mixes voices, which start and end all the time. Each voice is a block of a pool. If the pool has no block, the voice
 * is dropped.
 *
 * <pre>
 *   voice    +-------+------+------+------+
 *            | phase | step | gain | fade |    floats, in samples of the tone, and from 0 to 1
 *            +-------+------+------+------+
 *            0       4      8      12     16 bytes
 * </pre>
 */
final class Mixer {
    static final int RATE = 44_100;
    static final int SAMPLES_A_FRAME = RATE / 60;
    static final int VOICE_BYTES = 16;

    private static final int PHASE = 0;
    private static final int STEP = 4;
    private static final int GAIN = 8;
    private static final int FADE = 12;
    private static final float LOWEST_HERTZ = 110;
    private static final float LOUD = 0.6f;
    private static final float SILENCE = 0.001f;

    private final PoolAllocator voices;
    private final LongArrayList playing = new LongArrayList();
    private final Slice tone;
    private final Slice recording;
    private long recordedBytes;
    private int started;

    Mixer(PoolAllocator voices, Assets assets) {
        this.voices = voices;
        this.tone = assets.tone();
        this.recording = assets.recording();
    }

    /**
     * Starts a voice.
     *
     * @param pitch the pitch, from 0
     * @param gain volume, from 0 to 1
     */
    void start(int pitch, float gain) {
        long voice = voices.tryAllocate();
        if (voice == 0) {
            return;
        }
        float hertz = LOWEST_HERTZ * (1 + pitch / 4f);
        Slice block = voices.slice(voice);
        block.putFloat(PHASE, 0);
        block.putFloat(STEP, hertz * Assets.TONE_SAMPLES / RATE);
        block.putFloat(GAIN, gain);
        block.putFloat(FADE, 1 - hertz / (8 * RATE)); // high notes are short
        playing.addLong(voice);
        started++;
    }

    /** Mixes the samples of a frame, and records them. */
    void mix(FrameArena frame) {
        Slice sum = frame.allocate(SAMPLES_A_FRAME * 4L, 64);
        sum.fill((byte) 0);
        for (int i = playing.size() - 1; i >= 0; i--) {
            long voice = playing.getLong(i);
            if (!add(voices.slice(voice), sum)) {
                voices.free(voice);
                playing.fastUnorderedRemove(i);
            }
        }
        for (int sample = 0; sample < SAMPLES_A_FRAME; sample++) {
            recording.putShort(recordedBytes, (short) (soften(sum.getFloat(sample * 4L)) * Short.MAX_VALUE));
            recordedBytes += 2;
        }
    }

    /** Compresses loud levels, which approach 1 without reaching it, so nothing is clipped. */
    static float soften(float level) {
        float beyond = Math.abs(level) - LOUD;
        return beyond <= 0 ? level : Math.copySign(LOUD + (1 - LOUD) * beyond / (beyond + 1 - LOUD), level);
    }

    /** Adds a voice to the sum; false if it has faded. */
    private boolean add(Slice voice, Slice sum) {
        float phase = voice.getFloat(PHASE);
        float step = voice.getFloat(STEP);
        float gain = voice.getFloat(GAIN);
        float fade = voice.getFloat(FADE);
        for (long at = 0; at < sum.sizeBytes(); at += 4) {
            sum.putFloat(at, sum.getFloat(at) + gain * tone.getFloat((int) phase * 4L));
            phase += step;
            phase -= phase >= Assets.TONE_SAMPLES ? Assets.TONE_SAMPLES : 0;
            gain *= fade;
        }
        voice.putFloat(PHASE, phase);
        voice.putFloat(GAIN, gain);
        return gain > SILENCE;
    }

    /** Writes the recording as a WAV file. */
    void write(Path file) throws IOException {
        OutputFile.write(file, this::writePart);
    }

    private void writePart(Path file) throws IOException {
        UnsafeBuffer buffer = new UnsafeBuffer();
        recording.part(0, recordedBytes).wrapUnchecked(buffer);
        boolean bigEndian = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
        try (AudioInputStream stream = new AudioInputStream(
                new DirectBufferInputStream(buffer),
                new AudioFormat(RATE, 16, 1, true, bigEndian),
                recordedBytes / 2)) {
            AudioSystem.write(stream, AudioFileFormat.Type.WAVE, file.toFile());
        }
    }

    /** A hash of all sound so far. */
    long hash() {
        long hash = 0;
        for (long at = 0; at < recordedBytes; at += 2) {
            hash = hash * 31 + recording.getShort(at);
        }
        return hash;
    }

    int started() {
        return started;
    }
}
