package basalt.examples.framework.save;

import basalt.examples.framework.program.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The input of a run, and the state hashes of its world, by ticks since its start. The file is text:
 *
 * <pre>
 *   --effect fountain --emitters 12
 *   spawn 60 1              after tick 60, once
 *   hash 70 0f0c361134496027
 * </pre>
 */
final class InputLog {
    private static final int HEXADECIMAL = 16;

    private final String options;
    private final TreeMap<Long, Integer> spawns = new TreeMap<>();
    private final TreeMap<Long, Long> hashes = new TreeMap<>();

    /** An empty log of a run with these options. */
    InputLog(String options) {
        this.options = options;
    }

    /** Reads a file. */
    static InputLog read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty()) {
            throw new IOException("is empty");
        }
        InputLog log = new InputLog(lines.get(0));
        for (String line : lines.subList(1, lines.size())) {
            String[] words = line.split(" ");
            try {
                if (words.length == 3 && words[0].equals("spawn")) {
                    log.spawned(Long.parseLong(words[1]), Integer.parseInt(words[2]));
                } else if (words.length == 3 && words[0].equals("hash")) {
                    log.hash(Long.parseLong(words[1]), Long.parseUnsignedLong(words[2], HEXADECIMAL));
                } else {
                    throw new IOException("neither spawn nor hash, with a tick and a value: '" + line + "'");
                }
            } catch (NumberFormatException e) {
                throw new IOException("a number is wrong in '" + line + "'", e);
            }
        }
        return log;
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(options));
        spawns.forEach((tick, times) -> lines.add("spawn " + tick + " " + times));
        hashes.forEach((tick, hash) -> lines.add("hash " + tick + " " + String.format("%016x", hash)));
        OutputFile.write(file, part -> Files.write(part, lines));
    }

    String options() {
        return options;
    }

    /** Adds input after a tick. */
    void spawned(long tick, int times) {
        if (times > 0) {
            spawns.merge(tick, times, Integer::sum);
        }
    }

    /** Adds the state hash after a tick. */
    void hash(long tick, long hash) {
        hashes.put(tick, hash);
    }

    /** Forgets what came after a tick, to which time was rewound. */
    void forgetAfter(long tick) {
        spawns.tailMap(tick, false).clear();
        hashes.tailMap(tick, false).clear();
    }

    /** The input after a tick. */
    int spawns(long tick) {
        return spawns.getOrDefault(tick, 0);
    }

    /** The state hash after a tick; null if it is not in the log. */
    Long hash(long tick) {
        return hashes.get(tick);
    }

    int hashCount() {
        return hashes.size();
    }
}
