package basalt.save;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Random damage to a saved world: to its bytes, or to its chunks with checksums that are right again. */
public final class DamagedFile {
    private static final int CHUNK_HEADER = FileChunks.HEADER;
    private static final int[] INTERESTING = {
        0, 1, -1, 2, 3, 63, 64, 255, 256, 16383, 16384, 65535, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE
    };

    private final FileChunks file;
    private final List<byte[]> chunks;
    private final Random random;

    private DamagedFile(byte[] bytes, Random random) {
        this.random = random;
        file = new FileChunks(bytes);
        chunks = file.chunks;
    }

    /** The number of damaged files that are accepted, of one for each seed. */
    static int accepted(int files, IntFunction<byte[]> damaged, BiPredicate<byte[], String> isAccepted) {
        return (int) IntStream.range(0, files)
                .filter(seed -> isAccepted.test(damaged.apply(seed), "seed " + seed))
                .count();
    }

    /** Refuses copies that end early or go on, or of which one byte is another, with a part of the message. */
    static void refuseEach(byte[] sample, BiConsumer<byte[], String> refuse) {
        for (int length = 0; length < sample.length; length += 1 + length / 100) {
            refuse.accept(Arrays.copyOf(sample, length), "");
        }
        for (int offset : offsets(sample)) {
            refuse.accept(Arrays.copyOf(sample, offset), "");
            refuse.accept(Arrays.copyOf(sample, offset + CHUNK_HEADER), "");
        }
        refuse.accept(Arrays.copyOf(sample, sample.length - 1), "");
        refuse.accept(Arrays.copyOf(sample, sample.length + 1), "goes on");
        for (int at = 0; at < sample.length; at += 1 + at / 64) {
            byte[] changed = sample.clone();
            changed[at] ^= 0x10;
            refuse.accept(changed, "");
        }
    }

    /** The offsets of the chunks of a file. */
    static List<Integer> offsets(byte[] bytes) {
        FileChunks file = new FileChunks(bytes);
        return IntStream.range(0, file.chunks.size()).mapToObj(file::offset).toList();
    }

    /** A copy with some damage, the same for the same seed. */
    public static byte[] of(byte[] bytes, long seed) {
        Random random = new Random(seed);
        return random.nextInt(4) == 0 ? raw(bytes.clone(), random) : new DamagedFile(bytes, random).damaged();
    }

    /** A copy with some damage in the contents of the first chunk of a type, the same for the same seed. */
    static byte[] of(byte[] bytes, String type, long seed) {
        DamagedFile damaged = new DamagedFile(bytes, new Random(seed));
        damaged.damage(damaged.file.get(type).array());
        return damaged.file.together();
    }

    private static byte[] raw(byte[] bytes, Random random) {
        switch (random.nextInt(3)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> {
                return Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            default -> {
                int at = random.nextInt(bytes.length);
                for (int i = at; i < Math.min(bytes.length, at + 20); i++) {
                    bytes[i] = (byte) random.nextInt();
                }
            }
        }
        return bytes;
    }

    private byte[] damaged() {
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            int which = random.nextInt(chunks.size());
            switch (random.nextInt(12)) {
                case 0 -> chunks.remove(which);
                case 1 ->
                    chunks.add(
                            random.nextInt(chunks.size() + 1), chunks.get(which).clone());
                case 2 -> Collections.swap(chunks, which, random.nextInt(chunks.size()));
                case 3 -> chunks.set(which, resized(chunks.get(which)));
                default -> damage(chunks.get(which));
            }
            if (chunks.isEmpty()) {
                break;
            }
        }
        return file.together();
    }

    private void damage(byte[] chunk) {
        ByteBuffer bytes = FileChunks.wrap(chunk);
        int contents = chunk.length - CHUNK_HEADER;
        int near = random.nextBoolean() ? Math.min(contents, 64) : contents;
        int at = CHUNK_HEADER + random.nextInt(Math.max(1, near));
        switch (random.nextInt(4)) {
            case 0 -> chunk[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> chunk[at] = (byte) random.nextInt();
            default -> {
                at = Math.min(at, chunk.length - Integer.BYTES);
                int value = INTERESTING[random.nextInt(INTERESTING.length)];
                bytes.putInt(at, random.nextBoolean() ? value : bytes.getInt(at) + value);
            }
        }
        if (random.nextInt(20) == 0) {
            bytes.putInt(4 * random.nextInt(2), INTERESTING[random.nextInt(INTERESTING.length)]);
        }
    }

    private byte[] resized(byte[] chunk) {
        int change = random.nextInt(17) - 8;
        return FileChunks.resized(chunk, Math.max(CHUNK_HEADER + 1, chunk.length + change));
    }
}
